// Package card holds the cards of the Rams games: suits, ranks, cards, sets of
// cards as bit masks, packs, and their text forms (docs/rules.md 1).
//
// A set is one machine word with 16 bits for each suit, so following suit is an
// AND and counting is one instruction. The order of the bits is pack order:
// suits c s h d, ranks A down to 2. From its lowest bit up, a set is in the
// order in which the games write cards.
package card

import (
	"iter"
	"math/bits"
)

// Suit is one of the four suits, in pack order.
type Suit uint8

// The suits: French, Swiss-German, German (docs/rules.md 1).
const (
	Clubs    Suit = iota // clubs, acorns (Eicheln), Eichel
	Spades               // spades, shields (Schilten), Laub
	Hearts               // hearts, roses (Rosen), Herz
	Diamonds             // diamonds, bells (Schellen), Schellen
)

// Suits is the number of suits.
const Suits = 4

// Rank is a rank; a greater value is a higher rank. The order is the same in
// every suit, trump or not (docs/rules.md 1).
type Rank uint8

// The ranks from the two to the ace. Only packs of 52 cards have those below the six.
const (
	Two Rank = iota
	Three
	Four
	Five
	Six
	Seven
	Eight
	Nine
	Ten   // Banner in the Swiss-German pack
	Jack  // Under, Unter, Bube
	Queen // Ober, Dame
	King
	Ace // Ass, Sau
)

// Ranks is the number of ranks.
const Ranks = 13

// Card is one card: its place in pack order, with 16 places for each suit. The zero
// value is the ace of clubs. Hidden stands for a card that somebody may not see.
type Card uint8

// Hidden is a card whose face its reader may not see; its text is "??".
const Hidden Card = 0xFF

// New returns the card of rank r in suit s.
func New(r Rank, s Suit) Card { return Card(uint8(s)<<4 | uint8(Ace-r)) }

// Suit returns the printed suit.
func (c Card) Suit() Suit { return Suit(c >> 4) }

// Rank returns the rank.
func (c Card) Rank() Rank { return Ace - Rank(c&15) }

// Valid reports whether c is one of the 52 cards.
func (c Card) Valid() bool { return c < 64 && c&15 < Ranks }

// Bit returns the set that holds only c, which must be Valid.
func (c Card) Bit() Set { return 1 << (c & 63) }

// Set is a set of cards.
type Set uint64

// OfSuit returns all cards of suit s.
func OfSuit(s Suit) Set { return (1<<Ranks - 1) << (uint(s&3) << 4) }

// SetOf returns the set of the given cards.
func SetOf(cards ...Card) Set {
	var s Set
	for _, c := range cards {
		s |= c.Bit()
	}
	return s
}

// Has reports whether c is in s.
func (s Set) Has(c Card) bool { return s&c.Bit() != 0 }

// Len returns the number of cards in s.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// First returns the first card of s in pack order; s must not be empty.
func (s Set) First() Card { return Card(bits.TrailingZeros64(uint64(s))) }

// Rest returns s without its first card.
func (s Set) Rest() Set { return s & (s - 1) }

// All returns the cards of s in pack order.
func (s Set) All() iter.Seq[Card] {
	return func(yield func(Card) bool) {
		for ; s != 0 && yield(s.First()); s = s.Rest() {
		}
	}
}

// Append appends the cards of s in pack order.
func (s Set) Append(dst []Card) []Card {
	for ; s != 0; s = s.Rest() {
		dst = append(dst, s.First())
	}
	return dst
}

// ByRank returns all cards of rank r.
func ByRank(r Rank) Set {
	return 0x0001_0001_0001_0001 << (Ace - r)
}

// Pack is a set of cards to play with (docs/rules.md 1).
type Pack uint8

// The packs of docs/rules.md 1.
const (
	Jass36      Pack = iota // A K Q J T 9 8 7 6 in four suits
	Weli33                  // A K Q J T 9 8 7 in four suits, and the six of diamonds, the Weli
	Skat32                  // A K Q J T 9 8 7 in four suits
	Full52                  // A K Q J T 9 8 7 6 5 4 3 2 in four suits
	Schnapsen20             // A K Q J T in four suits
	// Small9 is A K Q of clubs, spades and hearts: no pack to play with, but one small enough for
	// a game to be written out whole. No preset and no option has it.
	Small9
)

// French reports whether only the French deck has all cards of the pack.
func (p Pack) French() bool { return p == Full52 }

// Cards returns the cards of the pack.
func (p Pack) Cards() Set {
	const all = 0x01FF_01FF_01FF_01FF // from the ace to the six
	switch p {
	case Weli33:
		return all&^ByRank(Six) | Weli6.Bit()
	case Skat32:
		return all &^ ByRank(Six)
	case Full52:
		return 0x1FFF_1FFF_1FFF_1FFF
	case Schnapsen20:
		return 0x001F_001F_001F_001F
	case Small9:
		return (ByRank(Ace) | ByRank(King) | ByRank(Queen)) &^ OfSuit(Diamonds)
	default:
		return all
	}
}

// The cards that can be a Weli: always a trump, just below the trump ace.
const (
	Weli6 = Card(uint8(Diamonds)<<4 | uint8(Ace-Six))   // in weli33
	Weli7 = Card(uint8(Diamonds)<<4 | uint8(Ace-Seven)) // in Zwicken
)
