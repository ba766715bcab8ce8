package coach

import (
	"cmp"
	"math"
	"slices"

	"chratze/rams"
	"chratze/stat"
)

// Mark is how a decision compares with the best one.
type Mark uint8

// The marks. From Inaccuracy on, the comment is the smallest cost in percent of the pot.
const (
	Forced     Mark = iota // only one act was legal
	Unknown                // no value could be estimated
	Fine                   // as good as the best, or nearly
	Unsure                 // looks worse, but that may be chance, or depends on how the others play
	Inaccuracy             // 3
	Mistake                // 10
	Blunder                // 25
)

// marks has the names, and the smallest cost of each in percent of the pot.
//
//lattice:table
var marks = [...]struct {
	name string
	from float64
}{{name: "forced"}, {name: "unknown"}, {name: "fine"}, {name: "unsure"}, {"inaccuracy", 3}, {"mistake", 10}, {"blunder", 25}}

// String returns the name, such as "inaccuracy".
func (m Mark) String() string { return marks[m].name }

// MarshalText returns the name.
func (m Mark) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// Topic returns the topic of a phase: blind, open, join, exchange, or play.
func Topic(p rams.Phase) string {
	switch p {
	case rams.PhaseDoubleBlind, rams.PhaseBlind:
		return "blind"
	case rams.PhaseOpen, rams.PhaseBid:
		return "open"
	case rams.PhaseJoin:
		return "join"
	case rams.PhaseLay, rams.PhaseDrop, rams.PhaseSwap:
		return "exchange"
	}
	return "play"
}

// Marked reports whether a decision counts as wrong.
func (m Mark) Marked() bool { return m >= Inaccuracy }

// Trifle is a cost, in percent of the pot, for which no mark is given. Wrong bounds the
// probability that any mark of a review is due to chance.
const (
	Trifle = 1
	Wrong  = 0.05
)

// markOf returns the mark for a cost in percent of the pot.
func markOf(percent float64) Mark {
	m := Blunder
	for m > Unsure && percent < marks[m].from {
		m--
	}
	if m == Unsure {
		return Fine
	}
	return m
}

// mark marks all decisions that were valued together. There are as many tests as decisions that were estimated, so
// Holm's correction (1979) keeps the probability of any wrong mark below Wrong.
func mark(list []*Decision) {
	var tested []*Decision
	for _, d := range list {
		switch {
		case d.Exact:
			if d.Mark = markOf(d.Percent); d.Mark.Marked() {
				d.counted = d.Cost
			}
		case d.Values != nil:
			tested = append(tested, d)
		}
	}
	slices.SortStableFunc(tested, func(a, b *Decision) int { return cmp.Compare(a.chance, b.chance) })
	sure := true
	for i, d := range tested {
		sure = sure && d.chance <= Wrong/float64(len(tested)-i)
		d.Mark = markOf(d.Percent)
		if d.Mark.Marked() && !sure {
			d.Mark = Unsure
		}
		d.Half = 0
		if d.deviation > 0 {
			d.Half = d.deviation * stat.Quantile(Wrong/2/float64(len(tested)), chains-1)
		}
		if !d.Mark.Marked() {
			d.counted = 0
		} else {
			d.counted = d.Cost
		}
		d.chance = math.Min(d.chance, 1)
	}
}
