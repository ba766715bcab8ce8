package rams_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"chratze/pot"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant/varianttest"
)

// TestReasonsFitResults: in random hands of all games each seat's reason says what its result has.
func TestReasonsFitResults(t *testing.T) {
	games(t, func(t *testing.T, g *rams.Game) {
		r := ramstest.Rand(9)
		start := g.FirstStart(0)
		for range times(40) {
			s, err := ramstest.Play(g, start, &r, r.Any, nil)
			if err != nil {
				t.Fatal(err)
			}
			result, why := s.Result(), s.Reasons()
			if fault := unfit(&s, &result, &why); fault != "" {
				t.Fatalf("%s: %+v\n%+v\n%+v", fault, why, result, tallied(&s))
			}
			start = result.Next
		}
	})
}

// unfit compares reasons with a result, without a rule of the game; "" if they fit.
func unfit(s *rams.State, r *rams.Result, why *rams.Reasons) string {
	opened := why.End.Opened()
	if opened == (r.Next.Redeal > 0) && opened || why.End == rams.EndThrownIn && r.Next.Dealer == s.Dealer() {
		return "the end"
	}
	if kept := why.Left != rams.LeftNothing; kept != (r.Left > 0) && why.Left != rams.LeftRace && r.PotPlayedFor > 0 {
		return "what is left"
	}
	for seat := range rams.Seat(r.Seats) {
		x := why.Seat[seat]
		made := s.Contract(seat).In() && x.Won >= x.Needed
		failed := x.Debt.Failed()
		switch {
		case r.Payout[seat] > 0 && !x.Share.Paid(), r.Points[seat] > 0 != (x.Share == rams.SharePoints), r.Points[seat] < 0 != (x.Debt&rams.DebtBack != 0):
			return fmt.Sprintf("seat %d: the share", seat)
		case failed != r.Failed[seat], x.Debt&(rams.DebtShort|rams.DebtPrice) != 0 && made:
			return fmt.Sprintf("seat %d: the debt", seat)
		case failed && (x.Owed > r.Penalty[seat]) != (x.Debt&(rams.DebtCapped|rams.DebtFull) != 0):
			return fmt.Sprintf("seat %d: the limit", seat)
		case x.Debt&rams.DebtPrice == 0 && r.Price[seat] > 0 && r.Payout[seat] == 0, x.Price != r.Price[seat]:
			return fmt.Sprintf("seat %d: the price", seat)
		case x.Spared != (r.Next.Spared>>seat&1 != 0):
			return fmt.Sprintf("seat %d: the next ante", seat)
		}
	}
	return ""
}

