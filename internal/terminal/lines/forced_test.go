package lines

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"chratze/history"
	"chratze/internal/locale"
	"chratze/internal/wording"
	"chratze/rams"
	"chratze/variant/varianttest"
)

// TestForcedDealIsTold: lines and replay say that nobody is asked, and what everybody needs.
func TestForcedDealIsTold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rules string
		start rams.Start
		want  string
	}{
		{"kratzen", rams.Start{Muss: true}, "needs two tricks. Everybody else needs one."},
		{"kratzen", rams.Start{}, "It is a Seven Muss: nobody bids, and everybody plays. One trick is enough"},
		{"chratzen", rams.Start{}, "nobody is asked."},
		{"zwicken,all_play=bare", rams.Start{}, "nobody is asked, and each needs one trick. Beat leads."},
		{"mauscheln,all_play=bare", rams.Start{}, "Anna is the Mauschler and needs two tricks."},
	} {
		d := varianttest.Forced(t, c.rules, c.start)
		h := history.FromRecord(d.Variant, []string{"Anna", "Beat", "Chregu", "Dora"}, &d.Record, nil)
		var out bytes.Buffer
		if err := TellHand(locale.For("en"), NewScreen(&out, env("LANG", "C.UTF-8")), Look{Deck: "french"}, 3, h); err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(strings.Fields(out.String()), " "); strings.Count(text, c.want) != 1 {
			t.Errorf("%s is told without %q:\n%s", c.rules, c.want, &out)
		}
	}
}

// TestShortRulesSayWhatHoldsNow: in a Muss nothing is paid out, and in a Seven Muss one trick is enough; the rules in
// short say so as long as it is so.
func TestShortRulesSayWhatHoldsNow(t *testing.T) {
	t.Parallel()
	const earns, nothing = "tricks earns an equal part", "Nothing is paid out in this hand"
	for _, c := range []struct {
		rules string
		start rams.Start
		has   []string
		not   []string
	}{
		{"kratzen", rams.Start{Muss: true}, []string{nothing, "It is a Muss", "needs 2, everybody else 1"}, []string{earns}},
		{"kratzen", rams.Start{}, []string{nothing, "It is a Seven Muss", "one is enough"}, []string{earns, "needs 2"}},
		{"kratzen,muss_payout=quarters", rams.Start{Muss: true}, []string{earns, "It is a Muss"}, []string{nothing}},
		{"kratzen,seven_muss_payout=quarters", rams.Start{}, []string{earns, "one is enough"}, []string{nothing}},
		{"chratzen", rams.Start{}, []string{"two parts", "needs 2, a joiner 1"}, []string{nothing, "Muss"}},
	} {
		d := varianttest.Forced(t, c.rules, c.start)
		view := d.Record.View(1)
		table := wording.NewTable(locale.For("en"), d.Variant, locale.French, locale.Francs, []string{"Anna", "Beat", "Chregu", "Dora"}, 1)
		text := strings.Join(ShortRules(table, d.Variant, d.Game, &view), " ")
		for _, want := range c.has {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in %q", c.rules, want, text)
			}
		}
		if slices.ContainsFunc(c.not, func(no string) bool { return strings.Contains(text, no) }) {
			t.Errorf("%s: one of %q in %q", c.rules, c.not, text)
		}
		if text := strings.Join(ShortRules(table, d.Variant, d.Game, nil), " "); strings.Contains(text, "Muss") || strings.Contains(text, nothing) {
			t.Errorf("%s, between hands: %q", c.rules, text)
		}
	}
}
