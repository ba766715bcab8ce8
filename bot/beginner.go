package bot

import (
	"chratze/card"
	"chratze/chance"
	"chratze/rams"
)

// novice has the thresholds of a beginner, who plays too many hands and keeps queens.
var novice = heuristic{
	opening:  {open: 140, dealer: 90, join: 55, keep: card.Queen},
	openHeld: {open: 170, dealer: 140, join: 55, more: 10, keep: card.Queen},
	bidding:  {strike: 190, turn: 300, top: 400, join: 65, keep: card.Queen},
	joining:  {join: 65, behind: 30, keep: card.Queen},
	priced:   {open: 50, dealer: 30, join: 40, keep: card.Queen},
}

// beginner plays like somebody who has just learned the rules: it takes its hand for better or
// worse than it is, and now and then plays a card at random.
type beginner struct{ source chance.Source }

// How wrong a beginner is about a hand, in hundredths; and that it plays any card one time in
// this many.
const (
	misjudged = 45
	careless  = 4
)

func (b beginner) Act(v *rams.View) rams.Action {
	if v.Phase == rams.PhasePlay && b.source.IntN(careless) == 0 {
		return v.Legal[b.source.IntN(len(v.Legal))]
	}
	mood := novice
	off := b.source.IntN(2*misjudged+1) - misjudged
	for i := range mood {
		numbers := mood[i].numbers()
		for _, from := range numbers[:6] { // how many others there are, it sees as it is
			*from += off
		}
	}
	return mood.Act(v)
}

// Likelihood returns how likely a beginner makes this action.
func (b beginner) Likelihood(v *rams.View, a rams.Action) float64 { return novice.Likelihood(v, a) }
