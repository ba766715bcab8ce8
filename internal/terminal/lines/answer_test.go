package lines

import (
	"strings"
	"testing"

	"chratze/card"
	"chratze/internal/locale"
	"chratze/rams"
	"chratze/variant"
)

// asks is what a view asks, for the tests: the kinds that are legal, or cards.
func asks(t *testing.T, preset string, kinds []rams.Kind, hand string) rams.View {
	t.Helper()
	v, err := variant.Parse(preset)
	if err != nil {
		t.Fatal(err)
	}
	game, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	cards, err := card.ParseSet(hand)
	if err != nil {
		t.Fatal(err)
	}
	view := rams.View{Game: game, Seat: 2, Hand: cards, Trump: card.Hearts, Upcard: card.New(card.Nine, card.Hearts)}
	for _, k := range kinds {
		a := rams.Action{Kind: k, Seat: 2}
		if k == rams.Play || k == rams.Drop {
			for c := cards; c != 0; c = c.Rest() {
				a.Cards = c & -c
				view.Legal = append(view.Legal, a)
			}
			continue
		}
		view.Legal = append(view.Legal, a)
	}
	return view
}

var (
	opening = []rams.Kind{rams.Open, rams.Pass}
	bidding = []rams.Kind{rams.BidStrike, rams.BidTurn, rams.BidTop, rams.BidPass}
	joining = []rams.Kind{rams.Join, rams.Out, rams.Last}
	turning = []rams.Kind{rams.GoBlind, rams.See}
	pricing = []rams.Kind{rams.Price1, rams.Price2, rams.Price3, rams.Price5, rams.Price10}
	laying  = []rams.Kind{rams.Lay, rams.Lay}
	playing = []rams.Kind{rams.Play}
)

