package pot_test

import (
	"fmt"

	"chratze/pot"
)

// The declarer gets two thirds of the pot, and two joiners who made it share the rest.
func ExampleThirds() {
	declarer, each, left := pot.Thirds(200, 20, 5, 2, true)
	fmt.Println(declarer, each, left)
	// Output:
	// 140 30 0
}

// The accounts of a session and its pot add up to 0, whatever is paid.
func ExampleLedger() {
	var l pot.Ledger
	for _, id := range []string{"Anna", "Beat", "Chregu"} {
		if err := l.Open(id); err != nil {
			panic(err)
		}
	}
	antes := []pot.Move{{ID: "Anna", Amount: -20}, {ID: "Beat", Amount: -20}, {ID: "Chregu", Amount: -20}}
	if err := l.Post(antes...); err != nil {
		panic(err)
	}
	if err := l.Post(pot.Move{ID: "Beat", Amount: 60}); err != nil {
		panic(err)
	}
	fmt.Println(l.Accounts(), "pot", l.Pot())
	// Output:
	// [{Anna -20} {Beat 40} {Chregu -20}] pot 0
}

// Four people end an evening with two payments.
func ExampleSettle() {
	people := []string{"Anna", "Beat", "Chregu", "Dora"}
	transfers, err := pot.Settle([]pot.Chips{120, -120, -45, 45})
	if err != nil {
		panic(err)
	}
	for _, t := range transfers {
		fmt.Println(people[t.From], "pays", people[t.To], t.Amount)
	}
	// Output:
	// Beat pays Anna 120
	// Chregu pays Dora 45
}
