package worlds_test

import (
	"fmt"

	"chratze/card"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
	"chratze/worlds"
)

// A world for what forehand has seen: its own cards are right, the others are a guess that fits.
func ExampleFinder_Imagine() {
	game, err := variant.Default().Game(3)
	if err != nil {
		panic(err)
	}
	var hand rams.Record
	if err := hand.Begin(game, game.FirstStart(0)); err != nil {
		panic(err)
	}
	chance := ramstest.Rand(1)
	deck := rams.Deck{Source: &chance}
	for hand.Nature(&deck); hand.Phase() != rams.PhaseOpen; hand.Nature(&deck) {
		_ = hand.Apply(rams.Action{Kind: rams.See, Seat: hand.Turn()}) // no blind
	}

	view := hand.View(1)
	var finder worlds.Finder
	_, world, err := finder.Imagine(&view, nil)
	if err != nil {
		panic(err)
	}
	fmt.Println("sees", view.Hand, "and", view.Upcard)
	fmt.Println("in the world it holds", world.Hand(1))
	fmt.Println("the others hold", world.Hand(0).Len()+world.Hand(2).Len(), "cards that it doesn't see")

	// In no world is one of its own cards turned up.
	for i := range view.Events {
		if view.Events[i].Kind == rams.EventUpcard {
			view.Events[i].Cards = card.ListOf(view.Hand.First())
		}
	}
	_, _, err = finder.Imagine(&view, nil)
	fmt.Println(err)
	// Output:
	// sees Tc Ts Ad Jd and 6c
	// in the world it holds Tc Ts Ad Jd
	// the others hold 8 cards that it doesn't see
	// worlds: event 6: world: Tc can't have been there
}
