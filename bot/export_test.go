package bot

import "chratze/bot/search"

// The kinds of players.
const (
	Trained  = trainedKind
	Thumb    = thumbKind
	Newcomer = newcomerKind
	Dice     = diceKind
)

// Known returns what a bot knows of the others.
func Known(b Bot) search.Seats { return b.(*policyBot).others.seats }

// Strangers returns what it knows before it has seen a hand.
func Strangers() search.Weights { return strangers() }
