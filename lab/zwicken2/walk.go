package zwicken2

// Profile says how both seats act: of each decision and act a weight. What may be done is as likely as its weight; if all
// weights are 0, everything is alike.
type Profile struct {
	*Game
	weights []float32
}

// NewProfile returns the profile of two seats to which everything is alike.
func NewProfile(g *Game) *Profile { return &Profile{g, make([]float32, g.slots())} }

// Where the weights of decisions are: joining by seat, the first lead, the reply, the second lead and its reply.
func (g *Game) joins(seat, hand int) int { return 2 * (seat*len(g.triples) + hand) }
func (g *Game) lead(hand int) int        { return g.joins(2, 0) + size*hand }
func (g *Game) reply(first, hand int) int {
	return g.lead(len(g.triples)) + size*(first*len(g.triples)+hand)
}
func (g *Game) second(first, c2 int) int {
	return g.reply(len(g.firsts), 0) + 2*g.pairs()*(first*g.n+c2)
}
func (g *Game) last(first, c2, c3 int) int {
	return g.second(len(g.firsts), 0) + 2*g.pairs()*((first*g.n+c2)*g.n+c3)
}
func (g *Game) slots() int { return g.last(len(g.firsts), 0, 0) }

// byPair and byHand have a number for each pair, or for each hand.
type (
	byCard [most]float64
	byPair [most * (most - 1) / 2]float64
	byHand []float64
)

// walk goes once through a game for one seat.
type walk struct {
	*Profile                                                     // by which both act
	me       int                                                 // the seat whose values are looked for
	best     bool                                                // it responds as well as can be, instead of acting by the profile
	learn    func(at, n int, p, values []float64, reach float64) // or nil: told of every decision of the seat
}

// chances returns how likely the legal ones of n acts are.
func (w *walk) chances(at, n int, legal uint32, p *[size]float64) {
	sum := 0.0
	for i, x := range w.weights[at : at+n] {
		if legal>>i&1 == 1 {
			sum += float64(x)
		}
	}
	k := 0
	for i, x := range w.weights[at : at+n] {
		p[i] = 0
		switch {
		case legal>>i&1 == 0:
		case sum > 0:
			p[i] = float64(x) / sum
		default:
			p[i] = 1
			k++
		}
	}
	if k > 1 {
		for i := range n {
			p[i] /= float64(k)
		}
	}
}

// decide returns what a decision of the seat is worth, of which n acts lead to these values.
func (w *walk) decide(at, n int, legal uint32, p, values *[size]float64, reach float64) float64 {
	if w.best {
		v, any := 0.0, false
		for i := range n {
			if legal>>i&1 == 1 && (!any || values[i] > v) {
				v, any = values[i], true
			}
		}
		return v
	}
	v := 0.0
	for i := range n {
		v += p[i] * values[i]
	}
	if w.learn != nil && legal&(legal-1) != 0 {
		for i := range n {
			values[i] -= v
			if legal>>i&1 == 0 {
				values[i] = 0
			}
		}
		w.learn(at, n, p[:], values[:], reach)
	}
	return v
}

// fromMe returns what forehand wins as a gain of the seat.
func (w *walk) fromMe(forehand float64) float64 { return w.by(w.me, forehand) }

func (w *walk) by(seat int, forehand float64) float64 {
	if seat == Dealer {
		return -forehand
	}
	return forehand
}

// disjoint returns of each hand the sum over all hands that share no card with it.
func (g *Game) disjoint(x byHand) byHand {
	all := 0.0
	var ones byCard
	var twos byPair
	for t, hand := range g.triples {
		all += x[t]
		for i, c := range hand {
			ones[c] += x[t]
			twos[g.rest[t][i]] += x[t]
		}
	}
	sums := make(byHand, len(x))
	for t, hand := range g.triples {
		sums[t] = all - x[t]
		for i, c := range hand {
			sums[t] += twos[g.rest[t][i]] - ones[c]
		}
	}
	return sums
}

// run returns what the seat wins with each hand, in percent of the pot, times how many hands the other can hold.
func (w *walk) run() byHand {
	hands := len(w.triples)
	join := [2]byHand{make(byHand, hands), make(byHand, hands)}
	out := [2]byHand{make(byHand, hands), make(byHand, hands)} // of the dealer: worth what it takes alone
	var p, v [size]float64
	alone := make(byHand, hands) // what forehand wins by staying out
	for t, hand := range w.triples {
		for seat := range join {
			w.chances(w.joins(seat, t), 2, 3, &p)
			join[seat][t], out[seat][t] = p[0], p[1]
		}
		if bits(hand[:]...)&w.trump != 0 { // the dealer alone needs a trump
			alone[t] = -w.taken
		}
	}
	played := w.play(&join)
	values := make(byHand, hands)
	if w.me == Forehand {
		dropped, alone := w.disjoint(out[Dealer]), w.disjoint(alone)
		for t := range values {
			v[0], v[1] = played[t]+w.taken*dropped[t], alone[t]
			p[0], p[1] = join[Forehand][t], out[Forehand][t]
			values[t] = w.decide(w.joins(Forehand, t), 2, 3, &p, &v, 1)
		}
		return values
	}
	against, left := w.disjoint(join[Forehand]), w.disjoint(out[Forehand])
	for t := range values {
		v[0], v[1] = played[t], -w.taken*against[t]
		p[0], p[1] = join[Dealer][t], out[Dealer][t]
		values[t] = w.decide(w.joins(Dealer, t), 2, 3, &p, &v, 1) - alone[t]*left[t]
	}
	return values
}

