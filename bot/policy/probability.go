package policy

import (
	"slices"

	"chratze/rams"
)

// Sure returns the probability of the policy's most frequent action. Known is false where Act
// doesn't know the answer.
func (p *Policy) Sure(v *rams.View) (probability float64, known bool) {
	var h sortedHand
	var space [maxActs]float32
	list, known := p.chances(v, &h, space[:0])
	if !known {
		return 0, false
	}
	return float64(slices.Max(list)), true
}

// Probability returns the probability of an action given the hand of the view. Only the first and last of
// v.Legal are consulted. A discard's probability falls with the number of discarded cards that the policy
// would keep. Known is false for blind questions, and where Act doesn't know the answer.
func (p *Policy) Probability(v *rams.View, a rams.Action) (probability float64, known bool) {
	var h sortedHand
	slot, _, learned := p.layout.place(v, &h)
	if !learned {
		return 0, false
	}
	at, part, ok := p.layout.index(v, &h, a)
	acts := p.layout.parts[part].acts
	if !ok || at < 0 || at >= acts || p.unknown(slot, acts) {
		return 0, false
	}
	sum := 0
	for _, c := range p.chance[slot : slot+acts] {
		sum += int(c)
	}
	probability = float64(p.chance[slot+at]) / float64(sum)
	if a.Kind == rams.Lay {
		for range (a.Cards &^ h.worst(a.Cards.Len())).Len() {
			probability /= 8
		}
	}
	return probability, true
}

// index returns which action of its slot an act is; it is the inverse of act.
func (l *layout) index(v *rams.View, h *sortedHand, a rams.Action) (at, part int, ok bool) {
	switch a.Kind {
	case rams.Open:
		return 0, partOpen, true
	case rams.Pass:
		return 1, partOpen, true
	case rams.Join:
		return 0, partJoin, true
	case rams.Out:
		return 1, partJoin, true
	case rams.TakeSpare:
		if l.stands(v) {
			return 1, partJoin, true
		}
		return 2, partJoin, true
	case rams.Last, rams.PlayForPot:
		return 2, partJoin, true
	case rams.Price1, rams.Price2, rams.Price3, rams.Price5, rams.Price10:
		return int(a.Kind - rams.Price1), partPrice, true
	case rams.Lay:
		return h.n - a.Cards.Len(), partLay, true
	case rams.BidStrike, rams.BidTurn, rams.BidTop, rams.BidPass:
		over := rams.NoContract
		if v.Declarer >= 0 {
			over = v.Contract[v.Declarer]
		}
		for k := rams.BidStrike; k < a.Kind; k++ { // as many as are legal
			if l.rules.MayBid(k.Contract(), over, v.Seat == v.Dealer) {
				at++
			}
		}
		return at, partBid, true
	}
	return 0, 0, false
}

// stands reports whether a seat that may take the spare hand can't stay out.
func (l *layout) stands(v *rams.View) bool {
	joined, left := v.Others()
	return l.rules.Spare == rams.SpareMust || l.rules.Spare == rams.SpareDealer && joined == 1 && left == 0
}
