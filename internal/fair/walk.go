package fair

import "chratze/card"

// StepKind is what happened to the pack.
type StepKind uint8

// The kinds of steps.
const (
	Shuffled   StepKind = iota // N cards were shuffled; Cards, if they are known
	Cut                        // the top packet had N cards; Cards were shown: its bottom card, then perhaps the other's
	Taken                      // Cards came off the pack, the first one first
	Reshuffled                 // N discards were shuffled and laid under what was left; Cards, if they are known
)

// Step is something that happened to the pack in a hand, as somebody was told it.
// Cards that he wasn't shown are card.Hidden.
type Step struct {
	Kind  StepKind
	Cards []card.Card
	N     int
}

// Place is where a card lay: which draw put it there, and where in its order, from 0.
type Place struct {
	Draw, At int
	Card     card.Card
}

// walk follows the cards of a hand from the draws to where they went.
type walk struct {
	draws int
	stock []Place // what is still in the pack, the top card first; the cards aren't known
	seen  []Place
}

// Seen returns where the cards lay that were shown, in the order in which they came,
// each once. Orders of shuffles are not among them. Ok is false if no pack can have
// been like that.
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

// drawn puts n cards of a new draw under what is in the pack.
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
	for _, old := range w.seen {
		if old == p { // shown at the cut, and now dealt
			return
		}
	}
	w.seen = append(w.seen, p)
}
