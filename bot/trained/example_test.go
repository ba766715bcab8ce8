package trained_test

import (
	"fmt"

	"chratze/bot/policy"
	"chratze/bot/trained"
	"chratze/variant"
)

// A policy plays the game that it was trained for, with the same ante, and no other.
func Example() {
	file, err := trained.Read("zwicken-4.policy")
	if err != nil {
		panic(err)
	}
	p, err := policy.Read(file)
	if err != nil {
		panic(err)
	}
	for _, rules := range []string{"zwicken", "zwicken,coin=5", "zwicken,ante=50", "chratze"} {
		v, err := variant.Parse(rules)
		if err != nil {
			panic(err)
		}
		game, err := v.Game(4)
		if err != nil {
			panic(err)
		}
		fmt.Println(rules, p.Plays(game))
	}
	// Output:
	// zwicken true
	// zwicken,coin=5 true
	// zwicken,ante=50 false
	// chratze false
}
