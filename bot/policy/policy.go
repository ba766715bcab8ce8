package policy

import (
	"slices"

	"chratze/chance"
	"chratze/rams"
)

// Policy is a strategy that was learned, with one byte for each
// action. It is immutable and safe for concurrent use.
type Policy struct {
	header Header
	layout *layout
	chance []uint8 // by slot, in units of 1/255; all 0 if too little is known
}

// Header returns what was trained, and how.
func (p *Policy) Header() Header { return p.header }

// maxActs is the greatest number of actions of a decision that is learned.
const maxActs = 8

// Plays reports whether the policy is for this game, whatever coin is the smallest and however the pot is limited: a coin
// changes shares by less than itself, and a limit only hands whose pot is near it.
func (p *Policy) Plays(g *rams.Game) bool {
	rules := g.Rules()
	rules.Coin, rules.PotCap = p.layout.rules.Coin, p.layout.rules.PotCap
	return g == p.layout.game || g.Seats() == p.layout.seats && rules == p.layout.rules
}

// Known returns the number of decisions that the policy can answer.
func (p *Policy) Known() (n int) {
	for _, part := range p.layout.parts {
		for slot := part.first; slot < part.first+part.places*part.acts; slot += part.acts {
			if !p.unknown(slot, part.acts) {
				n++
			}
		}
	}
	return n
}

func (p *Policy) unknown(slot, acts int) bool {
	return slices.Max(p.chance[slot:slot+acts]) == 0
}

// chances writes the probability of each action of a decision into dst. known is false if the
// decision is not learned, or was met too rarely.
func (p *Policy) chances(v *rams.View, h *sortedHand, dst []float32) (list []float32, known bool) {
	if len(v.Legal) < 2 {
		return nil, false
	}
	slot, acts, learned := p.layout.place(v, h)
	if !learned || p.unknown(slot, acts) {
		return nil, false
	}
	sum := float32(0)
	for _, c := range p.chance[slot : slot+acts] {
		dst = append(dst, float32(c))
		sum += float32(c)
	}
	for i := range dst {
		dst[i] /= sum
	}
	return dst, true
}

// slip is the probability, relative to the most frequent action, below which an action counts
// as noise and isn't taken. What was met a few hundred times is half noise, and few questions
// have two good answers.
const slip = 0.5

// Act returns the policy's action for a view of its game, at random from source if it has more
// than one. known is false for questions that aren't learned, and for positions that were met
// too rarely in training.
func (p *Policy) Act(v *rams.View, source chance.Source) (a rams.Action, known bool) {
	var h sortedHand
	var space [maxActs]float32
	list, known := p.chances(v, &h, space[:0])
	if !known {
		return rams.Action{}, false
	}
	sum := float32(0)
	least := slip * slices.Max(list)
	for i, x := range list {
		if x < least {
			list[i] = 0
		}
		sum += list[i]
	}
	x := float32(source.IntN(1<<20)) / (1 << 20) * sum
	last := 0
	for i, q := range list {
		if q > 0 {
			last = i
			if x -= q; x < 0 {
				break
			}
		}
	}
	return p.layout.act(v, &h, last), true
}
