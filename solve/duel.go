package solve

// duel returns the rank of a position's end for player 0, who wants more of it while
// player 1 wants less: alpha-beta. What is not between alpha and beta may be
// only a bound.
func (s *Solver) duel(depth, alpha, beta int) int {
	t, next := &s.line[depth], &s.line[depth+1]
	if t.to == 0 {
		return s.nextDuel(depth, alpha, beta)
	}
	best := 0
	if t.turn != 0 {
		best = len(s.stakes.order)
	}
	for m := s.distinct(t); m != 0 && alpha < beta; m &= m - 1 {
		s.put(t, next, m.first())
		v := s.duel(depth+1, alpha, beta)
		if t.turn == 0 {
			best = max(best, v)
			alpha = max(alpha, v)
		} else {
			best = min(best, v)
			beta = min(beta, v)
		}
	}
	return best
}

// nextDuel ends a full trick of a duel and plays on from the next one.
func (s *Solver) nextDuel(depth, alpha, beta int) int {
	k := s.stakes
	t := s.cleared(depth)
	if t.left.len() <= s.n {
		return int(k.ends[s.last(t)].rank[0])
	}
	least, most := k.span(k.reach[k.place(s.sure(t), t.lost)])
	switch {
	case least == most || least >= beta:
		return least
	case most <= alpha:
		return most
	}
	at, key := s.find(t)
	if at.key == key && at.stamp == s.stamp {
		if v := int(at.end); at.bound == exact || at.bound == lower && v >= beta || at.bound == upper && v <= alpha {
			return v
		}
	}
	v := s.duel(depth+1, alpha, beta)
	known := exact
	if v >= beta {
		known = lower
	} else if v <= alpha {
		known = upper
	}
	*at = entry{key, s.stamp, int16(v), known}
	return v
}
