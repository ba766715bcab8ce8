package arena

import (
	"cmp"
	"slices"
)

// Among returns what bot i won alone among copies of bot j, in percent of the pot per hand. i
// and j must differ.
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

// rate adds a deal to the ratings. The model: a bot of strength r alone among n-1 of strength q
// wins (n-1)/n·(r-q), so a table sums to zero. Over all pairs, each played both ways on the
// same packs, least squares give each bot the mean of its estimated advantages over the others.
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

// Order returns the numbers from 0 to n-1, sorted by value from the highest down.
func Order(n int, value func(i int) float64) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(value(b), value(a)) })
	return order
}
