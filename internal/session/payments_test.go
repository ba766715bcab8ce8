package session

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"chratze/pot"
)

// TestPaymentsAmongPeople: bots neither collect nor pay, and the larger side is cut in
// proportion, in whole coins.
func TestPaymentsAmongPeople(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		balances []pot.Chips
		bots     int // the last ones
		coin     pot.Chips
		pays     []pot.Transfer
		won      pot.Chips
	}{
		{"without bots", []pot.Chips{100, -60, -40}, 0, 5, []pot.Transfer{{From: 1, To: 0, Amount: 60}, {From: 2, To: 0, Amount: 40}}, 0},
		{"alone with bots", []pot.Chips{-475, 300, 175}, 2, 5, nil, 475},
		{"bots have won", []pot.Chips{200, -300, -100, 200}, 1, 5, []pot.Transfer{{From: 1, To: 0, Amount: 150}, {From: 2, To: 0, Amount: 50}}, 200},
		{"bots have lost", []pot.Chips{300, 100, -200, -200}, 1, 5, []pot.Transfer{{From: 2, To: 0, Amount: 150}, {From: 2, To: 1, Amount: 50}}, -200},
		{"the largest remainder gets the coin", []pot.Chips{100, -95, -35, -30, 60}, 1, 5,
			[]pot.Transfer{{From: 1, To: 0, Amount: 60}, {From: 2, To: 0, Amount: 20}, {From: 3, To: 0, Amount: 20}}, 60},
		{"a bot that is even", []pot.Chips{20, -20, 0}, 1, 5, []pot.Transfer{{From: 1, To: 0, Amount: 20}}, 0},
	} {
		bots := make([]bool, len(tt.balances))
		for k := len(bots) - tt.bots; k < len(bots); k++ {
			bots[k] = true
		}
		pays, won, err := Payments(tt.balances, bots, tt.coin)
		if err != nil || won != tt.won || !slices.Equal(pays, tt.pays) {
			t.Errorf("%s: %v, the bots have won %v, %v; want %v, %v", tt.name, pays, won, err, tt.pays, tt.won)
		}
	}
}

// TestPaymentsNeverExceedResults: whatever the accounts are, people pay at most what they have
// lost and get at most what they have won, the smaller side is paid whole, and bots have no
// part in it.
func TestPaymentsNeverExceedResults(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		coin := rapid.SampledFrom([]pot.Chips{1, 5, 10, 20}).Draw(t, "coin")
		most := rapid.SampledFrom([]int64{30, 5_000, 1e17}).Draw(t, "most")
		n := rapid.IntRange(2, 9).Draw(t, "accounts")
		balances, bots := make([]pot.Chips, n), make([]bool, n)
		var lost, gained, byBots pot.Chips
		for k := range balances {
			if k < n-1 {
				balances[k] = pot.Chips(rapid.Int64Range(-most, most).Draw(t, "balance"))
				balances[n-1] -= balances[k]
			}
			bots[k] = rapid.Bool().Draw(t, "bot")
		}
		for k, b := range balances {
			switch {
			case bots[k]:
				byBots += b
			case b < 0:
				lost -= b
			default:
				gained += b
			}
		}
		pays, won, err := Payments(balances, bots, coin)
		if err != nil || won != byBots {
			t.Fatalf("the bots have won %v, want %v: %v", won, byBots, err)
		}
		left, paid := slices.Clone(balances), pot.Chips(0)
		for _, p := range pays {
			left[p.From] += p.Amount
			left[p.To] -= p.Amount
			paid += p.Amount
		}
		if paid != min(lost, gained) {
			t.Fatalf("%v is paid; %v is lost and %v won", paid, lost, gained)
		}
		for k, b := range balances {
			exact := bots[k] || lost == gained || (b < 0) == (lost < gained)
			switch {
			case bots[k] && left[k] != b:
				t.Fatalf("bot %d has a part in %v", k, pays)
			case !bots[k] && exact && left[k] != 0, left[k] < 0 != (b < 0) && left[k] != 0:
				t.Fatalf("of %v, %v is left after %v", b, left[k], pays)
			}
		}
	})
}
