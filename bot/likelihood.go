package bot

import (
	"math"

	"chratze/card"
	"chratze/rams"
)

// Likelihood returns the likelihood (0, 1] of a given this seat's hand. It softens each threshold
// with a logistic curve, as nobody keeps to thresholds exactly. The search models other
// players by it. The view needs no Events, and only the first and the last of its legal actions.
func (t *heuristic) Likelihood(v *rams.View, a rams.Action) float64 {
	rules := v.Game.Rules()
	return t[kindOf(&rules)].chance(v, cardRanker{v.Game, v.Trump}, a)
}

func (t *thresholds) chance(v *rams.View, h cardRanker, a rams.Action) float64 {
	switch a.Kind {
	case rams.Open:
		return about(h.opening(v) - t.toOpen(v))
	case rams.Pass:
		return 1 - about(h.opening(v)-t.toOpen(v))
	case rams.BidStrike, rams.BidTurn, rams.BidTop, rams.BidPass:
		return t.chanceBid(v, h, a.Kind)
	case rams.Join:
		return about(h.worth(v.Hand) - t.toJoin(v))
	case rams.Out:
		none := 1 - about(h.worth(v.Hand)-t.toJoin(v))
		if v.SpareLies() {
			none *= 1 - about(h.average()-t.toJoin(v))
		}
		return none
	case rams.TakeSpare:
		return (1 - about(h.worth(v.Hand)-t.toJoin(v))) * about(h.average()-t.toJoin(v))
	case rams.Lay:
		return like(t.lay(v, h)^a.Cards, v.Hand)
	case rams.Drop:
		return like(h.lowest(v.Hand, a.Cards.Len())^a.Cards, v.Hand)
	}
	return 1
}

// chanceBid: the first bid that is worth it, or none.
func (t *thresholds) chanceBid(v *rams.View, h cardRanker, k rams.Kind) float64 {
	none := 1.0
	for i, more := range t.bids(v, h) {
		p := about(more)
		if bids[i].kind == k {
			return none * p
		}
		none *= 1 - p
	}
	return none
}

// about returns how likely a player with a hand this many hundredths above the
// threshold, or below it, does it.
func about(more int) float64 {
	const width, slip = 15, 0.02
	return slip + (1-2*slip)/(1+math.Exp(-float64(more)/width))
}

// like returns how likely a choice among the cards of a hand is that differs from the best in these.
func like(different, hand card.Set) float64 {
	p := 1.0
	for range different.Len() {
		p /= 5
	}
	for range hand.Len() {
		p /= 1.2 // so that all choices together are 1
	}
	return p + 0.001
}
