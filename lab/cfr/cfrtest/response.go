package cfrtest

// Value returns what player 0 wins on average if both play their average strategies.
func (s *Solver) Value() float64 {
	value, _ := s.judge(0, false)
	return value
}

// NashConv returns what the two players' best responses to the average strategies
// gain over them, added up: 0 in an equilibrium. Half of it is what is often called
// the exploitability.
func (s *Solver) NashConv() float64 {
	first, _ := s.judge(0, true)
	second, _ := s.judge(1, true)
	return first + second
}

// judge returns what a player wins against the other's average strategy, by hand and
// in all: with the player's own average strategy or, if best, with a best response.
func (s *Solver) judge(player int, best bool) (value float64, byHand []float64) {
	reach := make([]float64, s.tree.hands[1-player])
	for i := range reach {
		reach[i] = 1
	}
	byHand = s.response(int32(len(s.tree.nodes)-1), player, reach, best)
	for _, v := range byHand {
		value += v
	}
	return value, byHand
}

// response is walk in float64 for the average strategies, and with the best action
// of each hand where the player is to respond best.
func (s *Solver) response(at int32, player int, other []float64, best bool) []float64 {
	n := &s.tree.nodes[at]
	out := make([]float64, s.tree.hands[player])
	switch {
	case n.player == leafNode:
		matrix := s.tree.leaves[n.at][player]
		for i := range out {
			for j, r := range other {
				out[i] += float64(matrix[i*len(other)+j]) * r
			}
		}
		return out
	case n.player == chanceNode:
		for _, c := range n.children {
			for h, v := range s.response(c, player, other, best) {
				out[h] += v
			}
		}
		return out
	}
	hands, actions := s.tree.hands[n.player], len(n.children)
	p := make([]float32, actions*hands)
	matchHands(s.average[n.at:int(n.at)+actions*hands], p, hands)
	for a, c := range n.children {
		mine := p[a*hands : a*hands+hands]
		if int(n.player) != player {
			reach := make([]float64, hands)
			for h, q := range mine {
				reach[h] = other[h] * float64(q)
			}
			for h, v := range s.response(c, player, reach, best) {
				out[h] += v
			}
			continue
		}
		for h, v := range s.response(c, player, other, best) {
			switch {
			case !best:
				out[h] += float64(mine[h]) * v
			case a == 0 || v > out[h]:
				out[h] = v
			}
		}
	}
	return out
}
