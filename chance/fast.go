package chance

import (
	"chratze/card"
)

// Fast is a generator that is its own seed: as a value it can be copied, and the copy goes on as the
// original does. It is a rams.Shuffler and a Source.
type Fast uint64

// FastFor returns the generator of one of many walks with the same seed.
func FastFor(seed, walk uint64) Fast { return Fast(Mix(Mix(seed) + walk)) }

// Uint64 returns 64 random bits.
func (f *Fast) Uint64() uint64 {
	x := Mix(uint64(*f))
	*f += golden
	return x
}

// IntN returns a number from 0 to n-1; n must be positive and below 2^32.
func (f *Fast) IntN(n int) int { return int(f.Uint64() >> 32 * uint64(n) >> 32) }

// Cut returns how many of n cards go into the top packet, 1 to n-1.
func (f *Fast) Cut(n int) int { return 1 + f.IntN(n-1) }

// Shuffle puts the cards in a random order (Fisher and Yates, from the end).
func (f *Fast) Shuffle(cards []card.Card) { shuffle(f, cards) }

// Source is where chances come from: a *[Rand], a *[Fast], or a *rand.Rand of math/rand/v2.
type Source interface {
	// IntN returns a number from 0 to n-1, each equally likely; n must be positive.
	IntN(n int) int
}

// Shuffler shuffles and cuts with the numbers of a Source. If they are equally likely, so are the
// orders. It is a rams.Shuffler and a Source.
type Shuffler struct{ Source }

// Of returns a Shuffler with the numbers of a Source.
func Of(s Source) Shuffler { return Shuffler{s} }

// Shuffle puts the cards in a random order.
func (s Shuffler) Shuffle(cards []card.Card) { shuffle(s.Source, cards) }

// Cut returns how many of n cards go into the top packet, 1 to n-1.
func (s Shuffler) Cut(n int) int { return 1 + s.IntN(n-1) }

func shuffle[S Source](s S, cards []card.Card) {
	for i := len(cards) - 1; i > 0; i-- {
		j := s.IntN(i + 1)
		cards[i], cards[j] = cards[j], cards[i]
	}
}
