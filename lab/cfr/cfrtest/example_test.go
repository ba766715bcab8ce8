package cfrtest_test

import (
	"fmt"

	"chratze/lab/cfr/cfrtest"
)

// The second solver finds what the first player of Kuhn's poker wins.
func ExampleSolver() {
	solver := cfrtest.NewSolver(cfrtest.Kuhn(), cfrtest.Plus)
	solver.Iterate(1000)
	fmt.Printf("%.3f, and in theory %.3f\n", solver.Value(), cfrtest.KuhnValue)
	// Output: -0.056, and in theory -0.056
}
