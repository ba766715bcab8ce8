package desk

import (
	"strconv"
	"strings"

	"chratze/pot"
)

// Money is the kind of money that an evening is played for.
type Money uint8

// The kinds of money.
const (
	Francs Money = iota
	Euro
	Points
)

//lattice:table
var moneyNames = [...]string{"francs", "euro", "points"}

// String returns francs, euro or points.
func (m Money) String() string { return moneyNames[min(m, Points)] }

func parseMoney(word string) (Money, bool) {
	for m, name := range moneyNames {
		if word == name {
			return Money(m), true
		}
	}
	return 0, false
}

// The coins and notes there are, in Rappen or cents, the largest first.
//
//lattice:table
var (
	francCoins = [...]pot.Chips{20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5}
	euroCoins  = [...]pot.Chips{20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1}
)

// Coin is a number of coins or notes of one value.
type Coin struct {
	Value pot.Chips // Rappen
	N     int64
}

// Coins returns the fewest coins and notes that make an amount, the largest first, and the rest
// that no coin can pay. Points have no coins.
func (m Money) Coins(amount pot.Chips) (coins []Coin, rest pot.Chips) {
	var values []pot.Chips
	switch m {
	case Francs:
		values = francCoins[:]
	case Euro:
		values = euroCoins[:]
	}
	for _, v := range values {
		if n := amount / v; n > 0 {
			coins = append(coins, Coin{v, int64(n)})
			amount -= n * v
		}
	}
	return coins, amount
}

// parseAmount reads "20" (Rappen) or "0.20" (francs). The amount must be above 0 and at most
// pot.Max.
func parseAmount(text string) (pot.Chips, bool) {
	whole, cents, francs := strings.Cut(text, ".")
	if francs && (len(cents) != 2 || whole == "" || len(whole) > 13) {
		return 0, false
	}
	n, err := strconv.ParseUint(whole+cents, 10, 63)
	return pot.Chips(n), err == nil && n > 0 && n <= uint64(pot.Max)
}

// decimal writes an amount in the form that spreadsheets read: "2.20", or "220" for points.
func (m Money) decimal(b []byte, amount pot.Chips) []byte {
	if m == Points {
		return amount.Append(b)
	}
	if amount < 0 {
		b, amount = append(b, '-'), -amount
	}
	b = (amount / 100).Append(b)
	b = append(b, '.', byte('0'+amount%100/10), byte('0'+amount%10))
	return b
}
