package policy_test

import (
	"fmt"
	"math/rand/v2"

	"chratze/bot/policy"
	"chratze/bot/trained"
	"chratze/chance"
	"chratze/rams"
)

// What a trained policy says to a hand with the highest trump.
func Example() {
	file, err := trained.Read("zwicken-4.policy")
	if err != nil {
		panic(err)
	}
	p, err := policy.Read(file)
	if err != nil {
		panic(err)
	}
	game, err := p.Header().Rules.Game(p.Header().Seats)
	if err != nil {
		panic(err)
	}
	hand, err := game.NewHand(rams.Start{Pot: 60})
	if err != nil {
		panic(err)
	}
	deck := rams.Deck{Source: chance.Of(rand.New(rand.NewPCG(1, 9)))}
	for hand.Turn() == rams.Nature {
		hand.ApplyUnchecked(deck.Next(&hand))
	}
	view := hand.View(hand.Turn(), nil)
	act, known := p.Act(&view, rand.New(rand.NewPCG(1, 2)))
	fmt.Println(view.Hand, "trump", view.Upcard, act, known)
	// Output: 8s Ah Jd trump 8h join true
}