// TestHear: the hand is 1) Kh 2) 7h 3) Ac 4) As, hearts are trump.
func TestHear(t *testing.T) {
	t.Parallel()
	voc := newVocabulary()
	const hand = "Kh 7h Ac As"
	for _, c := range []struct {
		kinds []rams.Kind
		said  string
		want  string // the act's text, "command" and its letter, or the code of what was misheard
	}{
		{opening, "open", "open"}, {opening, "Chratze!", "open"}, {opening, "ich chratze", "open"}, {opening, "  WEG ", "pass"},
		{opening, "chr", "open"}, {opening, "ja", "open"}, {opening, "n", "pass"}, {opening, "1", "open"}, {opening, "2", "pass"},
		{opening, "3", hearWord}, {opening, "metcho", "join"}, {opening, "open 3", hearCards}, {opening, "", hearEmpty},
		{opening, "?", "command ?"}, {opening, "h", "command h"}, {opening, "T", "command t"}, {opening, "letzter Stich", "command l"},
		{opening, "p", "command p"}, {opening, "w", "command w"}, {opening, "s", "command s"}, {opening, "r", "command r"},
		{opening, "ende", "command e"}, {opening, "q", "command q"}, {opening, "u", "command u"}, {opening, "zurück", "command u"}, {opening, "uu", "command U"}, {opening, "noch einmal", "command U"}, {opening, "allow", "command y"}, {opening, "ablehnen", "command n"}, {opening, "i", "command i"}, {opening, "Tipp", "command i"}, {opening, "\x1b[31m", hearWord}, {opening, "\xff\xfe\x00", hearEmpty},
		{bidding, "oder", "oder"}, {bidding, "weiter oder", "weiter-oder"}, {bidding, "weiter", "weiter"}, {bidding, "weiter-oder", "weiter-oder"},
		{bidding, "schl", "schlagen"}, {bidding, "wei", hearAct}, {bidding, "ja", hearWord}, {bidding, "4", "weiter"},
		{joining, "metcho", "join"}, {joining, "geh mit", "join"}, {joining, "weg", "out"}, {joining, "passe", "out"}, {joining, "letztes Wort", "last"},
		{turning, "titschen", "blind"}, {turning, "Schlecken", "see"}, {turning, "own card", "blind"}, {turning, "eigene Karte", "blind"}, {turning, "自分のカード", "blind"}, {turning, "vom Talon", "see"}, {turning, "vom Stock", "see"}, {turning, "the stock", "see"}, {turning, "山札", "see"}, {turning, "ansehen", "see"},
		{pricing, "5", "price-5"}, {pricing, "1", "price-1"}, {pricing, "10", "price-10"}, {pricing, "4", hearWord}, {pricing, "5 Einsätze", "price-5"}, {pricing[:2], "5", hearWord},
		{laying, "keine", "lay"}, {laying, "lay", "lay"}, {laying, "behalte", "lay"}, {laying, "0", "lay"}, {laying, "alle", "lay Ac As Kh 7h"},
		{laying, "2 3", "lay Ac 7h"}, {laying, "2,3", "lay Ac 7h"}, {laying, "lege 2 und 3 ab", hearWord}, {laying, "leg ab 2 und 3", "lay Ac 7h"},
		{laying, "lay Ac As", "lay Ac As"}, {laying, "ac as", "lay Ac As"}, {laying, "2 7h", hearTwice}, {laying, "2 9", hearWord},
		{laying, "out", "pass"}, {laying, "herz", hearWhich}, {laying, "kreuz", "lay Ac"}, {laying, "Ass", hearWhich},
		{playing, "1", "play Kh"}, {playing, "As", "play As"}, {playing, "sa", "play As"}, {playing, "♠A", "play As"}, {playing, "A♠", "play As"},
		{playing, "ace of spades", "play As"}, {playing, "spiel Pik Ass", "play As"}, {playing, "Schilten Sau", "play As"}, {playing, "Laub-Daus", "play As"},
		{playing, "herz könig", "play Kh"}, {playing, "Rosen Koenig", "play Kh"}, {playing, "herzkönig", "play Kh"}, {playing, "König", "play Kh"},
		{playing, "k", "play Kh"}, {playing, "7", "play 7h"}, {playing, "10h", "play Th"}, {playing, "Rosen Banner", "play Th"}, {playing, "herz 7", "play 7h"},
		{playing, "7 herz", "play 7h"}, {playing, "2 herz", hearWhich}, {playing, "weli", hearWord}, {playing, "9", hearWord}, {playing, "keine", hearNone},
		{playing, strings.Repeat("x", 4000), hearWord}, {playing, "99999999999999999999", hearWord}, {playing, "-1", "play Kh"},
	} {
		view := asks(t, "chratze", c.kinds, hand)
		got := heard(voc.hear(c.said, &view, arrange(view.Hand, view.Game, view.Trump, true)))
		if got != c.want {
			t.Errorf("%q where %v is asked: %s, want %s", c.said, c.kinds, got, c.want)
		}
	}
}

func heard(a Heard, wrong *inputError) string {
	switch {
	case wrong != nil:
		return wrong.code
	case a.Command != 0:
		return "command " + string(a.Command)
	}
	return a.Act.String()
}

// TestHearLowCards: a rank below the six is heard where the pack has it.
func TestHearLowCards(t *testing.T) {
	t.Parallel()
	view := asks(t, "tippen,pack=full52", playing, "Kh 2h 4c")
	for said, want := range map[string]string{"2 herz": "play 2h", "Herz Zwei": "play 2h", "4c": "play 4c", "four": "play 4c", "5": hearWord} {
		if got := heard(newVocabulary().hear(said, &view, arrange(view.Hand, view.Game, view.Trump, true))); got != want {
			t.Errorf("%q: %s, want %s", said, got, want)
		}
	}
}

func TestHearWeli(t *testing.T) {
	t.Parallel()
	view := asks(t, "kratzen", playing, "Kh 6d Ac")
	for _, said := range []string{"weli", "Weli", "6d", "schellen sechs", "2"} {
		if got := heard(newVocabulary().hear(said, &view, arrange(view.Hand, view.Game, view.Trump, true))); got != "play 6d" && said != "2" {
			t.Errorf("%q: %s", said, got)
		}
	}
}

