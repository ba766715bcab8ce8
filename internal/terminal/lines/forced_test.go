package lines

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"chratze/chance"
	"chratze/history"
	"chratze/internal/locale"
	"chratze/rams"
	"chratze/variant"
)

// forcedHand deals until an upcard makes everybody play, or a hand that begins so.
func forcedHand(t *testing.T, rules string, start rams.Start) (variant.Variant, *rams.Game, *rams.Record) {
	t.Helper()
	v, err := variant.Parse(rules)
	if err != nil {
		t.Fatal(err)
	}
	g, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	deck := rams.Deck{Source: chance.Of(rand.New(rand.NewPCG(1, 2)))}
	for range 500 {
		var rec rams.Record
		if err := rec.Begin(g, start); err != nil {
			t.Fatal(err)
		}
		if rec.Nature(&deck); rec.State.Contract(rec.State.Dealer()).Declares() {
			return v, g, &rec
		}
	}
	t.Fatalf("%s: no deal is forced", rules)
	return v, g, nil
}

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
	} {
		v, _, rec := forcedHand(t, c.rules, c.start)
		h := history.FromRecord(v, []string{"Anna", "Beat", "Chregu", "Dora"}, rec, nil)
		var out bytes.Buffer
		if err := TellHand(locale.For("en"), NewScreen(&out, env("LANG", "C.UTF-8")), locale.French, 3, h); err != nil {
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
		{"kratzen", rams.Start{Muss: true}, []string{nothing, "It is a Muss", "needs 2, a joiner 1"}, []string{earns}},
		{"kratzen", rams.Start{}, []string{nothing, "It is a Seven Muss", "one is enough"}, []string{earns, "needs 2"}},
		{"kratzen,muss_payout=quarters", rams.Start{Muss: true}, []string{earns, "It is a Muss"}, []string{nothing}},
		{"kratzen,seven_muss_payout=quarters", rams.Start{}, []string{earns, "one is enough"}, []string{nothing}},
		{"chratzen", rams.Start{}, []string{"two parts", "needs 2, a joiner 1"}, []string{nothing, "Muss"}},
	} {
		v, g, rec := forcedHand(t, c.rules, c.start)
		view := rec.View(1)
		table := locale.For("en").Table(v, locale.French, locale.Francs, []string{"Anna", "Beat", "Chregu", "Dora"}, 1)
		text := strings.Join(ShortRules(table, v, g, &view), " ")
		for _, want := range c.has {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in %q", c.rules, want, text)
			}
		}
		if slices.ContainsFunc(c.not, func(no string) bool { return strings.Contains(text, no) }) {
			t.Errorf("%s: one of %q in %q", c.rules, c.not, text)
		}
		if text := strings.Join(ShortRules(table, v, g, nil), " "); strings.Contains(text, "Muss") || strings.Contains(text, nothing) {
			t.Errorf("%s, between hands: %q", c.rules, text)
		}
	}
}
