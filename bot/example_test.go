package bot_test

import (
	"fmt"
	"math/rand/v2"

	"chratze/bot"
	"chratze/chance"
	"chratze/rams"
	"chratze/variant"
)

// Four bots play a hand.
func Example() {
	spec, err := bot.Parse("stammtisch-1")
	if err != nil {
		panic(err)
	}
	source := rand.New(rand.NewPCG(1, 4))
	player := spec.New(source) // it may play all seats: everything it knows is in the view
	game, err := variant.Default().Game(4)
	if err != nil {
		panic(err)
	}
	var hand rams.Record
	if err := hand.Begin(game, game.FirstStart(0)); err != nil {
		panic(err)
	}
	deck := rams.Deck{Source: chance.Of(source)}
	for seat := range hand.Turns(&deck) {
		view := hand.View(seat)
		if err := hand.Apply(player.Act(&view)); err != nil {
			panic(err)
		}
	}
	result := hand.Result()
	fmt.Println("payout", result.Payout[:4], "penalty", result.Penalty[:4])
	// Output:
	// payout [10 0 60 10] penalty [0 0 0 0]
}

// The error says which parameter is wrong.
func ExampleParse() {
	_, err := bot.Parse("thumb:opne=200")
	fmt.Println(err)
	// Output:
	// bot: thumb has no parameter "opne": expected one of open, dealer, strike, turn, top, join, more, behind, keep
}
