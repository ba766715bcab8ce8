package rams_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"chratze/pot"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant/varianttest"
)

// played returns the end of a hand of testdata/hands.
func played(t *testing.T, name string) (rams.Result, *rams.Game) {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/hands/" + name + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	record, err := narrate(archive)
	if err != nil {
		t.Fatal(err)
	}
	return record.Result(), record.Game()
}

// TestExampleOfFivePlayers is the example of the German and of the English text
// (docs/rules.md 2.11): five players, a pot of one franc, the declarer wins one trick,
// the joiners two, one and none. With the antes of the next hand the declarer has
// paid 2.20, the joiner who failed 1.20, everybody else 0.20.
func TestExampleOfFivePlayers(t *testing.T) {
	r, g := played(t, "2.11-the-worked-example")
	if r.PotPlayedFor != 100 {
		t.Errorf("the pot is %v, want 1 franc", r.PotPlayedFor)
	}
	if want := [rams.MaxSeats]pot.Chips{2: 50, 3: 50}; r.Payout != want {
		t.Errorf("paid out %v, want %v", r.Payout, want)
	}
	next, err := g.NewHand(r.Next)
	if err != nil {
		t.Fatal(err)
	}
	want := []pot.Chips{20, 220, 20, 20, 120}
	for seat := range want {
		if paid := r.Penalty[seat] + next.Paid(rams.Seat(seat)); paid != want[seat] {
			t.Errorf("seat %d pays %v, want %v", seat, paid, want[seat])
		}
	}
	if next.Pot() != 400 {
		t.Errorf("the next pot is %v, want 4 francs", next.Pot())
	}
}

// TestExampleSettlements are the checks at the end of docs/rules.md 2 and the like of
// the other games: payouts and penalties by seat.
func TestExampleSettlements(t *testing.T) {
	for _, test := range []struct {
		hand            string
		pot             pot.Chips
		payout, penalty [rams.MaxSeats]pot.Chips
		next            rams.Start
	}{
		{"2.11-two-thirds-and-one-third", 100, amount{1: 80, 2: 20}, amount{}, rams.Start{Dealer: 1}},
		{"2.11-two-joiners-share", 100, amount{1: 80, 2: 10, 3: 10}, amount{}, rams.Start{Dealer: 1}},
		{"2.11-what-cannot-be-shared", 105, amount{1: 85, 2: 10, 3: 10}, amount{}, rams.Start{Dealer: 1}},
		{"2.11-thirds-to-the-rappen", 100, amount{1: 67, 2: 33}, amount{}, rams.Start{Dealer: 1}},
		{"2.11-declarer-alone", 40, amount{1: 40}, amount{0: 40}, rams.Start{Pot: 40, Dealer: 1}},
		{"2.11-joiner-alone", 40, amount{0: 40}, amount{1: 80}, rams.Start{Pot: 80, Dealer: 1}},
		{"2.11-left-in-the-pot", 105, amount{2: 50, 3: 50}, amount{1: 210}, rams.Start{Pot: 215, Dealer: 1}},
		{"2.11-penalty-cap", 100, amount{2: 50, 3: 50}, amount{1: 120, 4: 100}, rams.Start{Pot: 220, Dealer: 1}},
		{"3.05-muss", 40, amount{}, amount{2: 40}, rams.Start{Pot: 80, Dealer: 1}},
		{"3.05-seven-muss-lost", 40, amount{}, amount{0: 80}, rams.Start{Pot: 120, Dealer: 1}},
		{"3.01-a-muss-follows", 43, amount{0: 20, 1: 20}, amount{}, rams.Start{Pot: 3, Dealer: 1, Muss: true}},
		{"3.10-quarters", 43, amount{0: 10, 1: 30}, amount{0: 86, 2: 43}, rams.Start{Pot: 132, Dealer: 1}},
		{"3.10-remainder-to-the-declarer", 43, amount{0: 13, 1: 30}, amount{0: 86, 2: 43}, rams.Start{Pot: 129, Dealer: 1}},
		{"4-chratzen-split-by-role", 101, amount{1: 51, 2: 25, 3: 25}, amount{}, rams.Start{Dealer: 1}},
		{"4-chratzen-split-ties", 102, amount{1: 51, 2: 26, 3: 25}, amount{}, rams.Start{Dealer: 1}},
		{"5.8-thirds", 41, amount{1: 26, 2: 13}, amount{3: 41}, rams.Start{Pot: 43, Dealer: 1}},
		{"5.8-seven-lost", 30, amount{1: 10, 2: 20}, amount{2: 30}, rams.Start{Pot: 30, Dealer: 1}},
		{"5.8-seven-lost-and-no-trick", 30, amount{1: 30}, amount{2: 60}, rams.Start{Pot: 60, Dealer: 1}},
	} {
		r, _ := played(t, test.hand)
		if r.PotPlayedFor != test.pot || r.Payout != test.payout || r.Penalty != test.penalty || r.Next != test.next {
			t.Errorf("%s: played for %v, payout %v, penalty %v, next %+v", test.hand, r.PotPlayedFor, r.Payout, r.Penalty, r.Next)
		}
	}
}

