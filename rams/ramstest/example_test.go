package ramstest_test

import (
	"fmt"

	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
)

// A deal with a script is the same in every run, so its decisions can be counted. Here two players play Zwicken.
func ExamplePerft() {
	v, err := variant.Parse("zwicken")
	if err != nil {
		panic(err)
	}
	game, err := v.Game(2)
	if err != nil {
		panic(err)
	}
	deal, err := ramstest.NewDeal(game, rams.Start{}, ramstest.Script{Rand: 3})
	if err != nil {
		panic(err)
	}
	for depth := range 4 {
		fmt.Println(depth, ramstest.Perft(&deal, depth))
	}
	// Output:
	// 0 1
	// 1 2
	// 2 3
	// 3 10
}
