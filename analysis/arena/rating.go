package arena

import (
	"cmp"
	"slices"
)

// Among returns what bot i won alone among bots j, in percent of the pot a hand; i
// and j differ.
func (r *Result) Among(i, j int) *Mean {
	return &r.Line(r.table(i, j), i).All().Gain
}

// table returns the number of the table at which i sits alone among j.
func (r *Result) table(i, j int) int {
	t := i*(len(r.Bots)-1) + j
	if j > i {
		t--
	}
	return t
}

// rate counts a deal for the ratings. A bot of strength r among n-1 of strength q
// is taken to win (n-1)/n·(r-q), so that a table sums to zero; over all pairs, each
// played both ways on the same packs, least squares give each bot the mean of
// what it is found to be better than each.
func (r *Result) rate(d deal) {
	m, n := len(r.Bots), float64(r.Seats)
	among := make([]float64, m*m) // what i won among j in this deal
	for l, cells := range d {
		i := r.Lines[l].Bot
		if table := r.Tables[r.Lines[l].Table]; table[0] == i {
			among[i*m+table[1]] = cells[0].sum / cells[0].n
		}
	}
	for i := range m {
		won, better := 0.0, 0.0
		for j := range m {
			won += among[i*m+j]
			better += float64(n/(n-1)) * (among[i*m+j] - among[j*m+i]) / 2
		}
		r.Bots[i].Against.Add(1, won/float64(m-1))
		r.Bots[i].Rating.Add(1, better/float64(m))
	}
}

// Order returns the numbers from 0 to n-1, those of the highest values first.
func Order(n int, value func(i int) float64) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(value(b), value(a)) })
	return order
}
