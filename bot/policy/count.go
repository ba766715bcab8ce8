package policy

import "chratze/card"

// choose[n][k] is the binomial coefficient.
var choose = func() (c [24][8]int) {
	for n := range c {
		c[n][0] = 1
		for k := 1; n > 0 && k < len(c[n]); k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}()

// ranksIn returns the ranks that a hand has of a suit, as a mask: the ace is the lowest bit.
func ranksIn(hand card.Set, s card.Suit) uint { return uint(hand>>(16*s)) & (1<<card.Ranks - 1) }
