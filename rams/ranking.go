package rams

import (
	"cmp"
	"slices"
	"strings"

	"chratze/card"
)

// Order is how the ranks of a suit beat each other.
type Order uint8

// The orders.
const (
	OrderAce  Order = iota // A K Q J T 9 and so on
	OrderKing              // K Q J A T 9 and so on
	OrderTen               // A T K Q J 9 and so on
)

// orders lists the ranks from the highest.
//
//lattice:table
var orders = [...]string{OrderAce: "AKQJT98765432", OrderKing: "KQJAT98765432", OrderTen: "ATKQJ98765432"}

// Place returns the place of a rank in the order; 0 is the highest.
func (o Order) Place(r card.Rank) int { return strings.Index(orders[o], r.String()) }

// Sorted returns the cards by suit and, in each suit, from the highest.
func (o Order) Sorted(cards card.Set) []card.Card {
	list := cards.Append(nil)
	slices.SortFunc(list, func(a, b card.Card) int {
		return cmp.Or(cmp.Compare(a.Suit(), b.Suit()), cmp.Compare(o.Place(a.Rank()), o.Place(b.Rank())))
	})
	return list
}

// Weli is the card that always belongs to the trump suit, just below the trump ace or, if it is the highest, above it.
type Weli uint8

// The Welis.
const (
	WeliNone Weli = iota
	WeliSix
	WeliSeven
	WeliJack     // the jack of clubs, Mistigri's matador, the highest
	WeliSevenTop // the seven of diamonds as the highest
)

// Card returns the Weli as a set; it is empty where there is none.
func (w Weli) Card() card.Set {
	switch w {
	case WeliSix:
		return card.Weli6.Bit()
	case WeliSeven, WeliSevenTop:
		return card.Weli7.Bit()
	case WeliJack:
		return card.New(card.Jack, card.Clubs).Bit()
	}
	return 0
}

// Highest reports whether no card beats it.
func (w Weli) Highest() bool { return w >= WeliJack }

// Named reports whether players call the card Weli, and not by suit and rank as in Zwicken.
func (w Weli) Named() bool { return w == WeliSix }

// ranking is all there is to know about tricks for one trump suit: which suit a
// card belongs to, and what beats it. Legal plays are mask algebra on the two.
type ranking struct {
	suit  [64]card.Set // by card: the cards of its suit, as the game counts suits
	beats [64]card.Set // by card: the cards that beat it while it holds the trick
	trump card.Set     // the trump suit, with the Weli
}

// rankings holds the tables by Weli, order and trump suit. They are constant.
//
//lattice:table
var rankings = func() (all [WeliSevenTop + 1][OrderTen + 1][card.Suits]ranking) {
	for w := range all {
		for o := range all[w] {
			for t := range all[w][o] {
				all[w][o][t] = newRanking(Weli(w), Order(o), card.Suit(t))
			}
		}
	}
	return all
}()

// newRanking builds the tables: the same order in every suit, the Weli always a trump, just below the trump ace or, as
// the highest, above it (docs/rules.md 1, 3.9, 4.7, 5.1).
func newRanking(w Weli, order Order, trump card.Suit) (r ranking) {
	weli, above := w.Card(), card.New(card.Ace, trump).Bit()
	if w.Highest() {
		above = 0
	}
	var place [card.Ranks]int
	for rank := range card.Rank(card.Ranks) {
		place[rank] = order.Place(rank)
	}
	ofSuit := func(s card.Suit) card.Set {
		if s == trump {
			return card.OfSuit(s) | weli
		}
		return card.OfSuit(s) &^ weli
	}
	r.trump = ofSuit(trump)
	for all := card.Full52.Cards(); all != 0; all = all.Rest() {
		c := all.First()
		suit := c.Suit()
		if r.trump.Has(c) {
			suit = trump
		}
		l := ofSuit(suit)
		var higher card.Set
		for same := l & card.OfSuit(suit); same != 0; same = same.Rest() {
			if place[same.First().Rank()] < place[c.Rank()] {
				higher |= same.First().Bit()
			}
		}
		switch {
		case weli.Has(c):
			higher = above
		case suit == trump && !above.Has(c):
			higher |= weli
		case suit != trump:
			higher |= r.trump
		}
		r.suit[c], r.beats[c] = l, higher
	}
	return r
}

// EffectiveSuit returns the cards of the suit that c belongs to while this suit is trump;
// the Weli always belongs to the trump suit.
func (g *Game) EffectiveSuit(trump card.Suit, c card.Card) card.Set {
	return g.rankings[trump&3].suit[c&63]
}

// Beats returns the cards that beat c while it holds a trick.
func (g *Game) Beats(trump card.Suit, c card.Card) card.Set { return g.rankings[trump&3].beats[c&63] }

// Strength orders cards while this suit is trump: it is 0 for a card that none beats, and less the
// more cards beat it. Equal cards don't beat each other.
func (g *Game) Strength(trump card.Suit, c card.Card) int { return -g.Beats(trump, c).Len() }

// Trumps returns the cards of the trump suit, with the Weli.
func (g *Game) Trumps(trump card.Suit) card.Set { return g.rankings[trump&3].trump }
