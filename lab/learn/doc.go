// The files: game.go (the game as a cfr.State), train.go and checkpoint.go (what is learned), exploit.go (hands with one seat
// responding), local.go (a response that samples worlds), leaky.go, and small.go (a game in which all can be computed exactly).

// Package learn learns a strategy for auction and exchange by self-play, and estimates how exploitable one is.
//
// A [Trainer] walks through hands of a game by external sampling (package cfr). The result
// is a policy.Policy, a small file that answers views:
//
//	t, err := learn.NewTrainer(learn.Config{Variant: v, Seats: 4, Seed: 1, Play: player})
//	err = t.Run(ctx, learn.Training{Steps: 1_000_000, Workers: runtime.GOMAXPROCS(0)})
//	p := t.Policy()
//
// An [Exploit] measures what a seat gains by responding to others that don't change.
package learn
