package chance_test

import (
	"fmt"

	"chratze/chance"
)

// The same seeds give the same numbers, on every platform and for ever.
func ExampleSeeded() {
	dice := chance.Seeded(1, 2)
	fmt.Println(dice.IntN(6), dice.IntN(6), dice.IntN(6))
	// Output: 5 1 0
}
