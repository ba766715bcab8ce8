package pot

import (
	"cmp"
	"errors"
	"math/bits"
	"slices"
	"strconv"
)

// Transfer is one payment of a settlement: From and To are places in the list of
// balances, Amount is above 0.
type Transfer struct {
	From, To int
	Amount   Chips
}

// exactMax is how many people with a balance other than 0 are settled exactly:
// the search looks at every subset of them.
const exactMax = 12

// Settle returns the fewest payments after which every balance is 0. A balance above 0 is
// owed to its owner, one below 0 is owed by its owner. The number is the least for up to
// 12 people who have something to settle. Among more, equal debts and credits are
// paired, and the largest are paid down until 12 are left. There are always fewer payments
// than people. The same balances always give the same transfers, ordered by payer,
// then payee. Settle fails if the balances don't add up to 0.
//
// Why it is the least: k people who settle among themselves need k-1
// payments, unless they fall into smaller groups each of which adds up to 0. So
// the fewest payments are the number of people less the greatest number of groups
// adding up to 0 into which they can be divided.
func Settle(balances []Chips) ([]Transfer, error) {
	if err := checkSum(balances); err != nil {
		return nil, err
	}
	open := slices.Clone(balances)
	transfers := payDown(open)
	var people []int
	for i, b := range open {
		if b != 0 {
			people = append(people, i)
		}
	}
	for _, group := range zeroGroups(people, open) {
		// k people who add up to 0 need at most k-1 payments.
		for from, to := extremes(group, open); open[from] < 0; from, to = extremes(group, open) {
			transfers = append(transfers, transfer(from, to, open))
		}
	}
	slices.SortFunc(transfers, func(a, b Transfer) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return transfers, nil
}

// checkSum returns an error unless the balances add up to 0 and what is owed fits
// 64 bits, so that no sum of some of them can overflow.
func checkSum(balances []Chips) error {
	var owed, owing Chips
	ok := true
	for _, b := range balances {
		if b > 0 {
			owed, ok = add(owed, b)
		} else if b < 0 {
			owing, ok = add(owing, b)
		}
		if !ok {
			return errors.New("pot: balances beyond 64 bits: allowed is " + accountMax.String() + " either way")
		}
	}
	if owed+owing != 0 {
		return errors.New("pot: " + strconv.Itoa(len(balances)) + " balances add up to " +
			(owed + owing).String() + ": they must add up to 0")
	}
	return nil
}

// payDown makes payments until at most exactMax people have something open: a
// debt equal to a credit if there is one, else the largest debt to the largest
// credit. Each payment brings at least one balance to 0.
func payDown(open []Chips) (transfers []Transfer) {
	everybody := make([]int, len(open))
	count := 0
	for i, b := range open {
		everybody[i] = i
		if b != 0 {
			count++
		}
	}
	for count > exactMax {
		from, to := equalPair(open)
		if from < 0 {
			from, to = extremes(everybody, open)
		}
		t := transfer(from, to, open)
		transfers = append(transfers, t)
		for _, i := range [2]int{from, to} {
			if open[i] == 0 {
				count--
			}
		}
	}
	return transfers
}

// equalPair returns the first who owes exactly what another is owed, and that
// other, or -1, -1.
func equalPair(open []Chips) (from, to int) {
	for i, b := range open {
		if b < 0 {
			if j := slices.Index(open, -b); j >= 0 {
				return i, j
			}
		}
	}
	return -1, -1
}

// extremes returns the first in group with the largest debt and the first with
// the largest credit.
func extremes(group []int, open []Chips) (from, to int) {
	byBalance := func(a, b int) int { return cmp.Compare(open[a], open[b]) }
	byCredit := func(a, b int) int { return cmp.Compare(open[b], open[a]) }
	return slices.MinFunc(group, byBalance), slices.MinFunc(group, byCredit)
}

// transfer pays as much of a debt to a creditor as both have open.
func transfer(from, to int, open []Chips) Transfer {
	n := min(-open[from], open[to])
	open[from] += n
	open[to] -= n
	return Transfer{from, to, n}
}

// zeroGroups parts people, at most exactMax of them who add up to 0, into the
// greatest number of groups that each add up to 0.
//
// Put the people in a row; every prefix that adds up to 0 closes a group. best[m]
// is the greatest number of such prefixes over all orders of the subset m, and
// last[m] the person standing last in the best order.
func zeroGroups(people []int, balance []Chips) [][]int {
	var (
		best [1 << exactMax]uint8
		last [1 << exactMax]uint8
		sum  [1 << exactMax]Chips
	)
	all := uint(1)<<len(people) - 1
	for m := uint(1); m <= all; m++ {
		low := bits.TrailingZeros(m)
		sum[m] = sum[m&(m-1)] + balance[people[low]]
		last[m] = uint8(low)
		for rest := m; rest != 0; rest &= rest - 1 {
			i := bits.TrailingZeros(rest)
			if b := best[m&^(1<<i)]; b > best[m] {
				best[m], last[m] = b, uint8(i)
			}
		}
		if sum[m] == 0 {
			best[m]++
		}
	}
	var groups [][]int
	for m := all; m != 0; m &^= 1 << last[m] {
		if sum[m] == 0 {
			groups = append(groups, nil)
		}
		g := &groups[len(groups)-1]
		*g = append(*g, people[last[m]])
	}
	return groups
}
