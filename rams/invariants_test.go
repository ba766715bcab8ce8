package rams_test

import (
	"testing"

	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
)

// games calls f for every preset and number of seats.
func games(t *testing.T, f func(t *testing.T, g *rams.Game)) {
	t.Helper()
	for _, name := range variant.Presets() {
		v, _ := variant.Lookup(name)
		least, most := v.Seats()
		for seats := least; seats <= most; seats++ {
			t.Run(name+"/"+string(rune('0'+seats)), func(t *testing.T) {
				t.Parallel()
				g, err := v.Game(seats)
				if err != nil {
					t.Fatal(err)
				}
				f(t, g)
			})
		}
	}
}

// sitting plays hands in a row, each beginning as the one before it says, and
// checks everything that ramstest knows; of one decision in seven also the list
// of legal actions and all others.
func sitting(t *testing.T, g *rams.Game, hands int, seed uint64) {
	t.Helper()
	r := ramstest.Rand(seed)
	start := g.First(rams.Seat(r.N(g.Seats())))
	for hand := range hands {
		s, err := g.NewHand(start)
		if err == nil {
			err = ramstest.Began(start, &s)
		}
		if err != nil {
			t.Fatalf("hand %d: %v", hand, err)
		}
		s, err = ramstest.Play(g, start, &r, r.Any, func(m *ramstest.Moment) error {
			if err := ramstest.Step(m); err != nil {
				return err
			}
			if m.Action.Kind.Player() && r.N(7) == 0 {
				return ramstest.Legal(&m.Before)
			}
			return nil
		})
		if err == nil {
			err = ramstest.Ended(start, &s)
		}
		if err != nil {
			t.Fatalf("hand %d of seed %d, %d seats, %+v: %v", hand, seed, g.Seats(), g.Rules(), err)
		}
		start = s.Result().Next
	}
}

func TestInvariants(t *testing.T) {
	games(t, func(t *testing.T, g *rams.Game) {
		for seed := range uint64(10) {
			sitting(t, g, 30, seed)
		}
	})
}
