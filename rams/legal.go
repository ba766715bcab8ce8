package rams

import (
	"math/bits"
	"slices"

	"chratze/card"
)

// MaxLegal is the greatest number of legal actions in any state: seven of eleven
// cards to drop (3.8).
const MaxLegal = 330

// Legal appends the legal actions of the seat whose turn it is, in the order of
// docs/rams-hand.md: as Kind lists them, card lists with fewer cards first, then
// by pack order. It appends nothing while it is nature's turn or nobody's.
func (s *State) Legal(dst []Action) []Action {
	switch s.phase {
	case PhasePlay:
		return appendPlays(dst, s.turn, s.Plays())
	case PhaseJoin:
		return s.legalJoin(dst)
	case PhaseLay:
		least, most := s.layRange()
		return appendLays(dst, s.turn, s.hands[s.turn], least, most)
	case PhaseOpen:
		return s.either(dst, Open, Pass)
	case PhasePrice:
		for k := Price1; k < kinds; k++ {
			if s.priceFits(k.Price()) {
				dst = append(dst, Action{Kind: k, Seat: s.turn})
			}
		}
	case PhaseDoubleBlind:
		return s.either(dst, DoubleBlind, See)
	case PhaseBlind:
		return s.either(dst, GoBlind, See)
	case PhaseDrop:
		return s.legalDrop(dst)
	case PhaseSwap:
		return s.either(dst, Swap, Keep)
	case PhaseBid:
		return s.legalBid(dst)
	}
	return dst
}

// extend makes room for n more actions and returns it as out. Writing actions in
// place is much faster than appending them one by one (docs/performance.md).
func extend(dst []Action, n int) (all, out []Action) {
	all = slices.Grow(dst, n)[:len(dst)+n]
	return all, all[len(dst):]
}

func appendPlays(dst []Action, seat Seat, cards card.Set) []Action {
	dst, out := extend(dst, cards.Len())
	for i := range out {
		a := &out[i]
		*a = Action{}
		a.Cards, a.Kind, a.Seat = cards&-cards, Play, seat
		cards = cards.Rest()
	}
	return dst
}

func (s *State) either(dst []Action, a, b Kind) []Action {
	return append(dst, Action{Kind: a, Seat: s.turn}, Action{Kind: b, Seat: s.turn})
}

// legalBid: a contract higher than the last, or weiter (3.6).
func (s *State) legalBid(dst []Action) []Action {
	over := NoContract
	if s.declarer != Nobody {
		over = s.contract[s.declarer]
	}
	for k := BidStrike; k <= BidTop; k++ {
		if s.game.rules.MayBid(k.Contract(), over, s.turn == s.dealer) {
			dst = append(dst, Action{Kind: k, Seat: s.turn})
		}
	}
	return append(dst, Action{Kind: BidPass, Seat: s.turn})
}

