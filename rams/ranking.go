package rams

import "chratze/card"

// ranking is all there is to know about tricks for one trump suit: which suit a
// card belongs to, and what beats it. Legal plays are mask algebra on the two.
type ranking struct {
	suit  [64]card.Set // by card: the cards of its suit, as the game counts suits
	beats [64]card.Set // by card: the cards that beat it while it holds the trick
	trump card.Set     // the trump suit, with the Weli
}

// rankings holds the tables by Weli and trump suit. They are constant.
//
//lattice:table
var rankings = func() (all [WeliSeven + 1][card.Suits]ranking) {
	for w := range all {
		for t := range all[w] {
			all[w][t] = newRanking(Weli(w).Card(), card.Suit(t))
		}
	}
	return all
}()

// newRanking builds the tables: ace high in every suit, the Weli always a trump
// and just below the trump ace (docs/rules.md 1, 3.9, 5.1).
func newRanking(weli card.Set, trump card.Suit) (r ranking) {
	ofSuit := func(s card.Suit) card.Set {
		if s == trump {
			return card.OfSuit(s) | weli
		}
		return card.OfSuit(s) &^ weli
	}
	r.trump = ofSuit(trump)
	ace := card.New(card.Ace, trump)
	for all := card.Full52.Cards(); all != 0; all = all.Rest() {
		c := all.First()
		suit := c.Suit()
		if r.trump.Has(c) {
			suit = trump
		}
		l := ofSuit(suit)
		higher := l & (c.Bit() - 1) & card.OfSuit(suit) // pack order: a higher card is a lower bit
		switch {
		case weli.Has(c):
			higher = ace.Bit()
		case suit == trump && c != ace:
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
