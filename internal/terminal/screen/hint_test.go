package screen

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/terminal/lines"
	"chratze/rams"
	"chratze/variant"
)

// TestHint: alone with bots one key asks for a hint; it stands beside the question until the next one, and a server's
// table has none.
func TestHint(t *testing.T) {
	t.Parallel()
	seed := uint64(4)
	o := lines.Options{Seats: 4, Seed: &seed, Bots: lines.DefaultBots, Data: t.TempDir()}
	s, waiting, err := o.Open(locale.For("en"), func() (variant.Variant, error) { return variant.Default(), nil })
	if err != nil {
		t.Fatal(err)
	}
	source := Local(s, waiting)
	defer func() {
		if err := source.Close(); err != nil {
			t.Error(err)
		}
	}()
	m := New(Options{Printer: locale.For("en"), Pace: AtOnce, Blind: true})
	next := func(message tea.Msg) (did []Effect) {
		m, did = m.Update(message)
		return did
	}
	next(tea.WindowSizeMsg{Width: 100, Height: 30})
	source.Open(func(message tea.Msg) { next(message) })
	hinted := 0
	for range 30 {
		if m.Table().Ask == nil {
			break
		}
		did := next(tea.KeyPressMsg{Code: 'i', Text: "i"})
		if len(did) != 1 || did[0].Kind != DoHint {
			t.Fatalf("asked for a hint it does %v", did)
		}
		next(m.hint())
		v := &view{Model: &m}
		text, bad := v.aside()
		if bad || !strings.HasPrefix(text, "Best: ") || !strings.Contains(text, "Beside it, on average: ") {
			t.Fatalf("the hint is %q", text)
		}
		hinted++
		ask := m.Table().Ask
		next(source.Do(table.Command{Do: table.DoAct, Action: ask.Legal[len(ask.Legal)-1], Question: ask.Number}))
		if next, _ := (&view{Model: &m}).aside(); m.Table().Ask != nil && strings.HasPrefix(next, "Best: ") {
			t.Fatalf("the hint stays: %q", next)
		}
	}
	if hinted < 2 {
		t.Errorf("only %d questions", hinted)
	}
	b := at(t, "chratze-en", rams.PhaseOpen)
	b.press("i")
	if len(b.did) != 0 {
		t.Errorf("at a server's table a hint is asked for: %v", b.did)
	}
}
