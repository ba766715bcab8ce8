package screen

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"chratze/internal/locale"
	"chratze/internal/locale/localetest"
	"chratze/rams"
)

// TestOneMoney: the screen shows every sum in the table's money, and no other: from the auction to the settlement, with
// the rules, the help, the standings and the end of the evening.
func TestOneMoney(t *testing.T) {
	t.Parallel()
	c := locale.New()
	for _, lang := range c.Languages() {
		var seen [2]string // in francs, in yen
		for _, m := range localetest.Moneys() {
			b := newBench(t, "chratze", 4, Options{Printer: c.For(lang), Pace: AtOnce})
			b.table.Money = m
			all := ""
			b.tell(b.deal())
			for _, phase := range []rams.Phase{rams.PhaseOpen, rams.PhaseJoin, rams.PhaseLay, rams.PhasePlay, rams.PhaseDone} {
				b.until(phase)
				all += b.screen()
				for _, keys := range []string{"?", "? s", "s l", "l"} {
					b.press(keys)
					all += b.screen()
				}
			}
			b.press("esc r")
			all += b.screen()
			for pages := 0; b.model.panel == rulesPanel && pages < 60; pages++ {
				b.press("space")
				all += b.screen()
			}
			b.press("esc e e")
			all += b.screen()
			if found := localetest.Foreign(m, all); found != "" {
				t.Errorf("%s: at a table for %s: %q in\n%s", lang, m, found, all)
			}
			seen[min(m, 1)] = all
		}
		if seen[0] == seen[1] {
			t.Errorf("%s: the money makes no difference", lang)
		}
	}
}

// TestNarrowHeader: the first line always has the trump and the whole pot; the name of the game goes for them.
func TestNarrowHeader(t *testing.T) {
	t.Parallel()
	c := locale.New()
	for _, lang := range c.Languages() {
		for _, game := range []string{"chratze", "kratzen"} {
			b := newBench(t, game, 4, Options{Printer: c.For(lang), Pace: AtOnce})
			b.table.Money = locale.Yen
			b.tell(tea.WindowSizeMsg{Width: 40, Height: 20})
			b.tell(b.deal())
			first, _, _ := strings.Cut(b.screen(), "\n")
			pot := b.model.words.T("tui.pot", locale.Args{"amount": b.model.opt.Printer.Sum(b.table.Money, b.model.pic.Pot)})
			trump := b.model.deck.signs[b.model.pic.Trump]
			if !strings.Contains(first, pot) || !strings.Contains(first, " "+trump+" ") {
				t.Errorf("%s, %s: %q without %q or %q", lang, game, first, pot, trump)
			}
		}
	}
}
