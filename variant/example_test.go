package variant_test

import (
	"fmt"

	"chratze/variant"
)

func ExampleParse() {
	v, err := variant.Parse("chratze,susi=forced,ante=50")
	fmt.Println(v, err)
	game, err := v.Game(4)
	fmt.Println(game.Rules().Ante, err)
	_, err = variant.Parse("chratze,susi=always")
	fmt.Println(err)
	// Output:
	// chratze,ante=50,susi=forced <nil>
	// 50 <nil>
	// variant: chratze: option "susi" is "always": allowed is off, guideline, forced
}

func ExampleDiff() {
	a, _ := variant.Lookup("chratze-en")
	b, _ := variant.Lookup("chratze-ja")
	for _, d := range variant.Diff(a, b) {
		fmt.Println(d.Key, d.A, d.B)
	}
	// Output:
	// deals 3 4
	// join_order declarer forehand
}
