package env_test

import (
	"fmt"

	"chratze/env"
	"chratze/rams"
)

// A hand begins, and everybody takes the first of the legal actions.
func ExampleGames() {
	games := &env.Games{}
	game, err := games.Load("chratze", 4, rams.Start{})
	if err != nil {
		fmt.Println(err)
		return
	}
	hand := make(env.Hand, env.Size)
	games.Begin(hand, game, 7, true)
	turn, legal, _ := games.Turn(hand, nil)
	for range 6 {
		text, _ := games.Text(hand, int(legal[0]))
		fmt.Println(turn, text)
		turn, legal, _ = games.Apply(hand, int(legal[0]), legal[:0])
	}
	// Output:
	// 0 double-blind
	// 1 join
	// 2 join
	// 3 join
	// 0 lay Tc Ks
	// 1 lay
}
