package coach

import (
	"encoding/json"
	"errors"
	"iter"
	"math/rand/v2"
	"slices"

	"chratze/bot"
	"chratze/bot/search"
	"chratze/bot/solved"
	"chratze/chance"
	"chratze/history"
	"chratze/rams"
	"chratze/variant"
)

// Puzzle is a view that ends with a question to its seat, and the solution. It is written as a
// line of rams-hand/1 with one more field:
// "puzzle":{"level":2,"acts":[…],"worlds":8192,"why":{…}}.
type Puzzle struct {
	Line     *history.Hand
	Solution Solution
}

// Solution has the values of a puzzle's acts, the best first, and the reason.
type Solution struct {
	Level  int       `json:"level"`           // 1: beginners find it, 2: regulars find it, 3: they don't
	Least  int       `json:"least,omitempty"` // the least number of cards to discard or drop
	Most   int       `json:"most,omitempty"`
	Acts   []ActJSON `json:"acts"` // if there are very many, only those near the best
	Worlds int       `json:"worlds"`
	Exact  bool      `json:"exact,omitempty"` // the values are those against the solution: nothing was sampled
	Why    Reason    `json:"why"`
}

// field is the name of the solution's field.
const field = "puzzle"

// ErrPuzzle says that a line isn't a puzzle.
var ErrPuzzle = errors.New("coach: want a puzzle: a view up to its seat's question, and the solution")

// ReadPuzzle reads the line of a puzzle. The error is ErrPuzzle or a *history.Error.
func ReadPuzzle(line string) (*Puzzle, error) {
	h, err := history.Read(line)
	if err != nil {
		return nil, err
	}
	text, ok := h.Field(field)
	p := &Puzzle{Line: h}
	if !ok || h.For.Seat() < 0 || h.Over || json.Unmarshal([]byte(text), &p.Solution) != nil || len(p.Solution.Acts) < 2 {
		return nil, ErrPuzzle
	}
	v, err := p.View()
	if err != nil {
		return nil, err
	}
	for _, a := range p.Solution.Acts {
		act, err := rams.ParseAction(a.Act, v.Seat)
		if err != nil || !slices.Contains(v.Legal, act) {
			return nil, ErrPuzzle
		}
	}
	return p, nil
}

// String returns the puzzle's line.
func (p *Puzzle) String() string {
	solution, err := json.Marshal(p.Solution)
	if err != nil {
		panic(err) // numbers and words can always be written
	}
	h := *p.Line
	h.Extra = slices.DeleteFunc(slices.Clone(h.Extra), func(f history.Field) bool { return f.Name == field })
	h.Extra = append(h.Extra, history.Field{Name: field, Value: string(solution)})
	return h.String()
}

// Why returns why an act isn't legal, or nil if it is.
func (p *Puzzle) Why(act rams.Action) error {
	last, err := p.Line.Last()
	if err != nil {
		return err
	}
	return last.Why(act)
}

// View returns what the seat sees when it is asked. The error is a *history.Error.
func (p *Puzzle) View() (v rams.View, err error) {
	last, err := p.Line.Last()
	if err != nil {
		return v, err
	}
	v = last.Own()
	if v.Turn != v.Seat || len(v.Legal) < 2 {
		return v, ErrPuzzle
	}
	return v, nil
}

// The criteria for a puzzle: the second best act is worth less by this many percent of the pot,
// and the probability that this is due to chance is at most the limit. This must hold in two
// searches, the second with more worlds, and however the others play.
const (
	margin     = 8
	doubt      = 0.001
	moreWorlds = 4
	// Where values are exact, so is a smaller difference.
	exactMargin = 1
)

// Puzzles looks for puzzles in hands that bots play, at most one in a hand. With a mix it takes
// only those that the mix has room for. It never ends by itself.
func (c *Coach) Puzzles(v variant.Variant, seats int, mix *Mix, rng *rand.Rand) iter.Seq[*Puzzle] {
	return func(yield func(*Puzzle) bool) {
		game, err := v.Game(seats)
		if err != nil {
			return
		}
		f := &finder{c, v, mix, rng, rams.Deck{Source: chance.Of(rng)}, []bot.Bot{named("stammtisch-1", rng), named("stammtisch-1", rng), named("beginner", rng)}}
		if solved.Plays(game) { // values are exact only of what the solution does
			f.players = []bot.Bot{named("best", rng)}
		}
		for {
			start := game.FirstStart(rams.Seat(rng.IntN(seats)))
			for range 6 { // after that it starts a new session, before the pot gets huge
				p, next := f.hand(game, start)
				if f.stopped() {
					return
				}
				if p != nil && !yield(p) {
					return
				}
				start = next
			}
		}
	}
}

