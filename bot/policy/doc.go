// Package policy learns a strategy for auction and exchange by self-play: blind
// questions, opening, bids, joining, and which cards go. Cards laid away beyond the size of the hand, the
// trump six and the play are not learned; a Player does them.
//
// A Trainer lets external sampling (package cfr) walk through hands of a game. What
// it has learned makes a Policy, a small file, that answers views:
//
//	t, err := policy.NewTrainer(policy.Config{Variant: v, Seats: 4, Seed: 1, Play: player})
//	t.Run(ctx, 1_000_000, runtime.GOMAXPROCS(0), nil)
//	p := t.Policy()
//	act, known := p.Act(&view, source)
//
// What a seat knows is made coarser, or it would never be seen twice (hand.go,
// layout.go): the cards count by how many of the same suit that lie elsewhere beat them, and of
// what was said counts who declares, how many are in and how many are still to be asked.
// Without loss hands of four cards are 12 123 classes for a trump suit, or 95 346 with the upcard.
//
// The files: count.go, hand.go, layout.go (what is told apart), game.go (the game as
// a cfr.State), train.go, checkpoint.go, policy.go, chance.go and file.go (what comes out).
//
// How far a policy is from one that nobody gains anything over says an Exploit: board.go (hands with one
// seat responding), response.go (a learned response), local.go (one that imagines worlds); and small.go, a
// game in which all of that is known exactly.
package policy
