package search_test

import (
	"fmt"
	"math/rand/v2"

	"chratze/bot"
	"chratze/bot/search"
	"chratze/card"
	"chratze/rams"
	"chratze/variant"
)

// pack is a pack in an order of ours.
type pack []card.Card

func (p pack) Shuffle(cards []card.Card) { copy(cards, p) }
func (p pack) Cut(n int) int             { return n / 2 }

// Values says what each act of a seat is worth: here whether to open with three trumps.
func ExampleSearcher_Values() {
	game, _ := variant.Default().Game(3)
	var dealt card.Set
	var order pack
	for _, text := range []string{"As", "Ah", "7c", "8d", "9c", "9d", "Ts", "Ks", "Qs", "6c", "7d", "8c", "Th"} {
		c, _ := card.Parse(text)
		order = append(order, c)
		dealt |= c.Bit()
	}
	order = (variant.Default().Rules().Pack.Cards() &^ dealt).Append(order)

	var hand rams.Record
	_ = hand.Begin(game, game.FirstStart(0))
	deck := rams.Deck{Source: order}
	hand.Nature(&deck)
	for hand.Phase() != rams.PhaseOpen { // no blind
		_ = hand.Apply(rams.Action{Kind: rams.See, Seat: hand.Turn()})
		hand.Nature(&deck)
	}
	view := hand.View(hand.Turn())
	spec, _ := bot.Parse("stammtisch-1")
	model, _ := spec.Model()
	searcher := search.New(search.Config{Own: model, Others: model, Worlds: 200}, rand.New(rand.NewPCG(1, 2)))
	values := searcher.Values(&view)
	fmt.Println(view.Hand, "trump", view.Upcard)
	for _, v := range values {
		fmt.Println(v.Act, v.Mean > values[1].Mean)
	}
	// Output:
	// As Ks Qs Ah trump Ts
	// open true
	// pass false
}
