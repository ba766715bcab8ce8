package table

import (
	"errors"
	"testing"

	"chratze/history"
)

// TestRename: a person changes their name between two hands. Their account stays theirs, all hands of the evening name
// them so, and nobody can take the name of another, or change that of a bot.
func TestRename(t *testing.T) {
	t.Parallel()
	d := newDriver(t, "chratze", 3, 5, func(c *Config) { c.Away = 0 })
	d.take(d.table.Sit(d.now, 1, "Beat", "k1"))
	d.take(d.table.Start(d.now, 0, d.r))
	for d.table.stage != Between {
		if !d.answer() {
			d.wish(d.table.Tick(d.now, d.r))
		}
	}
	before := d.table.Info().Chairs[1]
	for _, tt := range []struct {
		from       int
		text, code string
		want       string
	}{
		{1, " \u202e ", RefusedName, "Beat"}, {2, "Anna", RefusedChair, "Beat"}, {-1, "Cara", RefusedChair, "Beat"}, {9, "Cara", RefusedChair, "Beat"},
		{1, "ANNА", "", "ANNА 2"}, {1, "beat", "", "beat"}, {1, " Béatrice ", "", "Béatrice"}, {1, "Béatrice", "", "Béatrice"},
	} {
		code := ""
		r, err := d.table.Step(d.now, Command{Do: DoRename, From: tt.from, Text: tt.text}, d.r)
		if no, ok := errors.AsType[*Refused](err); ok {
			code = no.Code
		} else {
			d.take(r, err)
		}
		if now := d.table.Info().Chairs[1]; code != tt.code || now.Name != tt.want || now.Balance != before.Balance || now.Person != before.Person {
			t.Errorf("chair %d as %q: %q, then %+v", tt.from, tt.text, code, now)
		}
	}
	d.replay()
	n := 0
	if err := Hands(d.log, 0, func(_ int, _ Millis, h *history.Hand) bool {
		if n++; h.Names[0] != "Anna" || h.Names[1] != "Béatrice" {
			t.Errorf("hand %d names %q", n, h.Names)
		}
		return true
	}); err != nil || n != 1 {
		t.Errorf("%d hands, %v", n, err)
	}
}
