package pot

import "slices"

// Money is what the amounts of a table are: the same numbers are Rappen, cents, yen or points.
type Money uint8

// The kinds of money.
const (
	Francs  Money = iota // 100 Rappen
	Euro                 // 100 cents
	Points               // of no value
	Yen                  // whole
	Dollars              // 100 cents
)

// moneyNames are the names of the kinds of money in a flag or a file.
//
//lattice:table
var moneyNames = [...]string{"francs", "euro", "points", "yen", "dollars"}

// Moneys returns the names of all kinds of money.
func Moneys() []string { return slices.Clone(moneyNames[:]) }

// String returns francs, euro, points, yen or dollars.
func (m Money) String() string { return moneyNames[min(m, Dollars)] }

// ParseMoney parses what String returns. ok is false if there is no such money.
func ParseMoney(name string) (m Money, ok bool) {
	i := slices.Index(moneyNames[:], name)
	return Money(max(i, 0)), i >= 0
}

// Hundredths reports whether amounts count the hundredth part of the unit: Rappen, cents.
func (m Money) Hundredths() bool { return m != Points && m != Yen }

// Coin returns the smallest coin there is, as an amount: 5 Rappen, 1 cent, 1 yen, 1 point
// (docs/rules.md 4, coin).
func (m Money) Coin() Chips {
	if m == Francs {
		return 5
	}
	return 1
}
