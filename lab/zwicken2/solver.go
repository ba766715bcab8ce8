package zwicken2

// Solver looks for an equilibrium with CFR+: the seats take turns, no regret is kept below 0, and iteration t counts t times in
// the average. The same iterations give the same bytes on the same kind of processor.
type Solver struct {
	Book *Book
	now  *Profile // the regrets
	sum  *Profile
	t    int
}

// NewSolver returns a solver that has learned nothing.
func NewSolver(b *Book) *Solver {
	return &Solver{Book: b, now: NewProfile(b.Game), sum: NewProfile(b.Game)}
}

// Iterate does n iterations.
func (s *Solver) Iterate(n int) {
	for range n {
		s.t++
		for _, seat := range []int{Forehand, Dealer} {
			w := &walk{Profile: s.now, me: seat, learn: s.learn}
			w.run()
			s.Book.share(s.now) // else rounding would tell them apart in the end
		}
	}
}

func (s *Solver) learn(at, n int, p, gains []float64, reach float64) {
	weight := float64(s.t) * reach
	for i := range n {
		s.sum.weights[at+i] += float32(weight * p[i])
		s.now.weights[at+i] = max(0, s.now.weights[at+i]+float32(gains[i]))
	}
}

// Iterations returns how many iterations have been done.
func (s *Solver) Iterations() int { return s.t }

// Average returns the average strategies, which converge to an equilibrium.
func (s *Solver) Average() *Profile {
	s.Book.share(s.sum)
	return s.sum
}

// deals returns how many deals there are.
func (g *Game) deals() float64 {
	n := g.n - size
	return float64(len(g.triples) * (n * (n - 1) * (n - 2) / 6))
}

func (g *Game) mean(values byHand) (sum float64) {
	for _, v := range values {
		sum += v
	}
	return sum / g.deals()
}

// Value returns what forehand wins, in percent of the pot, without the ante that the dealer has paid.
func (p *Profile) Value() float64 { return p.mean((&walk{Profile: p, me: Forehand}).run()) }

// Response returns what a best response of a seat wins against the other, in percent of the pot, without the ante.
func (p *Profile) Response(seat int) float64 {
	return p.mean((&walk{Profile: p, me: seat, best: true}).run())
}
