package solve_test

import (
	"fmt"

	"chratze/rams/ramstest"
	"chratze/solve"
	"chratze/variant"
)

// A hand is played to its end with open cards, by players who see all of them.
func ExampleSolver_Each() {
	game, err := variant.Default().Game(3)
	if err != nil {
		panic(err)
	}
	deal, err := ramstest.NewDeal(game, game.FirstStart(0), ramstest.Script{Rand: 7})
	if err != nil {
		panic(err)
	}
	deal.ToPlay() // somebody opens, all join and exchange

	var solver solve.Solver
	results, _ := solver.Each(&deal.State, nil)
	turn := deal.State.Turn()
	trump, _ := deal.State.Trump()
	fmt.Println("seat", turn, "holds", deal.State.Hand(turn), "trump", trump)
	for i := range results {
		fmt.Printf("%v: %.0f %% of the pot\n", results[i].Act, results[i].Gain(&deal.State, turn))
	}
	// Output:
	// seat 1 holds 6c Ah Ad 8d trump h
	// play 6c: 67 % of the pot
	// play Ah: 67 % of the pot
	// play Ad: 67 % of the pot
	// play 8d: 33 % of the pot
}
