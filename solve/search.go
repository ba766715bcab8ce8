package solve

// entry is a remembered position at the beginning of a trick.
type entry struct {
	key   uint64
	stamp uint32
	end   int16 // how it ends
	bound bound
}

// bound is what a remembered end says.
type bound uint8

const (
	exact bound = iota
	lower       // no worse than that for the leader
	other       // nothing but that none is wanted; not remembered
)

const tableBits = 10

// find returns the entry of a position at the beginning of a trick, or the one whose
// place it takes, which can be found again.
func (s *Solver) find(t *trick) (at *entry, key uint64) {
	key = uint64(t.left) | uint64(t.turn)<<40 | uint64(t.lost)<<44 | uint64(t.won)<<48 // no two positions share a key
	return &s.table[(key*0x9E3779B97F4A7C15)>>(64-tableBits)], key
}

// none is no end.
const none end = -1

// better reports whether an end is better than another for a player.
func (k *stakes) better(a, b end, player int) bool {
	return k.ends[a].rank[player] > k.ends[b].rank[player]
}

// play returns how a position ends; but if that is none of the ends that are wanted it
// may return any other that isn't wanted either. Reach is what the score leads to.
//
// A player who has found an end goes on looking for better ones only, and stops
// when none can be reached. If nothing that it may still choose is wanted before it, it
// stops, too (shallow pruning, Korf 1991). A player without a choice passes on what is wanted.
func (s *Solver) play(depth int, want, reach ends) (e end, known bound) {
	t, next := &s.line[depth], &s.line[depth+1]
	if t.to == 0 {
		return s.next(depth, want)
	}
	k := s.stakes
	if t.best >= 0 && t.rest&s.beats[t.best] == 0 { // nobody can take the trick any more
		reach &= k.reach[k.place(k.won[t.won][s.owner[t.best]], t.lost)]
		if e, settled, known := k.settled(reach, want); settled {
			return e, known
		}
	}
	legal := s.distinct(t)
	if legal&(legal-1) == 0 {
		s.put(t, next, legal.first())
		if e, known = s.play(depth+1, want, reach); known != exact {
			known = other
		}
		return e, known
	}
	e = none
	more := anyEnd
	for m := legal; m != 0; m &= m - 1 {
		s.put(t, next, m.first())
		v, _ := s.play(depth+1, more, reach)
		if e != none && !k.better(v, e, int(t.turn)) {
			continue
		}
		e = v
		value := &k.ends[e]
		if more = value.above[t.turn] & reach; more == 0 {
			break
		}
		if value.from[t.turn]&reach&want == 0 && m&(m-1) != 0 {
			return e, lower
		}
	}
	return e, exact
}

// next ends a full trick and plays on from the next one.
func (s *Solver) next(depth int, want ends) (e end, known bound) {
	k := s.stakes
	t := s.cleared(depth)
	if t.left.len() <= s.n { // the last trick is forced
		return s.last(t), exact
	}
	reach := k.reach[k.place(s.sure(t), t.lost)]
	if e, settled, known := k.settled(reach, want); settled {
		return e, known
	}
	at, key := s.find(t)
	if at.key == key && at.stamp == s.stamp {
		if e = end(at.end); at.bound == exact || k.ends[e].from[t.turn]&reach&want == 0 {
			return e, at.bound
		}
	}
	if e, known = s.play(depth+1, want, reach); known != other {
		*at = entry{key, s.stamp, int16(e), known}
	}
	return e, known
}

// cleared ends a full trick.
func (s *Solver) cleared(depth int) *trick {
	full, t := &s.line[depth], &s.line[depth+1]
	winner := int8(s.owner[full.best])
	t.left, t.gone, t.rest = full.left&^full.gone, 0, full.left&^full.gone
	t.won, t.lost, t.led, t.best, t.turn, t.to = s.stakes.won[full.won][winner], full.lost, -1, -1, winner, int8(s.n)
	if s.weli&full.gone != 0 && s.ace>>full.best&1 != 0 {
		t.lost = int8(s.owner[s.weli.first()]) + 1
	}
	return t
}

// sure returns the score with the tricks that are certain whatever is played: who
// holds the highest trumps wins a trick with each. At the beginning of a trick.
func (s *Solver) sure(t *trick) score {
	won := t.won
	owner := -1
	for _, c := range s.tops[:s.nTops] {
		if t.left>>c&1 == 0 {
			continue
		}
		p := int(s.owner[c])
		if owner < 0 {
			owner = p
		} else if p != owner {
			break
		}
		won = s.stakes.won[won][p]
	}
	return won
}

// last plays the last trick, in which everybody has one card or none.
func (s *Solver) last(t *trick) end {
	if t.left == 0 {
		return s.stakes.at[s.stakes.place(t.won, t.lost)]
	}
	in := t.left & s.trump
	if in == 0 {
		in = t.left & s.lane[(t.left&s.hand[t.turn]).first()]
	}
	best := in.first()
	for higher := in & s.beats[best]; higher != 0; higher = in & s.beats[best] {
		best = higher.first()
	}
	lost := t.lost
	if s.weli&t.left != 0 && s.ace>>best&1 != 0 {
		lost = int8(s.owner[s.weli.first()]) + 1
	}
	return s.stakes.at[s.stakes.place(s.stakes.won[t.won][s.owner[best]], lost)]
}
