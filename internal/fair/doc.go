// Package fair makes deals that every player can verify afterwards: the server commits
// to its secret before it knows the players' numbers, and the players commit to their
// numbers before they know each other's. docs/fairness.md explains it in plain words,
// with test vectors.
//
// The construction, chratze-fair/1. Every hash is SHA-256 of a line of ASCII, every
// number decimal, every secret, nonce, salt and hash lower-case hexadecimal:
//
//	S                          the sitting's secret, 32 random bytes
//	sitting  = SHA-256("chratze-fair/1 sitting " S)
//	H(n)     = HKDF(S, info "chratze-fair/1 hand n")          the secret of deal n, from 1
//	promise  = SHA-256("chratze-fair/1 hand n " H)            published first
//	c(i)     = SHA-256("chratze-fair/1 nonce n i " nonce)     of chair i, published next
//	T        = HKDF(H, info "chratze-fair/1 deal n" then " i nonce" for each chair, from the lowest)
//	draw d   = HKDF-Expand(T, "chratze-fair/1 draw d shuffle k")  of k cards
//	           HKDF-Expand(T, "chratze-fair/1 draw d cut k")      of a pack of k cards
//	salt     = HKDF-Expand(T, "chratze-fair/1 salt d p", 16 bytes)
//	card     = SHA-256("chratze-fair/1 card n d p As " salt), its first 20 bytes
//
// HKDF is that of RFC 5869 with SHA-256, an empty salt and 32 bytes; its strings are
// ASCII, what it is keyed with are the bytes themselves. The bytes of a draw are taken
// one by one: a number below m is the first byte that is less than 256 - 256 mod m,
// modulo m. A shuffle begins with the cards in pack order (suits c s h d, ranks A to
// 6) and exchanges, for i from k-1 down to 1, place i with the place that is a number
// below i+1; place 0 is the top card. A cut leaves 1 plus a number below k-1 cards in
// the top packet. The draws of a deal are numbered from 1 in the order in which they
// are made: its shuffle, its cut, the same again after each hop, each reshuffle. The
// place p of a card, from 0, is the one that its shuffle gave it, before a cut.
//
// The files: draw.go makes draws, proof.go is what is published, walk.go finds where
// the cards of a hand lay, verify.go checks one deal and evening.go a row of them.
package fair
