package policy

import (
	"math/bits"

	"chratze/card"
)

// Hands that differ only by an exchange of plain suits are one class. What a policy tells apart
// is compared with them, and mustn't be finer (TestNumberKnowsNoSuits).

// maxClass is the greatest number of cards in a hand that has a class.
const maxClass = 4

// subsetRank numbers the subsets of the nine ranks among those with as many
// elements: the sum of choose[place][i+1] over the places of its elements.
var subsetRank = func() (t [1 << ranks]uint8) {
	for m := range t {
		i := 0
		for rest := m; rest != 0 && i < maxClass; rest &= rest - 1 {
			i++
			t[m] += uint8(choose[bits.TrailingZeros(uint(rest))][i])
		}
	}
	return t
}()

// plainFirst is where the classes of three plain suits with a ≥ b ≥ c cards begin among those
// with the same number of cards; plainCount is the number of classes with a given number of
// cards.
var plainFirst, plainCount = func() (first [maxClass + 1][maxClass + 1][maxClass + 1]int, count [maxClass + 1]int) {
	for n := range count {
		for a := n; a >= 0; a-- {
			for b := min(a, n-a); b >= 0; b-- {
				if c := n - a - b; c <= b {
					first[a][b][c] = count[n]
					count[n] += plainOf(a, b, c)
				}
			}
		}
	}
	return first, count
}()

// plainOf returns how many ways there are for three suits that nobody tells apart
// to hold a ≥ b ≥ c cards.
func plainOf(a, b, c int) int {
	x, y, z := choose[ranks][a], choose[ranks][b], choose[ranks][c]
	switch {
	case a == b && b == c:
		return x * (x + 1) * (x + 2) / 6
	case a == b:
		return x * (x + 1) / 2 * z
	case b == c:
		return x * (y * (y + 1) / 2)
	}
	return x * y * z
}

// Classes returns how many classes of hands of n cards, up to four, there are for a
// trump suit: hands that differ by an exchange of plain suits are one class.
func Classes(n int) int { return classes(n, ranks) }

// ClassesUp is Classes with an upcard, which is not in the hand: of all ranks together.
func ClassesUp(n int) int { return ranks * classes(n, ranks-1) }

func classes(n, trumps int) (count int) {
	for t := range n + 1 {
		count += choose[trumps][t] * plainCount[n-t]
	}
	return count
}

// Class returns the class of a hand of up to four cards, 0 … Classes(n)-1.
func Class(hand card.Set, trump card.Suit) int {
	return class(hand, trump, ranksIn(hand, trump), ranks)
}

// ClassUp returns the class of a hand of up to four cards with the upcard, 0 …
// ClassesUp(n)-1.
func ClassUp(hand card.Set, up card.Card) int {
	mask, at := ranksIn(hand, up.Suit()), uint(up&15)
	below := mask & (1<<at - 1)
	mask = below | (mask &^ below >> 1) // the upcard's place is closed
	return int(up.Rank()-card.Six)*classes(hand.Len(), ranks-1) + class(hand, up.Suit(), mask, ranks-1)
}

// class numbers first by the number of trumps, then by which, then by the plain
// suits.
func class(hand card.Set, trump card.Suit, trumps uint, ranks int) (at int) {
	n, t := hand.Len(), bits.OnesCount(trumps)
	for less := range t {
		at += choose[ranks][less] * plainCount[n-less]
	}
	return at + int(subsetRank[trumps])*plainCount[n-t] + plainClass(hand, trump)
}

// plainClass sorts the plain suits, longer ones first, then by what they hold.
func plainClass(hand card.Set, trump card.Suit) int {
	var key [card.Suits - 1]int
	n := 0
	for s := range card.Suit(card.Suits) {
		if s == trump {
			continue
		}
		m := ranksIn(hand, s)
		k := bits.OnesCount(m)<<8 | int(subsetRank[m])
		i := n
		for ; i > 0 && key[i-1] < k; i-- {
			key[i] = key[i-1]
		}
		key[i] = k
		n++
	}
	a, b, c := key[0]>>8, key[1]>>8, key[2]>>8
	x, y, z := key[0]&255, key[1]&255, key[2]&255
	first := plainFirst[a][b][c]
	switch {
	case a == b && b == c:
		return first + x*(x+1)*(x+2)/6 + y*(y+1)/2 + z
	case a == b:
		return first + (x*(x+1)/2+y)*choose[ranks][c] + z
	case b == c:
		ways := choose[ranks][b]
		return first + x*(ways*(ways+1)/2) + y*(y+1)/2 + z
	}
	return first + (x*choose[ranks][b]+y)*choose[ranks][c] + z
}

// ranksIn returns the ranks that a hand has of a suit, as a mask: the ace is the lowest bit.
func ranksIn(hand card.Set, s card.Suit) uint { return uint(hand>>(16*s)) & (1<<ranks - 1) }
