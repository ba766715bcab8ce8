package coach

import (
	"cmp"
	"slices"

	"chratze/card"
	"chratze/rams"
)

// play returns the reason for playing a card.
func (f *facts) play(c card.Card) Reason {
	r := Reason{Cards: c.Bit(), Suit: c.Suit(), Kept: f.good(f.Hand &^ c.Bit())}
	above := f.above(c)
	r.N, r.Of = above.Len(), f.unseen.Len()
	wins := f.wins(c)
	later := f.later()
	switch {
	case wins && (above == 0 || later == 0) && f.need() == 1:
		r.Code = WhyNeeded
	case f.Best < 0:
		f.lead(&r, c, above)
	case wins && later == 0:
		r.Code = WhyTake
		if winners := f.winners() &^ c.Bit(); winners != 0 && f.value(c) < f.value(f.cheapest(winners)) {
			r.Code, r.Kept = WhyEnough, winners
		} else if winners != 0 {
			r.Code = WhyValues // a cheaper one would do
		}
	case wins && above == 0:
		r.Code = WhyCertain
	case wins:
		r.Code, r.Of = WhyRisk, later
	case f.winners() != 0:
		r.Code, r.Kept = WhyDuck, f.winners()
	case r.Kept != 0 && f.value(c) == f.value(f.cheapest(f.legal())):
		r.Code = WhyLost
	default:
		r.Code = WhyValues
	}
	return r
}

// lead sets the reason for leading a card.
func (f *facts) lead(r *Reason, c card.Card, above card.Set) {
	trump := f.trumps.Has(c)
	row := f.row()
	out := (f.unseen & f.trumps).Len()
	switch {
	case above == 0 && row.Len() > 1:
		r.Code, r.N, r.Cards = WhyRow, row.Len(), row
	case above == 0 && trump && out > 0 && r.Kept != 0:
		r.Code, r.N = WhyDraw, out
	case above == 0:
		r.Code = WhyCertain
	case !trump && above&^f.trumps == 0 && !f.rules.RuffAnytime:
		r.Code = WhyRuffed
	case !trump && above&^f.trumps == 0:
		r.Code = WhyOnly
	case r.Kept != 0 && f.value(c) == f.value(f.cheapest(f.legal())):
		r.Code = WhyLow
	case f.highest(c):
		r.Code = WhyLead
	default:
		r.Code = WhyValues
	}
}

// highest reports whether no card of the hand is beaten by fewer unseen ones.
func (f *facts) highest(c card.Card) bool {
	return only(f.Hand, func(x card.Card) bool { return f.above(x).Len() < f.above(c).Len() }) == 0
}

// only returns the cards of a set for which this is so.
func only(all card.Set, is func(card.Card) bool) (cards card.Set) {
	for ; all != 0; all = all.Rest() {
		if is(all.First()) {
			cards |= all.First().Bit()
		}
	}
	return cards
}

// above returns the unseen cards that beat a card which holds a trick.
func (f *facts) above(c card.Card) card.Set { return f.Game.Beats(f.Trump, c) & f.unseen }

// wins reports whether a card would hold the trick.
func (f *facts) wins(c card.Card) bool {
	return f.Best < 0 || f.Game.Beats(f.Trump, f.Trick[f.Best]).Has(c)
}

// legal returns the cards that may be played.
func (f *facts) legal() (cards card.Set) {
	for _, a := range f.Legal {
		cards |= a.Cards
	}
	return cards
}

// winners returns the cards that may be played and would hold the trick.
func (f *facts) winners() card.Set { return only(f.legal(), f.wins) }

// row returns the cards of the hand that no unseen card beats.
func (f *facts) row() card.Set {
	return only(f.Hand, func(c card.Card) bool { return f.above(c) == 0 })
}

// later returns how many players play to the trick after this seat.
func (f *facts) later() (n int) {
	for seat, c := range f.Contract[:f.Game.Seats()] {
		if c.In() && rams.Seat(seat) != f.Seat && f.Trick[seat] == card.Hidden {
			n++
		}
	}
	return n
}

// need returns how many more tricks the seat needs.
func (f *facts) need() int {
	return f.rules.TricksFor(f.Contract[f.Seat]) - int(f.Tricks[f.Seat])
}

// value orders cards by their strength: what fewer cards beat is worth more.
func (f *facts) value(c card.Card) int { return f.Game.Strength(f.Trump, c) }

func (f *facts) cheapest(cards card.Set) card.Card {
	return slices.MinFunc(cards.Append(nil), func(a, b card.Card) int { return cmp.Compare(f.value(a), f.value(b)) })
}

// good returns the best card of a set, and its cards that can hardly lose.
func (f *facts) good(cards card.Set) (best card.Set) {
	if cards == 0 {
		return 0
	}
	top := slices.MaxFunc(cards.Append(nil), func(a, b card.Card) int { return cmp.Compare(f.value(a), f.value(b)) })
	return top.Bit() | cards&f.row()
}
