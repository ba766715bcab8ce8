package pot

import (
	"errors"
	"iter"
	"slices"
	"strconv"
)

// accountMax bounds an account, far from where adding one pot could overflow.
const accountMax Chips = 1e18

// Account is what one person or bot has won (above 0) or lost (below 0) in a
// session. It belongs to the person and not to a seat (docs/rules.md 6).
type Account struct {
	ID      string
	Balance Chips
}

// Move is a payment between an account and the pot: above 0 the account is paid
// from the pot, below 0 it pays into it.
type Move struct {
	ID     string
	Amount Chips
}

// Ledger holds the accounts of a session and its pot. All accounts and the pot
// add up to 0, always (docs/rules.md 6). Accounts keep the order in which they were
// opened. The zero value is an empty ledger; copy one with Clone. It isn't safe for concurrent use.
type Ledger struct {
	accounts []Account
	pot      Chips
}

var errNoID = errors.New("pot: an account without a name: every account needs one")

// Clone returns a copy that shares nothing with l.
func (l *Ledger) Clone() Ledger { return Ledger{slices.Clone(l.accounts), l.pot} }

// Pot returns what lies in the pot, 0..Max.
func (l *Ledger) Pot() Chips { return l.pot }

// Accounts returns a copy of all accounts, in the order in which they were opened. Those of
// people who have left are included.
func (l *Ledger) Accounts() []Account { return slices.Clone(l.accounts) }

// All yields the accounts with their numbers, in the order in which they were opened.
func (l *Ledger) All() iter.Seq2[int, Account] { return slices.All(l.accounts) }

// Len returns how many accounts there are.
func (l *Ledger) Len() int { return len(l.accounts) }

// Balance returns the balance of an account and whether there is one.
func (l *Ledger) Balance(id string) (Chips, bool) {
	i := l.find(id)
	if i < 0 {
		return 0, false
	}
	return l.accounts[i].Balance, true
}

// Open opens an account with a balance of 0 (docs/rules.md 6). Somebody who comes back
// keeps the old account. It fails only if id is empty.
func (l *Ledger) Open(id string) error {
	if id == "" {
		return errNoID
	}
	if l.find(id) < 0 {
		l.accounts = append(l.accounts, Account{ID: id})
	}
	return nil
}

// Post makes all of the payments between accounts and the pot, or none of them and returns
// an error: if an account is unknown, if the pot would end outside 0..Max, or if an
// account would end beyond 10^18. The order of the moves doesn't matter, and an
// account may be in several.
func (l *Ledger) Post(moves ...Move) error {
	next := l.Clone()
	for _, m := range moves {
		if m.Amount > Max || m.Amount < -Max {
			return errors.New("pot: payment of " + m.Amount.String() + ": allowed is " + Max.String() + " either way")
		}
		if err := next.credit(m.ID, m.Amount); err != nil {
			return err
		}
		next.pot -= m.Amount
		if next.pot > accountMax || next.pot < -accountMax {
			break // too many payments to add up; the check below says so
		}
	}
	if err := next.checkPot(); err != nil {
		return err
	}
	*l = next
	return nil
}

// Transfer records that from has given to amount in cash, so that from is owed
// more and to less. The pot is not touched.
func (l *Ledger) Transfer(from, to string, amount Chips) error {
	if amount < 0 || amount > accountMax {
		return errors.New("pot: transfer of " + amount.String() + ": allowed is 0 to " + accountMax.String())
	}
	next := l.Clone()
	if err := next.credit(from, amount); err != nil {
		return err
	}
	if err := next.credit(to, -amount); err != nil {
		return err
	}
	*l = next
	return nil
}

// PayOff pays somebody who leaves an equal part of the pot, in whole coins, and returns
// that part (docs/rules.md 6). Players is how many share the pot, the one who leaves
// included. A table at which you give up your part when you leave doesn't call it.
func (l *Ledger) PayOff(id string, players int, coin Chips) (Chips, error) {
	if players < 1 {
		return 0, errors.New("pot: " + strconv.Itoa(players) + " players share the pot: at least 1 must")
	}
	part, _ := Equal(l.pot, coin, players)
	return part, l.Post(Move{id, part})
}

// End empties the pot at the end of an evening (docs/rules.md 6). Everybody in
// sitting, which is in seat order, gets an equal part in whole coins. The
// remainder goes to the first of heirs who is in sitting (the last declarer, then
// the last dealer), or else to the lowest seat. End returns what each gets, by seat.
func (l *Ledger) End(sitting []string, coin Chips, heirs ...string) ([]Chips, error) {
	if len(sitting) == 0 {
		return nil, errors.New("pot: no player at the table to share the pot")
	}
	for i, id := range sitting {
		if slices.Index(sitting, id) != i {
			return nil, errors.New("pot: " + strconv.Quote(id) + " sits twice: everybody has one seat")
		}
	}
	each, left := Equal(l.pot, coin, len(sitting))
	heir := 0
	for _, id := range heirs {
		if i := slices.Index(sitting, id); i >= 0 {
			heir = i
			break
		}
	}
	parts := make([]Chips, len(sitting))
	moves := make([]Move, len(sitting))
	for i, id := range sitting {
		parts[i] = each
		if i == heir {
			parts[i] += left
		}
		moves[i] = Move{id, parts[i]}
	}
	return parts, l.Post(moves...)
}

// Check returns an error if the accounts and the pot don't add up to 0, or one of
// them is out of its range. Post and Transfer keep it nil; a server may
// assert it all the same.
func (l *Ledger) Check() error {
	if err := l.checkPot(); err != nil {
		return err
	}
	sum := l.pot
	for _, a := range l.accounts {
		if a.Balance > accountMax || a.Balance < -accountMax {
			return errRange(a.ID, a.Balance)
		}
		var ok bool
		if sum, ok = add(sum, a.Balance); !ok {
			return errors.New("pot: the accounts and the pot are too large to add up")
		}
	}
	if sum != 0 {
		return errors.New("pot: accounts and pot add up to " + sum.String() + ": they must add up to 0")
	}
	return nil
}

func (l *Ledger) checkPot() error {
	if l.pot < 0 || l.pot > Max {
		return errors.New("pot: the pot would hold " + l.pot.String() + ": allowed is 0 to " + Max.String())
	}
	return nil
}

// credit adds n to an account. |n| <= accountMax, so the sum can't overflow.
func (l *Ledger) credit(id string, n Chips) error {
	i := l.find(id)
	if i < 0 {
		return errors.New("pot: no account named " + strconv.Quote(id) + ": open it first")
	}
	sum := l.accounts[i].Balance + n
	if sum > accountMax || sum < -accountMax {
		return errRange(id, sum)
	}
	l.accounts[i].Balance = sum
	return nil
}

func (l *Ledger) find(id string) int {
	return slices.IndexFunc(l.accounts, func(a Account) bool { return a.ID == id })
}

func errRange(id string, n Chips) error {
	return errors.New("pot: account " + strconv.Quote(id) + " would hold " + n.String() +
		": allowed is up to " + accountMax.String() + " either way; settle it first")
}

// add returns a+b and whether it fits 64 bits.
func add(a, b Chips) (Chips, bool) {
	s := a + b
	return s, (s > a) == (b > 0)
}
