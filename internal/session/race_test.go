package session_test

import (
	"testing"

	"chratze/internal/session"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// ramset is the preset, with all that is played for.
const ramset = "ramset"

// evening plays hands of Ramset with four people by what they say: contracts and tricks.
type evening struct {
	*testing.T
	session.Session
	rules rams.Rules
}

func newEvening(t *testing.T, text string) *evening {
	v, err := variant.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	e := &evening{t, session.New(4), v.Rules()}
	e.Session.Run(session.RaceOf(e.rules))
	for place := range 4 {
		e.Sit(place, e.Open())
	}
	return e
}

// hand settles a hand of those who aren't through; fewer than no tricks: they stay out.
func (e *evening) hand(dealer rams.Seat, tricks ...int) rams.Result {
	e.Helper()
	g, err := rams.NewGame(e.rules, len(tricks))
	if err != nil {
		e.Fatal(err)
	}
	t := rams.Tally{Pot: e.Ledger.Pot(), Dealer: dealer, Declarer: rams.Nobody, Lost: rams.Nobody}
	for seat, n := range tricks {
		t.Contract[seat] = rams.Folded
		if n >= 0 {
			t.Contract[seat], t.Tricks[seat] = rams.Joined, uint8(n)
		}
	}
	r, err := g.Settle(t)
	if err == nil {
		err = e.Settle(e.Seats(), &r, dealer, rams.Nobody)
	}
	if err != nil {
		e.Fatal(err)
	}
	return r
}

// want compares the points of all, and what each has won or lost.
func (e *evening) want(points [4]int, won [4]pot.Chips) {
	e.Helper()
	for p := range 4 {
		if e.Points(p) != points[p] || e.Balance(p) != won[p] {
			e.Errorf("person %d has %d points and %v, want %d and %v", p, e.Points(p), e.Balance(p), points[p], won[p])
		}
	}
	if err := e.Ledger.Check(); err != nil {
		e.Error(err)
	}
}

// TestRamset: the settlements of docs/rules.md 4.9.
func TestRamset(t *testing.T) {
	t.Parallel()
	e := newEvening(t, ramset)
	e.hand(3, 3, 2, 0, -1)
	e.want([4]int{3, 2, 0, 0}, [4]pot.Chips{0, 0, -10, 0})
	if e.Decided() || len(e.Seats()) != 4 {
		t.Error("nobody is through yet")
	}

	e = newEvening(t, ramset)
	before := rams.Result{Points: [rams.MaxSeats]int8{17, 20, 9, 12}}
	if err := e.Settle(e.Seats(), &before, 3, rams.Nobody); err != nil {
		t.Fatal(err)
	}
	r := e.hand(3, 2, 1, 2, -1)
	e.want([4]int{19, 21, 11, 12}, [4]pot.Chips{0, -50, 0, 0})
	if r.Penalty[1] != 50 || r.Next.Pot != 50 || e.Prize(1) != 1 || len(e.Seats()) != 3 {
		t.Errorf("B has no sausage: %+v, prize %d, seats %v", r, e.Prize(1), e.Seats())
	}
	e.hand(2, 4, 0, 1) // B is dealt no cards: A, C, D
	e.want([4]int{23, 21, 11, 13}, [4]pot.Chips{-50, -50, -10, 0})
	if e.Prize(0) != 2 || e.Decided() {
		t.Errorf("A has prize %d, decided %v", e.Prize(0), e.Decided())
	}
	e.hand(0, 5, -1)
	if e.hand(1, 5, -1); e.Prize(2) != 3 || !e.Decided() {
		t.Errorf("C has prize %d, decided %v: D goes without", e.Prize(2), e.Decided())
	}
}

// TestSetBack: Rams with tokens from 5, and a race up, in which the count falls below none.
func TestSetBack(t *testing.T) {
	t.Parallel()
	e := newEvening(t, "rams,penalty=0,score=down,goal=5,back=5")
	e.hand(3, 2, 2, 1, 0)
	e.want([4]int{3, 3, 4, 10}, [4]pot.Chips{})
	e = newEvening(t, "ramset,back=5")
	e.hand(3, 2, 2, 1, 0)
	e.want([4]int{2, 2, 1, -5}, [4]pot.Chips{3: -10})
}

// TestRaceDown: of two who are through in the same hand the first after the dealer has the better prize; the prizes may be fewer.
func TestRaceDown(t *testing.T) {
	t.Parallel()
	e := newEvening(t, "rams,penalty=10,score=down,goal=2,prizes=1")
	c := e.Clone()
	e.hand(1, 2, -1, 2, 1)
	e.want([4]int{0, 2, 0, 1}, [4]pot.Chips{})
	if e.Prize(2) != 1 || e.Prize(0) != 0 || !e.Decided() {
		t.Errorf("prizes %d and %d, decided %v: C is next to the dealer", e.Prize(2), e.Prize(0), e.Decided())
	}
	if c.Points(0) != 2 || c.Decided() {
		t.Error("the copy has changed")
	}
}

// TestSameRacer: two accounts that are one have their points together.
func TestSameRacer(t *testing.T) {
	t.Parallel()
	e := newEvening(t, "rams,penalty=10,score=up,goal=6")
	e.hand(3, 3, 2, -1, -1)
	e.Sit(0, e.Open())
	e.hand(3, 2, 3, -1, -1)
	if err := e.Join(0, 4); err != nil || e.Points(4) != 5 || e.Points(1) != 5 {
		t.Errorf("%v: %d points, not 5", err, e.Points(4))
	}
}
