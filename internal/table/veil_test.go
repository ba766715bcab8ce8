package table

import (
	"slices"
	"testing"
)

// TestNewLinkPlaysTheNextHand: a bot plays the hand in which somebody got a new link, and nothing
// is said of a bot afterwards: from the next hand on they play themselves.
func TestNewLinkPlaysTheNextHand(t *testing.T) {
	t.Parallel()
	d := newDriver(t, "chratze", 3, 4, nil)
	for c, name := range []string{1: "Beat", 2: "Chregu"} {
		if name != "" {
			d.take(d.table.Sit(d.now, c, name, "k"+name))
			d.take(d.table.Present(d.now, c, true), nil)
		}
	}
	d.take(d.table.Start(d.now, 0, d.r))
	c := d.table.actor()
	d.take(d.table.NewKey(d.now, 0, c, "new"))
	d.take(d.table.Present(d.now, c, true), nil)
	if !d.table.Info().Chairs[c].StandIn {
		t.Fatal("nobody is told that a bot plays")
	}
	for d.table.stage == Playing {
		d.take(d.table.Tick(d.now, d.r))
		d.asks = slices.DeleteFunc(d.asks, func(a Ask) bool { return a.Question != d.table.chairs[a.Chair].asked }) // asked twice
		if !d.answer() {
			t.Fatal("nobody is asked")
		}
	}
	if i := d.table.Info().Chairs[c]; i.StandIn || i.Away {
		t.Errorf("after the hand: %+v", i)
	}
}
