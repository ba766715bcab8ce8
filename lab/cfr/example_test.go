package cfr_test

import (
	"fmt"

	"chratze/lab/cfr"
)

// coins is a game of two: each shows a side of a coin without seeing the other's. If
// both show heads, player 0 wins 2; if both show tails, 1; otherwise player 1 wins 1.
type coins struct{ moves, sides int }

func (c coins) Player() int {
	if c.moves == 2 {
		return cfr.Over
	}
	return c.moves
}

func (c coins) Infoset() (key uint64, actions int)   { return uint64(c.moves), 2 }
func (c coins) Act(side int) coins                   { return coins{c.moves + 1, c.sides<<1 | side} }
func (c coins) Outcomes(func(next coins, p float64)) {}
func (c coins) Utility(player int) float32 {
	won := [...]float32{2, -1, -1, 1}[c.sides]
	if player == 1 {
		return -won
	}
	return won
}

// In the equilibrium both show heads two times in five, and player 0 wins a fifth.
func ExampleExactSolver() {
	exact := cfr.Expand(coins{}, 2)
	solver := cfr.NewExactSolver(exact)
	solver.Iterate(2000)
	profile := solver.Average()
	cfr.Visit(exact, coins{}, profile, func(c coins, p []float32) {
		if c.sides == 0 {
			fmt.Printf("player %d shows heads %.2f of the time\n", c.moves, p[0])
		}
	})
	fmt.Printf("player 0 wins %.2f\n", exact.Value(profile, 0))
	fmt.Println("a best response gains less than 0.01:", exact.NashConv(profile) < 0.01)
	// Output:
	// player 0 shows heads 0.40 of the time
	// player 1 shows heads 0.40 of the time
	// player 0 wins 0.20
	// a best response gains less than 0.01: true
}
