// Package solved reads the solution of Zwicken for two and answers for a position of a hand (docs/zwicken-solved.md).
//
//	p, err := solved.Find(&view)  // nil: it isn't a decision of the game
//	act := p.Draw(source)         // as often as the solution makes it
//	worths := p.Worths()          // what each act is worth against it
package solved

import (
	"cmp"
	"fmt"
	"slices"

	"chratze/card"
	"chratze/rams"
	"chratze/variant"
)

// Name is the variant that is solved, with two seats and with any cut.
const Name = "zwicken-schlecken"

// Shape is how many cards of each suit can be in the hands: trumps first, then the other suits, from the shortest.
type Shape [card.Suits]uint8

// String returns the shape as in 7-888.
func (s Shape) String() string { return fmt.Sprintf("%d-%d%d%d", s[0], s[1], s[2], s[3]) }

// Rules returns the rules with a cut, for two.
func Rules(cut string) *rams.Game {
	v, err := variant.Parse(Name + ",cut=" + cut)
	if err != nil {
		panic(err) // TestExamples
	}
	g, err := v.Game(2)
	if err != nil {
		panic(err)
	}
	return g
}

// ShapeOf returns the shape of the game after an upcard and with cards that were shown at the cut and stay in the stock, and
// its cards: suit by suit, each from the highest.
func ShapeOf(rules *rams.Game, upcard card.Card, shown card.Set) (shape Shape, cards []card.Card) {
	r, trump := rules.Rules(), upcard.Suit()
	left := r.Pack.Cards() &^ (upcard.Bit() | shown)
	trumps := rules.Trumps(trump)
	suits := []card.Set{left & trumps}
	for s := range card.Suit(card.Suits) {
		if s != trump {
			suits = append(suits, left&card.OfSuit(s)&^trumps)
		}
	}
	slices.SortStableFunc(suits[1:], func(a, b card.Set) int { return cmp.Compare(a.Len(), b.Len()) })
	for i, suit := range suits {
		shape[i] = uint8(suit.Len())
		cards = suit.Append(cards)
		slices.SortFunc(cards[len(cards)-suit.Len():], func(a, b card.Card) int {
			return cmp.Compare(rules.Strength(trump, b), rules.Strength(trump, a))
		})
	}
	return shape, cards
}
