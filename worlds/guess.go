package worlds

import (
	"chratze/card"
	"chratze/rams"
)

// Which of the hidden tokens move is a guess. It is led by what the view shows
// later, so that it is mostly right at once.

// note notes the cards that each event shows.
func (w *world) note(events []rams.Event) {
	w.shows = w.shows[:0]
	trump := card.Clubs
	for i := range events {
		e := &events[i]
		set := e.Cards.Set()
		switch {
		case e.Kind == rams.EventTrump:
			trump = e.Suit
		case e.Kind == rams.EventAct && e.Act.Kind == rams.Swap:
			set = card.New(card.Six, trump).Bit()
		}
		w.shows = append(w.shows, set)
	}
}

// nextShown returns the next event in which the view shows a card, and its seat;
// -1 if there is none.
func (w *world) nextShown(c card.Card) (seat rams.Seat, event int) {
	for i := w.event + 1; i < len(w.shows); i++ {
		if w.shows[i].Has(c) {
			return w.observed.Events[i].Seat, i
		}
	}
	return rams.Nature, -1
}

// willShow returns the cards that a seat will show later on.
func (w *world) willShow(seat rams.Seat) (set card.Set) {
	for i := w.event + 1; i < len(w.shows); i++ {
		if w.observed.Events[i].Seat == seat {
			set |= w.shows[i]
		}
	}
	return set
}

// willDrop reports whether a seat drops cards later on.
func (w *world) willDrop(seat rams.Seat) bool {
	for i := w.event + 1; i < len(w.shows); i++ {
		if e := &w.observed.Events[i]; e.Kind == rams.EventAct && e.Act.Kind == rams.Drop && e.Seat == seat {
			return true
		}
	}
	return false
}

// wanted returns how much a named token is wanted in the hand of a seat that
// draws: first what it will show. Then come tokens without a name for the cards it
// will show that nobody has seen (see bareWanted), what it has to draw so that it
// is reshuffled for another person, and cards that are never shown again.
func (w *world) wanted(t int, seat rams.Seat) int {
	switch next, at := w.nextShown(w.name[t]); {
	case at < 0 && w.cannot[seat].Has(w.name[t]) && !w.willDrop(seat):
		return 1
	case at < 0:
		return 3
	case next == seat:
		return 6
	case w.reshuffledBefore(at):
		return 4
	}
	return 0
}

// bareWanted returns how much a token without a name is wanted there.
func (w *world) bareWanted(seat rams.Seat) int {
	n := 0
	for c := w.willShow(seat); c != 0; c = c.Rest() {
		if w.token[c.First()] < 0 {
			n++
		}
	}
	for t, p := range w.now()[:w.tokens] {
		if p == inHand+place(seat) && w.name[t] == card.Hidden {
			n--
		}
	}
	if n > 0 {
		return 5
	}
	return 2
}

// reshuffledBefore reports whether what lies in the stock now will have gone when
// the card that this event shows is drawn.
func (w *world) reshuffledBefore(shown int) bool {
	n := 0
	for i := w.event + 1; i < shown; i++ {
		switch e := &w.observed.Events[i]; {
		case e.Kind == rams.EventReshuffle:
			n++
		case e.Kind == rams.EventDraw && e.Seat == w.observed.Events[shown].Seat:
			if w.observed.Events[i-1].Kind == rams.EventReshuffle {
				n-- // the seat draws the rest of the stock first
			}
			return n > 0
		}
	}
	return n > 0
}

// unwanted returns how little a named token is wanted in a hand out of which cards
// go; those without a name have 1. A card that is never shown again may stay if
// not all of the hand will be shown.
func (w *world) unwanted(t int, seat rams.Seat) int {
	switch next, at := w.nextShown(w.name[t]); {
	case next == seat:
		return 0
	case w.cannot[seat].Has(w.name[t]):
		return 3
	case at < 0 && w.willShow(seat).Len() < w.size:
		return 0
	}
	return 2
}

// roll returns a number below n, always 0 without dice.
func (w *world) roll(n int) int {
	if w.dice == 0 {
		return 0
	}
	w.dice = w.dice*0x5851F42D4C957F2D + 0x14057B7EF767814F
	return int((w.dice >> 32) * uint64(n) >> 32)
}
