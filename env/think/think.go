// Package think lets our bots decide in hands of package env, and samples the worlds that a seat can't tell apart. It allocates.
package think

import (
	"context"
	"errors"
	"fmt"

	"chratze/analysis/ev"
	"chratze/bot"
	"chratze/bot/search"
	"chratze/bot/solved"
	"chratze/chance"
	"chratze/env"
	"chratze/rams"
)

// Act returns the action that a bot ([bot.Load]) chooses for the seat on turn. It gets what that seat has been told; the same seed decides the
// same, unless the bot thinks by the clock. The hand remembers its actions ([env.SizeLogged]).
func Act(gs *env.Games, h env.Hand, name string, seed uint64, read func(path string) ([]byte, error)) (id int, err error) {
	spec, err := bot.Load(name, read)
	if err != nil {
		return 0, err
	}
	x, err := gs.Record(h)
	if err != nil {
		return 0, err
	}
	if x.Turn() < 0 {
		return 0, errTurn
	}
	dice := chance.Seeded(seed)
	v := x.View(x.Turn())
	a := bot.Act(context.Background(), spec.New(&dice), &v)
	return gs.NumberOf(h, a)
}

var errTurn = errors.New("think: no seat is on turn: bots answer for players")

// Value is what a bot takes an action to be worth to the seat on turn, in percent of the pot, in a race of a stroke.
type Value struct {
	Action int     `json:"action"`
	Mean   float64 `json:"mean"`
	Half   float64 `json:"half"` // half the width of the 95 % interval
}

// Values returns what a bot that searches takes each legal action to be worth, in the same worlds: also where its policy would decide without
// a search. In a solved game they are exact, against the solution. The seed does what it does for [Act].
func Values(gs *env.Games, h env.Hand, name string, seed uint64, read func(path string) ([]byte, error)) (list []Value, err error) {
	spec, err := bot.Load(name, read)
	if err != nil {
		return nil, err
	}
	x, err := gs.Record(h)
	if err != nil {
		return nil, err
	}
	if x.Turn() < 0 {
		return nil, errTurn
	}
	dice := chance.Seeded(seed)
	v := x.View(x.Turn())
	b := spec.New(&dice)
	if p := bot.SolutionOf(b, &v); p != nil {
		if list, err = exact(gs, h, p, &v); list != nil || err != nil {
			return list, err
		}
	}
	s := bot.SearcherOf(b, &v)
	if s == nil {
		return nil, fmt.Errorf("think: the bot %q doesn't search, so it has no values: expected best or search, with a budget: best:20", name)
	}
	for _, e := range ev.Of(s, &v) {
		id, err := gs.NumberOf(h, e.Act)
		if err != nil {
			return nil, err
		}
		list = append(list, Value{Action: id, Mean: e.Mean, Half: e.Half})
	}
	if list == nil {
		return nil, errTime
	}
	return list, nil
}

// exact returns the values against the solution, or nil if it never does what the other seat has done.
func exact(gs *env.Games, h env.Hand, p *solved.Position, v *rams.View) (list []Value, err error) {
	percent, paid := 100/float64(v.Pot), search.Paid(v)
	for _, w := range p.Worths() {
		id, err := gs.NumberOf(h, w.Act)
		if err != nil {
			return nil, err
		}
		list = append(list, Value{Action: id, Mean: (w.Mean - paid) * percent})
	}
	return list, nil
}

var errTime = errors.New("think: the bot had no time for one world: give it more")

// apart is how many steps of the sampler are between two worlds, which share fewer cards then.
const apart = 16

// Worlds writes hands into memory of n × [env.Size] bytes: deals that agree with all that a seat has been told. They come as often as they are
// likely if the others call and exchange like a bot that is a model ([bot.Spec.Model]), and have the weight 0; or, with flat, each as often as any
// other, with the logarithm of that likelihood as its weight, up to a constant. The cards played only rule worlds out.
func Worlds(gs *env.Games, h env.Hand, seat int, seed uint64, like string, flat bool, to []byte, weights []float64) error {
	x, err := gs.Record(h)
	if err != nil {
		return err
	}
	if seat < 0 || seat >= x.Game().Seats() {
		return env.BadSeat
	}
	model, err := model(like)
	if err != nil {
		return err
	}
	c := search.Config{Own: model, Others: model}
	if flat {
		c.Ranges = search.Flat
	}
	dice := chance.Seeded(seed)
	v := x.View(rams.Seat(seat))
	s := search.New(c, &dice)
	list, err := s.Sample(&v)
	if err != nil {
		return fmt.Errorf("think: no world fits what seat %d has been told: %w", seat, err)
	}
	step, i := 0, 0
	for world := range list {
		if step%apart == 0 {
			if f := gs.Put(h, world, to[i*env.Size:][:env.Size], seed+uint64(step)); f != env.None {
				return f
			}
			if flat {
				weights[i] = s.Weigh(model)
			}
			i++
		}
		if step++; i == len(weights) {
			break
		}
	}
	return nil
}

// model is how the others play.
func model(name string) (search.Model, error) {
	spec, err := bot.Parse(name)
	if err != nil {
		return nil, err
	}
	m, ok := spec.Model()
	if !ok {
		return nil, fmt.Errorf("think: the bot %q doesn't say how likely its acts are: expected stammtisch-1 or thumb", name)
	}
	return m, nil
}
