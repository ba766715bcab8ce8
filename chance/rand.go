// Package chance has seeded streams of random numbers. All are SplitMix64 by Steele, Lea and Flood,
// whose numbers follow from their seed alone, on every platform and for ever: recorded deals,
// signatures, puzzles and measured strength depend on them.
//
// [Rand] is exact, and seeded by a list of numbers. [Fast] is for search and training, where a bias of
// less than n in 2^32 is lost in the noise. [Shuffler] makes a rams.Shuffler of any other generator.
// None of them keeps a secret from anybody who sees a few of its numbers: a table that people play at
// needs another source, such as crypto/rand.
package chance

import (
	"math/bits"

	"chratze/card"
)

// Rand is a generator whose numbers and orders are all exactly equally likely. It is a
// rams.Shuffler and a Source. No generator of this package is safe for concurrent use.
type Rand struct{ state uint64 }

// Seeded returns a generator for a list of numbers, such as a seed, a sitting
// and a hand: another list, in any place, is another stream.
func Seeded(seeds ...uint64) (r Rand) {
	for _, s := range seeds {
		r.state = Mix(r.state + s)
	}
	return r
}

const golden = 0x9E3779B97F4A7C15 // 2^64 / the golden ratio, odd

// Mix hashes a number: a bijection in which every bit of x moves about half of the
// result's. It is the step of SplitMix64.
func Mix(x uint64) uint64 {
	x += golden
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// Uint64 returns 64 random bits.
func (r *Rand) Uint64() uint64 {
	x := Mix(r.state)
	r.state += golden
	return x
}

// IntN returns a number from 0 to n-1, each equally likely; n must be positive.
// The high half of a product is the number, and of the low halves those few are
// drawn again that would favour some (Lemire).
func (r *Rand) IntN(n int) int {
	hi, lo := bits.Mul64(r.Uint64(), uint64(n))
	if lo < uint64(n) {
		for least := -uint64(n) % uint64(n); lo < least; {
			hi, lo = bits.Mul64(r.Uint64(), uint64(n))
		}
	}
	return int(hi)
}

// Cut returns how many of n cards go into the top packet, 1 to n-1.
func (r *Rand) Cut(n int) int { return 1 + r.IntN(n-1) }

// Shuffle puts the cards in a random order (Fisher and Yates, from the end).
// Every order is equally likely.
//
// One random word serves several places: each takes its number from what the
// product before has left of the word, as if it were a number in mixed bases.
// A word that would favour some orders, as in IntN but for the product of all
// the bounds, is answered by shuffling the same places once more.
func (r *Rand) Shuffle(cards []card.Card) {
	for n := len(cards); n > 1; {
		product, rest := uint64(1), r.Uint64()
		after := max(1, n-batch)
		for i := n; i > after; i-- {
			j, left := bits.Mul64(rest, uint64(i))
			cards[i-1], cards[j] = cards[j], cards[i-1]
			product *= uint64(i)
			rest = left
		}
		if rest >= product || rest >= -product%product {
			n = after
		}
	}
}

// batch is how many places one random word serves: the product of the bounds
// must fit it, and words drawn again must be rare.
const batch = 7
