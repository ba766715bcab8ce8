package screen

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"chratze/internal/client"
	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/table/wire"
	"chratze/internal/terminal/lines"
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

// TestGoodbyes: what a server says when it ends a connection, or refuses one, is a sentence: in lines and in the bar above a table.
func TestGoodbyes(t *testing.T) {
	t.Parallel()
	p := locale.For("en")
	for _, c := range []struct{ code, end, wait string }{
		{"link", "bye.link", ""}, {"chair", "bye.chair", ""}, {"table", "bye.table", ""}, {"elsewhere", "tui.elsewhere", ""}, {"old", "tui.old", ""},
		{"restart", "", "bye.restart"}, {"store", "", "bye.store"}, {"busy", "", "bye.busy"}, {"error", "", "bye.error"}, {"limit", "", "bye.limit"}, {"gone", "", "tui.lost"},
	} {
		err := errors.Join(client.ErrLink, &client.StatusError{Status: http.StatusServiceUnavailable, Body: `{"code":"` + c.code + `","detail":"x"}`})
		if c.code == "old" {
			err = client.ErrOld
		}
		if c.end != "" {
			if got := (&remote{}).deadLink(err); got != c.end || !p.Has(got) {
				t.Errorf("%s: %s, want %s", c.code, got, c.end)
			}
			continue
		}
		for _, playing := range []bool{true, false} {
			b := newBench(t, "chratze-en", 4, Options{Printer: p, Server: true})
			source := &toldSource{benchSource{b: b}, nil}
			r := &remote{send: func(m tea.Msg) { source.tell = append(source.tell, m) }}
			if playing {
				source.tell = append(source.tell, b.deal())
			}
			r.offline(err, time.Second)
			r.offline(err, time.Second)
			source.tell = append(source.tell, Ended{io.ErrUnexpectedEOF})
			var out bytes.Buffer
			in, typing := io.Pipe()
			scr := lines.NewScreen(&out, func(string) string { return "C.UTF-8" })
			if _, err := Lines(t.Context(), Options{Printer: p, Server: true}, source, in, scr); err != io.ErrUnexpectedEOF {
				t.Fatal(err)
			}
			_ = typing.Close()
			said := out.String()
			if n := strings.Count(strings.Join(strings.Fields(said), " "), p.T(c.wait, nil)); n != 1 {
				t.Errorf("%s, at the table %v: it is said %d times in\n%s", c.code, playing, n, said)
			}
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
