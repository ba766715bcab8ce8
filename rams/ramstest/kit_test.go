package ramstest_test

import (
	"errors"
	"slices"
	"testing"

	"chratze/card"
	"chratze/rams"
	"chratze/rams/ramstest"
)

// zwicken is a game with a cut, no declarer and few decisions.
func zwicken(t *testing.T, seats int) *rams.Game {
	t.Helper()
	g, err := rams.NewGame(rams.Rules{
		Auction: rams.AuctionJoining, Weli: rams.WeliSeven, MinSeats: 2, MaxSeats: 6, Target: 2, JoinTarget: 1,
		Pack: card.Skat32, Ante: 30, Antes: rams.AnteDealer, Deal: rams.DealTwoOne, Cut: rams.CutHop1, NoOpen: rams.NoOpenThrowIn,
		Exchange: rams.ExchangePlain, Head: rams.HeadYes, Split: rams.SplitTricks, RoundUp: 1, Coin: 1, SevenLost: true,
	}, seats)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestRandStays: tables of results depend on the numbers.
func TestRandStays(t *testing.T) {
	t.Parallel()
	r := ramstest.Rand(0)
	if got := r.Uint64(); got != 0xE220A8397B1DCDAF {
		t.Errorf("the first number is %#x", got)
	}
	cards := card.Skat32.Cards().Append(nil)
	r.Shuffle(cards)
	if l := card.ListOf(cards[:6]...); l.String() != "9c 8d Ad 9h Kh Kc" || card.SetOf(cards...) != card.Skat32.Cards() {
		t.Errorf("the first shuffle begins with %v", &l)
	}
	seen := map[int]bool{}
	for range 200 {
		seen[r.Cut(4)] = true
	}
	if len(seen) != 3 || seen[0] || seen[4] {
		t.Errorf("four cards are cut at %v", seen)
	}
}

// TestTape: a hand that is written down is dealt again as it was.
func TestTape(t *testing.T) {
	t.Parallel()
	g, r := zwicken(t, 3), ramstest.Rand(1)
	h, err := ramstest.Write(g, rams.Start{}, &r, r.Any, nil)
	if err != nil {
		t.Fatal(err)
	}
	tape := ramstest.Tape{Orders: h.Tape.Orders, Cuts: h.Tape.Cuts} // nothing more comes
	for range 2 {
		acts := slices.Clone(h.Acts)
		again, err := ramstest.Play(g, h.Start, &tape, func(_ *rams.State, legal []rams.Action) int {
			next := slices.Index(legal, acts[0])
			acts = acts[1:]
			return next
		}, nil)
		if err != nil || !again.Done() || len(acts) != 0 {
			t.Errorf("again it goes as %v (%v)", &again, err)
		}
		tape.Rewind()
	}
	defer func() {
		if recover() == nil {
			t.Error("a tape puts cards in an order of others")
		}
	}()
	tape.Shuffle(card.Jass36.Cards().Append(nil))
}

// TestPlayStops: an error of a watcher ends a hand, and so does an impossible start.
func TestPlayStops(t *testing.T) {
	t.Parallel()
	g, r := zwicken(t, 3), ramstest.Rand(1)
	stop := errors.New("stop")
	if s, err := ramstest.Play(g, rams.Start{}, &r, r.Any, func(*ramstest.Moment) error { return stop }); err != stop || s.Done() {
		t.Errorf("it goes on: %v (%v)", &s, err)
	}
	if _, err := ramstest.Play(g, rams.Start{Dealer: 9}, &r, r.Any, nil); err == nil {
		t.Error("a seat deals that isn't there")
	}
}

func TestNewDealRefuses(t *testing.T) {
	t.Parallel()
	g := zwicken(t, 2)
	pack := card.Skat32.Cards().Append(nil)
	slices.Reverse(pack) // the seven of diamonds lies on top, where a cut of one shows it
	for _, test := range []struct {
		script ramstest.Script
		start  rams.Start
		ok     bool
	}{
		{ramstest.Script{Pack: card.ListOf(pack...), At: 5}, rams.Start{}, true},
		{ramstest.Script{Pack: card.ListOf(pack...), At: 1}, rams.Start{}, false},
		{ramstest.Script{Pack: card.ListOf(pack[1:]...)}, rams.Start{}, false},
		{ramstest.Script{Pack: card.ListOfSet(card.Jass36.Cards())}, rams.Start{}, false},
		{ramstest.Script{}, rams.Start{Dealer: 2}, false},
	} {
		d, err := ramstest.NewDeal(g, test.start, test.script)
		if (err == nil) != test.ok || test.ok && d.State.Turn() != 1 {
			t.Errorf("%+v: %v", test.start, err)
		}
	}
}

// TestPerftLeavesTheDeal: counting changes nothing, and copies of a deal go on alike.
func TestPerftLeavesTheDeal(t *testing.T) {
	t.Parallel()
	d, err := ramstest.NewDeal(zwicken(t, 2), rams.Start{}, ramstest.Script{Rand: 3})
	if err != nil {
		t.Fatal(err)
	}
	before := d.State
	counts := []uint64{ramstest.Perft(&d, -1), ramstest.Perft(&d, -1)}
	if counts[0] != counts[1] || counts[0] < 10 || d.State != before {
		t.Errorf("counts %v, and the deal is now %v", counts, &d.State)
	}
	if ramstest.Perft(&d, 0) != 1 || ramstest.Divide(&d, 0) != nil {
		t.Error("there is more than one way to decide nothing")
	}
	one, other := d, d
	one.ToPlay()
	other.ToPlay()
	if one.State != other.State || one.State.Phase() != rams.PhasePlay {
		t.Errorf("copies go on as %v and %v", &one.State, &other.State)
	}
}

// TestKnown: who was shown a card can place it until it is shuffled again.
func TestKnown(t *testing.T) {
	t.Parallel()
	g, r := zwicken(t, 3), ramstest.Rand(5)
	var known ramstest.Known
	for range 50 {
		_, err := ramstest.Play(g, rams.Start{}, &r, r.Any, func(m *ramstest.Moment) error {
			known.Note(rams.Start{}, m)
			public := known.By(ramstest.Public)
			for seat := range rams.Seat(3) {
				own := known.By(seat)
				if own&public != public || own&m.After.Hand(seat) != m.After.Hand(seat) {
					t.Errorf("seat %d holds %v and can place %v, the public %v", seat, m.After.Hand(seat), own, public)
				}
				if own&m.After.Hand((seat+1)%3)&^public != 0 {
					t.Errorf("seat %d can place %v of the next hand", seat, own&m.After.Hand((seat+1)%3))
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
