package session

import (
	"cmp"
	"math/bits"
	"slices"

	"chratze/pot"
)

// Payments settles an evening among its people, in the fewest payments. Bots collect and pay
// nothing. So if the people have lost more in all than they have won, or less, only the smaller
// of the two sums is paid, and each account of the larger side counts for its part of it, in
// whole coins. From and To of the payments are places in the list. won is what the bots have
// won, or lost if it is below 0. The balances have to add up to 0.
func Payments(balances []pot.Chips, bots []bool, coin pot.Chips) (pays []pot.Transfer, won pot.Chips, err error) {
	var lost, gained pot.Chips
	among := slices.Clone(balances)
	for k, b := range balances {
		switch {
		case bots[k]:
			among[k] = 0
			won += b
		case b < 0:
			lost -= b
		default:
			gained += b
		}
	}
	switch {
	case lost > gained:
		cut(among, -1, lost, gained, coin)
	case gained > lost:
		cut(among, 1, gained, lost, coin)
	}
	pays, err = pot.Settle(among)
	return pays, won, err
}

// cut reduces the balances with the given sign from the sum all to the sum left, in proportion:
// in whole coins, and what these leave goes to the largest remainders.
func cut(balances []pot.Chips, sign, all, left, coin pot.Chips) {
	type part struct {
		at       int
		over     pot.Chips // what the exact part has beyond whole coins
		fraction uint64
		room     pot.Chips // what the balance has beyond them
	}
	var parts []part
	rest := left
	for k, b := range balances {
		if b *= sign; b > 0 {
			high, low := bits.Mul64(uint64(b), uint64(left))
			exact, fraction := bits.Div64(high, low, uint64(all)) // exact is at most left, since b is at most all
			over := pot.Chips(exact) % coin
			whole := pot.Chips(exact) - over
			parts = append(parts, part{k, over, fraction, b - whole})
			balances[k] = sign * whole
			rest -= whole
		}
	}
	slices.SortStableFunc(parts, func(a, b part) int {
		return cmp.Or(cmp.Compare(b.over, a.over), cmp.Compare(b.fraction, a.fraction))
	})
	for rest > 0 {
		for k := range parts {
			p := &parts[k]
			more := min(coin, rest, p.room)
			balances[p.at] += sign * more
			p.room -= more
			rest -= more
		}
	}
}
