package table

import (
	"errors"
	"testing"

	"chratze/internal/session"
	"chratze/pot"
)

// TestEndlessEvening: without a cap pots reach their bound, and ante and penalty in such a hand
// are more than that. When an account comes near its own bound the evening ends, before
// somebody can't be paid what they are due.
func TestEndlessEvening(t *testing.T) {
	t.Parallel()
	for _, near := range []pot.Chips{0, 994 * pot.Max} {
		d := newDriver(t, "chratze", 4, 5, nil)
		l := &d.table.session.Ledger
		if err := l.Transfer(session.Account(2), session.Account(1), near); err != nil {
			t.Fatal(err)
		}
		most := pot.Chips(0)
		for d.table.Stage() != Over && d.table.hands < 20 {
			if d.table.Stage() != Playing { // the second fills the pot but for the antes
				if err := l.Post(pot.Move{ID: session.Account(1), Amount: l.Pot() + 80 - pot.Max}); err != nil {
					t.Fatal(err)
				}
			}
			switch {
			case d.table.Stage() == Lobby:
				d.take(d.table.Start(d.now, 0, d.r))
			case !d.answer():
				d.take(d.table.Tick(d.now, d.r))
			}
			if d.table.result != nil {
				all := pot.Chips(0) // of the hand: who fail share a penalty that is cut
				for seat, paid := range d.table.result.Paid {
					all += paid + d.table.result.Penalty[seat]
				}
				most = max(most, all)
			}
		}
		if over := d.table.Stage() == Over; over != (near > 0) || most <= pot.Max {
			t.Errorf("with %v lent: after %d hands, %v paid in a hand, the table is %v", near, d.table.hands, most, d.table.Stage())
		}
	}
}

// TestNothingIsWrittenAfterTheEnd: the log of a table whose evening is over is
// closed; a record more would be refused together with those of other tables.
func TestNothingIsWrittenAfterTheEnd(t *testing.T) {
	t.Parallel()
	d := newDriver(t, "chratze", 4, 3, nil)
	d.take(d.table.Sit(d.now, 1, "Beat", "k1"))
	d.take(d.table.Start(d.now, 0, d.r))
	d.take(d.table.Change(d.now, 0, KindLast))
	for steps := 0; d.table.Stage() != Over && steps < 1000; steps++ {
		if !d.answer() {
			d.take(d.table.Tick(d.now, d.r))
		}
	}
	for name, wish := range map[string]func() (Ready, error){
		"sit":    func() (Ready, error) { return d.table.Sit(d.now, 2, "Chregu", "k2") },
		"key":    func() (Ready, error) { return d.table.NewKey(d.now, 0, 1, "k3") },
		"leave":  func() (Ready, error) { return d.table.Leave(d.now, 1, 1) },
		"remove": func() (Ready, error) { return d.table.Leave(d.now, 0, 1) },
		"host":   func() (Ready, error) { return d.table.HandOver(d.now, 0, 1) },
		"end":    func() (Ready, error) { return d.table.Change(d.now, 0, KindEnd) },
		"start":  func() (Ready, error) { return d.table.Start(d.now, 0, d.r) },
		"tick":   func() (Ready, error) { return d.table.Tick(d.now+1e6, d.r) },
	} {
		ready, err := wish()
		var refused *Refused
		if len(ready.Append) > 0 || err != nil && !errors.As(err, &refused) {
			t.Errorf("%s after the end: %d records, %v", name, len(ready.Append), err)
		}
	}
}
