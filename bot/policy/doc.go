// Package policy answers the questions of auction and exchange by a strategy that was learned by self-play (rams-lab train):
// blind questions, opening, bids, joining, and discards. It doesn't know which surplus cards to drop, the trump six, or the play; a
// Player decides those.
//
// A [Policy] is read from a small file and answers views:
//
//	p, err := policy.Read(file)
//	act, known := p.Act(&view, source)
//
// What a seat knows is abstracted, or no situation would come up twice (hand.go,
// layout.go). A card counts by how many cards of its suit that are elsewhere beat it. Of the auction, it
// counts who declares, how many are in, and how many are still to be asked.
// Without loss hands of four cards are 12 123 classes for a trump suit, or 95 346 with the upcard.
package policy

// UsuallyOpen is in how many of a hundred hands of a training the cards are played as if everybody saw them all: then declarers and
// joiners win about as much as if a search played the cards (docs/strength.md). With open cards a good hand wins more than with
// search, with rules of thumb less.
const UsuallyOpen = 70
