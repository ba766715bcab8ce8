package screen

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"chratze/internal/locale"
	"chratze/rams"
)

// TestForcedDealOnTheScreen: a Muss, a Seven Muss and a forced ten stand in the header, their targets in the log, and
// nothing of it is cut off; the rules in short say what holds then.
func TestForcedDealOnTheScreen(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rules, tag, log, rule string
		contract              rams.Contract
	}{
		{"kratzen", " · Muss", "needs two tricks", "Nothing is paid out", rams.MussDealer},
		{"kratzen", " · Seven Muss", "One trick is enough", "Nothing is paid out", rams.SevenMuss},
		{"chratzen", " · all must play", "nobody is asked", "two parts", rams.Declared},
	} {
		b := newBench(t, c.rules, 4, Options{Printer: locale.For("en"), Pace: AtOnce})
		b.tell(tea.WindowSizeMsg{Width: 120, Height: 40})
		found := false
		for range 100 {
			if !b.until(rams.PhasePlay) {
				break
			}
			if found = b.model.pic.forced == c.contract; found {
				break
			}
			b.until(rams.PhaseDone)
			b.start.Pot, b.start.Redeal, b.table.Hand = 0, 0, 0 // as a ten wants it, and a bench that doesn't end
		}
		if !found {
			t.Errorf("%s: no deal is forced", c.rules)
			continue
		}
		text := b.screen()
		log := strings.Join(b.model.log, " ")
		if head, _, _ := strings.Cut(text, "\n"); !strings.Contains(head, c.tag) || strings.Contains(text, "(Sev") || strings.Contains(text, "(Mus") {
			t.Errorf("%s: no %q above, or something is cut:\n%s", c.rules, c.tag, text)
		}
		if strings.Count(strings.ReplaceAll(log, "need two", "needs two"), c.log) != 1 {
			t.Errorf("%s: no %q in the log %q", c.rules, c.log, log)
		}
		b.press("r")
		if text := b.screen(); !strings.Contains(text, c.rule) {
			t.Errorf("%s: the rules in short are without %q:\n%s", c.rules, c.rule, text)
		}
	}
}
