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
	Yen
)

//lattice:table
var moneyNames = [...]string{"francs", "euro", "points", "yen"}

// String returns francs, euro, points or yen.
func (m Money) String() string { return moneyNames[min(m, Yen)] }

// parts reports whether the money is divided into hundredths.
func (m Money) parts() bool { return m < Points }

func parseMoney(word string) (Money, bool) {
	for m, name := range moneyNames {
		if word == name {
			return Money(m), true
		}
	}
	return 0, false
}

// The coins and notes there are, in Rappen, cents or yen, the largest first.
//
//lattice:table
var (
	francCoins = [...]pot.Chips{20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5}
	euroCoins  = [...]pot.Chips{20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1}
	yenCoins   = [...]pot.Chips{10000, 5000, 1000, 500, 100, 50, 10, 5, 1}
)

// Coin is a number of coins or notes of one value.
type Coin struct {
	Value pot.Chips // Rappen, cents or yen
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
	case Yen:
		values = yenCoins[:]
	}
	for _, v := range values {
		if n := amount / v; n > 0 {
			coins = append(coins, Coin{v, int64(n)})
			amount -= n * v
		}
	}
	return coins, amount
}

// parse reads "20" (Rappen) or "0.20" (francs). The amount must be above 0 and at most pot.Max,
// and whole in yen.
func (m Money) parse(text string) (pot.Chips, bool) {
	whole, cents, francs := strings.Cut(text, ".")
	if francs && (len(cents) != 2 || whole == "" || len(whole) > 13 || m == Yen) {
		return 0, false
	}
	n, err := strconv.ParseUint(whole+cents, 10, 63)
	return pot.Chips(n), err == nil && n > 0 && n <= uint64(pot.Max)
}

// decimal writes an amount in the form that spreadsheets read: "2.20", or "220" for points and yen.
func (m Money) decimal(b []byte, amount pot.Chips) []byte {
	if !m.parts() {
		return amount.Append(b)
	}
	if amount < 0 {
		b, amount = append(b, '-'), -amount
	}
	b = (amount / 100).Append(b)
	b = append(b, '.', byte('0'+amount%100/10), byte('0'+amount%10))
	return b
}
