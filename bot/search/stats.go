package search

import "math"

// count returns how many worlds there were.
func (s *Searcher) count() int { return len(s.worth) / len(s.acts) }

// mean returns the mean of an act over the worlds, and half its 95 % interval.
func (s *Searcher) mean(act int) (mean, half float64) {
	return s.moments(func(row []float64) float64 { return row[act] })
}

func (s *Searcher) moments(of func(row []float64) float64) (mean, half float64) {
	sum, squares := 0.0, 0.0
	n := float64(s.count())
	for at := 0; at < len(s.worth); at += len(s.acts) {
		x := of(s.worth[at : at+len(s.acts)])
		sum += x
		squares += x * x
	}
	mean = sum / n
	variance := max(0, squares/n-mean*mean) / max(1, n-1)
	return mean, 1.96 * math.Sqrt(variance)
}

// failing returns in which part of the worlds the seat owes a penalty after an act.
func (s *Searcher) failing(act int) float64 {
	n := 0
	for at := act; at < len(s.fails); at += len(s.acts) {
		if s.fails[at] {
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
		if mean, _ := s.mean(i); mean > most {
			best, most = i, mean
		}
	}
	return best
}

// behind is by how many halves of its interval an act must be behind the best one, in
// the same worlds, to be left out.
const behind = 1.75

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
		less, half := s.moments(func(row []float64) float64 { return row[best] - row[i] })
		if less > behind*half && less > 0 || half == 0 && s.count() >= 4*firstRound {
			s.tried[i] = false
			left--
		}
	}
	return left
}

// Tried returns how many worlds the last decision was tried in.
func (s *Searcher) Tried() int {
	if len(s.acts) == 0 {
		return 0
	}
	return s.count()
}
