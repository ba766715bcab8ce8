package varianttest

import (
	"math/rand/v2"

	"chratze/chance"
	"chratze/rams"
	"chratze/variant"
)

// Dealt is a hand after the deal.
type Dealt struct {
	Variant variant.Variant
	Game    *rams.Game
	Record  rams.Record
	Deck    rams.Deck // what is left of the pack
}

// Forced deals hands for four that begin with start, until there is one in which everybody has
// to play, because of the upcard or of how it begins. The record ends where the first player
// decides.
func Forced(t TB, rules string, start rams.Start) *Dealt {
	t.Helper()
	d := &Dealt{Variant: Parse(t, rules), Deck: rams.Deck{Source: chance.Of(rand.New(rand.NewPCG(1, 2)))}}
	d.Game = game(t, d.Variant, 4)
	for range 500 {
		if err := d.Record.Begin(d.Game, start); err != nil {
			t.Fatal(err)
		}
		d.Record.Nature(&d.Deck)
		if s := &d.Record; s.Contract(s.Dealer()).In() {
			return d
		}
	}
	t.Fatal(rules + ": no deal is forced")
	return nil
}
