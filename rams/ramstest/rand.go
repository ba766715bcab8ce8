package ramstest

import (
	"chratze/card"
	"chratze/chance"
)

// Rand is [chance.Fast], which can choose among actions too: as a value it can be copied, and
// the copy goes on as the original does. It is a rams.Shuffler. Its numbers never
// change: tables of results depend on them.
type Rand chance.Fast

func (r *Rand) fast() *chance.Fast { return (*chance.Fast)(r) }

// Uint64 returns the next number.
func (r *Rand) Uint64() uint64 { return r.fast().Uint64() }

// N returns a number from 0 to n-1; n is at least 1 and below 2^32.
func (r *Rand) N(n int) int { return r.fast().IntN(n) }

// Shuffle puts the cards in a random order.
func (r *Rand) Shuffle(cards []card.Card) { r.fast().Shuffle(cards) }

// Cut returns how many of n cards are in the top packet, 1 … n-1.
func (r *Rand) Cut(n int) int { return r.fast().Cut(n) }
