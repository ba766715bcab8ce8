package coach

import (
	"cmp"
	"slices"

	"chratze/bot"
	"chratze/bot/search"
	"chratze/bot/solved"
	"chratze/chance"
	"chratze/pot"
	"chratze/rams"
	"chratze/stat"
)

// Config configures a Coach. Worlds and Time are limits per decision, over all chains.
type Config struct {
	search.Config
	// Evaluator returns how decisions in a game are evaluated, and a name for it; nil: by the Config, "search".
	Evaluator func(*rams.Game, chance.Source) (search.Config, string)
	Seed      uint64
}

// Default returns the configuration of the program's coach: it evaluates like the bot best, or search where there is no
// trained policy.
func Default(worlds int) Config {
	spec, err := bot.Parse("search:1")
	if err != nil {
		panic(err) // the name is valid
	}
	c := Config{Config: spec.New(nil).(*search.Searcher).Config}
	c.Worlds = worlds
	c.Evaluator = bot.Evaluator
	return c
}

// Coach teaches. It is not safe for concurrent use.
type Coach struct {
	config   Config
	all      bool // value all acts, unless there are very many
	source   chance.Fast
	searcher *search.Searcher

	game *rams.Game
	by   string        // the name of the evaluator for the game
	main search.Config // and what it is
}

// New returns a Coach.
func New(c Config) *Coach {
	coach := &Coach{config: c}
	coach.searcher = search.New(c.Config, &coach.source)
	return coach
}

// begin finds out how decisions in a game are evaluated.
func (c *Coach) begin(g *rams.Game) {
	if g == c.game {
		return
	}
	c.game, c.main, c.by = g, c.config.Config, "search"
	if c.config.Evaluator != nil {
		c.main, c.by = c.config.Evaluator(g, &c.source)
		c.main.Done = c.config.Done
	}
}

// stopped reports whether Config.Done is closed.
func (c *Coach) stopped() bool { return c.config.Stopped() }

// Value is the expected value of an act, in Rappen: what the seat wins or loses in the whole
// hand, including what it has paid already and its part of what is left in the pot. In a race it
// is in hundredths of a stroke, and fines count as rams.Rules.Point says.
type Value struct {
	search.Value
	Percent float64   // in an exact Judgement: Less in percent of the pot
	Chance  float64   // and how often the solution makes it
	chains  []float64 // the mean of each chain
}

// Judgement has the values of a seat's acts.
type Judgement struct {
	Values []Value // the best first; if many acts are legal, only those near the best
	Worlds int     // number of worlds sampled
	By     string  // the bot that decides by such values
	Exact  bool    // the values are those against the solution (docs/zwicken-solved.md), over all hands: nothing was sampled
}

// chains is the number of independent chains into which the worlds of a decision are divided.
const chains = 16

// If more acts than this are legal, they are first tried in a few worlds, and only the best are
// searched further.
const (
	manyActs     = 6
	allActs      = 32
	keptActs     = 5
	screenWorlds = 48
)

// Judge values the acts of the seat whose view it is. The act also, unless it is Nothing, is
// valued even if it is bad. Judge returns nil if the view has no events, it isn't the seat's
// turn, or there was no time.
func (c *Coach) Judge(v *rams.View, also rams.Action) *Judgement {
	if len(v.Legal) == 0 || len(v.Events) == 0 || v.Turn != v.Seat {
		return nil
	}
	if j := exact(v); j != nil {
		return j
	}
	c.source = chance.Fast(c.config.Seed*0x9E3779B97F4A7C15 + uint64(len(v.Events))<<8 + uint64(v.Seat))
	c.begin(v.Game)
	view := *v
	view.Legal = c.screen(v, also)
	values, worlds := c.chains(&view)
	if len(values[0].chains) < chains/2 {
		return nil
	}
	j := &Judgement{Values: values, Worlds: worlds, By: c.by}
	paid := search.Paid(v) * unit(v)
	for i := range values {
		value := &values[i]
		value.Mean, value.Half = spread(value.chains)
		value.Mean -= paid
	}
	slices.SortStableFunc(j.Values, func(a, b Value) int { return cmp.Compare(b.Mean, a.Mean) })
	for i := range j.Values {
		// Two equal means differ by nothing, which the mean of their differences misses by a rounding.
		j.Values[i].Less = j.Values[0].Mean - j.Values[i].Mean
		_, j.Values[i].LessHalf = spread(difference(&j.Values[0], &j.Values[i]))
	}
	return j
}

// exact returns the values against the solution, or nil: the game isn't solved, the solution is out of reach, or it never does
// what the other seat has done.
func exact(v *rams.View) *Judgement {
	p, err := solved.Find(v)
	if p == nil || err != nil {
		return nil
	}
	j := &Judgement{By: "best", Exact: true}
	paid := search.Paid(v)
	for _, w := range p.Worths() {
		j.Values = append(j.Values, Value{Value: search.Value{Act: w.Act, Mean: w.Mean - paid, Fails: w.Fails}, Chance: w.Chance})
	}
	if j.Values == nil {
		return nil
	}
	slices.SortStableFunc(j.Values, func(a, b Value) int { return cmp.Or(cmp.Compare(b.Mean, a.Mean), cmp.Compare(b.Chance, a.Chance)) })
	for i := range j.Values {
		x := &j.Values[i]
		x.Less = j.Values[0].Mean - x.Mean
		x.Percent = 100 * x.Less / float64(v.Pot)
	}
	return j
}