// TestReasons are settlements of docs/rules.md 2.11, 3.5, 3.10, 4 and 5.8 with what is said of them, by seat: the share, and
// what is owed. Seat 3 deals; seat 1 declares where there is a declarer.
func TestReasons(t *testing.T) {
	t.Parallel()
	const (
		out      = rams.Folded
		joined   = rams.Joined
		declared = rams.Declared
	)
	for _, tt := range []struct {
		rules     string
		pot       pot.Chips
		contracts [4]rams.Contract
		tricks    [4]uint8
		want      string // the end, what is left, then by seat: won/needed share debt:owed
	}{
		{"chratze", 100, [4]rams.Contract{joined, declared, out, joined}, [4]uint8{0, 4, 0, 0}, "played nothing; 0/1 none short:100; 4/2 all; 0/0 none; 0/1 none short:100"},
		{"chratze", 100, [4]rams.Contract{joined, declared, out, joined}, [4]uint8{1, 2, 0, 1}, "played nothing; 1/1 rest; 2/2 thirds-up; 0/0 none; 1/1 rest"},
		{"chratze", 100, [4]rams.Contract{joined, declared, out, joined}, [4]uint8{2, 1, 0, 1}, "played nothing; 2/1 equal; 1/2 none short:200; 0/0 none; 1/1 equal"},
		{"chratze", 20, [4]rams.Contract{joined, declared, out, out}, [4]uint8{2, 2, 0, 0}, "played nothing; 2/1 swallowed; 2/2 thirds-up; 0/0 none; 0/0 none"},
		{"chratze", 105, [4]rams.Contract{joined, declared, out, joined}, [4]uint8{1, 2, 0, 1}, "played nothing; 1/1 rest; 2/2 thirds-up+1; 0/0 none; 1/1 rest"},
		{"chratze", 100, [4]rams.Contract{out, declared, out, out}, [4]uint8{}, "alone nothing; 0/0 none; 0/2 all; 0/0 none; 0/0 none"},
		{"chratze,penalty_cap=120", 100, [4]rams.Contract{joined, declared, out, out}, [4]uint8{3, 1, 0, 0}, "played nothing; 3/1 all; 1/2 none short capped:200; 0/0 none; 0/0 none"},
		{"chratze,pot_cap=150", 100, [4]rams.Contract{joined, declared, out, out}, [4]uint8{3, 1, 0, 0}, "played nothing; 3/1 all; 1/2 none short full:200; 0/0 none; 0/0 none"},
		{"chratze,round_up=1", 90, [4]rams.Contract{joined, declared, out, out}, [4]uint8{2, 2, 0, 0}, "played nothing; 2/1 rest; 2/2 thirds; 0/0 none; 0/0 none"},
		{"chratzen", 100, [4]rams.Contract{joined, declared, out, joined}, [4]uint8{1, 2, 0, 1}, "played nothing; 1/1 role; 2/2 role; 0/0 none; 1/1 role"},
		{"kratzen", 40, [4]rams.Contract{rams.MussJoined, rams.MussDealer, rams.MussJoined, rams.MussJoined}, [4]uint8{2, 2, 0, 0},
			"muss muss; 2/1 muss; 2/2 muss; 0/1 none short:40; 0/1 none short:40"},
		{"kratzen", 43, [4]rams.Contract{joined, declared, joined, out}, [4]uint8{3, 1, 0, 0},
			"played rest; 3/1 tricks-down; 1/2 tricks-down short:86; 0/1 none short:43; 0/0 none"},
		{"kratzen,remainder=declarer", 43, [4]rams.Contract{joined, declared, joined, out}, [4]uint8{4, 0, 0, 0},
			"played nothing; 4/1 all; 0/2 none short:86; 0/1 none short:43; 0/0 none"},
		{"bourre", 80, [4]rams.Contract{joined, joined, joined, joined}, [4]uint8{2, 2, 0, 1},
			"played tied; 2/1 tied spared; 2/1 tied spared; 0/1 none short:80 spared; 1/1 none"},
		{"bourre", 80, [4]rams.Contract{joined, joined, joined, out}, [4]uint8{3, 1, 1, 0}, "played nothing; 3/1 most; 1/1 none; 1/1 none; 0/0 none"},
		{"loo", 90, [4]rams.Contract{out, joined, out, rams.ForPot}, [4]uint8{0, 2, 0, 1}, "played for-pot; 0/0 none; 2/1 tricks; 0/0 none; 1/0 for-pot"},
		{"loo", 90, [4]rams.Contract{out, joined, out, rams.ForPot}, [4]uint8{0, 0, 0, 3}, "played for-pot; 0/0 none; 0/1 none short fixed:60; 0/0 none; 3/0 for-pot"},
		{"ramset,back=3", 0, [4]rams.Contract{joined, joined, out, out}, [4]uint8{5, 0, 0, 0}, "played race; 5/1 points; 0/1 none short fixed back:10; 0/0 none; 0/0 none"},
		{"ramset", 0, [4]rams.Contract{joined, joined, out, out}, [4]uint8{5, 0, 0, 0}, "played race; 5/1 points; 0/1 none short fixed:10; 0/0 none; 0/0 none"},
		{"bourre,tie=split", 100, [4]rams.Contract{joined, joined, joined, out}, [4]uint8{2, 2, 1, 0}, "played nothing; 2/1 tie; 2/1 tie; 1/1 none; 0/0 none"},
		{"bourre,tie=split", 101, [4]rams.Contract{joined, joined, joined, out}, [4]uint8{2, 2, 1, 0}, "played rest; 2/1 tie; 2/1 tie; 1/1 none; 0/0 none"},
		{"bourre", 100, [4]rams.Contract{joined, joined, joined, out}, [4]uint8{2, 2, 1, 0}, "played tied; 2/1 tied spared; 2/1 tied spared; 1/1 none; 0/0 none"},
		{"zwicken,lost", 60, [4]rams.Contract{joined, joined, joined, out}, [4]uint8{1, 1, 1, 0}, "played nothing; 1/1 tricks; 1/1 tricks weli:60; 1/1 tricks; 0/0 none"},
	} {
		rules, lost := strings.CutSuffix(tt.rules, ",lost")
		g := varianttest.Game(t, rules, 4)
		tally := rams.Tally{Pot: tt.pot, Dealer: 3, Declarer: rams.Nobody, Lost: rams.Nobody}
		if lost {
			tally.Lost = 1
		}
		if g.Rules().Auction != rams.AuctionJoining {
			tally.Declarer = 1
		}
		copy(tally.Contract[:], tt.contracts[:])
		copy(tally.Tricks[:], tt.tricks[:])
		_, why, err := g.Explain(tally)
		if got := told(&why, 4); err != nil || got != tt.want {
			t.Errorf("%s %v: %v\n got %s\nwant %s", tt.rules, tt.tricks, err, got, tt.want)
		}
	}
	if _, _, err := varianttest.Game(t, "chratze", 4).Explain(rams.Tally{Pot: -1}); err == nil {
		t.Error("a tally that can't be settled has reasons")
	}
}

// told writes reasons in a line.
func told(why *rams.Reasons, seats int) string {
	parts := []string{fmt.Sprint(why.End, " ", why.Left)}
	for _, x := range why.Seat[:seats] {
		part := fmt.Sprintf("%d/%d %v", x.Won, x.Needed, x.Share)
		if x.Rest > 0 {
			part += fmt.Sprintf("+%d", x.Rest)
		}
		if x.Debt != 0 {
			part += fmt.Sprintf(" %v:%d", x.Debt, x.Owed)
		}
		if x.Spared {
			part += " spared"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "; ")
}

// TestReasonTexts: the codes are read as they are written.
func TestReasonTexts(t *testing.T) {
	t.Parallel()
	for i := range 32 {
		var e rams.End
		var s rams.Share
		var l rams.Left
		var d rams.Debt
		for _, x := range []struct {
			text string
			read interface{ UnmarshalText([]byte) error }
			same func() bool
		}{
			{rams.End(i).String(), &e, func() bool { return e == rams.End(i) }},
			{rams.Share(i).String(), &s, func() bool { return s == rams.Share(i) }},
			{rams.Left(i).String(), &l, func() bool { return l == rams.Left(i) }},
			{rams.Debt(i).String(), &d, func() bool { return d == rams.Debt(i) }},
		} {
			if err := x.read.UnmarshalText([]byte(x.text)); x.text == "?" && !errors.Is(err, rams.ErrReason) || x.text != "?" && (err != nil || !x.same()) {
				t.Errorf("%q is read as %v, %v", x.text, x.read, err)
			}
		}
	}
}
