package think_test

import (
	"fmt"

	"chratze/env"
	"chratze/env/think"
	"chratze/rams"
)

// The yardstick plays a hand of Chratze up to the exchange.
func ExampleAct() {
	games := &env.Games{}
	game, err := games.Load("chratze", 3, rams.Start{})
	if err != nil {
		fmt.Println(err)
		return
	}
	hand := make(env.Hand, env.SizeLogged)
	games.Begin(hand, game, 2, true)
	for range 6 {
		turn, _, _ := games.Turn(hand, nil)
		id, err := think.Act(games, hand, "stammtisch-1", 1, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		text, _ := games.Text(hand, id)
		fmt.Println(turn, text)
		games.Apply(hand, id, nil)
	}
	// Output:
	// 0 see
	// 0 see
	// 1 open
	// 2 join
	// 0 join
	// 1 lay 7c
}
