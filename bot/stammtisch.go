package bot

import "chratze/card"

// stammtisch is stammtisch-1, the yardstick that docs/research/stammtisch-1.md specifies for
// every kind of game. It is frozen: a better one gets another name.
var stammtisch = heuristic{
	opening:  {open: 180, dealer: 100, join: 80, keep: card.King},
	openHeld: {open: 220, dealer: 180, join: 80, more: 40, keep: card.Ace},
	bidding:  {strike: 240, turn: 240, top: 240, join: 100, keep: card.Ace},
	joining:  {join: 100, behind: 50, keep: card.Ace},
	priced:   {open: 60, dealer: 40, join: 60, more: 20, keep: card.Ace},
}

// weighing is what a bot that searches takes others for: stammtisch-1, but for a price, which people weigh.
var weighing = func() heuristic {
	h := stammtisch
	h[priced].even = 100
	return h
}()

// careful is how a bot that searches thinks it will go on: it opens, joins and keeps a
// little less than stammtisch-1 (docs/research/stammtisch-1.md, measured).
var careful = heuristic{
	opening:  {open: 200, dealer: 140, join: 100, more: 40, keep: card.Ace},
	openHeld: {open: 220, dealer: 180, join: 80, more: 40, keep: card.Ace},
	bidding:  {strike: 240, turn: 240, top: 240, join: 100, keep: card.Ace},
	joining:  {join: 100, behind: 50, keep: card.Ace},
	priced:   {open: 60, dealer: 40, join: 60, more: 20, even: 100, keep: card.Ace},
}
