package table

import (
	"testing"

	"chratze/internal/session"
	"chratze/pot"
)

// TestSharesOfTheEnd: when the evening ends, who has played no hand yet has paid nothing into
// the pot and gets no part of it; and who leaves so is paid none.
func TestSharesOfTheEnd(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		leave bool
		want  pot.Chips
	}{{"the end", false, 0}, {"leaving", true, 0}} {
		d := newDriver(t, "chratze", 3, 5, func(c *Config) { c.PayLeavers = true })
		d.take(d.table.Start(d.now, 0, d.r))
		d.take(d.table.Sit(d.now, 1, "Beat", "k1"))
		for steps := 0; d.table.Stage() == Playing; steps++ {
			if steps > 1000 {
				t.Fatal("stuck")
			}
			if !d.answer() {
				d.take(d.table.Tick(d.now, d.r))
			}
		}
		if err := d.table.session.Pay(d.table.PersonOn(2)-1, 60-d.table.session.Ledger.Pot()); err != nil { // so that 0.60 lie in the pot
			t.Fatal(err)
		}
		beat := d.table.PersonOn(1)
		if c.leave {
			d.take(d.table.Leave(d.now, 1, 1))
		} else {
			d.take(d.table.Change(d.now, 0, KindEnd))
		}
		got, _ := d.table.session.Ledger.Balance(session.Account(beat - 1))
		if got != c.want {
			t.Errorf("%s: who has played no hand gets %d of the pot, want %d", c.name, got, c.want)
		}
		if !c.leave && d.table.session.Ledger.Pot() != 0 {
			t.Errorf("%s: %d are left in the pot", c.name, d.table.session.Ledger.Pot())
		}
	}
}
