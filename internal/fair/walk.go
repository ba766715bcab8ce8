package fair

import (
	"slices"

	"chratze/card"
)

// StepKind is what happened to the pack.
type StepKind uint8

// The kinds of steps.
const (
	Shuffled   StepKind = iota // N cards were shuffled; Cards, if they are known
	Cut                        // the top packet had N cards; Cards were shown: its bottom card, then perhaps that of the other packet
	Taken                      // Cards came off the pack, the first one first
	Reshuffled                 // N discards were shuffled and laid under what was left; Cards, if they are known
)

// Step is something that happened to the pack in a hand, as somebody saw it. Cards that were
// not shown are card.Hidden.
type Step struct {
	Kind  StepKind
	Cards []card.Card
	N     int
}

// Place is where a card lay: the draw that put it there, and its index in that draw's order,
// from 0.
type Place struct {
	Draw, At int
	Card     card.Card
}

// walk follows the cards of a hand from the draws to their destination.
type walk struct {
	draws int
	stock []Place // the places of the cards still in the pack, the top one first
	seen  []Place
}

// Seen returns the places of the cards that were shown, each once, in the order in which they
// were shown. Cards of a shuffle's order are not included. ok is false if no pack fits the
// steps.
func Seen(steps []Step) (seen []Place, ok bool) {
	w := walk{}
	for i := range steps {
		if !w.step(&steps[i]) {
			return nil, false
		}
	}
	return w.seen, true
}

func (w *walk) step(s *Step) bool {
	switch s.Kind {
	case Shuffled:
		w.stock = w.stock[:0]
		w.drawn(s.N)
	case Reshuffled:
		w.drawn(s.N)
	case Cut:
		w.draws++
		n := len(w.stock)
		if s.N < 1 || s.N >= n || len(s.Cards) == 0 || len(s.Cards) > 2 {
			return false
		}
		w.see(w.stock[s.N-1], s.Cards[0])
		if len(s.Cards) == 2 {
			w.see(w.stock[n-1], s.Cards[1])
		}
		w.stock = append(w.stock[s.N:n:n], w.stock[:s.N]...)
	case Taken:
		if len(s.Cards) > len(w.stock) {
			return false
		}
		for i, c := range s.Cards {
			w.see(w.stock[i], c)
		}
		w.stock = w.stock[len(s.Cards):]
	}
	return true
}

// drawn puts the n cards of a new draw under the rest of the pack.
func (w *walk) drawn(n int) {
	w.draws++
	for at := range n {
		w.stock = append(w.stock, Place{Draw: w.draws, At: at})
	}
}

func (w *walk) see(p Place, c card.Card) {
	if c == card.Hidden {
		return
	}
	p.Card = c
	if !slices.Contains(w.seen, p) { // it may have been shown at the cut, and now be dealt
		w.seen = append(w.seen, p)
	}
}
