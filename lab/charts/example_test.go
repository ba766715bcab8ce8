package charts_test

import (
	"context"
	"fmt"

	"chratze/bot"
	"chratze/lab/charts"
	"chratze/variant"
)

// How often each position plays, where all players are alike.
func ExampleMeasure() {
	game, err := variant.Default().Game(4)
	if err != nil {
		panic(err)
	}
	spec, err := bot.Parse("stammtisch-1")
	if err != nil {
		panic(err)
	}
	c, err := charts.Measure(context.Background(), charts.Config{Game: game, Players: spec.Caller(game), Hands: 2000, Seed: 1})
	if err != nil {
		panic(err)
	}
	for i, p := range c.Places { // 0 is the dealer, 1 forehand
		fmt.Printf("%d: declares %.0f %%, joins %.0f %%\n", i, 100*p.Declared, 100*p.Joined)
	}
	// Output:
	// 0: declares 44 %, joins 24 %
	// 1: declares 17 %, joins 36 %
	// 2: declares 18 %, joins 38 %
	// 3: declares 13 %, joins 40 %
}
