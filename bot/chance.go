package bot

import (
	"math"

	"chratze/card"
	"chratze/rams"
)

// Chance returns how likely it is that somebody who plays about so, with the hand of
// the view, does this: nobody keeps to thresholds to the hundredth. (It is what
// package search thinks of the others; a view without Events, and with the first and the last
// of its legal acts, will do.)
func (t *thumb) Chance(v *rams.View, a rams.Action) float64 {
	rules := v.Game.Rules()
	return t[kindOf(&rules)].chance(v, eye{rules.Weli.Card(), v.Trump}, a)
}

func (t *thresholds) chance(v *rams.View, h eye, a rams.Action) float64 {
	switch a.Kind {
	case rams.Open:
		return about(h.worth(v.Hand) - t.toOpen(v))
	case rams.Pass:
		return 1 - about(h.worth(v.Hand)-t.toOpen(v))
	case rams.BidStrike, rams.BidTurn, rams.BidTop, rams.BidPass:
		return t.chanceBid(v, h, a.Kind)
	case rams.Join:
		return about(h.worth(v.Hand) - t.toJoin(v))
	case rams.Out:
		return 1 - about(h.worth(v.Hand)-t.toJoin(v))
	case rams.Lay:
		return like(t.lay(v, h) ^ a.Cards)
	case rams.Drop:
		return like(h.lowest(v.Hand, a.Cards.Len()) ^ a.Cards)
	}
	return 1
}

// chanceBid: the first bid that is worth it, or none.
func (t *thresholds) chanceBid(v *rams.View, h eye, k rams.Kind) float64 {
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

// about returns how likely somebody does what he is so many hundredths above the
// threshold for, or below it.
func about(more int) float64 {
	const width, slip = 15, 0.02
	return slip + (1-2*slip)/(1+math.Exp(-float64(more)/width))
}

// like returns how likely cards are chosen that differ by so many.
func like(different card.Set) float64 {
	p := 1.0
	for range different.Len() {
		p /= 5
	}
	return p + 0.001
}
