package ramstest

import "chratze/card"

// Rand is a seeded source of chance, SplitMix64: as a value it can be copied, and
// the copy goes on as the original does. It is a rams.Shuffler. Its numbers never
// change: tables of results depend on them.
type Rand uint64

// Uint64 returns the next number.
func (r *Rand) Uint64() uint64 {
	*r += 0x9E3779B97F4A7C15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// N returns a number from 0 to n-1; n is at least 1 and below 2^32. (Its bias is
// below n in 2^32.)
func (r *Rand) N(n int) int { return int((r.Uint64() >> 32) * uint64(n) >> 32) }

// Shuffle puts the cards in a random order.
func (r *Rand) Shuffle(cards []card.Card) {
	for i := len(cards) - 1; i > 0; i-- {
		j := r.N(i + 1)
		cards[i], cards[j] = cards[j], cards[i]
	}
}

// Cut returns how many of n cards are in the top packet, 1 … n-1.
func (r *Rand) Cut(n int) int { return 1 + r.N(n-1) }
