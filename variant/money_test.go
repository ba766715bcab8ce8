package variant_test

import (
	"errors"
	"testing"

	"chratze/pot"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
)

// TestCoinsThatExist: in every game and every money, hand after hand, all that a person puts in or takes can be
// paid in coins of that money, and so can what is shared at the end.
func TestCoinsThatExist(t *testing.T) {
	t.Parallel()
	for _, name := range variant.Presets() {
		for _, money := range pot.Moneys() {
			t.Run(name+"/"+money, func(t *testing.T) {
				t.Parallel()
				m, _ := pot.ParseMoney(money)
				preset, _ := variant.Lookup(name)
				v, err := preset.In(m)
				if err != nil {
					t.Fatal(err)
				}
				coin := m.Coin()
				for seats, most := v.Seats(); seats <= most; seats += 2 {
					g, err := v.Game(seats)
					if err != nil {
						t.Fatal(err)
					}
					r := ramstest.Rand(uint64(seats))
					start := g.FirstStart(0)
					for hand := range 25 {
						s, err := ramstest.Play(g, start, &r, r.Any, nil)
						if err != nil {
							t.Fatal(err)
						}
						result := s.Result()
						for seat := range seats {
							for _, amount := range []pot.Chips{result.Payout[seat], result.Penalty[seat], result.Paid[seat]} {
								if amount%coin != 0 {
									t.Fatalf("%d seats, hand %d: %d in %s: %+v", seats, hand, amount, money, result)
								}
							}
							// who has won every trick has all of the pot
							if s.Tricks(rams.Seat(seat)) == g.Size() && g.Rules().Score == rams.ScorePot && !g.Rules().Phases && s.Contract(rams.Seat(seat)) != rams.ForPot && result.Payout[seat] != result.PotPlayedFor {
								t.Fatalf("%d seats, hand %d: all tricks earn %d of %d", seats, hand, result.Payout[seat], result.PotPlayedFor)
							}
						}
						if part, left := pot.Equal(result.Next.Pot, g.Rules().Coin, seats); part%coin != 0 || left%coin != 0 {
							t.Fatalf("%d seats: a pot of %d is shared as %d, left %d", seats, result.Next.Pot, part, left)
						}
						if start = result.Next; start.Pot > pot.Max/1000 {
							start.Pot = 0
						}
					}
				}
			})
		}
	}
}

// TestIn: a house rule's amounts are payable too, or are refused; a larger coin is kept.
func TestIn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rules string
		money pot.Money
		want  string // "": refused
	}{
		{"lupfen", pot.Francs, "lupfen,coin=5"},
		{"lupfen,coin=5", pot.Francs, "lupfen,coin=5"},
		{"lupfen", pot.Euro, "lupfen"},
		{"chratze", pot.Yen, "chratze"},
		{"chratze,coin=5", pot.Euro, "chratze,coin=5"}, // where cents aren't used any more
		{"chratze,coin=10", pot.Francs, "chratze,coin=10"},
		{"chratze,coin=7", pot.Francs, ""},
		{"chratze,ante=7", pot.Francs, ""},
		{"chratze,ante=7", pot.Dollars, "chratze,ante=7"},
		{"chratze,ante=1", pot.Francs, ""},
		{"chratze,penalty_cap=101", pot.Francs, ""},
		{"chratze-en", pot.Francs, "chratze-en,coin=5"}, // two thirds to the next coin
		{"ramset,goal=15", pot.Francs, "ramset,coin=5,goal=15"},
		{"ramset,penalty=7", pot.Francs, ""},
	} {
		v, err := variant.Parse(tt.rules)
		if err != nil {
			t.Fatal(err)
		}
		switch got, err := v.In(tt.money); {
		case tt.want == "":
			if e, ok := errors.AsType[*variant.Error](err); !ok || e.Code != variant.CodeCoin || e.Least != 5 || e.Needs != "francs" {
				t.Errorf("%s in %s: %v, want an error about the coin", tt.rules, tt.money, err)
			}
		case err != nil || got.String() != tt.want:
			t.Errorf("%s in %s = %v, %v; want %s", tt.rules, tt.money, got, err, tt.want)
		}
	}
}
