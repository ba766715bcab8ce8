package policy

import (
	"chratze/card"
	"chratze/rams"
)

// Levels of cards. The level of a card is the number of cards of its suit that beat it and are
// elsewhere: in another hand or in the stock. So a king beside the ace in the same hand counts
// as an ace, and so does the trump six if it can be swapped for an ace.
const (
	trumpLevels = 6 // beaten by 0, 1, 2, 3, 4 or 5, 6 or more
	plainLevels = 3 // beaten by 0, 1, 2 or more
	levels      = trumpLevels + plainLevels
)

var trumpLevel = [ranks]uint8{0, 1, 2, 3, 4, 4, 5, 5, 5}
var plainLevel = [ranks]uint8{6, 7, 8, 8, 8, 8, 8, 8, 8}

// handCard is a card of a hand; the smaller the sort, the sooner it is kept.
type handCard struct {
	bit   card.Set
	level uint8
	sort  uint16
}

// sortedHand is a hand in the order in which its cards are kept: trumps from the highest, then
// plain cards by level and rank.
type sortedHand struct {
	cards [16]handCard
	n     int
}

// read sorts the cards of a view. A dealer who may take the upcards counts them as its own, and the others don't know where they
// will be. Before the trump is known every suit counts as one; three jacks that win all tricks count as the highest trumps.
func (h *sortedHand) read(v *rams.View, rules *rams.Rules) {
	h.n = 0
	hand, table := v.Hand, v.Table
	if rules.Rob != rams.RobNo {
		if v.Seat == v.Dealer {
			hand |= table
		}
		table = 0
	}
	unseen := rules.Pack.Cards() &^ (hand | table)
	trumps := v.Game.Trumps(v.Trump)
	swap := rules.SixSwap && v.Table.Has(v.Upcard)
	unbeatable := v.Game.Unbeatable(v.Hand)
	for rest := hand; rest != 0; rest = rest.Rest() {
		c := rest.First()
		as := c
		if swap && c == card.New(card.Six, v.Trump) {
			as = v.Upcard
		}
		above := v.Game.Beats(v.Trump, as)
		x := handCard{bit: c.Bit()}
		switch {
		case v.Upcard == card.Hidden:
			above &= card.OfSuit(c.Suit())
			fallthrough
		case trumps.Has(c):
			x.level = trumpLevel[min((above&unseen).Len(), ranks-1)]
			x.sort = uint16(above.Len())
		default:
			above &= v.Game.EffectiveSuit(v.Trump, c)
			x.level = plainLevel[min((above&unseen).Len(), ranks-1)]
			x.sort = uint16(x.level)<<8 | uint16(card.Ace-c.Rank())
		}
		if unbeatable {
			x.level = 0
		}
		h.put(x)
	}
}

func (h *sortedHand) put(x handCard) {
	i := h.n
	for ; i > 0 && h.cards[i-1].sort > x.sort; i-- {
		h.cards[i] = h.cards[i-1]
	}
	h.cards[i] = x
	h.n++
}

// worst returns the n cards to discard first.
func (h *sortedHand) worst(n int) (cards card.Set) {
	for _, x := range h.cards[h.n-n : h.n] {
		cards |= x.bit
	}
	return cards
}

// handsOf returns how many combinations of levels there are for size cards.
func handsOf(size int) int { return choose[levels+size-1][size] }

// number encodes the levels of the best cards, as many as a seat plays with, as a number from 0
// to handsOf(size)-1.
func (h *sortedHand) number(size int) (n int) {
	var level [8]uint8
	k := min(size, h.n)
	for i, x := range h.cards[:k] {
		at := i
		for ; at > 0 && level[at-1] > x.level; at-- {
			level[at] = level[at-1]
		}
		level[at] = x.level
	}
	for i, l := range level[:k] {
		n += choose[int(l)+i][i+1]
	}
	return n
}
