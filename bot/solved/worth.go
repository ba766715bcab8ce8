package solved

import (
	"math/bits"
	"slices"

	"chratze/rams"
)

// Worth is what an act is worth against the solution, if its seat goes on as well as can be.
type Worth struct {
	Act    rams.Action
	Chance float64 // how likely the solution makes it
	Mean   float64 // the gain, in Rappen: the payouts less the penalties, and half of what stays in the pot
	Fails  float64 // how likely the seat pays a penalty
}

// Worths returns what each legal action of the view is worth, on average over all hands that the other seat can hold, each as
// likely as the solution makes what that seat has done. It returns nil if the solution does that with no hand.
func (p *Position) Worths() []Worth {
	w := p.walk()
	others, all := w.others()
	if all == 0 {
		return nil
	}
	sums := [size]tally{}
	switch {
	case p.stage >= stageLead:
		for i, c := range p.acts {
			sums[i] = w.best(append(slices.Clip(p.played), c), others)
		}
	case p.stage == stageDealer:
		sums[0], sums[1] = w.best(nil, others), w.left[0].times(all)
	default:
		for i, o := range others {
			joins := p.chance(stageDealer, o.hand, nil, []uint8{0, 1}, 0)
			sums[0].add(w.left[0], 1-joins)
			alone := w.left[2]
			if o.hand&suit != 0 { // the dealer alone takes the pot with a trump
				alone = w.left[1]
			}
			sums[1].add(alone, 1)
			others[i].chance = joins
		}
		played := w.best(nil, others)
		sums[0].add(played, 1)
	}
	list := make([]Worth, len(p.acts))
	for i, c := range p.Chances() {
		list[i] = Worth{p.view.Legal[i], c, sums[i].value / all, sums[i].fails / all}
	}
	return list
}

// tally adds up what a seat gains, and how often it pays a penalty.
type tally struct{ value, fails float64 }

func (t *tally) add(x tally, times float64) {
	t.value += x.value * times
	t.fails += x.fails * times
}

func (t tally) times(n float64) tally { return tally{t.value * n, t.fails * n} }

// walker goes through the hands that can follow a position.
type walker struct {
	*Position
	me   int
	ends [size + 1]tally // by the seat's tricks
	left [3]tally        // forehand takes the pot, the dealer does, neither
}

// walk asks the rules what the ends of the hand are worth.
func (p *Position) walk() *walker {
	v := p.view
	w := &walker{Position: p, me: p.seat()}
	other := 1 - v.Seat
	t := rams.Tally{Pot: v.Pot, Dealer: v.Dealer, Declarer: rams.Nobody, Lost: rams.Nobody}
	settled := func() tally {
		r, err := v.Game.Settle(t)
		if err != nil {
			panic(err) // TestWorths
		}
		end := tally{value: float64(r.Utility(v.Seat)) / 2}
		if r.Lost(v.Seat) {
			end.fails = 1
		}
		return end
	}
	t.Contract[1-v.Dealer] = rams.Joined
	w.left[0] = settled()
	t.Contract[1-v.Dealer], t.Contract[v.Dealer] = rams.NoContract, rams.Joined
	w.left[1] = settled()
	w.left[2].value = float64(v.Pot) / 2
	t.Contract[1-v.Dealer] = rams.Joined
	for n := range w.ends {
		t.Tricks[v.Seat], t.Tricks[other] = uint8(n), uint8(size-n)
		w.ends[n] = settled()
	}
	return w
}

// other is a hand that the other seat can have, and how likely it has come here with it.
type other struct {
	hand   uint32
	chance float64
}

// others returns the hands that the other seat can have, and what their chances add up to.
func (w *walker) others() (list []other, all float64) {
	for hand := range w.solution.hands {
		if x := w.reach(hand); x > 0 {
			list = append(list, other{hand, x})
			all += x
		}
	}
	return list, all
}

// reach returns how likely the other seat does with a hand what it has done.
func (w *walker) reach(hand uint32) float64 {
	if hand&w.hand != 0 {
		return 0
	}
	x := 1.0
	if w.stage > stageForehand {
		x = w.chance(1-w.me, hand, nil, []uint8{0, 1}, 0)
	}
	for i, c := range w.played {
		if mover(w.played, i) == w.me || x == 0 {
			continue
		}
		var space [size]uint8
		acts := cardsOf(space[:0], playable(hand, w.played[:i]))
		at := slices.Index(acts, c)
		if at < 0 {
			return 0
		}
		x *= w.chance(stageLead+i, hand, w.played[:i], acts, at)
	}
	return x
}

// chance returns how likely the solution does one of these acts.
func (p *Position) chance(stage int, hand uint32, played, acts []uint8, at int) float64 {
	if len(acts) == 1 {
		return 1
	}
	x, of := p.solution.weights(stage, hand, played, acts)
	return float64(x[at]) / float64(of)
}

// playable returns the cards of a hand that may be played.
func playable(hand uint32, played []uint8) uint32 {
	for _, c := range played {
		hand &^= 1 << c
	}
	if n := len(played); n%2 == 1 {
		return legal(hand, played[n-1])
	}
	return hand
}

func cardsOf(list []uint8, set uint32) []uint8 {
	for ; set != 0; set &= set - 1 {
		list = append(list, uint8(bits.TrailingZeros32(set)))
	}
	return list
}

// best returns what the seat gains at best after some cards, added up over the others.
func (w *walker) best(played []uint8, others []other) (sum tally) {
	if len(played) == 2*size {
		tricks := 0
		for i := 2; i <= 2*size; i += 2 {
			if mover(played, i) == w.me {
				tricks++
			}
		}
		for _, o := range others {
			sum.add(w.ends[tricks], o.chance)
		}
		return sum
	}
	if mover(played, len(played)) == w.me {
		for i, c := range cardsOf(nil, playable(w.hand, played)) {
			if x := w.best(append(slices.Clip(played), c), others); i == 0 || x.value > sum.value {
				sum = x
			}
		}
		return sum
	}
	var by [32][]other
	for _, o := range others {
		var space [size]uint8
		acts := cardsOf(space[:0], playable(o.hand, played))
		p, of := [size]int{1}, 1
		if len(acts) > 1 {
			p, of = w.solution.weights(stageLead+len(played), o.hand, played, acts)
		}
		for i, c := range acts {
			if p[i] > 0 {
				by[c] = append(by[c], other{o.hand, o.chance * float64(p[i]) / float64(of)})
			}
		}
	}
	for c, list := range by {
		if list != nil {
			sum.add(w.best(append(slices.Clip(played), uint8(c)), list), 1)
		}
	}
	return sum
}
