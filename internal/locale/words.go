package locale

import (
	"cmp"
	"strings"

	"chratze/card"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// Deck is a kind of cards. Decks have different names for suits and court cards.
type Deck string

// The decks (docs/rules.md 1).
const (
	French Deck = "french"
	Swiss  Deck = "swiss"  // Swiss-German
	German Deck = "german" // German, William Tell
)

// Decks returns the decks.
func Decks() []Deck { return []Deck{French, Swiss, German} }

// DeckOf returns the deck with which a game is mostly played where the language is spoken.
func (p *Printer) DeckOf(preset string) Deck {
	if deck := p.glossary["deck."+preset]; deck != "" {
		return Deck(deck)
	}
	return French
}

// DeckFor returns the deck with which a game is played if somebody looks at this one: French cards where
// no other deck has all of the pack.
func DeckFor(v variant.Variant, deck Deck) Deck {
	rules := v.Rules()
	if rules.Pack.French() {
		return French
	}
	return deck
}

// Words are the words of one game with one deck in one language.
type Words struct {
	*Printer
	preset  string
	deck    Deck
	weli    card.Set // the card called Weli
	chooses bool     // the dealer, what is trump
}

// Words returns the words of a game with a deck.
func (p *Printer) Words(v variant.Variant, deck Deck) *Words {
	rules := v.Rules()
	return &Words{p, v.Preset(), DeckFor(v, deck), Weli(rules), rules.Trump == rams.TrumpDealer}
}

// Weli returns the card that players call Weli, as a set; it is empty in a game that calls none so.
func Weli(r rams.Rules) card.Set {
	if !r.Weli.Named() {
		return 0
	}
	return r.Weli.Card()
}

// IsWeli reports whether a card is called Weli, not by suit and rank.
func (w *Words) IsWeli(c card.Card) bool { return w.weli.Has(c) }

// Weli returns what players call the Weli.
func (w *Words) Weli() string { return w.word("card.weli") }

// word returns a word of the glossary or, if it has none, of the catalogue.
func (w *Words) word(key string) string {
	if text, ok := w.glossary[key]; ok {
		return text
	}
	return w.T(key, nil)
}

// Game returns the name of the game: Chratze.
func (w *Words) Game() string { return w.word("name." + w.preset) }

// Listed returns the name of a game and what tells it apart, as in a list of games.
func (p *Printer) Listed(v variant.Variant) string {
	return p.Labelled(p.Words(v, "").Game(), p.T("start.game."+v.Preset(), nil))
}

// Suit returns the name of a suit: hearts, Rosen, Herz.
func (w *Words) Suit(s card.Suit) string { return w.word("suit." + string(w.deck) + "." + s.String()) }

// Rank returns the name of a rank: jack, Under, Unter. From the nine down it is a numeral.
func (w *Words) Rank(r card.Rank) string { return w.word("rank." + string(w.deck) + "." + r.String()) }

// Card returns the name of a card: jack of hearts, Rosen Under, Weli.
func (w *Words) Card(c card.Card) string {
	switch {
	case !c.Valid():
		return w.T("card.hidden", nil)
	case w.IsWeli(c):
		return w.Weli()
	}
	return w.fill(w.word("card."+string(w.deck)), Args{"rank": w.Rank(c.Rank()), "suit": w.Suit(c.Suit())})
}

// CardNames returns the names of all cards of a pack.
func (w *Words) CardNames(p card.Pack) (list []string) {
	for c := range p.Cards().All() {
		list = append(list, w.Card(c))
	}
	return list
}

// Cards returns the names of cards, joined as a list.
func (w *Words) Cards(cards ...card.Card) string {
	names := make([]string, len(cards))
	for i, c := range cards {
		names[i] = w.Card(c)
	}
	return w.List(names)
}

// Set returns the names of the cards of a set, in pack order.
func (w *Words) Set(s card.Set) string { return w.Cards(s.Append(nil)...) }

// Declarer returns the name for the declarer: Chratzer, Schläger.
func (w *Words) Declarer() string {
	for _, preset := range w.family() {
		if text, ok := w.glossary["role."+preset+".declarer"]; ok {
			return text
		}
	}
	return w.T("role.declarer", nil)
}

// Call returns what people say at the table for an act: chratze, metcho, weg; or the language's
// word if the game has none.
func (w *Words) Call(k rams.Kind) string {
	for _, preset := range w.family() {
		for _, key := range [...]string{preset + "." + string(w.deck), preset} {
			if text, ok := w.glossary["call."+key+"."+k.String()]; ok {
				return text
			}
		}
	}
	if n := k.Price(); n > 0 {
		return w.T("call.price", Args{"n": n})
	}
	return w.T("call."+k.String()+w.Chosen(k), nil)
}

// Chosen returns the suffix of the keys of acts by which the dealer chooses the trump: going blind and looking are turning the
// own last card, and leaving it to the stock.
func (w *Words) Chosen(k rams.Kind) string {
	if w.chooses && (k == rams.GoBlind || k == rams.See) {
		return ".trump"
	}
	return ""
}

// family returns the preset, and the preset whose words it shares.
func (w *Words) family() []string { return []string{w.preset, w.glossary["family."+w.preset]} }

// FirstGame is the preset of the game that readers of the language know best: a new player begins with it.
func (p *Printer) FirstGame() string { return p.glossary["first"] }

// AlsoCalled returns the names that the game is known by, its own first, with blanks between them.
func (w *Words) AlsoCalled() string { return w.Game() + " " + w.glossary["also."+w.preset] }

// Relatives returns the presets that share the game's words, including itself, in the order of
// the presets. They are the same game by another source or table.
func (w *Words) Relatives() (list []string) {
	root := func(preset string) string { return cmp.Or(w.glossary["family."+preset], preset) }
	for _, name := range variant.Presets() {
		if root(name) == root(w.preset) {
			list = append(list, name)
		}
	}
	return list
}

// Names returns n names for examples, at most 8.
func (p *Printer) Names(n int) []string { return strings.Fields(p.glossary["names"])[:n] }

// Names returns n names as people have them where the game is played, if its language is the reader's.
func (w *Words) Names(n int) []string {
	if names := w.glossary["names."+base(w.lang)+"."+w.preset]; names != "" {
		return strings.Fields(names)[:n]
	}
	return w.Printer.Names(n)
}

// Gloss adds an explanation to a card word that the language borrows: "Eichel (acorns)".
// Without a gloss it returns the word.
func (p *Printer) Gloss(key, word string) string {
	if means, ok := p.glossary["gloss."+base(p.lang)+"."+key]; ok {
		return p.T("sheet.gloss", Args{"word": word, "means": means})
	}
	return word
}

// Sheet is a table whose rules are described: the game, the number of players, the deck, and
// the money.
type Sheet struct {
	Variant variant.Variant
	Seats   int   // 0: the usual number
	Deck    Deck  // "": the game's usual deck
	Money   Money // the unit of amounts
}

// Played returns the rules as they are played for the money of the sheet: with its coin.
func (s Sheet) Played() variant.Variant {
	if v, err := s.Variant.In(pot.Money(s.Money)); err == nil {
		return v
	}
	return s.Variant
}

// SheetOf returns a sheet with the deck and money with which a game is mostly played where the
// language is spoken.
func (p *Printer) SheetOf(v variant.Variant, seats int) Sheet {
	money, _ := ParseMoney(p.glossary["money."+v.Preset()])
	return Sheet{Variant: v, Seats: seats, Deck: p.DeckOf(v.Preset()), Money: money}
}

// Whole returns the sheet with what it leaves out: the game's usual deck, or French cards where no other deck has all of
// the pack, and the usual number of players, at most 5.
func (s Sheet) Whole(p *Printer) Sheet {
	s.Deck = DeckFor(s.Variant, cmp.Or(s.Deck, p.DeckOf(s.Variant.Preset())))
	if s.Seats == 0 {
		_, most := s.Variant.Best()
		s.Seats = min(most, 5)
	}
	return s
}
