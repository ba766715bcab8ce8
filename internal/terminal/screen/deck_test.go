package screen

import (
	"slices"
	"strings"
	"testing"

	"chratze/card"
	"chratze/internal/locale"
	"chratze/rams"
)

// TestSignsOfDecks: every deck has a sign and a rank for each card, also letters where there is only ASCII, and one that
// the program doesn't know is shown as the French one.
func TestSignsOfDecks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		deck  locale.Deck
		ascii bool
		want  string
	}{
		{locale.Swiss, false, "♣▼✿◉"}, {locale.Swiss, true, "esrb"}, {locale.German, false, "♣♠♥◉"}, {locale.German, true, "elhb"},
		{locale.French, true, "♣♠♥♦"}, {"tarot", true, "♣♠♥♦"},
	} {
		d := newDeck(locale.For("de"), c.deck, &rams.Rules{}, c.ascii)
		if got := strings.Join(d.signs[:], ""); got != c.want || len(d.ranks) != map[bool]int{true: 9, false: card.Ranks}[d.native] || d.native != (len(d.suits) == 4) {
			t.Errorf("%s, ASCII %v: signs %s, want %s; ranks %v, suits %v", c.deck, c.ascii, got, c.want, d.ranks, d.suits)
		}
	}
}

// TestEveryRankHasAPicture: a large card of any deck, in any language, shows its rank in the middle.
func TestEveryRankHasAPicture(t *testing.T) {
	t.Parallel()
	for _, lang := range locale.New().Languages() {
		for _, name := range []locale.Deck{locale.French, locale.Swiss, locale.German} {
			for _, rank := range newDeck(locale.For(lang), name, &rams.Rules{}, false).ranks {
				rows := bigRank(rank)
				if len(rows) != 6 || slices.ContainsFunc(rows, func(row string) bool { return len(row) != 5 }) {
					t.Errorf("%s, %s: %s has the picture %q", lang, name, rank, rows)
				}
			}
		}
	}
}
