package env

import (
	"math"
	"testing"

	"chratze/rams"
	"chratze/variant"
)

// TestBound: at random, in the presets and with house rules drawn by lot, no seat wins or loses more than the bound, which isn't much
// more than some win.
func TestBound(t *testing.T) {
	t.Parallel()
	random, gs, most := uint64(2), &Games{}, 0.0
	h, won := make(Hand, Size), make([]float64, rams.MaxSeats)
	try := func(rules string, seats int) {
		for _, start := range [...]rams.Start{{}, {Pot: 1000, Dealer: 1}} {
			game, err := gs.Load(rules, seats, start)
			if err != nil {
				return
			}
			bound := gs.Game(game).Bound()
			for range 100 {
				gs.Begin(h, game, Next(&random), true)
				turn, legal, _ := gs.Turn(h, nil)
				for turn != Over {
					turn, legal, _ = gs.Apply(h, int(legal[below(&random, len(legal))]), legal[:0])
				}
				gs.Returns(h, won)
				for _, x := range won[:seats] {
					if most = max(most, math.Abs(x)/bound); math.Abs(x) > bound+1e-9 {
						t.Fatalf("%s, %d seats, %+v: %.1f, bound %.1f", rules, seats, start, x, bound)
					}
				}
			}
		}
	}
	for _, name := range variant.Presets() {
		for seats := 2; seats <= seatsMost; seats++ {
			try(name, seats)
		}
	}
	for range 300 {
		rules, seats := houseRules(&random)
		try(rules, seats)
	}
	if most < 0.9 {
		t.Errorf("nothing won or lost was more than %.2f of the bound", most)
	}
}
