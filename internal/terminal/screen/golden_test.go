package screen

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"chratze/internal/locale"
	"chratze/rams"
)

var update = flag.Bool("update", false, "write the golden screens anew")

// golden compares screens with a file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, []byte(got)) {
		t.Errorf("%s is not what is shown; go test ./internal/terminal/screen -update writes it anew, then read it\n%s", path, got)
	}
}

// TestScreens: a hand from its auction to its settlement, with what lies over the
// table, in every language.
func TestScreens(t *testing.T) {
	t.Parallel()
	catalogue := locale.New()
	for _, lang := range catalogue.Languages() {
		var all strings.Builder
		b := newBench(t, "chratze", 5, Options{Printer: catalogue.For(lang), Pace: AtOnce})
		show := func(what string) {
			all.WriteString("== " + what + "\n" + b.screen())
		}
		b.tell(b.deal())
		b.press("2")
		show("auction, the second answer chosen")
		b.until(rams.PhaseLay)
		b.press("1 3")
		show("exchange, two cards marked")
		b.press("esc enter")
		b.until(rams.PhasePlay)
		b.press("esc 1")
		show("play, a card chosen")
		b.press("?")
		show("help")
		b.press("? s")
		show("standings before the first settlement")
		b.press("s")
		b.until(rams.PhaseDone)
		show("settlement")
		b.press("esc l")
		show("tricks")
		b.press("esc")
		b.tell(tea.WindowSizeMsg{Width: 120, Height: 40})
		b.until(rams.PhaseJoin)
		show("wide")
		b.tell(tea.WindowSizeMsg{Width: 50, Height: 20})
		show("narrow")
		b.tell(tea.WindowSizeMsg{Width: 30, Height: 8})
		show("too small")
		b.tell(tea.WindowSizeMsg{Width: 80, Height: 24})
		b.until(rams.PhaseDone)
		b.press("e e")
		show("the evening is over")
		golden(t, "screens."+lang+".txt", all.String())
	}
}

// TestGames: the special phases of every game, seen in English.
func TestGames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rules string
		seats int
		phase rams.Phase
	}{
		{"chratze", 4, rams.PhaseDoubleBlind}, {"chratze", 4, rams.PhaseBlind}, {"chratze", 7, rams.PhaseOpen}, {"chratze-ja", 6, rams.PhaseJoin},
		{"kratzen", 4, rams.PhaseBid}, {"kratzen", 5, rams.PhaseLay}, {"kratzen", 4, rams.PhaseDrop}, {"chratzen,six_swap=yes", 4, rams.PhaseSwap},
		{"zwicken", 4, rams.PhaseJoin}, {"zwicken", 6, rams.PhasePlay}, {"kratzen", 3, rams.PhaseDone},
		{"zwicken-schlecken,trump=dealer", 3, rams.PhaseBlind}, {"zwicken-schlecken,trump=dealer", 4, rams.PhaseJoin},
	} {
		b := newBench(t, c.rules, c.seats, Options{Printer: locale.For("en"), Pace: AtOnce})
		if !b.until(c.phase) {
			t.Errorf("%s never comes to phase %d", c.rules, c.phase)
			continue
		}
		golden(t, strings.Split(c.rules, ",")[0]+"-"+b.model.opt.Printer.Lang()+"-"+string(rune('a'+c.phase))+".txt", b.screen())
	}
}

// TestTerminals: the same screen with ASCII only, without colours, with sixteen,
// on a light background, with large cards.
func TestTerminals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		opt  Options
		set  func(*Model)
	}{
		{"ascii", Options{ASCII: true}, func(*Model) {}},
		{"plain", Options{Plain: true}, func(m *Model) { m.theme.depth = noColour }},
		{"sixteen", Options{}, func(m *Model) { m.theme.depth = sixteen }},
		{"light", Options{}, func(m *Model) { m.theme.dark = false }},
		{"large", Options{Large: true}, func(m *Model) { m.height = 30 }},
	} {
		c.opt.Printer = locale.For("en")
		c.opt.Pace = AtOnce
		b := newBench(t, "chratze-en", 4, c.opt)
		c.set(&b.model)
		b.until(rams.PhasePlay)
		b.press("esc 1")
		text, _ := b.model.draw()
		golden(t, "terminal-"+c.name+".ansi", text+"\n")
		if c.name == "ascii" && strings.IndexFunc(b.screen(), func(r rune) bool { return r > '~' }) >= 0 {
			t.Errorf("not only ASCII:\n%s", b.screen())
		}
		if c.name == "plain" && strings.Contains(text, "8;2;") {
			t.Error("colours where there are none")
		}
	}
}

// TestMoments: what is only seen while a hand is being shown: the cards of a cut,
// those turned for a bid, a trick that somebody has just won.
func TestMoments(t *testing.T) {
	t.Parallel()
	moments := map[string]rams.EventKind{"cut": rams.EventCut, "turn": rams.EventTurn, "trick": rams.EventTrick}
	for name, kind := range moments {
		b := newBench(t, "kratzen", 5, Options{Printer: locale.For("de-AT"), Pace: AtOnce})
		found := false
		for range 12 {
			b.until(rams.PhaseDone)
			for i := range b.model.t.Events {
				if e := &b.model.t.Events[i]; e.Kind == kind && (kind != rams.EventCut || e.Cards.Len() == 2) && !found {
					found = true
					b.model.panel, b.model.shown, b.model.pending = noPanel, i+1, false
					b.model.show()
					golden(t, "moment-"+name+".txt", b.screen())
				}
			}
			if found {
				break
			}
			b.tell(b.deal())
		}
		if !found {
			t.Errorf("there was never a %s", name)
		}
	}
}
