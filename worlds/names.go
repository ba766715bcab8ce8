package worlds

import (
	"chratze/card"
	"chratze/rams"
)

// settle gives names to the tokens that have none, so that no seat holds in the
// end what it can't, and reports whether it could.
func (w *world) settle() bool {
	for range w.tokens {
		t := w.misfit()
		if t < 0 {
			return true
		}
		if !w.evict(t) {
			return false
		}
	}
	return false
}

// evict exchanges a token that can't be where it is with one that can.
func (w *world) evict(t int) bool {
	if w.replace(t) {
		return true
	}
	at := w.now()[t]
	return w.afterExchange(t, func(u int) bool {
		return w.may(u, w.name[u]) && (w.now()[t] != at && w.name[u] != card.Hidden || w.replace(t))
	})
}

// replace exchanges a token directly with one that can be where it is, and has a
// name that nobody needs.
func (w *world) replace(t int) bool {
	return w.exchangeWith(t, func(u int) bool {
		useful := w.name[t] != card.Hidden || w.name[u] != card.Hidden
		return useful && w.now()[u] != w.now()[t] && w.mayBoth(t, u)
	})
}

// may reports whether a token can be the card c, where it is in the end.
func (w *world) may(t int, c card.Card) bool {
	p := w.now()[t]
	return p < inHand || c == card.Hidden || !w.cannot[p-inHand].Has(c)
}

// mayBoth reports whether two tokens could change places in the end.
func (w *world) mayBoth(t, u int) bool {
	now := w.now()
	now[t], now[u] = now[u], now[t]
	ok := w.may(t, w.name[t]) && w.may(u, w.name[u])
	now[t], now[u] = now[u], now[t]
	return ok
}

// misfit names the tokens without a name, and returns one that can't be any of
// the cards left, or that can't be where it is; -1: all is well.
func (w *world) misfit() int {
	m := matching{w: w, left: w.pack}
	for t := range w.tokens {
		if !w.may(t, w.name[t]) {
			return t
		}
		if w.name[t] != card.Hidden {
			m.left &^= w.name[t].Bit()
		}
	}
	for _, constrained := range [...]bool{true, false} {
		for t := range w.tokens {
			p := w.now()[t]
			if w.name[t] == card.Hidden && constrained == (p >= inHand && w.cannot[p-inHand] != 0) {
				m.tried = 0
				if !m.give(t) {
					return t
				}
			}
		}
	}
	for c := m.left; c != 0; c = c.Rest() {
		w.name[m.of[c.First()]] = c.First()
	}
	return -1
}

// matching gives the cards left to tokens, each what it may be.
type matching struct {
	w     *world
	left  card.Set
	taken card.Set
	tried card.Set
	of    [64]int // the token of a card that is taken
}

// give finds a card for a token, giving its owner another if need be.
func (m *matching) give(t int) bool {
	for _, from := range [...]card.Set{m.left &^ m.taken, m.left & m.taken} {
		for c := from &^ m.tried; c != 0; {
			rest := c
			for range m.w.roll(c.Len()) {
				rest = rest.Rest()
			}
			first := rest.First()
			c &^= first.Bit()
			if m.tried.Has(first) || !m.w.may(t, first) {
				continue
			}
			m.tried |= first.Bit()
			if !m.taken.Has(first) || m.give(m.of[first]) {
				m.taken |= first.Bit()
				m.of[first] = t
				return true
			}
		}
	}
	return false
}

// fill puts the names into the events that hide cards.
func (w *world) fill() {
	w.events = append(w.events, w.observed.Events[:len(w.steps)]...)
	for i, k := range w.steps {
		e := &w.events[i]
		if k == 0 {
			continue
		}
		var from, to place
		switch {
		case e.Kind == rams.EventDeal || e.Kind == rams.EventDraw:
			to = inHand + place(e.Seat)
		case e.Kind == rams.EventReshuffle:
			from, to = inDiscards, inUnder
		case e.Kind == rams.EventAct && e.Act.Kind == rams.Lay:
			from, to = inHand+place(e.Seat), inLaid
		case e.Kind == rams.EventAct && e.Act.Kind == rams.Drop:
			from, to = inHand+place(e.Seat), inDiscards
		default:
			continue
		}
		for _, p := range w.pins[:w.pinned] {
			if p.event == i {
				e.Cards.Slice()[p.at] = w.name[p.token]
			}
		}
		e.Cards = named(&e.Cards, w.moved(k, from, to), w.moved(k, inUnder, to))
		if e.Kind == rams.EventAct {
			e.Act.Cards = e.Cards.Set()
			e.Cards = card.ListOfSet(e.Act.Cards)
		}
	}
}

// moved returns the cards that a step has moved from one place to another.
func (w *world) moved(step int, from, to place) (set card.Set) {
	for t := range w.tokens {
		if w.past[step-1][t] == from && w.past[step][t] == to {
			set |= w.name[t].Bit()
		}
	}
	return set
}

// named returns a list with the hidden cards replaced by those of the first set,
// then of the second, that aren't in the list.
func named(l *card.List, from, then card.Set) card.List {
	var cards [card.Suits * card.Ranks]card.Card
	from &^= l.Set()
	then &^= l.Set()
	for i, c := range l.Slice() {
		if c == card.Hidden && from == 0 {
			from, then = then, 0
		}
		if c == card.Hidden && from != 0 {
			c = from.First()
			from = from.Rest()
		}
		cards[i] = c
	}
	return card.ListOf(cards[:l.Len()]...)
}
