// Package charts measures charts (package analysis/chart):
//
//	spec, err := bot.Parse("best")
//	c, err := charts.Measure(ctx, charts.Config{Game: game, Players: spec.Caller(game), Hands: 1e6, Seed: 1, Workers: 4})
//
// The policy plays at all seats. At every decision before the play each act is tried: the hand
// is played on from there with the same cards to come, and the results of the seat are
// compared.
package charts

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"sync"

	"chratze/analysis/chart"
	"chratze/card"
	"chratze/internal/par"
	"chratze/pot"
	"chratze/rams"
	"chratze/stat"
)

// Config says what hands are played for a chart. The result depends only on it, except for Workers, which affects only
// the time.
type Config struct {
	Game    *rams.Game
	Players Players
	Open    int       // percentage of the hands in which the cards are played as if everybody saw them all (package solve)
	Pot     pot.Chips // before the antes
	Hands   int64
	Seed    uint64
	Workers int // 0: one

	Progress func(hands int64) // nil, or called from time to time with the number of hands done
}

// asked is how often a policy is asked the same question, since it may choose at random.
const asked = 4

// unit is a hundredth of a percent of the pot. Sums of whole units don't depend on their order.
const unit = 100

func units(percent float64) int64 { return int64(math.Round(percent * unit)) }

// sum adds up differences.
type sum struct{ n, sum, squares int64 }

func (s *sum) add(x int64) {
	s.n++
	s.sum += x
	s.squares += x * x
}

func (s *sum) sample() stat.Sample {
	return stat.FromSums(float64(s.n), float64(s.sum), float64(s.squares))
}

func (s *sum) mean() float64 { return s.sample().Mean() / unit }

// half returns half the width of the 95 % interval, or 0 for fewer than two values.
func (s *sum) half() float64 {
	if s.n < 2 {
		return 0
	}
	return s.sample().Half() / unit
}

// tally is a cell that is filled.
type tally struct {
	n, base int64
	share   []int64
	gain    []sum
}

// sheet is a chart that is filled. All workers write on the same one: what it adds up doesn't depend on the order.
type sheet struct {
	mu       sync.Mutex
	grids    map[chart.Spot][]tally
	places   [rams.MaxSeats]placeTally
	examples [chart.Kinds][examples]example
}

// worker plays hands and examines them.
type worker struct {
	*stage
	*sheet
	list  []rams.Action // the acts of a question; NoKind: one that isn't legal
	gains []int64       // of these acts
}

type placeTally struct {
	gain                   sum
	declared, joined, made int64
}

// examples is the number of examples kept for a kind of hand, from the first hands.
const examples = 3

// example is a hand of a kind.
type example struct {
	hand  uint64 // and one
	cards card.Set
}

// chunk is how many hands a worker takes at a time.
const chunk = 256

// Measure measures a chart. If ctx is done it returns the chart so far and ctx's error. An invalid pot
// is a *[rams.StartError].
func Measure(ctx context.Context, c Config) (*chart.Chart, error) {
	if _, err := c.Game.NewHand(rams.Start{Pot: c.Pot}); err != nil {
		return nil, err
	}
	crew := make([]*worker, max(1, c.Workers))
	all := &sheet{grids: map[chart.Spot][]tally{}}
	for i := range crew {
		crew[i] = &worker{stage: newStage(&c), sheet: all}
	}
	hands := par.Each(ctx, c.Hands, chunk, len(crew), func(i int, hand int64) { crew[i].play(uint64(hand)) }, c.Progress)
	chart := crew[0].chart()
	chart.Hands = hands
	return chart, ctx.Err()
}

