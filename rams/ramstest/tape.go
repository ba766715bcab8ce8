package ramstest

import (
	"chratze/card"
	"chratze/rams"
)

// Tape is a [rams.Shuffler] that deals what is written on it: the first shuffle
// gives the first order, and so on; what is not written comes from More and is
// written down. So an empty Tape over a Rand records a hand, and the same Tape
// after Rewind deals it again.
type Tape struct {
	Orders []card.List // whole packs, then reshuffled discards; the top card first
	Cuts   []int       // cards in the top packet
	More   rams.Shuffler
	orders int
	cuts   int
}

// Rewind starts the tape again.
func (t *Tape) Rewind() { t.orders, t.cuts = 0, 0 }

// Shuffle puts the cards in the order that is written, which must be one of
// exactly these cards.
func (t *Tape) Shuffle(cards []card.Card) {
	if t.orders == len(t.Orders) {
		t.More.Shuffle(cards)
		t.Orders = append(t.Orders, card.ListOf(cards...))
	}
	order := &t.Orders[t.orders]
	if !t.fits(cards) {
		panic("ramstest: shuffle " + order.String() + " is written, not an order of " + card.SetOf(cards...).String())
	}
	t.orders++
	copy(cards, order.Slice())
}

// fits reports whether the order that comes next is one of these cards.
func (t *Tape) fits(cards []card.Card) bool {
	if t.orders == len(t.Orders) {
		return false
	}
	order := &t.Orders[t.orders]
	return order.Len() == len(cards) && order.Set() == card.SetOf(cards...)
}

// Cut returns the cut that is written.
func (t *Tape) Cut(n int) int {
	if t.cuts == len(t.Cuts) {
		t.Cuts = append(t.Cuts, t.More.Cut(n))
	}
	t.cuts++
	return t.Cuts[t.cuts-1]
}
