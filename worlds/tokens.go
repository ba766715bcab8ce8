package worlds

import "chratze/card"

func (w *world) count(at place) (n int) {
	for _, p := range w.now()[:w.tokens] {
		if p == at {
			n++
		}
	}
	return n
}

// move moves a token, in sight of everybody if it has a name.
func (w *world) move(t int, to place) {
	w.now()[t] = to
	if w.name[t] != card.Hidden {
		w.seen[t] = w.step()
	}
}

// all moves everything from one place to another.
func (w *world) all(from, to place) {
	for t, p := range w.now()[:w.tokens] {
		if p == from {
			w.now()[t] = to
		}
	}
}

// some moves n hidden tokens, those with the highest worth; all without a name have
// the same.
func (w *world) some(n int, from, to place, worth func(t int) int, bare func() int) {
	for ; n > 0; n-- {
		best, most, plain := -1, -1, -1
		for t, p := range w.now()[:w.tokens] {
			if p != from || w.seen[t] == forever {
				continue
			}
			is := 0
			switch {
			case w.name[t] != card.Hidden:
				is = worth(t)
			case plain < 0:
				plain = bare()
				is = plain
			default:
				is = plain
			}
			if is = 4*is + w.roll(w.spread); is > most {
				best, most = t, is
			}
		}
		if best < 0 {
			w.fail("more cards than the pack has", true)
			return
		}
		w.now()[best] = to
	}
}

// shown moves a card that the view shows, and returns its token.
func (w *world) shown(c card.Card, from, to place) int {
	if c == card.Hidden || !w.pack.Has(c) {
		w.fail(c.String()+" is not in the pack", true)
		return -1
	}
	t := w.reveal(c, from)
	if t < 0 {
		w.fail(c.String()+" can't have been there", w.open(int(w.token[c])))
		return -1
	}
	w.move(t, to)
	return t
}

// open reports whether everybody knows where a token is.
func (w *world) open(t int) bool {
	if t < 0 {
		return false
	}
	switch p := w.now()[t]; p {
	case onTable, isPlayed:
		return true
	default:
		return w.seen[t] == forever || w.observed.Seat >= 0 && p == inHand+place(w.observed.Seat)
	}
}

// reveal finds that a card is at a place, and returns its token, or -1 if it
// can't be there.
func (w *world) reveal(c card.Card, at place) int {
	if t := int(w.token[c]); t >= 0 {
		if w.now()[t] == at || w.route(t, at) {
			return t
		}
		return -1
	}
	first := w.roll(w.tokens)
	for i := range w.tokens {
		t := (first + i) % w.tokens
		if w.now()[t] == at && w.name[t] == card.Hidden {
			w.bind(t, c)
			return t
		}
	}
	for t := range w.tokens {
		if w.name[t] == card.Hidden && w.route(t, at) {
			w.bind(t, c)
			return t
		}
	}
	return -1
}

func (w *world) bind(t int, c card.Card) { w.name[t], w.token[c] = c, int8(t) }

// ---- mending guesses ----

// route brings a token to a place by exchanges with others, and reports whether
// that is possible.
func (w *world) route(t int, to place) bool {
	return w.direct(t, to) || w.afterExchange(t, func(int) bool { return w.direct(t, to) })
}

// afterExchange exchanges a token with another so that something holds, and reports whether that is possible.
func (w *world) afterExchange(t int, holds func(u int) bool) bool {
	for u := range w.tokens {
		for k := max(w.seen[t], w.seen[u]); k < w.step(); k++ {
			if w.parted(t, u, k) {
				w.exchange(t, u, k)
				if holds(u) {
					return true
				}
				w.exchange(t, u, k)
			}
		}
	}
	return false
}

// direct brings a token to a place by an exchange with one that is there.
func (w *world) direct(t int, to place) bool {
	return w.exchangeWith(t, func(u int) bool { return w.now()[u] == to && u != t })
}

// exchangeWith exchanges a token directly with one of these, and reports whether that is possible.
func (w *world) exchangeWith(t int, these func(u int) bool) bool {
	first := w.roll(w.tokens)
	for i := range w.tokens {
		u := (first + i) % w.tokens
		if these(u) {
			if k := w.together(t, u); k >= 0 {
				w.exchange(t, u, k)
				return true
			}
		}
	}
	return false
}

// together returns the last step after which two tokens were in the same place,
// and nobody has seen either since; -1: there is none.
func (w *world) together(t, u int) int {
	for k := w.step() - 1; k >= max(w.seen[t], w.seen[u]); k-- {
		if w.past[k][t] == w.past[k][u] {
			return k
		}
	}
	return -1
}

// parted reports whether two tokens were in the same place after step k and went
// different ways from there.
func (w *world) parted(t, u, k int) bool {
	return w.past[k][t] == w.past[k][u] && w.past[k+1][t] != w.past[k+1][u]
}

// exchange exchanges what happened to two tokens after step k; doing it again
// takes it back.
func (w *world) exchange(t, u, k int) {
	for i := k + 1; i < len(w.past); i++ {
		m := &w.past[i]
		m[t], m[u] = m[u], m[t]
	}
}
