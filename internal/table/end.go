package table

import (
	"slices"

	"chratze/internal/session"
	"chratze/pot"
)

// sharers returns the people who get a part of the pot (docs/rules.md 6), by their index: also those who have left, but no
// bot that has.
func (co *company) sharers() []int {
	return slices.DeleteFunc(co.session.Sharers(), func(k int) bool { return co.people[k].Bot != "" && co.people[k].Chair < 0 })
}

// end shares the pot among those who have played for it.
func (t *Table) end() error {
	t.stage = Over
	_, err := t.session.End(t.sharers())
	return err
}

// payments settles the evening among people.
func (co *company) payments() ([]Pay, pot.Chips) {
	balances, bots := make([]pot.Chips, len(co.people)), make([]bool, len(co.people))
	for k, p := range co.people {
		balances[k], bots[k] = co.session.Balance(k), p.Bot != ""
	}
	list, won, err := session.Payments(balances, bots, co.coin())
	must(err) // the accounts of a table that is over add up to 0
	pays := make([]Pay, len(list))
	for k, p := range list {
		pays[k] = Pay{co.people[p.From].Name, co.people[p.To].Name, p.Amount, p.From + 1, p.To + 1}
	}
	return pays, won
}

func (co *company) coin() pot.Chips { return max(1, co.cfg.Rules().Rules().Coin) }
