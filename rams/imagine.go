package rams

import "chratze/card"

// TransposeUnseen exchanges the places of two cards in hands, stock and discards. If a
// seat can't place either card, it can't tell the new state from the old one. A search
// goes from world to world like this (package bot/search).
func (s *State) TransposeUnseen(a, b card.Card) {
	both := a.Bit() | b.Bit()
	for seat := range s.hands {
		s.hands[seat] = transposed(s.hands[seat], both)
	}
	s.stock, s.under = transposed(s.stock, both), transposed(s.under, both)
	s.laid, s.discards = transposed(s.laid, both), transposed(s.discards, both)
}

// transposed returns a set in which, if it has just one of two cards, the other replaces it.
func transposed(set, both card.Set) card.Set {
	if one := set & both; one != 0 && one != both {
		return set ^ both
	}
	return set
}

// RuledOut returns the cards that the player on turn cannot hold if it legally plays c,
// because each of them would have had to be played instead (2.10, 3.9, 5.7). In Loo a plain card that is led first
// says more than that: no two trumps were held.
func (s *State) RuledOut(c card.Card) (cards card.Set) {
	if s.phase != PhasePlay || s.inTrick == 0 && s.game.rules.MustLead == MustLeadNo {
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

// Resume stacks the deck for a hand that has been partly dealt: the rest of the pack in a
// new order, except the cards whose place everybody saw at the cut.
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
