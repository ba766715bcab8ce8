// Package think lets our bots decide in hands of package env, and samples the worlds that a seat can't tell apart. It allocates.
package think

import (
	"context"
	"errors"
	"fmt"

	"chratze/bot"
	"chratze/bot/search"
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

// apart is how many steps of the sampler are between two worlds, which share fewer cards then.
const apart = 16

// Worlds writes hands into memory of n × [env.Size] bytes: deals that agree with all that a seat has been told, each as often as it is likely if
// the others play like the bot stammtisch-1, or, with flat, as often as any other. So all weigh the same.
func Worlds(gs *env.Games, h env.Hand, seat int, seed uint64, flat bool, to []byte) error {
	x, err := gs.Record(h)
	if err != nil {
		return err
	}
	if seat < 0 || seat >= x.Game().Seats() {
		return env.BadSeat
	}
	model, err := model()
	if err != nil {
		return err
	}
	c := search.Config{Own: model, Others: model}
	if flat {
		c.Ranges = search.Flat
	}
	dice := chance.Seeded(seed)
	v := x.View(rams.Seat(seat))
	list, err := search.New(c, &dice).Sample(&v)
	if err != nil {
		return fmt.Errorf("think: no world fits what seat %d has been told: %w", seat, err)
	}
	step, n := 0, len(to)/env.Size
	for world := range list {
		if step%apart == 0 {
			if f := gs.Put(h, world, to[:env.Size], seed+uint64(step)); f != env.None {
				return f
			}
			to, n = to[env.Size:], n-1
		}
		if step++; n <= 0 {
			break
		}
	}
	return nil
}

// model is how the others play.
func model() (search.Model, error) {
	spec, err := bot.Parse("stammtisch-1")
	if err != nil {
		return nil, err
	}
	m, _ := spec.Model()
	return m, nil
}
