package locale

import (
	"strings"
	"testing"

	"chratze/card"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

func TestMoney(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lang   string
		money  Money
		amount pot.Chips
		number string
		sum    string
	}{
		{"en", Francs, 220, "2.20", "Fr.\u00a02.20"},
		{"de", Francs, -5, "-0.05", "Fr.\u00a0-0.05"},
		{"de", Francs, 0, "0.00", "Fr.\u00a00.00"},
		{"de", Francs, 123456789, "1'234'567.89", "Fr.\u00a01'234'567.89"},
		{"en", Euro, 500000, "5000.00", "€5000.00"},
		{"en", Euro, 5000000, "50,000.00", "€50,000.00"},
		{"de-AT", Euro, 5000000, "50.000,00", "50.000,00\u00a0€"},
		{"en", Points, 1, "1", "1\u00a0point"},
		{"de", Points, 220, "220", "220\u00a0Punkte"},
		{"ja", Francs, 220, "2.20", "2.20フラン"},
		{"ja", Points, 12345, "12,345", "12,345点"},
		{"en", Dollars, 220, "2.20", "$2.20"},
		{"de-AT", Dollars, 123456789, "1.234.567,89", "1.234.567,89\u00a0$"},
		{"ja", Dollars, 220, "2.20", "2.20ドル"},
		{"en", Points, pot.Max, "1,000,000,000,000,000", "1,000,000,000,000,000\u00a0points"},
	} {
		p := For(c.lang)
		if got := p.Number(c.money, c.amount); got != c.number {
			t.Errorf("%s: Number(%s, %d) = %q, want %q", c.lang, c.money, c.amount, got, c.number)
		}
		if got := p.Sum(c.money, c.amount); got != c.sum {
			t.Errorf("%s: Sum(%s, %d) = %q, want %q", c.lang, c.money, c.amount, got, c.sum)
		}
	}
	if p := For("en"); p.Balance(Francs, 5) != "+0.05" || p.Balance(Francs, -5) != "-0.05" || p.Balance(Points, 0) != "0" {
		t.Error("a balance has the wrong sign")
	}
	if m, ok := ParseMoney("euro"); m != Euro || !ok {
		t.Errorf("euro is read as %s", m)
	}
	if _, ok := ParseMoney("strokes"); ok {
		t.Error("strokes are read")
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	jack, weli := card.New(card.Jack, card.Hearts), card.Weli6
	for _, c := range []struct {
		lang, rules string
		deck        Deck
		card        card.Card
		want        string
	}{
		{"en", "chratze", Swiss, jack, "Rosen\u00a0Under"},
		{"en", "chratze", French, jack, "jack\u00a0of\u00a0hearts"},
		{"de", "chratze", French, jack, "Herz-Bube"},
		{"de-AT", "kratzen", German, jack, "Herz-Unter"},
		{"de-AT", "kratzen", German, weli, "Weli"},
		{"de-AT", "kratzen,pack=jass36", German, weli, "Schellen-6"},
		{"de", "chratze", Swiss, card.New(card.Ten, card.Spades), "Schilten\u00a0Banner"},
		{"en", "zwicken", German, card.Weli7, "Schellen-7"},
		{"ja", "chratze", French, jack, "ハートのJ"},
		{"ja", "chratze", Swiss, jack, "バラのウンダー"},
		{"ja", "kratzen", German, weli, "ヴェリ"},
		{"de-AT", "kratzen", German, card.New(card.Ace, card.Spades), "Laub-Sau"},
	} {
		v, err := variant.Parse(c.rules)
		if err != nil {
			t.Fatal(err)
		}
		if got := For(c.lang).Words(v, c.deck).Card(c.card); got != c.want {
			t.Errorf("%s, %s, %s deck: %s is %q, want %q", c.lang, c.rules, c.deck, c.card, got, c.want)
		}
	}
	for _, c := range []struct {
		preset string
		kind   rams.Kind
		want   string
	}{
		{"chratze", rams.Open, "chratze"}, {"chratze-ja", rams.Join, "metcho"}, {"chratzen", rams.Out, "weg"},
		{"kratzen", rams.BidTop, "weiter-oder"}, {"kratzen", rams.Join, "mitgehen"}, {"chratze", rams.See, "see"},
	} {
		v, _ := variant.Lookup(c.preset)
		if got := For("en").Words(v, Swiss).Call(c.kind); got != c.want {
			t.Errorf("%s: for %s one says %q, want %q", c.preset, c.kind, got, c.want)
		}
	}
}

// The words of one deck tell its cards apart, in every language; a pack of 52 is French whatever deck one looks at.
func TestCardsHaveDifferentNames(t *testing.T) {
	t.Parallel()
	full, err := variant.Parse("tippen,pack=full52")
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range New().Languages() {
		for _, deck := range Decks() {
			w, of52 := For(lang).Words(variant.Default(), deck), For(lang).Words(full, deck)
			for _, c := range card.Full52.Cards().Append(nil) {
				if name, want := of52.Card(c), For(lang).Words(full, French).Card(c); name != want || strings.Contains(name, ".") {
					t.Errorf("%s, %s: in a pack of 52 %s is called %q, want %q", lang, deck, c, name, want)
				}
			}
			seen := map[string]bool{}
			for _, c := range card.Jass36.Cards().Append(nil) {
				if name := w.Card(c); seen[name] || strings.Contains(name, ".") {
					t.Errorf("%s, %s: %s is called %q", lang, deck, c, name)
				} else {
					seen[name] = true
				}
			}
		}
	}
}

// TestNamesFollowTheLanguage: no example tells English readers to beat Beat; they meet people of Louisiana and London where those
// play, which readers of other languages don't.
func TestNamesFollowTheLanguage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ lang, preset, want string }{
		{"en", "chratze", "Anna Ben"}, {"en", "bourre", "Annie Beau"}, {"en", "loo", "Alice Ben"}, {"de-CH", "bourre", "Anna Beat"},
		{"de-AT", "loo", "Anna Franz"}, {"de-DE", "loo", "Anna Ben"}, {"ja", "bourre", "アンナ ベアト"},
	} {
		v, _ := variant.Lookup(c.preset)
		if names := For(c.lang).Words(v, French).Names(8); strings.Join(names[:2], " ") != c.want || len(names) != 8 {
			t.Errorf("%s, %s: %q", c.lang, c.preset, names)
		}
	}
}
