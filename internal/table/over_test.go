package table

import (
	"errors"
	"testing"
)

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
