package search

import (
	"math"

	"chratze/stat"
)

// count returns how many worlds there were.
func (s *Searcher) count() int { return len(s.worth) / len(s.acts) }

// mean returns what an act is worth, over the worlds.
func (s *Searcher) mean(act int) stat.Sample {
	return s.sample(func(row []float64) float64 { return row[act] })
}

// sample sums utilities, which are integers, world by world.
func (s *Searcher) sample(of func(row []float64) float64) stat.Sample {
	sum, squares := 0.0, 0.0
	for at := 0; at < len(s.worth); at += len(s.acts) {
		x := of(s.worth[at : at+len(s.acts)])
		sum += x
		squares += x * x
	}
	return stat.FromSums(float64(s.count()), sum, squares)
}

// half returns half of the 95 % interval; 0 of a single world.
func (s *Searcher) half(x stat.Sample) float64 {
	if s.count() < 2 {
		return 0
	}
	return x.Half()
}

// part returns in which part of the worlds the seat fares so after an act.
func (s *Searcher) part(act int, is fate) float64 {
	n := 0
	for at := act; at < len(s.fates); at += len(s.acts) {
		if s.fates[at] == is {
			n++
		}
	}
	return float64(n) / float64(s.count())
}

// best returns the act with the greatest mean, of equals the first.
func (s *Searcher) best() (best int) {
	most := math.Inf(-1)
	for i := range s.acts {
		if !s.tried[i] {
			continue
		}
		if mean := s.mean(i).Mean(); mean > most {
			best, most = i, mean
		}
	}
	return best
}

// behind is by how many standard errors an act must be behind the best one, in the
// same worlds, to be left out.
const behind = 3.43

// narrow leaves out the acts that have fallen behind, and returns how many are left.
func (s *Searcher) narrow() (left int) {
	best := s.best()
	for i := range s.acts {
		if !s.tried[i] {
			continue
		}
		left++
		if i == best {
			continue
		}
		x := s.sample(func(row []float64) float64 { return row[best] - row[i] })
		less, err := x.Mean(), x.StandardError()
		if less > behind*err && less > 0 || err == 0 && s.count() >= 4*firstRound {
			s.tried[i] = false
			left--
		}
	}
	return left
}

// Tried returns the number of worlds of the last decision.
func (s *Searcher) Tried() int {
	if len(s.acts) == 0 {
		return 0
	}
	return s.count()
}
