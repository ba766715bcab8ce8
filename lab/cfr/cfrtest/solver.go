package cfrtest

import (
	"math"

	"chratze/lab/cfr"
)

// Method says how regrets and the average are weighed.
type Method uint8

// The methods.
const (
	// Plus is CFR+: no regret is kept below 0, and iteration t counts t times in the
	// average (Tammelin 2014).
	Plus Method = iota
	// Discounted is DCFR with α 1.5, β 0, γ 2 (Brown and Sandholm 2019).
	Discounted
)

// Solver iterates over a tree. Both players take turns in an iteration.
type Solver struct {
	tree    *Tree
	method  Method
	regret  []float32 // by decision, action and hand
	average []float32
	arena   []float32 // vectors of the walk, a stack
	t       int
	gain    float32 // factors of this iteration
	loss    float32
	weight  float32
}

// NewSolver returns a solver that has learned nothing.
func NewSolver(t *Tree, m Method) *Solver {
	most := max(t.hands[0], t.hands[1])
	return &Solver{
		tree: t, method: m,
		regret: make([]float32, t.slots), average: make([]float32, t.slots),
		arena: make([]float32, (t.depth+1)*(2*cfr.MaxActions+2)*most),
	}
}

// Iterate does n iterations.
func (s *Solver) Iterate(n int) {
	root := int32(len(s.tree.nodes) - 1)
	for range n {
		s.t++
		s.factors()
		for player := range 2 {
			me, arena := ones(s.arena, s.tree.hands[player])
			other, arena := ones(arena, s.tree.hands[1-player])
			out, arena := cut(arena, s.tree.hands[player])
			s.walk(root, player, me, other, out, arena)
		}
	}
}

// factors sets what this iteration's regrets and strategies count. A discount of the
// average is the same as a growing weight.
func (s *Solver) factors() {
	t := float64(s.t)
	s.gain, s.loss, s.weight = 1, 1, float32(t)
	if s.method == Discounted {
		a := math.Pow(t, 1.5)
		s.gain, s.loss, s.weight = float32(a/(a+1)), 0.5, float32(t*t)
	}
}

func cut(arena []float32, n int) (vector, rest []float32) { return arena[:n:n], arena[n:] }

func ones(arena []float32, n int) (vector, rest []float32) {
	vector, rest = cut(arena, n)
	for i := range vector {
		vector[i] = 1
	}
	return vector, rest
}

// walk writes what each hand of player is worth at a node into out, weighed by how
// likely the other gets here (other) and chance; me is how likely the player's
// own hands get here.
func (s *Solver) walk(at int32, player int, me, other, out, arena []float32) {
	n := &s.tree.nodes[at]
	switch {
	case n.player == leafNode:
		multiply(s.tree.leaves[n.at][player], other, out)
	case n.player == chanceNode:
		value, arena := cut(arena, len(out))
		clear(out)
		for _, c := range n.children {
			s.walk(c, player, me, other, value, arena)
			add(out, value)
		}
	case int(n.player) != player:
		s.othersTurn(n, player, me, other, out, arena)
	default:
		s.ownTurn(n, player, me, other, out, arena)
	}
}

// multiply writes the matrix times the vector into out.
func multiply(matrix, vector, out []float32) {
	k := len(vector)
	for i := range out {
		var sum float32
		for j, g := range matrix[i*k : i*k+k] {
			sum += g * vector[j]
		}
		out[i] = sum
	}
}

func add(to, from []float32) {
	for i, x := range from[:len(to)] {
		to[i] += x
	}
}

func (s *Solver) othersTurn(n *node, player int, me, other, out, arena []float32) {
	hands, actions := len(other), len(n.children)
	strategy, arena := cut(arena, actions*hands)
	matchHands(s.regret[n.at:int(n.at)+actions*hands], strategy, hands)
	value, arena := cut(arena, len(out))
	reach, arena := cut(arena, hands)
	clear(out)
	for a, c := range n.children {
		for h, p := range strategy[a*hands : a*hands+hands] {
			reach[h] = other[h] * p
		}
		s.walk(c, player, me, reach, value, arena)
		add(out, value)
	}
}

func (s *Solver) ownTurn(n *node, player int, me, other, out, arena []float32) {
	hands, actions := len(me), len(n.children)
	regret := s.regret[n.at : int(n.at)+actions*hands]
	average := s.average[n.at : int(n.at)+actions*hands]
	strategy, arena := cut(arena, actions*hands)
	values, arena := cut(arena, actions*hands)
	matchHands(regret, strategy, hands)
	reach, arena := cut(arena, hands)
	clear(out)
	for a, c := range n.children {
		p := strategy[a*hands : a*hands+hands]
		value := values[a*hands : a*hands+hands]
		for h, q := range p {
			reach[h] = me[h] * q
			average[a*hands+h] += s.weight * reach[h]
		}
		s.walk(c, player, reach, other, value, arena)
		for h, q := range p {
			out[h] += q * value[h]
		}
	}
	for a := range actions {
		for h, v := range out {
			i := a*hands + h
			regret[i] = s.discounted(regret[i]) + values[i] - v
			if s.method == Plus {
				regret[i] = max(regret[i], 0)
			}
		}
	}
}

func (s *Solver) discounted(regret float32) float32 {
	if regret > 0 {
		return regret * s.gain
	}
	return regret * s.loss
}

// matchHands is match for each hand: weights stand by action and hand.
func matchHands(weights, p []float32, hands int) {
	actions := len(weights) / hands
	for h := range hands {
		var sum float32
		for i := h; i < len(weights); i += hands {
			p[i] = max(weights[i], 0)
			sum += p[i]
		}
		if sum > 0 {
			for i := h; i < len(weights); i += hands {
				p[i] /= sum
			}
			continue
		}
		for i := h; i < len(weights); i += hands {
			p[i] = 1 / float32(actions)
		}
	}
}

// Take makes what a table has learned by walking a State over the same tree, with the
// slots that [Tree.Slot] gives, the solver's average strategy; so it can be judged.
func (s *Solver) Take(table *cfr.Table) {
	for i := range s.tree.nodes {
		n := &s.tree.nodes[i]
		if n.player < 0 {
			continue
		}
		hands, actions := s.tree.hands[n.player], len(n.children)
		for h := range hands {
			for a := range actions {
				_, s.average[int(n.at)+a*hands+h] = table.At(int(n.at) + h*actions + a)
			}
		}
	}
}
