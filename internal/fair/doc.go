// Package fair makes deals that every player can verify afterwards: the server commits
// to its secret before it knows the players' numbers, and the players commit to their
// numbers before they know each other's. docs/fairness.md says in plain words
// what that proves; docs/fair-protocol.md specifies it, with test vectors.
//
// The files: draw.go makes draws, copies.go lets others open a nonce that
// doesn't come, proof.go has what is published, walk.go finds where the cards
// of a hand lay, verify.go checks one deal, and evening.go checks a series of deals.
package fair
