package table

import (
	"errors"
	"testing"
)

// TestHostChoosesTheFirstDealer: the host may let any chair that is taken deal the first hand, with a proof of the deals
// or without; the log says who. Without a choice the lot decides, and a free chair is refused.
func TestHostChoosesTheFirstDealer(t *testing.T) {
	t.Parallel()
	for c := range 4 {
		d := newDriver(t, "chratze", 4, 1, nil)
		d.take(d.table.Step(d.now, Command{Do: DoStart, Deals: c + 1}, d.r))
		if got := d.table.hand.Start.Dealer; int(got) != c || d.table.Info().Dealer != c {
			t.Errorf("chair %d is to deal, and %d does", c, got)
		}
		d.replay()

		e := newEvening(t, "chratze", Config{Chairs: 4, Pace: 5000, Proof: ProofSitting}, 4)
		e.connect()
		e.take(e.table.Step(e.now, Command{Do: DoStart, Deals: c + 1}, e.chance))
		e.play(1)
		if again, err := Replay(e.records); err != nil || int(again.hand.Start.Dealer) != c {
			t.Errorf("with a proof chair %d is to deal, and %v does: %v", c, again.hand.Start.Dealer, err)
		}
	}
	for _, deals := range []int{-1, 5, 3} {
		d := newDriver(t, "chratze", 4, 1, func(c *Config) { c.Bot = "" })
		d.take(d.table.Sit(d.now, 1, "Beat", "k1"))
		var refused *Refused
		if _, err := d.table.Step(d.now, Command{Do: DoStart, Deals: deals}, d.r); !errors.As(err, &refused) || refused.Code != RefusedChair {
			t.Errorf("chair %d may deal: %v", deals-1, err)
		}
	}
}
