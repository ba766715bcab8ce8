package learn_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"chratze/bot"
	"chratze/chance"
	"chratze/lab/learn"
	"chratze/rams"
	"chratze/variant"
)

// A short training of zwicken with three seats, and what its policy says to a hand.
func Example() {
	v, _ := variant.Lookup("zwicken")
	spec, _ := bot.Parse("stammtisch-1")
	trainer, _ := learn.NewTrainer(learn.Config{Variant: v, Seats: 3, Seed: 1, Play: spec.New(nil), PlayBy: "stammtisch-1"})
	_ = trainer.Run(context.Background(), learn.Training{Steps: 30 * learn.Batch, Workers: 2})
	p := trainer.Policy()

	game, _ := v.Game(3)
	hand, _ := game.NewHand(rams.Start{Pot: 60})
	deck := rams.Deck{Source: chance.Of(rand.New(rand.NewPCG(1, 9)))}
	for hand.Turn() == rams.Nature {
		hand.ApplyUnchecked(deck.Next(&hand))
	}
	view := hand.View(hand.Turn(), nil)
	act, known := p.Act(&view, rand.New(rand.NewPCG(1, 2)))
	fmt.Println(view.Hand, "trump", view.Upcard, act, known)
	// Output:
	// 8s Ah 9d trump 9c out true
}
