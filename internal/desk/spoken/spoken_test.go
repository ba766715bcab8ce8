package spoken_test

import (
	"errors"
	"testing"

	"chratze/internal/desk/spoken"
	"chratze/pot"
	"chratze/variant"
)

func preset(t *testing.T, name string) variant.Variant {
	t.Helper()
	v, err := variant.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestSettle: all that was in the pot, and all that is paid for tricks not won, goes to somebody
// or stays.
func TestSettle(t *testing.T) {
	t.Parallel()
	for _, h := range []spoken.Hand{
		{Rules: preset(t, "chratze"), Pot: 100, Declarer: 1, Joiners: []int{2, 1, 0}},
		{Rules: preset(t, "kratzen"), Pot: 90, Declarer: 3, Joiners: []int{1, 0}},
		{Rules: preset(t, "kratzen"), Pot: 50, Declarer: 2, Joiners: []int{1, 1, 0}, Muss: true},
		{Rules: preset(t, "zwicken"), Pot: 90, Declarer: spoken.NotSaid, Joiners: []int{2, 1, 0}, Lost: 2},
		{Rules: preset(t, "loo"), Pot: 90, Declarer: spoken.NotSaid, Joiners: []int{2}, ForPot: true},
	} {
		s, err := h.Settle()
		if err != nil {
			t.Errorf("%+v: %v", h, err)
			continue
		}
		paid, due := s.Left, pot.Chips(0)
		for i := range s.Payout.Joiners {
			paid, due = paid+s.Payout.Joiners[i], due+s.Penalty.Joiners[i]
		}
		if h.Declares() {
			paid, due = paid+*s.Payout.Declarer, due+*s.Penalty.Declarer
		}
		if paid != h.Pot || s.NextPot != s.Left+due {
			t.Errorf("%+v: %d of the pot are given, the next pot is %d of %d and %d", h, paid, s.NextPot, s.Left, due)
		}
	}
}

// TestWhatCannotBe: each code, with what was said and what would be right.
func TestWhatCannotBe(t *testing.T) {
	t.Parallel()
	chratze, kratzen, zwicken, loo := preset(t, "chratze"), preset(t, "kratzen"), preset(t, "zwicken"), preset(t, "loo")
	for _, tt := range []struct {
		code string
		n    int
		hand spoken.Hand
	}{
		{spoken.CodeNoDeclarer, 0, spoken.Hand{Rules: chratze, Declarer: spoken.NotSaid, Joiners: []int{4}}},
		{spoken.CodeHasDeclarer, 0, spoken.Hand{Rules: zwicken, Declarer: 2, Joiners: []int{1}}},
		{spoken.CodeNegative, -1, spoken.Hand{Rules: chratze, Declarer: -1, Joiners: []int{4}}},
		{spoken.CodeNobody, 0, spoken.Hand{Rules: zwicken, Declarer: spoken.NotSaid}},
		{spoken.CodeSeats, 3, spoken.Hand{Rules: chratze, Declarer: 2, Joiners: []int{1, 1}, Seats: 2}},
		{spoken.CodeTwoMusses, 0, spoken.Hand{Rules: kratzen, Declarer: 2, Joiners: []int{1, 1}, Muss: true, SevenMuss: true}},
		{spoken.CodeWalkover, 2, spoken.Hand{Rules: chratze, Declarer: 2}},
		{spoken.CodeAlone, 2, spoken.Hand{Rules: loo, Declarer: spoken.NotSaid, Joiners: []int{2}}},
		{spoken.CodeNoForPot, 0, spoken.Hand{Rules: zwicken, Declarer: spoken.NotSaid, Joiners: []int{2}, ForPot: true}},
		{spoken.CodeForPot, 2, spoken.Hand{Rules: loo, Declarer: spoken.NotSaid, Joiners: []int{2, 1}, ForPot: true}},
		{spoken.CodeTricks, 4, spoken.Hand{Rules: loo, Declarer: spoken.NotSaid, Joiners: []int{4}, ForPot: true}},
		{spoken.CodeTricks, 9, spoken.Hand{Rules: chratze, Declarer: 8, Joiners: []int{1}}},
		{spoken.CodeNoLost, 0, spoken.Hand{Rules: chratze, Declarer: 2, Joiners: []int{2}, Lost: 1}},
		{spoken.CodeLost, 3, spoken.Hand{Rules: zwicken, Declarer: spoken.NotSaid, Joiners: []int{2, 1}, Lost: 3}},
	} {
		_, err := tt.hand.Settle()
		if e, ok := errors.AsType[*spoken.Error](err); !ok || e.Code != tt.code || e.N != tt.n {
			t.Errorf("%+v: %+v, want %s of %d", tt.hand, err, tt.code, tt.n)
		}
	}
}