type amount = [rams.MaxSeats]pot.Chips

// TestSettle: a tally of a hand that was played is settled as the hand was.
func TestSettle(t *testing.T) {
	games(t, func(t *testing.T, g *rams.Game) {
		r := ramstest.Rand(6)
		start := g.FirstStart(0)
		for range times(30) {
			s, err := ramstest.Play(g, start, &r, r.Any, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := s.Result()
			start = want.Next
			tally := tallied(&s)
			if tally.Declarer == rams.Nobody && g.Rules().Auction != rams.AuctionJoining || nobodyIn(&tally) {
				continue // nobody opened, or plays: there is nothing to settle
			}
			got, err := g.Settle(tally)
			got.Paid = want.Paid
			if g.Rules().SevenLost && got != want { // the tally doesn't know whose seven was lost
				for seat := range rams.Seat(g.Seats()) {
					if tally.Lost = seat; tally.Contract[seat].In() && got != want {
						got, err = g.Settle(tally)
						got.Paid = want.Paid
					}
				}
			}
			if err != nil || got != want {
				t.Fatalf("settled as %+v (%v), want %+v", got, err, want)
			}
		}
	})
}

// tallied returns the tally of a hand that is over.
func tallied(s *rams.State) rams.Tally {
	tally := rams.Tally{Pot: s.Pot(), Dealer: s.Dealer(), Declarer: s.Declarer(), Lost: rams.Nobody, Price: s.Price()}
	for seat := range rams.Seat(s.Game().Seats()) {
		tally.Contract[seat] = s.Contract(seat)
		tally.Tricks[seat] = uint8(s.Tricks(seat))
	}
	return tally
}

func TestSettleRefuses(t *testing.T) {
	t.Parallel()
	fine := rams.Tally{
		Pot: 100, Declarer: 1, Lost: rams.Nobody,
		Contract: [rams.MaxSeats]rams.Contract{rams.Joined, rams.Declared, rams.Folded, rams.Joined},
		Tricks:   [rams.MaxSeats]uint8{2, 1, 0, 1},
	}
	chratze, zwicken := varianttest.Game(t, "chratze", 4), varianttest.Game(t, "zwicken", 4)
	for _, test := range []struct {
		g      *rams.Game
		code   string
		change func(*rams.Tally)
	}{
		{chratze, "", func(*rams.Tally) {}},
		{chratze, rams.TallyPot, func(x *rams.Tally) { x.Pot = -1 }},
		{chratze, rams.TallyPot, func(x *rams.Tally) { x.Pot = pot.Max + 1 }},
		{chratze, rams.TallySeat, func(x *rams.Tally) { x.Dealer = 4 }},
		{chratze, rams.TallySeat, func(x *rams.Tally) { x.Dealer = rams.Nobody }},
		{chratze, rams.TallySeat, func(x *rams.Tally) { x.Contract[4] = rams.Joined }},
		{chratze, rams.TallySeat, func(x *rams.Tally) { x.Contract[2] = 200 }},
		{chratze, rams.TallyDeclarer, func(x *rams.Tally) { x.Declarer = 0 }},
		{chratze, rams.TallyDeclarer, func(x *rams.Tally) { x.Declarer = rams.Nobody }},
		{chratze, rams.TallyDeclarer, func(x *rams.Tally) { x.Contract[0] = rams.DeclaredBlind }},
		{chratze, rams.TallyDeclarer, func(x *rams.Tally) { x.Contract[1] = rams.Joined }},
		{chratze, rams.TallyOut, func(x *rams.Tally) { x.Tricks[2], x.Tricks[3] = 1, 0 }},
		{chratze, rams.TallyTricks, func(x *rams.Tally) { x.Tricks[0] = 1 }},
		{chratze, rams.TallyTricks, func(x *rams.Tally) { x.Tricks[0] = 3 }},
		{chratze, rams.TallyTricks, func(x *rams.Tally) {
			*x = rams.Tally{Declarer: 1, Lost: rams.Nobody, Contract: [rams.MaxSeats]rams.Contract{1: rams.Declared}, Tricks: [rams.MaxSeats]uint8{1: 1}}
		}},
		{chratze, "", func(x *rams.Tally) {
			*x = rams.Tally{Declarer: 1, Lost: rams.Nobody, Contract: [rams.MaxSeats]rams.Contract{1: rams.Declared}, Tricks: [rams.MaxSeats]uint8{1: 4}}
		}},
		{chratze, rams.TallyNoLost, func(x *rams.Tally) { x.Lost = 0 }},
		{zwicken, rams.TallyDeclarer, func(*rams.Tally) {}},
		{zwicken, rams.TallyNobody, func(x *rams.Tally) { *x = rams.Tally{Declarer: rams.Nobody, Lost: rams.Nobody} }},
		{zwicken, rams.TallyLost, func(x *rams.Tally) {
			*x = rams.Tally{Declarer: rams.Nobody, Lost: 1, Contract: [rams.MaxSeats]rams.Contract{rams.Joined}}
		}},
	} {
		tally := fine
		test.change(&tally)
		_, err := test.g.Settle(tally)
		var refused *rams.TallyError
		switch {
		case err == nil:
			if test.code != "" {
				t.Errorf("%+v is settled, want %s", tally, test.code)
			}
		case !errors.As(err, &refused) || refused.Code != test.code || len(err.Error()) < 40:
			t.Errorf("%+v: %v, want %q", tally, err, test.code)
		}
	}
}

// TestFamilySettlements are pots of Chratze's relatives by their tallies (docs/rules.md 4.2, 4.3, 5.8): an equal part a
// trick, one pot from a player without a trick, two from a declarer with fewer than two. Seat 3 deals.
func TestFamilySettlements(t *testing.T) {
	t.Parallel()
	const (
		out      = rams.Folded
		joined   = rams.Joined
		declared = rams.Declared
	)
	for _, tt := range []struct {
		rules      string
		pot        pot.Chips
		contracts  [4]rams.Contract
		tricks     [4]uint8
		out, in    amount
		left, next pot.Chips
	}{
		{"mauscheln", 40, [4]rams.Contract{out, declared, joined, out}, [4]uint8{0, 2, 2, 0}, amount{0, 20, 20}, amount{}, 0, 0},
		{"mauscheln", 40, [4]rams.Contract{out, declared, joined, joined}, [4]uint8{0, 1, 3, 0}, amount{0, 10, 30}, amount{1: 80, 3: 40}, 0, 120},
		{"mauscheln", 80, [4]rams.Contract{out, declared, out, out}, [4]uint8{}, amount{1: 80}, amount{}, 0, 0},
		{"mauscheln", 50, [4]rams.Contract{joined, declared, joined, out}, [4]uint8{1, 2, 1, 0}, amount{12, 24, 12}, amount{}, 2, 2},
		{"tippen", 30, [4]rams.Contract{joined, joined, joined, joined}, [4]uint8{2, 1, 0, 0}, amount{20, 10}, amount{2: 30, 3: 30}, 0, 60},
		{"tippen", 90, [4]rams.Contract{joined, joined, joined, out}, [4]uint8{1, 1, 1, 0}, amount{30, 30, 30}, amount{}, 0, 0},
		{"tippen,penalty_cap=30", 90, [4]rams.Contract{joined, joined, joined, out}, [4]uint8{2, 1, 0, 0}, amount{60, 30}, amount{2: 30}, 0, 30},
		{"tippen,penalty=30", 90, [4]rams.Contract{joined, joined, joined, out}, [4]uint8{2, 1, 0, 0}, amount{60, 30}, amount{2: 30}, 0, 30},
		{"mauscheln,penalty=25", 40, [4]rams.Contract{out, declared, joined, joined}, [4]uint8{0, 1, 3, 0}, amount{0, 10, 30}, amount{1: 50, 3: 25}, 0, 75},
		{"mauscheln,pot_cap=100", 40, [4]rams.Contract{out, declared, joined, joined}, [4]uint8{0, 1, 3, 0}, amount{0, 10, 30}, amount{1: 67, 3: 33}, 0, 100},
		{"mauscheln,pot_cap=100", 160, [4]rams.Contract{out, declared, joined, joined}, [4]uint8{0, 1, 0, 3}, amount{1: 40, 3: 120}, amount{1: 67, 2: 33}, 0, 100},
		{"zwicken", 30, [4]rams.Contract{joined, joined, joined, out}, [4]uint8{2, 1, 0, 0}, amount{20, 10}, amount{2: 30}, 0, 30},
		{"zwicken-printed", 30, [4]rams.Contract{joined, joined, joined, out}, [4]uint8{2, 1, 0, 0}, amount{20, 10}, amount{2: 30}, 0, 30},
		{"zwicken-schlecken", 30, [4]rams.Contract{joined, joined, joined, out}, [4]uint8{2, 1, 0, 0}, amount{20, 10}, amount{2: 30}, 0, 30},
		{"zwicken,lost", 60, [4]rams.Contract{joined, joined, joined, out}, [4]uint8{2, 0, 1, 0}, amount{0: 40, 2: 20}, amount{1: 120}, 0, 120},
		{"zwicken-printed,lost", 60, [4]rams.Contract{joined, joined, joined, out}, [4]uint8{2, 0, 1, 0}, amount{0: 40, 2: 20}, amount{1: 120}, 0, 120},
		{"kratzen-printed", 40, [4]rams.Contract{out, declared, joined, out}, [4]uint8{0, 2, 2, 0}, amount{0, 20, 20}, amount{}, 0, 0},
		{"kratzen-printed", 50, [4]rams.Contract{joined, declared, joined, out}, [4]uint8{3, 1, 0, 0}, amount{36, 12}, amount{1: 100, 2: 50}, 2, 152},
		{"loo", 30, [4]rams.Contract{joined, joined, joined, out}, [4]uint8{2, 1, 0, 0}, amount{20, 10}, amount{2: 60}, 0, 60},
		{"loo,penalty=0", 90, [4]rams.Contract{joined, out, joined, joined}, [4]uint8{3, 0, 0, 0}, amount{90}, amount{2: 90, 3: 90}, 0, 180},
		{"loo", 90, [4]rams.Contract{out, joined, out, rams.ForPot}, [4]uint8{0, 2, 0, 1}, amount{1: 60}, amount{}, 30, 30},
		{"loo", 90, [4]rams.Contract{out, joined, out, rams.ForPot}, [4]uint8{0, 0, 0, 3}, amount{}, amount{1: 60}, 90, 150},
		{"loo,split=most", 90, [4]rams.Contract{out, joined, out, rams.ForPot}, [4]uint8{0, 1, 0, 2}, amount{}, amount{}, 90, 90},
		{"rams", 50, [4]rams.Contract{joined, rams.JoinedSpare, joined, out}, [4]uint8{3, 2, 0, 0}, amount{30, 20}, amount{2: 50}, 0, 50},
		{"rams", 100, [4]rams.Contract{joined, joined, joined, rams.JoinedSpare}, [4]uint8{2, 2, 1, 0}, amount{40, 40, 20}, amount{3: 50}, 0, 50},
		{"bourre", 40, [4]rams.Contract{joined, joined, out, out}, [4]uint8{5, 0, 0, 0}, amount{40}, amount{1: 40}, 0, 40},
		{"bourre", 60, [4]rams.Contract{joined, joined, joined, out}, [4]uint8{2, 2, 1, 0}, amount{}, amount{}, 60, 60},
		{"bourre", 80, [4]rams.Contract{joined, joined, joined, joined}, [4]uint8{2, 2, 0, 1}, amount{}, amount{2: 80}, 80, 160},
		{"mistigri", 152, [4]rams.Contract{joined, joined, out, joined}, [4]uint8{2, 3, 0, 0}, amount{60, 90}, amount{3: 50}, 2, 52},
		{"lupfen", 190, [4]rams.Contract{joined, declared, out, joined}, [4]uint8{0, 2, 0, 1}, amount{1: 126, 3: 63}, amount{}, 1, 1},
		{"lupfen", 80, [4]rams.Contract{out, declared, out, out}, [4]uint8{}, amount{1: 80}, amount{}, 0, 0},
		{"lupfen", 180, [4]rams.Contract{out, declared, joined, joined}, [4]uint8{2: 3}, amount{2: 180}, amount{}, 0, 0},
	} {
		rules, lost := strings.CutSuffix(tt.rules, ",lost") // seat 1 loses the seven to the trump ace
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
		r, err := g.Settle(tally)
		if err != nil || r.Payout != tt.out || r.Penalty != tt.in || r.Left != tt.left || r.Next.Pot != tt.next {
			t.Errorf("%s: %+v: %+v, %v", tt.rules, tally, r, err)
		}
	}
}

// TestSparedAntes are the three settlements of Bourré that National-Bourre-League prints, with the antes of the
// next hand: who paid a penalty or tied is spared (docs/rules.md 4.6).
func TestSparedAntes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		tricks []uint8
		want   pot.Chips
	}{{[]uint8{5, 0}, 60}, {[]uint8{2, 2, 1}, 80}, {[]uint8{2, 2, 0, 1}, 180}} {
		g := varianttest.Game(t, "bourre", len(tt.tricks))
		tally := rams.Tally{Pot: pot.Chips(20 * len(tt.tricks)), Declarer: rams.Nobody, Lost: rams.Nobody}
		copy(tally.Tricks[:], tt.tricks)
		for seat := range tt.tricks {
			tally.Contract[seat] = rams.Joined
		}
		r, err := g.Settle(tally)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := g.NewHand(r.Next); err != nil || s.Pot() != tt.want {
			t.Errorf("%v: %d lie in the next pot, want %d: %v", tt.tricks, s.Pot(), tt.want, err)
		}
	}
}

// nobodyIn reports whether no seat is in the hand.
func nobodyIn(t *rams.Tally) bool {
	return !slices.ContainsFunc(t.Contract[:], rams.Contract.In)
}
