package sim_test

import (
	"context"
	"fmt"

	"chratze/analysis/sim"
	"chratze/bot"
	"chratze/variant"
)

// stammtisch-1 against three random players, every pack once in each seat.
func ExampleRun() {
	v, _ := variant.Parse("chratze,susi=forced")
	game, _ := v.Game(4)
	var bots []bot.Spec
	for _, name := range []string{"stammtisch-1", "random", "random", "random"} {
		spec, _ := bot.Parse(name)
		bots = append(bots, spec)
	}
	stats, err := sim.Run(context.Background(), sim.Config{
		Variant: v, Game: game, Bots: bots, Hands: 4000, Sitting: 20, Seed: 1, Workers: 2, Rotate: true,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	best := &stats.ByBot[0].Gain
	fmt.Printf("%d hands: %.0f ± %.0f %% of the pot a hand\n", stats.Hands, best.Mean(), best.Half())
	// Output: 4000 hands: 47 ± 2 % of the pot a hand
}
