package cfr

// ExactSolver iterates over a game that is written out, with CFR+: the players take turns, no regret is
// kept below 0, and iteration t counts t times in the average.
type ExactSolver struct {
	game    *Exact
	now     Profile
	regret  []float32
	average []float32
	gain    []float32
	other   []float32 // by history: how likely the others and chance get there
	own     []float32
	value   []float32
	t       int
}

// NewExactSolver returns a solver that has learned nothing.
func NewExactSolver(e *Exact) *ExactSolver {
	n, histories := e.slot[len(e.who)], len(e.mover)
	s := &ExactSolver{
		game: e, now: make(Profile, n), regret: make([]float32, n), average: make([]float32, n), gain: make([]float32, n),
		other: make([]float32, histories), own: make([]float32, histories), value: make([]float32, histories),
	}
	s.match(s.regret, s.now)
	return s
}

// Iterate does n iterations.
func (s *ExactSolver) Iterate(n int) {
	for range n {
		s.t++
		for player := range s.game.players {
			s.forward(player)
			s.backward(player)
			s.learn(player)
		}
	}
}

// Average returns the average strategies: for two players whose sums are zero they converge to an
// equilibrium.
func (s *ExactSolver) Average() Profile {
	p := make(Profile, len(s.average))
	s.match(s.average, p)
	return p
}

func (s *ExactSolver) match(weights []float32, p Profile) {
	e := s.game
	for i := range e.who {
		match(weights[e.slot[i]:e.slot[i+1]], p[e.slot[i]:e.slot[i+1]])
	}
}

// chances returns how likely what follows a history is.
func (s *ExactSolver) chances(h int) []float32 {
	e := s.game
	if e.mover[h] == Nature {
		return e.chance[e.follow[h]:e.follow[h+1]]
	}
	return s.now[e.slot[e.place[h]]:e.slot[e.place[h]+1]]
}

// forward finds out how likely each history is.
func (s *ExactSolver) forward(player int) {
	e := s.game
	s.other[0], s.own[0] = 1, 1
	for h, m := range e.mover {
		if m == Over {
			continue
		}
		p := s.chances(h)
		for i, c := range e.after(int32(h)) {
			if int(m) == player {
				s.other[c], s.own[c] = s.other[h], s.own[h]*p[i]
			} else {
				s.other[c], s.own[c] = s.other[h]*p[i], s.own[h]
			}
		}
	}
}

// backward finds out what each history is worth to the player, and its regrets.
func (s *ExactSolver) backward(player int) {
	e := s.game
	clear(s.gain)
	for h := len(e.mover) - 1; h >= 0; h-- {
		m := int(e.mover[h])
		if m == Over {
			s.value[h] = e.utility[int(e.place[h])+player]
			continue
		}
		var v float32
		next := e.after(int32(h))
		for i, q := range s.chances(h) {
			v += q * s.value[next[i]]
		}
		s.value[h] = v
		if m == player && s.other[h] > 0 {
			gain := s.gain[e.slot[e.place[h]]:]
			for a, c := range next {
				gain[a] += s.other[h] * (s.value[c] - v)
			}
		}
	}
}

// learn adds the player's regrets, and its strategy.
func (s *ExactSolver) learn(player int) {
	e := s.game
	for i, who := range e.who {
		if int(who) != player {
			continue
		}
		from, to := e.slot[i], e.slot[i+1]
		weight := float32(s.t) * s.own[e.met[e.first[i]]]
		for a := from; a < to; a++ {
			s.average[a] += weight * s.now[a]
			s.regret[a] = max(0, s.regret[a]+s.gain[a])
		}
		match(s.regret[from:to], s.now[from:to])
	}
}
