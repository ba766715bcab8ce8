// The files: count.go, hand.go, layout.go (what is told apart), game.go (the game as
// a cfr.State), train.go, checkpoint.go, policy.go, probability.go and file.go (what comes out).

// Package policy learns a strategy for auction and exchange by self-play: blind
// questions, opening, bids, joining, and discards. It doesn't learn which surplus cards to drop, the
// trump six, or the play; a Player decides those.
//
// A [Trainer] walks through hands of a game by external sampling (package cfr). The result
// is a [Policy], a small file that answers views:
//
//	t, err := policy.NewTrainer(policy.Config{Variant: v, Seats: 4, Seed: 1, Play: player})
//	t.Run(ctx, 1_000_000, runtime.GOMAXPROCS(0), nil)
//	p := t.Policy()
//	act, known := p.Act(&view, source)
//
// What a seat knows is abstracted, or no situation would come up twice (hand.go,
// layout.go). A card counts by how many cards of its suit that are elsewhere beat it. Of the auction, it
// counts who declares, how many are in, and how many are still to be asked.
// Without loss hands of four cards are 12 123 classes for a trump suit, or 95 346 with the upcard.
//
// An [Exploit] estimates the exploitability of a policy: exploit.go (hands with one
// seat responding), local.go (a response that samples worlds), and small.go, a game in which all of this can
// be computed exactly.
package policy
