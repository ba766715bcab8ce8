// Package fair makes deals that every player can verify afterwards: the server commits
// to its secret before it knows the players' numbers, and the players commit to their
// numbers before they know each other's. docs/fairness.md says in plain words
// what that proves; docs/fair-protocol.md specifies it, with test vectors.
//
// The construction, chratze-fair/1. Every hash is SHA-256 of a line of ASCII, every
// number decimal, every secret, nonce, salt and hash lower-case hexadecimal:
//
//	S                          the secret of the session, 32 random bytes
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
// In chratze-fair/2 (Scheme2) a commitment c(i) also has a public key, the nonces are copied to the others before they
// are revealed, and T follows from the cancelled deals too: docs/fair-protocol.md.
//
// HKDF is that of RFC 5869 with SHA-256, an empty salt and an output of 32 bytes. Its info
// strings are ASCII; its key is the 32 raw bytes.
//
// The bytes of a draw are consumed one by one. A number below m is the first byte that is less
// than 256 - 256 mod m, taken modulo m. A shuffle starts with the cards in pack order (suits c
// s h d, ranks A to 6). For i from k-1 down to 1 it swaps place i with the place given by a
// number below i+1; place 0 is the top card. A cut leaves 1 plus a number below k-1 cards in
// the top packet.
//
// The draws of a deal are numbered from 1 in the order in which they are made: its shuffle, its
// cut, both again after each hop, then each reshuffle. The place p of a card, from 0, is its
// place after the shuffle and before a cut.
//
// The files: draw.go makes draws, copies.go lets others open a nonce that
// doesn't come, proof.go has what is published, walk.go finds where the cards
// of a hand lay, verify.go checks one deal, and evening.go checks a series of deals.
package fair
