// Package varianttest gives tests their games.
package varianttest

import (
	"chratze/rams"
	"chratze/variant"
)

// TB is what a test, a benchmark and a check of random input have in common.
type TB interface {
	Helper()
	Fatal(args ...any)
}

// Parse returns rules such as "chratze,susi=forced".
func Parse(t TB, rules string) variant.Variant {
	t.Helper()
	v, err := variant.Parse(rules)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Game returns the game of some rules with this number of seats.
func Game(t TB, rules string, seats int) *rams.Game {
	t.Helper()
	return game(t, Parse(t, rules), seats)
}

func game(t TB, v variant.Variant, seats int) *rams.Game {
	t.Helper()
	g, err := v.Game(seats)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Every calls f with the games of all presets, and of the other rules that are named, with every
// number of seats.
func Every(t TB, f func(rules string, g *rams.Game), others ...string) {
	t.Helper()
	for _, rules := range append(variant.Presets(), others...) {
		v := Parse(t, rules)
		least, most := v.Seats()
		for seats := least; seats <= most; seats++ {
			f(rules, game(t, v, seats))
		}
	}
}