// Nothing is the zero action.
var Nothing = rams.Action{}

// screen returns the acts that deserve a full search, in legal order.
func (c *Coach) screen(v *rams.View, also rams.Action) []rams.Action {
	if v.Phase == rams.PhasePlay || len(v.Legal) <= manyActs || c.all && len(v.Legal) <= allActs {
		return v.Legal
	}
	c.searcher.Config = c.main
	c.searcher.Config.Worlds, c.searcher.Config.Time = screenWorlds, c.config.Time/4
	values := c.searcher.Values(v)
	slices.SortStableFunc(values, func(a, b search.Value) int { return cmp.Compare(b.Mean, a.Mean) })
	var kept []rams.Action
	for _, a := range v.Legal {
		near := slices.IndexFunc(values, func(v search.Value) bool { return v.Act == a })
		if near >= 0 && near < keptActs || a == also {
			kept = append(kept, a)
		}
	}
	return kept
}

// chains runs the independent searches. It returns the legal acts with their mean in each of them
// and how often they fail, and the number of worlds.
func (c *Coach) chains(v *rams.View) (list []Value, worlds int) {
	c.searcher.Config = c.main
	c.searcher.Config.Worlds, c.searcher.Config.Time = c.config.Worlds/chains, c.config.Time/chains
	if c.config.Worlds > 0 {
		c.searcher.Config.Worlds = max(1, c.searcher.Config.Worlds)
	}
	list = make([]Value, len(v.Legal))
	for range chains {
		if c.stopped() {
			break
		}
		values := c.searcher.Values(v)
		if values == nil {
			continue
		}
		for i, value := range values {
			list[i].chains = append(list[i].chains, value.Mean*unit(v))
			list[i].Fails += value.Fails
			list[i].Wins += value.Wins
		}
		worlds += c.searcher.Tried()
	}
	for i := range list {
		list[i].Act = v.Legal[i]
		list[i].Fails /= float64(max(1, len(list[i].chains)))
		list[i].Wins /= float64(max(1, len(list[i].chains)))
	}
	return list, worlds
}

// unit returns what one Rappen is in the values of acts: 1, or in a race a part of a stroke, in hundredths.
func unit(v *rams.View) float64 {
	if rules := v.Game.Rules(); rules.Races() {
		return 100 / float64(rules.Point())
	}
	return 1
}

// stake returns what a hand is played for: the pot, or in a race the strokes of all tricks.
func stake(v *rams.View) pot.Chips {
	if rules := v.Game.Rules(); rules.Races() {
		return 100 * pot.Chips(rules.Deal.Size())
	}
	return v.Pot
}

// difference returns the difference between the values of two acts, by chain.
func difference(a, b *Value) []float64 {
	list := make([]float64, len(a.chains))
	for i := range list {
		list[i] = a.chains[i] - b.chains[i]
	}
	return list
}

// spread returns the mean of independent chains, and half the width of its 95 % confidence
// interval.
func spread(list []float64) (mean, half float64) {
	s := stat.Of(list)
	return s.Mean(), s.Half()
}

// Hint is advice: the values, and the reason.
type Hint struct {
	Judgement
	Reason Reason
}

// Hint returns advice for a view, or nil if Judge has none.
func (c *Coach) Hint(v *rams.View) *Hint {
	j := c.Judge(v, Nothing)
	if j == nil {
		return nil
	}
	return &Hint{*j, why(v, j)}
}

// Best returns the best act.
func (j *Judgement) Best() rams.Action { return j.Values[0].Act }

// Of returns the value of an act, or nil if it wasn't valued.
func (j *Judgement) Of(a rams.Action) *Value {
	if i := slices.IndexFunc(j.Values, func(v Value) bool { return v.Act == a }); i >= 0 {
		return &j.Values[i]
	}
	return nil
}

// Sure reports whether the best act is better than all others that were valued, by 95 %
// confidence intervals corrected for their number.
func (j *Judgement) Sure() bool { return j.clear(0, 0.025) }

// clear reports whether the best act is better than all others by the given number of Rappen, and chance doesn't make
// it look so with more than this probability.
func (j *Judgement) clear(by, doubt float64) bool {
	for i := range j.Values[1:] {
		if j.worse(&j.Values[i+1], by) > doubt {
			return false
		}
	}
	return true
}

// worse returns the p-value of an act: the probability that it looks this much worse than the
// best act although it is worse by no more than trifle, in Rappen. It is corrected for the
// number of acts that might have come out best.
func (j *Judgement) worse(a *Value, trifle float64) float64 {
	if j.Exact && a.Less > trifle {
		return 0
	}
	less := stat.Of(difference(&j.Values[0], a))
	if j.Exact || a == &j.Values[0] || less.Mean() <= trifle {
		return 1
	}
	return min(1, stat.Tail((less.Mean()-trifle)/less.StandardError(), float64(len(a.chains)-1))*float64(len(j.Values)-1))
}
