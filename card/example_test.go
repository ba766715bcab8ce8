package card_test

import (
	"fmt"

	"chratze/card"
)

// A hand is a set: following suit is an intersection.
func ExampleSet() {
	hand, err := card.ParseSet("As Td 9s Kh")
	if err != nil {
		panic(err)
	}
	spades := hand & card.OfSuit(card.Spades)
	fmt.Println(hand, "-", hand.Len(), "cards")
	fmt.Println(spades, "follow spades")
	fmt.Println(hand&^spades, "are left without them")
	// Output:
	// As 9s Kh Td - 4 cards
	// As 9s follow spades
	// Kh Td are left without them
}

// A list keeps its order, and may have hidden cards.
func ExampleShown() {
	draw, err := card.ParseList("9c Ah 6d")
	if err != nil {
		panic(err)
	}
	others := card.Shown(&draw, card.ByRank(card.Ace))
	fmt.Println(others.String())
	// Output:
	// ?? Ah ??
}
