package pot_test

import (
	"slices"
	"testing"

	"chratze/pot"

	"pgregory.net/rapid"
)

func TestSettle(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		balances []pot.Chips
		want     []pot.Transfer
	}{
		{"nobody", nil, nil},
		{"all even", []pot.Chips{0, 0, 0}, nil},
		{"one pays one", []pot.Chips{-30, 0, 30}, []pot.Transfer{{0, 2, 30}}},
		{"one pays two", []pot.Chips{20, -50, 30}, []pot.Transfer{{1, 0, 20}, {1, 2, 30}}},
		// Largest to largest would need 5 payments: 7 to 6, 5 to 4, then 1, 1 and 1.
		{"two groups of three", []pot.Chips{-7, 4, 3, 6, -1, -5},
			[]pot.Transfer{{0, 1, 4}, {0, 2, 3}, {4, 3, 1}, {5, 3, 5}}},
		{"equal debts and credits", []pot.Chips{-5, 5, -5, 5}, []pot.Transfer{{0, 1, 5}, {2, 3, 5}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			before := slices.Clone(tt.balances)
			got, err := pot.Settle(tt.balances)
			if err != nil {
				t.Fatal(err)
			}
			checkSettled(t, tt.balances, got)
			if !slices.Equal(got, tt.want) {
				t.Errorf("Settle(%v) = %v, want %v", tt.balances, got, tt.want)
			}
			if !slices.Equal(tt.balances, before) {
				t.Errorf("Settle changed its argument to %v", tt.balances)
			}
		})
	}
}

func TestSettleRefuses(t *testing.T) {
	t.Parallel()
	for _, balances := range [][]pot.Chips{
		{5},
		{5, -4},
		{-1 << 63, 1 << 62, 1 << 62},
		{1 << 62, 1 << 62, 1 << 62, 1 << 62}, // wraps to 0
		{1 << 62, 1 << 62, 1 << 62, -1 << 62, -1 << 62, -1 << 62}, // adds up to 0, sums of subsets don't fit
	} {
		if got, err := pot.Settle(balances); err == nil {
			t.Errorf("Settle(%v) = %v, want an error", balances, got)
		}
	}
}

// balances draws n balances that add up to 0, small so that groups adding up to 0
// are common.
func balances(t *rapid.T, n int) []pot.Chips {
	b := make([]pot.Chips, n)
	for i := range n - 1 {
		b[i] = pot.Chips(rapid.Int64Range(-6, 6).Draw(t, "balance"))
		b[n-1] -= b[i]
	}
	return b
}

// settled draws balances of a number of people, and settles them.
func settled(t *rapid.T, least, most int) (b []pot.Chips, got []pot.Transfer) {
	b = balances(t, rapid.IntRange(least, most).Draw(t, "people"))
	got, err := pot.Settle(b)
	if err != nil {
		t.Fatal(err)
	}
	checkSettled(t, b, got)
	return b, got
}

// TestSettleIsMinimal compares the number of payments with a search over all ways
// to pay, which knows nothing of groups.
func TestSettleIsMinimal(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b, got := settled(t, 1, 7)
		if want := fewest(slices.Clone(b)); len(got) != want {
			t.Fatalf("Settle(%v) = %v: %d payments, want %d", b, got, len(got), want)
		}
	})
}

// fewest returns the fewest payments that settle b, by trying all. People who settle among
// themselves may pay along any tree, so let the first be a leaf of it: the first hands
// everything open to another person, who passes it on.
func fewest(b []pot.Chips) int {
	i := slices.IndexFunc(b, func(c pot.Chips) bool { return c != 0 })
	if i < 0 {
		return 0
	}
	best := len(b)
	open := b[i]
	b[i] = 0
	for j := i + 1; j < len(b); j++ {
		b[j] += open
		best = min(best, 1+fewest(b))
		b[j] -= open
	}
	b[i] = open
	return best
}

// TestSettleMany: beyond 12 people every balance still becomes 0, with fewer
// payments than people, and the same ones every time.
func TestSettleMany(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b, got := settled(t, 13, 40)
		again, _ := pot.Settle(b)
		if !slices.Equal(got, again) {
			t.Fatalf("Settle(%v) = %v, then %v", b, got, again)
		}
	})
}

// TestSettlePairsEqual: of more than 12 people, those with equal debts and credits
// pay each other, though larger ones stand beside them.
func TestSettlePairsEqual(t *testing.T) {
	t.Parallel()
	b := []pot.Chips{-10, 6, 4, -9, 9, -8, 8, -7, 7, -5, 5, -3, 3, -2, 2, -1, 1}
	got, err := pot.Settle(b)
	if err != nil {
		t.Fatal(err)
	}
	checkSettled(t, b, got)
	if len(got) != 2+7 {
		t.Errorf("Settle(%v) = %v: %d payments, want 9", b, got, len(got))
	}
}

type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// checkSettled fails unless the transfers, from debtors to creditors, bring every
// balance to 0, in order and at most one less than the people concerned.
func checkSettled(t fataler, balances []pot.Chips, transfers []pot.Transfer) {
	t.Helper()
	left := slices.Clone(balances)
	people := 0
	for _, b := range balances {
		if b != 0 {
			people++
		}
	}
	for i, p := range transfers {
		if p.Amount <= 0 || balances[p.From] >= 0 || balances[p.To] <= 0 {
			t.Fatalf("%v: payment %v, not from a debtor to a creditor", balances, p)
		}
		if i > 0 && (transfers[i-1].From > p.From || transfers[i-1].From == p.From && transfers[i-1].To >= p.To) {
			t.Fatalf("%v: payments %v are not in order", balances, transfers)
		}
		left[p.From] += p.Amount
		left[p.To] -= p.Amount
	}
	for i, b := range left {
		if b != 0 {
			t.Fatalf("%v: %v leaves %d with %d", balances, transfers, i, b)
		}
	}
	if len(transfers) > max(0, people-1) {
		t.Fatalf("%v: %d payments among %d people", balances, len(transfers), people)
	}
}

func BenchmarkSettle(b *testing.B) {
	twelve := []pot.Chips{-70, 13, -21, 34, 55, -89, 144, -23, 37, -61, 98, -117}
	for b.Loop() {
		if _, err := pot.Settle(twelve); err != nil {
			b.Fatal(err)
		}
	}
}
