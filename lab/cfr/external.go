package cfr

import (
	"math"

	"chratze/chance"
)

// The movers in a [State] besides the players.
const (
	Nature = -1
	Over   = -2
)

// State is a history of a game, as a small value of its own type.
type State[S any] interface {
	// Player returns who moves: 0 and up, [Nature] or [Over].
	Player() int
	// Infoset returns the slot of the mover's information set in a [Table], and how
	// many actions there are.
	Infoset() (slot, actions int)
	// Act returns the state after an action of the mover.
	Act(action int) S
	// Sample returns the state after a step of chance.
	Sample(r chance.Source) S
	// Utility returns what a player has won when it is [Over].
	Utility(player int) float32
}

// rarely is how many walks there are to one that tries what is pruned, too.
const rarely = 4

// External learns a game by external sampling. Its walks follow from the source
// alone.
type External[S State[S]] struct {
	Table  *Table
	Source chance.Source
	// Learn, if not nil, gets what a walk has learned, instead of the table. Pass it to
	// [Table.Add]; it is valid until Learn returns. With several workers, collect it and add it
	// in a fixed order.
	Learn func(slot int, gain []float32, average bool)
	// Prune, if above 0, prunes actions that have been worse than the strategy by more than this in
	// total, in units of the walk's weight. They are tried in few walks only, and count more there, so
	// regrets are the same on average (after Brown and Sandholm 2015).
	Prune float32

	player int
	cut    float32 // regrets below it are of actions that are pruned
	all    bool    // in this walk they are tried
	weight float32
	stack  []float32 // strategies and values of the histories above
	top    int
}

// Walk walks once through the game from root for one player, the traverser. What it
// learns has this weight: 1, or the number of the iteration for linear CFR
// (Brown and Sandholm 2019). Walk returns the traverser's value in this walk.
func (e *External[S]) Walk(root S, player int, weight float32) float32 {
	e.player, e.weight, e.top = player, weight, 0
	e.cut, e.all = -math.MaxFloat32, true
	if e.Prune > 0 {
		e.cut, e.all = -e.Prune*weight, e.Source.IntN(rarely) == 0
	}
	return e.walk(root)
}

func (e *External[S]) walk(s S) float32 {
	mover := s.Player()
	for mover == Nature {
		s = s.Sample(e.Source)
		mover = s.Player()
	}
	if mover == Over {
		return s.Utility(e.player)
	}
	slot, n := s.Infoset()
	p := e.push(n)
	e.Table.Current(slot, p)
	if mover != e.player {
		s = s.Act(e.draw(p))
		for a := range p {
			p[a] *= e.weight
		}
		e.learn(slot, p, true)
		e.top -= n
		return e.walk(s)
	}
	values, pruned := e.push(n), uint32(0)
	var mean float32
	for a, regret := range e.Table.regret[slot : slot+n] {
		if regret < e.cut {
			pruned |= 1 << a
			if !e.all {
				continue
			}
		}
		values[a] = e.walk(s.Act(a))
		mean += p[a] * values[a]
	}
	for a := range values {
		switch {
		case pruned>>a&1 == 0:
			values[a] = e.weight * (values[a] - mean)
		case e.all:
			values[a] = rarely * e.weight * (values[a] - mean)
		default:
			values[a] = 0
		}
	}
	e.learn(slot, values, false)
	e.top -= 2 * n
	return mean
}

// push returns n numbers on top of the stack.
func (e *External[S]) push(n int) []float32 {
	if e.top+n > len(e.stack) { // who holds part of the old one keeps it
		e.stack = make([]float32, 2*(e.top+n)+64*MaxActions)
	}
	e.top += n
	return e.stack[e.top-n : e.top : e.top]
}

// learn adds regrets, or a strategy to the average: everybody's but the
// traverser's is weighed by how often it is reached, since it is reached by sampling.
func (e *External[S]) learn(slot int, gain []float32, average bool) {
	if e.Learn != nil {
		e.Learn(slot, gain, average)
		return
	}
	e.Table.Add(slot, gain, average)
}

// draw returns an action with its probability.
func (e *External[S]) draw(p []float32) int {
	x := float32(e.Source.IntN(1<<24)) * (1.0 / (1 << 24))
	last := len(p) - 1
	for a, q := range p[:last] {
		if x -= q; x < 0 {
			return a
		}
	}
	return last
}

// Add adds what a walk has learned, as it was handed to Learn of an [External].
func (t *Table) Add(slot int, gain []float32, average bool) {
	to := t.regret
	if average {
		to = t.average
	}
	to = to[slot : slot+len(gain)]
	for a, g := range gain {
		to[a] += g
	}
}
