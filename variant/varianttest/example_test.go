package varianttest_test

import (
	"fmt"
	"testing"

	"chratze/rams"
	"chratze/variant/varianttest"
)

// In a test, t is the *testing.T.
func Example() {
	var t testing.B
	game := varianttest.Game(&t, "kratzen,ante=5", 4)
	fmt.Println(game.Seats(), game.Rules().Ante)

	muss := varianttest.Forced(&t, "kratzen", rams.Start{Dealer: 2, Pot: 60})
	fmt.Println("all are in:", muss.Record.Contract(0).In() && muss.Record.Contract(1).In())
	// Output:
	// 4 5
	// all are in: true
}
