package screen

import (
	"errors"
	"net/http"
	"testing"

	tea "charm.land/bubbletea/v2"

	"chratze/internal/client"
	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/table/wire"
	"chratze/rams"
)

// TestDeadLink: who may not watch is told so, and not that the table is gone.
func TestDeadLink(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status  int
		watches bool
		want    string
	}{
		{http.StatusForbidden, true, "tui.no-watching"}, {http.StatusForbidden, false, "tui.dead-link"}, {http.StatusNotFound, true, "tui.dead-link"},
	} {
		err := errors.Join(client.ErrLink, &client.StatusError{Status: c.status})
		if got := (&remote{watches: c.watches}).deadLink(err); got != c.want {
			t.Errorf("status %d, watching %v: %s, want %s", c.status, c.watches, got, c.want)
		}
	}
}

// TestBackInAnotherHand: who comes back to a table where another hand has begun since sees it as it is and may answer at
// once; while one is there, it is played event by event.
func TestBackInAnotherHand(t *testing.T) {
	t.Parallel()
	for _, away := range []bool{false, true} {
		b := newBench(t, "chratze-en", 4, Options{Printer: locale.For("en"), Server: true})
		ticks := 0
		r := &remote{send: func(m tea.Msg) {
			next, effects := b.model.Update(m)
			b.model = next
			for _, e := range effects {
				if e.Kind == DoTick {
					ticks++
				}
			}
		}}
		chair := 0
		hello := wire.Received{Said: wire.Said{T: "hello", Chair: &chair}, Config: &table.Config{Variant: b.table.Rules}}
		told := func(m tea.Msg) {
			is := m.(*Table)
			r.told(&client.Table{Hello: hello, Info: &is.Info, Hand: is.Hand, Start: is.Start, Events: is.Events, Turn: is.Turn, Ask: is.Ask}, &wire.Received{})
		}
		b.until(rams.PhaseDone)
		if away {
			r.offline(nil, 0)
		}
		told(b.deal())
		if m := &b.model; m.asked() != away || (ticks == 0) != away || m.panel != noPanel || m.opened {
			t.Errorf("away %v: asked %v, %d of %d events, %d ticks, panel %v", away, m.asked(), m.shown, len(m.t.Events), ticks, m.panel)
		}
	}
}
