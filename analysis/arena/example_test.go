package arena_test

import (
	"context"
	"fmt"
	"os"
	"time"

	"chratze/analysis/arena"
	"chratze/variant"
)

// Two bots play the same packs in turns; the gain is in percent of the pot per hand.
func ExampleRun() {
	v := variant.Default()
	game, err := v.Game(4)
	if err != nil {
		panic(err)
	}
	bots, err := arena.ParseEntrants([]string{"stammtisch-1", "random"}, time.Second, os.ReadFile)
	if err != nil {
		panic(err)
	}
	result, err := arena.Run(context.Background(), arena.Config{Variant: v, Game: game, Bots: bots, Deals: 500, Seed: 1, Workers: 2})
	if err != nil {
		panic(err)
	}
	gain := result.Gain(0).Estimate()
	fmt.Println("better than chance:", gain.Mean > gain.Half)
	// Output:
	// better than chance: true
}
