package env

import (
	"chratze/card"
	"chratze/rams"
)

// Actions of players, as numbers. They are the same in all games, and for ever: docs/actions.md.
const (
	Actions = 512 // numbers below it; those that no list here has are free

	firstPlay = 32  // the card, by suit (c s h d) and from the ace down, 13 a suit
	firstLay  = 96  // the i-th card of the hand, in the same order, is bit i
	firstDrop = 160 // the place in the list of all choices of that number of cards, the first cards of the hand first
)

// Numbers of what nature does, one card at a time.
const (
	Chances = 128 // numbers below it; a card has the number that its play has, less 32

	shuffle   = 52
	reshuffle = 53
	firstCut  = 64 // and the cards in the top packet
)

// MaxLegal is how many actions can be legal at once.
const MaxLegal = rams.MaxLegal

// words are the acts without cards, in the order of their numbers.
//
//lattice:table
var words = [...]rams.Kind{
	rams.DoubleBlind, rams.GoBlind, rams.See, rams.Open, rams.Pass, rams.BidStrike, rams.BidTurn, rams.BidTop, rams.BidPass,
	rams.Join, rams.Out, rams.Last, rams.Swap, rams.Keep, rams.TakeSpare, rams.PlayForPot,
	rams.Price1, rams.Price2, rams.Price3, rams.Price5, rams.Price10,
}

// numbers are the numbers of the acts without cards, by kind.
//
//lattice:table
var numbers = func() (n [64]uint16) {
	for i, k := range words {
		n[k] = uint16(i)
	}
	return n
}()

// CardNumber returns a card's number, 0 to 51.
func CardNumber(c card.Card) int { return int(c>>4)*card.Ranks + int(c&15) }

// numbered returns the card with a number.
func numbered(n int) card.Card { return card.Card(n/card.Ranks<<4 | n%card.Ranks) }

// legal appends the numbers of what the seat on turn may do, in ascending order.
func (t *table) legal(dst []uint16) []uint16 {
	switch t.Phase() {
	case rams.PhasePlay:
		for c := t.Plays(); c != 0; c = c.Rest() {
			dst = append(dst, uint16(firstPlay+CardNumber(c.First())))
		}
	case rams.PhaseLay:
		var buf [64]rams.Action
		list := t.Legal(buf[:0]) // fewer cards first
		least, most := list[0].Cards.Len(), list[len(list)-1].Cards.Len()
		for m := range 1 << t.Hand(t.Turn()).Len() {
			if n := card.Set(m).Len(); least <= n && n <= most {
				dst = append(dst, uint16(firstLay+m))
			}
		}
	case rams.PhaseDrop:
		for i := range t.drops() {
			dst = append(dst, uint16(firstDrop+i))
		}
	default:
		var buf [8]rams.Action
		for _, a := range t.Legal(buf[:0]) {
			dst = append(dst, numbers[a.Kind])
		}
	}
	return dst
}

// surplus returns how many cards the seat on turn drops.
func (t *table) surplus() int { return t.Hand(t.Turn()).Len() - t.Game().Size() }

// drops returns how many choices of cards to drop there are.
func (t *table) drops() int { return choices(t.Hand(t.Turn()).Len(), t.surplus()) }

// choices returns in how many ways k of n things can be chosen.
func choices(n, k int) int {
	c := 1
	for i := range k {
		c = c * (n - i) / (i + 1)
	}
	return c
}

// act returns the action with a number; ok is false if it isn't legal.
func (t *table) act(id int) (a rams.Action, ok bool) {
	seat := t.Turn()
	a = rams.Action{Seat: seat}
	switch phase := t.Phase(); {
	case id < 0:
		return a, false
	case phase == rams.PhasePlay:
		n := id - firstPlay
		if n < 0 || n >= card.Suits*card.Ranks {
			return a, false
		}
		a.Kind, a.Cards = rams.Play, numbered(n).Bit()
		return a, t.Plays()&a.Cards != 0
	case phase == rams.PhaseLay:
		m := id - firstLay
		a.Kind = rams.Lay
		hand := t.Hand(seat)
		if m < 0 || m >= 1<<hand.Len() {
			return a, false
		}
		for ; m != 0; m >>= 1 {
			if m&1 != 0 {
				a.Cards |= hand & -hand
			}
			hand = hand.Rest()
		}
		var buf [64]rams.Action
		list, n := t.Legal(buf[:0]), a.Cards.Len()
		return a, list[0].Cards.Len() <= n && n <= list[len(list)-1].Cards.Len()
	case phase == rams.PhaseDrop:
		i := id - firstDrop
		if i < 0 || i >= t.drops() {
			return a, false
		}
		a.Kind, a.Cards = rams.Drop, choice(t.Hand(seat), t.surplus(), i)
		return a, true
	case id < len(words):
		a.Kind = words[id]
		var buf [8]rams.Action
		for _, legal := range t.Legal(buf[:0]) {
			if legal == a {
				return a, true
			}
		}
	}
	return a, false
}

// choice returns the i-th choice of k of the cards.
func choice(cards card.Set, k, i int) (chosen card.Set) {
	for n := cards.Len(); k > 0; n-- {
		if with := choices(n-1, k-1); i < with {
			chosen |= cards & -cards
			k--
		} else {
			i -= with
		}
		cards = cards.Rest()
	}
	return chosen
}

// number returns the number of a player's action.
func (t *table) number(a rams.Action) int {
	switch a.Kind {
	case rams.Play:
		return firstPlay + CardNumber(a.Cards.First())
	case rams.Lay:
		m, bit := 0, 1
		for c := t.Hand(t.Turn()); c != 0; c = c.Rest() {
			if a.Cards.Has(c.First()) {
				m |= bit
			}
			bit <<= 1
		}
		return firstLay + m
	case rams.Drop:
		for i := range t.drops() {
			if choice(t.Hand(t.Turn()), t.surplus(), i) == a.Cards {
				return firstDrop + i
			}
		}
	}
	return int(numbers[a.Kind])
}