// legalJoin: join, out, or last, as far as Susi and the last word let (2.6, 4).
func (s *State) legalJoin(dst []Action) []Action {
	if s.alone() == RefuseBare {
		return append(dst, Action{Kind: Out, Seat: s.turn})
	}
	dst = append(dst, Action{Kind: Join, Seat: s.turn})
	if !s.mustJoin() {
		dst = append(dst, Action{Kind: Out, Seat: s.turn})
		if s.lastWordFree() { // a seat that has to join could only claim it to join later
			dst = append(dst, Action{Kind: Last, Seat: s.turn})
		}
	}
	if s.game.rules.Spare == SpareNo {
		return dst
	}
	if s.spareLies() {
		dst = append(dst, Action{Kind: TakeSpare, Seat: s.turn})
	}
	if s.mayPlayForPot() {
		dst = append(dst, Action{Kind: PlayForPot, Seat: s.turn})
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
	return s.alone() == RefuseAlone || s.mayPlayForPot() || s.game.rules.Spare == SpareMust && s.spareLies()
}

// mayClaim reports whether the seat asked to join may claim the last word.
func (s *State) mayClaim() bool { return !s.mustJoin() && s.lastWordFree() }

// lastWordFree reports whether the last word can be claimed in this game and has not been.
func (s *State) lastWordFree() bool {
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
// round, unless another person has claimed the last word.
func (s *State) lastAsked() bool {
	return s.claimant == Nobody && int8(s.round)+2 == s.game.seats
}

// legalDrop: any cards, as many as there are too many.
func (s *State) legalDrop(dst []Action) []Action {
	var cards [maxHand]card.Set
	n := 0
	for hand := s.hands[s.turn]; hand != 0; hand = hand.Rest() {
		cards[n] = hand & -hand
		n++
	}
	return appendCombinations(dst, Action{Kind: Drop, Seat: s.turn}, cards[:n], s.surplus(s.turn))
}

// maxHand is the greatest number of cards a seat can hold: Kratzen's dealer
// lays six, draws six, and five more for the trump ace (3.8).
const maxHand = 11

// layRange returns the least and the greatest number of cards to discard: enough to
// get down to the size of the hand, and no more than stock and discards can bring
// back (2.8); or, where the dealer may take the upcards, none or those that go for them.
func (s *State) layRange() (least, most int) {
	over := s.surplus(s.turn)
	if s.game.rules.Rob != RobNo {
		return 0, s.table.Len()
	}
	there := (s.stock | s.discards).Len()
	most = min(s.hands[s.turn].Len(), over+there)
	if limit := s.game.rules.ExchangeMax.cards(s.game.Seats()); limit > 0 {
		most = min(most, max(limit, over))
	}
	return max(0, over), most
}

// maxLay is the greatest number of cards in a hand before the exchange: four,
// and two for a double blind or a Weli turned up.
const maxLay = 6

// subset is an entry of a legal list of lays: the cards of an entry before it, and
// one more.
type subset struct{ before, card uint8 }

// subsetTable lists the subsets of n cards in the order of a legal list, fewer
// cards first, then by pack order. Those of k cards begin at first[n][k]. Each
// but the empty one is one before it and its last card.
type subsetTable struct {
	list  [maxLay + 1][1 << maxLay]subset
	first [maxLay + 1][maxLay + 2]uint8
}

//lattice:table
var subsets = func() (t subsetTable) {
	for n := range t.list {
		var cards [maxLay]card.Set // stand-ins: card i is bit i
		for i := range n {
			cards[i] = 1 << i
		}
		var all []Action
		for k := range n + 1 {
			t.first[n][k] = uint8(len(all))
			all = appendCombinations(all, Action{}, cards[:n], k)
		}
		t.first[n][n+1] = uint8(len(all))
		for i, a := range all[1:] {
			last := bits.Len64(uint64(a.Cards)) - 1
			before := slices.IndexFunc(all, func(b Action) bool { return b.Cards == a.Cards&^(1<<last) })
			t.list[n][i+1] = subset{uint8(before), uint8(last)}
		}
	}
	return t
}()

// appendLays appends a lay for each subset of hand with least … most cards.
func appendLays(dst []Action, seat Seat, hand card.Set, least, most int) []Action {
	var cards [8]card.Set
	n := 0
	for ; hand != 0; hand = hand.Rest() {
		cards[n&7] = hand & -hand
		n++
	}
	t := &subsets
	from, to := int(t.first[n][least]), int(t.first[n][most+1])
	all, out := extend(dst, to)
	list := t.list[n][:len(out)]
	out[0] = Action{Kind: Lay, Seat: seat}
	for i := 1; i < len(list); i++ {
		s := list[i]
		a := &out[i]
		*a = Action{}
		a.Cards, a.Kind, a.Seat = out[s.before].Cards|cards[s.card&7], Lay, seat
	}
	if from > 0 { // too few to get down to the size of the hand
		copy(out, out[from:])
		all = all[:len(all)-from]
	}
	return all
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
