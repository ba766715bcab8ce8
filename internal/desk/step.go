package desk

import (
	"chratze/pot"
	"chratze/rams"
)

// share is what a step moved between one person and the pot, in Rappen.
type share struct {
	Paid    pot.Chips // antes, cut and price
	Price   pot.Chips // of this, what it cost to play
	Payout  pot.Chips // out of the pot
	Penalty pot.Chips // into it
	End     pot.Chips // at the end of the evening
	Failed  bool      // had to pay a penalty, even if it was cut to 0

	Why rams.Share // why Payout is this much
	Won int        // tricks
}

// Step is an entry and its effect. A person is a number in the order of arrival; -1 is none.
type Step struct {
	Entry    Entry
	Hand     int // the number of this hand, from 1; 0: not a hand
	Hands    int // so far
	Muss     bool
	Unopened bool
	Alone    bool // a single player took the pot without play
	Dealer   int
	Declarer int
	Susi     int
	Lost     int
	Played   pot.Chips // the pot that the hand was played for
	Left     pot.Chips // what stayed in it after the payouts
	Pot      pot.Chips // the pot now, before the next antes
	Over     bool
	Balance  []pot.Chips // by person
	Points   []int       // by person; nil: no race
	Prizes   []Prize     // taken in this hand
	shares   []share     // by person
}

// share adds to what a person received and paid.
func (st *Step) share(person int, s share) {
	for len(st.shares) <= person {
		st.shares = append(st.shares, share{})
	}
	sum := &st.shares[person]
	sum.Paid += s.Paid
	sum.Price += s.Price
	sum.Payout += s.Payout
	sum.Penalty += s.Penalty
	sum.End += s.End
	sum.Failed = sum.Failed || s.Failed
	sum.Why, sum.Won = s.Why, s.Won
}

// Share returns what the step moved between one person and the pot.
func (st *Step) Share(person int) (paid, payout, penalty, end pot.Chips) {
	if person >= len(st.shares) {
		return
	}
	s := st.shares[person]
	return s.Paid, s.Payout, s.Penalty, s.End
}

// Failed reports whether a person had to pay a penalty.
func (st *Step) Failed(person int) bool { return person < len(st.shares) && st.shares[person].Failed }

// Change returns how much the step changed a person's balance.
func (st *Step) Change(person int) pot.Chips {
	paid, payout, penalty, end := st.Share(person)
	return payout + end - penalty - paid
}

// balance returns a person's balance after the step.
func (st *Step) balance(person int) pot.Chips {
	if person >= len(st.Balance) {
		return 0
	}
	return st.Balance[person]
}