// play returns what the tricks are worth to the seat, by its hands. Reach says how likely each hand is in.
func (w *walk) play(reach *[2]byHand) byHand {
	hands := len(w.triples)
	chances := make([][size]float64, hands)
	for t := range chances {
		w.chances(w.lead(t), size, 7, &chances[t])
	}
	after := make([]byPair, len(w.firsts)) // forehand's
	values := make(byHand, hands)
	for f, c1 := range w.firsts {
		var pairs byPair
		for t, hand := range w.triples {
			for i, c := range hand {
				if c == c1 {
					pairs[w.rest[t][i]] = reach[Forehand][t] * chances[t][i]
				}
			}
		}
		got := w.first(f, &pairs, reach[Dealer], &after[f])
		if w.me == Forehand {
			continue
		}
		for c, led := range w.led[:w.n] {
			if int(led.first) != f {
				continue
			}
			for t, hand := range w.triples {
				if bits(hand[:]...)>>c&1 == 0 {
					values[t] += got[w.alike[led.by].triples[t]]
				}
			}
		}
	}
	if w.me == Dealer {
		return values
	}
	for t, hand := range w.triples {
		var v [size]float64
		for i, c := range hand {
			led := w.led[c]
			v[i] = after[led.first][w.alike[led.by].pairs[w.rest[t][i]]]
		}
		values[t] = w.decide(w.lead(t), size, 7, &chances[t], &v, reach[Forehand][t])
	}
	return values
}

// first returns what the dealer's hands are worth after the first lead, or puts into after what forehand's pairs are.
func (w *walk) first(f int, pairs *byPair, reach byHand, after *byPair) byHand {
	hands, c1 := len(w.triples), w.firsts[f]
	chances, values := make([][size]float64, hands), make([][size]float64, hands)
	legal := make([]uint32, hands)
	for t, hand := range w.triples {
		cards := bits(hand[:]...)
		if cards>>c1&1 == 1 {
			continue
		}
		may := w.legal(cards, c1)
		for i, c := range hand {
			legal[t] |= may >> c & 1 << i
		}
		w.chances(w.reply(f, t), size, legal[t], &chances[t])
	}
	for c2 := range uint8(w.n) {
		if c2 == c1 {
			continue
		}
		var left, won byPair
		for t, hand := range w.triples {
			for i, c := range hand {
				if c == c2 && legal[t]>>i&1 == 1 {
					left[w.rest[t][i]] = reach[t] * chances[t][i]
				}
			}
		}
		w.secondTrick(f, c2, [2]*byPair{pairs, &left}, &won)
		if w.me == Forehand {
			for i := range after {
				after[i] += won[i]
			}
			continue
		}
		for t, hand := range w.triples {
			for i, c := range hand {
				if c == c2 {
					values[t][i] = won[w.rest[t][i]]
				}
			}
		}
	}
	if w.me == Forehand {
		return nil
	}
	got := make(byHand, hands)
	for t := range w.triples {
		if legal[t] != 0 {
			got[t] = w.decide(w.reply(f, t), size, legal[t], &chances[t], &values[t], reach[t])
		}
	}
	return got
}

// secondTrick puts into values what the seat's pairs are worth after the first trick.
func (w *walk) secondTrick(f int, c2 uint8, reach [2]*byPair, values *byPair) {
	c1 := w.firsts[f]
	leader := int(w.beats[c1] >> c2 & 1) // forehand, or the dealer if its card beats the first
	base := w.second(f, int(c2))
	played := bits(c1, c2)
	var chances [most][most]float64 // by card led and card kept
	var after [most]byCard
	var p, v [size]float64
	for x := range uint8(w.n) {
		for y := range x {
			if played>>x&1 == 0 && played>>y&1 == 0 {
				w.chances(base+2*int(w.pair[x][y]), 2, 3, &p)
				chances[y][x], chances[x][y] = p[0], p[1]
			}
		}
	}
	for c3 := range uint8(w.n) {
		if played>>c3&1 == 1 {
			continue
		}
		var kept byCard
		for x := range uint8(w.n) {
			if x != c3 && played>>x&1 == 0 {
				i := w.pair[c3][x]
				kept[x] = reach[leader][i] * chances[c3][x]
			}
		}
		l := &lastTricks{walk: w, base: w.last(f, int(c2), int(c3)), leader: leader, c3: c3, kept: &kept, pairs: reach[1-leader]}
		for c := range uint8(w.n) {
			if (played|1<<c3)>>c&1 == 0 {
				l.alive[l.n] = c
				l.n++
			}
		}
		if leader == w.me {
			l.ofLeader(&after[c3])
		} else {
			l.ofOther(values)
		}
	}
	if leader != w.me {
		return
	}
	for x := range uint8(w.n) {
		for y := range x {
			if played>>x&1 == 0 && played>>y&1 == 0 {
				i := w.pair[x][y]
				p[0], p[1], v[0], v[1] = chances[y][x], chances[x][y], after[y][x], after[x][y]
				values[i] = w.decide(base+2*int(i), 2, 3, &p, &v, reach[leader][i])
			}
		}
	}
}
