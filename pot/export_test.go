package pot

import (
	"errors"
	"slices"
	"strconv"
)

// Restore returns the ledger with this pot and these accounts, or an error if
// they can't be one: two accounts of one name, a pot outside 0..Max, or a sum of
// accounts and pot that is not 0.
func Restore(pot Chips, accounts []Account) (Ledger, error) {
	l := Ledger{slices.Clone(accounts), pot}
	for i, a := range accounts {
		if a.ID == "" {
			return Ledger{}, errNoID
		}
		if l.find(a.ID) != i {
			return Ledger{}, errors.New("pot: two accounts named " + strconv.Quote(a.ID) + ": names must differ")
		}
	}
	if err := l.Check(); err != nil {
		return Ledger{}, err
	}
	return l, nil
}
