// Package cfrtest tests regret minimisation: it has two small poker games whose values are known, and
// a second solver, which package cfr is compared with.
//
// The second solver knows only games of two players whose sums are zero. It walks a public
// Tree with a vector of private hands at every node, by CFR+ or discounted CFR (Tammelin 2014;
// Brown and Sandholm 2019), and measures how far its average strategy is from equilibrium.
package cfrtest

// KuhnValue is what the first player wins in an equilibrium (Kuhn 1950).
const KuhnValue = -1.0 / 18

// Kuhn returns Kuhn's poker: three cards, one each, one bet of 1.
func Kuhn() *Tree {
	t := NewTree(3, 3)
	// end is a leaf in which the higher card wins, or who didn't fold.
	end := func(amount float32, folded int) int32 {
		gain := make([]float32, 9)
		for a := range 3 {
			for b := range 3 {
				won := amount
				if folded == 0 || folded < 0 && a < b {
					won = -amount
				}
				if a != b {
					gain[3*a+b] = won / 6
				}
			}
		}
		return t.Leaf(gain)
	}
	const nobody = -1
	afterCheckBet := t.Decision(0, end(1, 0), end(2, nobody))
	afterCheck := t.Decision(1, end(1, nobody), afterCheckBet)
	afterBet := t.Decision(1, end(1, 1), end(2, nobody))
	t.Decision(0, afterCheck, afterBet)
	return t
}
