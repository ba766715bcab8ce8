// Package pot holds the money of the Rams games: amounts, the exact splits of a
// pot, the accounts of a session, and who pays whom when it ends (docs/rules.md 2.11,
// 3.10, 4, 5.8 and 6).
//
// Amounts are whole Rappen (cents, or points) in 64 bits, never floats. Every
// split conserves chips: the shares and the remainder add up to the amount that was
// split. The splits are pure functions without allocation.
//
// # Why nothing overflows
//
// No pot exceeds [Max] = 10^15. The largest product formed from a pot is twice
// the pot plus three times the amount it is rounded to (Thirds), below 10^16 for
// amounts up to Max; a role's part divides before it multiplies (Roles), and a
// penalty of k pots stays below 2^63 for k up to 9000. A hand moves at most Max
// into the pot and Max out of it, for 8 seats as for 2, because every payment
// is cut to what the pot can still hold (Pay). Accounts, which add up over
// hands, are checked: the ledger refuses what would carry one beyond 10^18.
package pot

import (
	"errors"
	"strconv"
)

// Chips is an amount in whole Rappen (cents, points). Its text is the plain
// number: "220" is 2.20 francs.
type Chips int64

// Max is what a pot can hold; no pot exceeds it (docs/rules.md 2.11).
const Max Chips = 1e15

// String returns the number of Rappen, such as "220" or "-5".
func (c Chips) String() string { return strconv.FormatInt(int64(c), 10) }

// AppendTo appends the text of c to b and returns the extended slice. Chips has no
// MarshalText on purpose: in JSON an amount is a number, not a string.
func (c Chips) AppendTo(b []byte) []byte { return strconv.AppendInt(b, int64(c), 10) }

// Parse reads a whole number of Rappen, as String writes it. It takes anything
// from -10^18 to 10^18; whether an amount may be negative or larger than Max is
// the caller's to say.
func Parse(s string) (Chips, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || Chips(n) > accountMax || Chips(n) < -accountMax {
		return 0, errors.New("pot: amount " + strconv.Quote(s) +
			": want a whole number of Rappen such as 20, from -10^18 to 10^18")
	}
	return Chips(n), nil
}