// finder searches for puzzles.
type finder struct {
	*Coach
	variant variant.Variant
	mix     *Mix
	rng     *rand.Rand
	deck    rams.Deck
	players []bot.Bot
}

// hand plays a hand and looks for a puzzle in it.
func (f *finder) hand(g *rams.Game, start rams.Start) (found *Puzzle, next rams.Start) {
	var r rams.Record
	if err := r.Begin(g, start); err != nil {
		return nil, g.FirstStart(0)
	}
	at := f.rng.IntN(len(f.players))
	for range r.Turns(&f.deck) {
		view := r.View(r.Turn())
		if found == nil && len(view.Legal) > 1 && f.rng.IntN(3) == 0 && f.promising(&view) {
			if s := f.solve(&view); s != nil && f.mix.take(s, view.Phase) {
				var h history.Hand
				h.Variant = f.variant
				h.FillView(&r, history.SeatView(view.Seat), nil)
				h.Events = slices.Clone(h.Events)
				found = &Puzzle{&h, *s}
			}
		}
		r.ApplyUnchecked(f.players[(at+int(view.Seat))%len(f.players)].Act(&view), nil)
	}
	result := r.Result()
	return found, result.Next
}

// promising reports whether a view deserves a full search: a search in a few worlds suggests a
// puzzle, and the mix has room for it.
func (f *finder) promising(v *rams.View) bool {
	if !f.mix.wants(v.Phase, 2) {
		return false
	}
	if j := exact(v); j != nil {
		return j.clear(part(v, exactMargin), 0) && f.mix.wants(v.Phase, level(v, j.Best()))
	}
	f.source = chance.Fast(f.rng.Uint64())
	f.begin(v.Game)
	f.searcher.Config = f.main
	f.searcher.Config.Worlds = screenWorlds
	values := f.searcher.Values(v)
	if values == nil {
		return false
	}
	best := slices.IndexFunc(values, func(x search.Value) bool { return x.Less == 0 })
	for i := range values {
		if x := &values[i]; i != best && x.Less < part(v, margin) {
			return false
		}
	}
	return f.mix.wants(v.Phase, level(v, values[best].Act))
}

// solve returns the solution of a view, or nil if it isn't a puzzle.
func (c *Coach) solve(v *rams.View) *Solution {
	worlds := c.config.Worlds
	c.all = true
	defer func() { c.config.Worlds, c.all = worlds, false }()
	j := exact(v)
	if j != nil && !j.clear(part(v, exactMargin), 0) {
		return nil
	}
	for _, n := range [...]int{1, moreWorlds} {
		if j != nil && j.Exact {
			break
		}
		c.config.Worlds = worlds * n
		c.config.Seed++
		again := c.Judge(v, Nothing)
		if again == nil || len(again.Values) < 2 || !again.clear(part(v, margin), doubt) || j != nil && again.Best() != j.Best() {
			return nil
		}
		j = again
	}
	c.config.Worlds = worlds
	s := &Solution{Level: level(v, j.Best()), Worlds: j.Worlds, Exact: j.Exact, Why: why(v, j)}
	if s.Why.Code == WhyValues && !j.Exact || s.Why.Code == WhyEqual {
		return nil
	}
	if a := v.Legal[0]; a.Kind == rams.Lay || a.Kind == rams.Drop {
		s.Least, s.Most = a.Cards.Len(), v.Legal[len(v.Legal)-1].Cards.Len()
	}
	for i := range j.Values {
		s.Acts = append(s.Acts, j.Values[i].JSON())
	}
	return s
}

// part returns a percentage of the pot, in Rappen.
func part(v *rams.View, percent float64) float64 { return float64(v.Pot) * percent / 100 }

// level returns how hard it is to find an act, as Solution.Level.
func level(v *rams.View, best rams.Action) int {
	if named("stammtisch-1", nil).Act(v) != best {
		return 3
	}
	if named("thumb:open=140:dealer=90:join=55:strike=190:keep=Q", nil).Act(v) != best {
		return 2
	}
	return 1
}

func named(name string, rng *rand.Rand) bot.Bot {
	spec, err := bot.Parse(name)
	if err != nil {
		panic(err) // the names are valid
	}
	return spec.New(rng)
}
