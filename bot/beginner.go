package bot

import (
	"chratze/card"
	"chratze/rams"
)

// novice is what a beginner goes by: he plays too many hands, and keeps queens.
var novice = thumb{
	opening:  {open: 140, dealer: 90, join: 55, keep: card.Queen},
	openHeld: {open: 170, dealer: 140, join: 55, more: 10, keep: card.Queen},
	bidding:  {strike: 190, turn: 300, top: 400, join: 65, keep: card.Queen},
	joining:  {join: 65, behind: 30, keep: card.Queen},
}

// beginner plays as somebody who has just learned the rules: he takes his hand for better or
// worse than it is, and now and then plays a card without thinking.
type beginner struct{ source Source }

// How wrong a beginner is about a hand, in hundredths, and how often he plays any card, one time in so
// many.
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
		t := &mood[i]
		for _, from := range [...]*int{&t.open, &t.dealer, &t.strike, &t.turn, &t.top, &t.join} {
			*from += off
		}
	}
	return mood.Act(v)
}
