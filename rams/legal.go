package rams

import (
	"math/bits"

	"chratze/card"
)

// MaxLegal is the greatest number of legal actions in any state: seven of eleven
// cards to drop (3.8).
const MaxLegal = 330

// Legal appends the legal actions of the seat whose turn it is, in the order of
// HAND-HISTORY.md: as Kind lists them, card lists with fewer cards first, then
// by pack order. It appends nothing while it is nature's turn or nobody's.
func (s *State) Legal(dst []Action) []Action {
	switch s.phase {
	case PhasePlay:
		a := Action{Kind: Play, Seat: s.turn}
		for c := s.Plays(); c != 0; c = c.Rest() {
			a.Cards = c & -c
			dst = append(dst, a)
		}
		return dst
	case PhaseJoin:
		return s.legalJoin(dst)
	case PhaseLay:
		least, most := s.layRange()
		return appendSubsets(dst, Action{Kind: Lay, Seat: s.turn}, s.hands[s.turn], least, most)
	case PhaseOpen:
		return s.append(dst, Open, Pass)
	case PhaseDoubleBlind:
		return s.append(dst, DoubleBlind, See)
	case PhaseBlind:
		return s.append(dst, GoBlind, See)
	case PhaseDrop:
		n := s.surplus(s.turn)
		return appendSubsets(dst, Action{Kind: Drop, Seat: s.turn}, s.hands[s.turn], n, n)
	case PhaseSwap:
		return s.append(dst, Swap, Keep)
	case PhaseBid:
		return s.legalBid(dst)
	}
	return dst
}

func (s *State) append(dst []Action, kinds ...Kind) []Action {
	for _, k := range kinds {
		dst = append(dst, Action{Kind: k, Seat: s.turn})
	}
	return dst
}

// legalBid: a contract higher than the last, or weiter (3.6).
func (s *State) legalBid(dst []Action) []Action {
	high := NoContract
	if s.declarer != Nobody {
		high = s.contract[s.declarer]
	}
	for _, b := range [...]struct {
		kind Kind
		is   Contract
	}{{BidStrike, Declared}, {BidTurn, DeclaredTurn}, {BidTop, DeclaredTop}} {
		if b.is > high {
			dst = append(dst, Action{Kind: b.kind, Seat: s.turn})
		}
	}
	return append(dst, Action{Kind: BidPass, Seat: s.turn})
}

// legalJoin: join, out, or last, as far as Susi and the last word let (2.6, 4).
func (s *State) legalJoin(dst []Action) []Action {
	dst = append(dst, Action{Kind: Join, Seat: s.turn})
	if !s.mustJoin() {
		dst = append(dst, Action{Kind: Out, Seat: s.turn})
	}
	if s.mayClaim() {
		dst = append(dst, Action{Kind: Last, Seat: s.turn})
	}
	return dst
}

// mustJoin reports whether the seat asked to join can't stay out.
func (s *State) mustJoin() bool {
	if s.nobodyJoined() {
		if s.has(flagReasked) {
			return s.game.rules.LastWord == LastWordMust || s.game.rules.Susi == SusiForced
		}
		return s.game.rules.Susi == SusiForced && s.lastAsked()
	}
	return false
}

// mayClaim reports whether the seat asked to join may claim the last word.
func (s *State) mayClaim() bool {
	switch s.game.rules.LastWord {
	case LastWordOn:
		return s.claimant == Nobody
	case LastWordMust:
		return s.claimant == Nobody && s.nobodyJoined()
	}
	return false
}

// nobodyJoined reports whether only the declarer is in.
func (s *State) nobodyJoined() bool { return s.in == 1 && s.declarer != Nobody }

// lastAsked reports whether the seat asked is the last seat: the end of the
// round, unless somebody else has claimed the last word.
func (s *State) lastAsked() bool {
	return s.claimant == Nobody && int8(s.round)+2 == s.game.seats
}

// layRange returns how few and how many cards may be laid: enough to get down to
// the size of the hand, and no more than stock and discards can bring back (2.8).
func (s *State) layRange() (least, most int) {
	over := s.surplus(s.turn)
	there := (s.stock | s.discards).Len()
	return max(0, over), min(s.hands[s.turn].Len(), over+there)
}

// appendSubsets appends an action for each subset of hand with least … most
// cards, smaller subsets first, then in pack order.
func appendSubsets(dst []Action, a Action, hand card.Set, least, most int) []Action {
	var cards [16]card.Set
	n := 0
	for ; hand != 0; hand = hand.Rest() {
		cards[n] = hand & -hand
		n++
	}
	for size := least; size <= most; size++ {
		dst = appendCombinations(dst, a, cards[:n], size)
	}
	return dst
}

// appendCombinations appends an action for each choice of k of the cards, in
// lexicographic order. A choice is a mask in which the first card is the highest
// of n bits, so that the order is that of falling masks.
func appendCombinations(dst []Action, a Action, cards []card.Set, k int) []Action {
	n := len(cards)
	if k == 0 {
		a.Cards = 0
		return append(dst, a)
	}
	for mask := uint32(1<<k-1) << (n - k); ; {
		a.Cards = 0
		for m := mask; m != 0; m &= m - 1 {
			a.Cards |= cards[n-1-bits.TrailingZeros32(m)]
		}
		dst = append(dst, a)
		ones := uint32(1)<<bits.TrailingZeros32(^mask) - 1 // the run of ones at the low end
		rest := mask &^ ones
		if rest == 0 {
			return dst
		}
		low := rest & -rest // moves down by one, with the run behind it
		run := bits.OnesCount32(ones) + 1
		mask = rest&^low | (uint32(1)<<run-1)<<(bits.TrailingZeros32(low)-run)
	}
}
