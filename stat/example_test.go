package stat_test

import (
	"fmt"

	"chratze/stat"
)

// What a bot wins differs from hand to hand. The interval says how far the mean can be trusted.
func ExampleSample() {
	var wins stat.Sample
	for _, rappen := range []float64{-20, 60, -20, 40, -60, 80, -20, 20} {
		wins.Add(rappen)
	}
	fmt.Println(wins.Estimate())
	// Output: 10.0 ± 40.0
}

// Hands of one evening hang together, so an evening is a group: the hands that it had, and their sum.
func ExampleRatio() {
	var wins stat.Ratio
	wins.Add(10, 50)
	wins.Add(20, -40)
	wins.Add(10, 110)
	fmt.Printf("%v in %v evenings\n", wins.Estimate(), wins.Groups)
	// Output: 3.0 ± 17.1 in 3 evenings
}