// play plays a hand and examines each decision before the play.
func (w *worker) play(hand uint64) {
	n := w.Game.Seats()
	w.begin(hand)
	ended := false
	for w.next() {
		if ended = w.solved && w.past.Phase() == rams.PhasePlay; ended {
			break
		}
		v := w.view(&w.past)
		act := v.Legal[0]
		if len(v.Legal) > 1 {
			act = w.decide(&v)
		}
		w.past.ApplyUnlogged(act)
	}
	var won [rams.MaxSeats]float64
	var failed [rams.MaxSeats]bool
	if ended {
		state := w.past.State()
		won, failed = w.ends(&state)
	} else {
		r := w.past.Result()
		won, failed = w.won(&r), r.Failed
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for seat := range rams.Seat(n) {
		p := &w.places[after(seat, w.past.Dealer(), n)]
		p.gain.add(units(won[seat]))
		c := w.past.Contract(seat)
		switch {
		case c.Declares():
			p.declared++
		case c.In():
			p.joined++
		}
		if c.In() && !failed[seat] {
			p.made++
		}
	}
}

// decide asks the policy, and records its answer and the value of every act.
func (w *worker) decide(v *rams.View) rams.Action {
	spot, ok := spotOf(v)
	act := w.player.Act(v)
	if !ok {
		return act
	}
	kind, acts := 0, actsOf(v)
	if v.Phase == rams.PhaseBlind {
		kind = min(int(card.Ace-v.Upcard.Rank()), chart.CellsOf(v.Phase)-1)
	} else if v.Phase != rams.PhaseDoubleBlind {
		kind = chart.Kind(v)
		w.example(v, kind)
	}
	chosen := [asked]int{actOf(v, act)}
	for i := range chosen[1:] {
		chosen[1+i] = actOf(v, w.player.Act(v))
	}
	w.list = w.list[:0]
	for i := range acts {
		a, legal := nth(v, i, act)
		if !legal {
			a.Kind = rams.NoKind
		}
		w.list = append(w.list, a)
	}
	first, seat := w.list[0], v.Seat
	if v.Phase == rams.PhaseLay {
		first = act
	}
	base := units(w.whatIf(first)[seat])
	w.gains = append(w.gains[:0], make([]int64, len(acts))...)
	for i, a := range w.list {
		if a.Kind != rams.NoKind && a != first {
			w.gains[i] = units(w.whatIf(a)[seat]) - base
		}
	}
	w.note(spot, kind, chosen, base)
	return act
}

// note adds the answers to a question, and the value of every act, to a cell.
func (w *worker) note(spot chart.Spot, kind int, chosen [asked]int, base int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	cells := w.grids[spot]
	if cells == nil {
		cells = make([]tally, chart.CellsOf(spot.Ask))
		w.grids[spot] = cells
	}
	cell := &cells[kind]
	if cell.gain == nil {
		cell.share, cell.gain = make([]int64, len(w.list)), make([]sum, len(w.list))
	}
	cell.n++
	cell.base += base
	for _, i := range chosen {
		cell.share[i]++
	}
	for i, a := range w.list {
		if a.Kind != rams.NoKind {
			cell.gain[i].add(w.gains[i])
		}
	}
}

// example keeps a hand as an example of its kind.
func (w *worker) example(v *rams.View, kind int) {
	if v.Trump != card.Hearts || v.Phase == rams.PhaseLay || v.Upcard.Rank() > card.Jack || v.Hand.Has(card.New(card.Six, card.Hearts)) {
		return
	}
	w.keep(kind, example{w.hand + 1, v.Hand})
}

// keep keeps the examples from the first hands, without duplicates, in order.
func (s *sheet) keep(kind int, x example) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.examples[kind][:]
	at := slices.IndexFunc(list, func(y example) bool { return y.hand == 0 || y.cards == x.cards })
	if at < 0 {
		at = len(list) - 1
	}
	if list[at].hand == 0 || x.hand < list[at].hand {
		list[at] = x
	}
	slices.SortFunc(list, func(a, b example) int { return cmp.Compare(a.hand-1, b.hand-1) }) // none at the end
}

// chart converts the sums into means.
func (w *worker) chart() *chart.Chart {
	c := &chart.Chart{Hands: w.Hands, Seed: w.Seed, Open: w.Open, Pot: w.Pot}
	for i := range w.Game.Seats() {
		p := &w.places[i]
		hands := float64(max(1, p.gain.n))
		c.Places = append(c.Places, chart.Place{
			Gain: p.gain.mean(), Half: p.gain.half(), Declared: float64(p.declared) / hands, Joined: float64(p.joined) / hands,
			Made: float64(p.made) / float64(max(1, p.declared+p.joined)),
		})
	}
	for _, spot := range slices.SortedFunc(maps.Keys(w.grids), compare) {
		g := chart.Grid{Spot: spot, Acts: actNames(w.Game, spot.Ask)}
		filled := false
		for i := range w.grids[spot] {
			cell := w.grids[spot][i].cell()
			filled = filled || cell.N > 0
			g.Cells = append(g.Cells, cell)
		}
		if filled {
			c.Grids = append(c.Grids, g)
		}
	}
	for kind := range w.examples {
		list := []chart.Example{}
		for _, x := range w.examples[kind] {
			if x.hand > 0 {
				list = append(list, chart.Example(x.cards.String()))
			}
		}
		c.Examples = append(c.Examples, list)
	}
	return c
}

func (t *tally) cell() (c chart.Cell) {
	if t.n < chart.Fewest {
		return c
	}
	c.N, c.Base = t.n, float64(t.base)/unit/float64(t.n)
	for i := range t.gain {
		c.Acts = append(c.Acts, chart.Act{Share: float64(t.share[i]) / float64(asked*t.n), Gain: t.gain[i].mean(), Half: t.gain[i].half()})
	}
	return c
}

// compare orders spots as they come in a hand.
func compare(s, o chart.Spot) int {
	return cmp.Or(cmp.Compare(s.Ask, o.Ask), cmp.Compare(s.By, o.By), cmp.Compare(s.Place, o.Place), cmp.Compare(s.Turn, o.Turn),
		cmp.Compare(s.Joined, o.Joined), cmp.Compare(o.Left, s.Left), cmp.Compare(s.Up, o.Up))
}

// after returns how many seats one seat comes after another.
func after(seat, other rams.Seat, seats int) int { return (int(seat-other) + seats) % seats }