// TestHearWhatIsSaid: what the catalogue tells people to say is understood, in
// every language, game and deck.
func TestHearWhatIsSaid(t *testing.T) {
	t.Parallel()
	voc := newVocabulary()
	catalogue := locale.New()
	for _, lang := range catalogue.Languages() {
		for _, preset := range variant.Presets() {
			v, _ := variant.Lookup(preset)
			for _, deck := range locale.Decks() {
				w := catalogue.For(lang).Words(v, deck)
				for _, kinds := range askedInWords(v.Rules().Auction) {
					view := asks(t, preset, kinds, "")
					for _, k := range kinds {
						if got := heard(voc.hear(w.Call(k), &view, nil)); got != k.String() {
							t.Errorf("%s, %s: %q is heard as %s, want %s", lang, preset, w.Call(k), got, k)
						}
					}
				}
				view := asks(t, preset, playing, "7c")
				for _, c := range v.Rules().Pack.Cards().Append(nil) {
					if got := heard(voc.hear(w.Card(c), &view, nil)); got != "play "+c.String() {
						t.Errorf("%s, %s, %s: %q is heard as %s, want %s", lang, preset, deck, w.Card(c), got, c)
					}
				}
			}
		}
	}
}

// askedInWords are the questions of a game that are answered with words.
func askedInWords(a rams.Auction) [][]rams.Kind {
	all := [][]rams.Kind{joining, {rams.Swap, rams.Keep}}
	switch a {
	case rams.AuctionOpening:
		return append(all, []rams.Kind{rams.DoubleBlind, rams.See}, []rams.Kind{rams.GoBlind, rams.See}, opening, pricing)
	case rams.AuctionBidding:
		return append(all, bidding)
	}
	return all
}

// TestVocabularyIsPlain: every word can be typed, and stands as plainWord has it.
func TestVocabularyIsPlain(t *testing.T) {
	t.Parallel()
	voc := newVocabulary()
	check := func(word string) {
		if strings.Join(split(word), " ") != word {
			t.Errorf("%q is never heard: it is heard as %q", word, split(word))
		}
	}
	for word := range voc.acts {
		check(word)
	}
	for word := range voc.commands {
		check(word)
	}
	for word := range voc.suits {
		check(word)
	}
	for word := range voc.ranks {
		check(word)
	}
	for _, list := range [][]string{voc.Weli, voc.None, voc.All, voc.Yes, voc.No, voc.On, voc.Filler} {
		for _, word := range list {
			check(word)
		}
	}
	for k := rams.DoubleBlind; k <= rams.Price10; k++ {
		if len(voc.acts[k.String()]) == 0 {
			t.Errorf("nobody can say %s", k)
		}
	}
}

// FuzzHear: whatever is typed is an act of this seat with cards of the pack, a
// command, or misheard with a word that a terminal can show.
func FuzzHear(f *testing.F) {
	for _, said := range []string{"", "weg", "2 3", "herz ass", "♥7", "?", "weiter oder", "\x1b[31m", "10h, As; weli", "-", "ass-"} {
		f.Add(said)
	}
	voc := newVocabulary()
	v, _ := variant.Lookup("kratzen")
	game, err := v.Game(4)
	if err != nil {
		f.Fatal(err)
	}
	hand, err := card.ParseSet("Kh 7h Ac 6d")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, said string) {
		for _, kinds := range [][]rams.Kind{opening, bidding, joining, laying, playing} {
			view := rams.View{Game: game, Seat: 2, Hand: hand, Trump: card.Hearts}
			for _, k := range kinds {
				view.Legal = append(view.Legal, rams.Action{Kind: k, Seat: 2})
			}
			a, wrong := voc.hear(said, &view, hand.Append(nil))
			switch {
			case wrong != nil:
				if Visible(wrong.word) != wrong.word {
					t.Errorf("%q: misheard %q", said, wrong.word)
				}
			case a.Command == 0 && (a.Act.Seat != 2 || !a.Act.Kind.Player() || a.Act.Cards&^card.Jass36.Cards() != 0):
				t.Errorf("%q is heard as %+v", said, a.Act)
			}
		}
	})
}
