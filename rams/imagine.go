package rams

import "chratze/card"

// TransposeUnseen puts each of two cards in the other's place, in hands, stock and
// discards. If they are cards that a seat can't place, the state is another one that
// the seat can't tell from this: so worlds are imagined (package bot/search).
func (s *State) TransposeUnseen(a, b card.Card) {
	both := a.Bit() | b.Bit()
	for seat := range s.hands {
		s.hands[seat] = exchanged(s.hands[seat], both)
	}
	s.stock, s.under = exchanged(s.stock, both), exchanged(s.under, both)
	s.laid, s.discards = exchanged(s.laid, both), exchanged(s.discards, both)
}

// exchanged returns a set in which, if it has one of two cards, the other stands for it.
func exchanged(set, both card.Set) card.Set {
	if one := set & both; one != 0 && one != both {
		return set ^ both
	}
	return set
}

// RuledOut returns the cards that the seat to play can't hold if it plays c: it would
// have to play them instead (2.10, 3.9, 5.7). What was legal to play for c alone is barred
// by no card.
func (s *State) RuledOut(c card.Card) (cards card.Set) {
	if s.phase != PhasePlay || s.inTrick == 0 {
		return 0
	}
	pair := *s
	for others := s.game.pack &^ c.Bit(); others != 0; others = others.Rest() {
		pair.hands[s.turn] = c.Bit() | others&-others
		if !pair.Plays().Has(c) {
			cards |= others & -others
		}
	}
	return cards
}

// Resume stacks the deck for a hand from which cards have been dealt: what is left of
// the pack in a new order, but for those cards whose place everybody saw at the cut.
func (d *Deck) Resume(s *State) {
	pins, at := s.Pins()
	d.top = 0
	d.n = len((s.stock &^ pins.Set()).Append(d.order[:0]))
	d.Source.Shuffle(d.order[:d.n])
	first := 0
	if pins.Len() == 2 && at[1] < at[0] {
		first = 1
	}
	for i := range pins.Len() { // the one that lies higher first
		i ^= first
		d.n++
		copy(d.order[at[i]+1:d.n], d.order[at[i]:])
		d.order[at[i]] = pins.At(i)
	}
	under := d.n
	d.n = len(s.under.Append(d.order[:under]))
	d.Source.Shuffle(d.order[under:d.n])
}
