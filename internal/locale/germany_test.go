package locale

import (
	"strings"
	"testing"

	"chratze/card"
	"chratze/variant"
)

// TestGermany: a reader in Germany plays for euros with French cards, but for the games with a pack of their own; no text has a
// word of Switzerland or Austria, as none of Switzerland has a ß (TestRegions).
func TestGermany(t *testing.T) {
	t.Parallel()
	p := For("de-DE")
	for key, m := range p.texts {
		for _, bad := range []string{"Schaufel", "Treff ", "Treff-", "«", "Puur", "Chregu", "Beat ", " Stock "} {
			if key != "cli.help.cards" && !strings.HasPrefix(key, "source.") && strings.Contains(m.One+m.Other+" ", bad) {
				t.Errorf("%s: %q has %q", key, m.Other, bad)
			}
		}
	}
	for _, preset := range variant.Presets() {
		v, _ := variant.Lookup(preset)
		sheet := p.SheetOf(v, 0)
		want, ace := French, "Kreuz-Ass"
		if root := strings.SplitN(preset, "-", 2)[0]; root == "kratzen" || root == "zwicken" {
			want, ace = German, "Eichel-Sau"
		}
		w := p.Words(v, sheet.Deck)
		if name := w.Card(card.New(card.Ace, card.Clubs)); sheet.Deck != want || name != ace || sheet.Money != Euro {
			t.Errorf("%s: %s for %s with the %s deck", preset, name, sheet.Money, sheet.Deck)
		}
	}
	if got := p.Sum(Euro, 1234550); got != "12.345,50\u00a0€" {
		t.Errorf("a sum is %q", got)
	}
	if got := p.FirstGame(); got != "mauscheln" {
		t.Errorf("the first game is %s", got)
	}
}
