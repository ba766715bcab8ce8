package table

import (
	"chratze/internal/session"
	"chratze/pot"
)

// sharers returns the chairs of those who get a part of the pot (docs/rules.md 6). Everybody who has been
// dealt a hand does, since they paid into it; if nobody at the table has, all do.
func (co *company) sharers() []int {
	var all, played []int
	dealt := false
	for c := range co.chairs {
		p := co.on(c)
		if p == nil {
			continue
		}
		dealt = dealt || p.First > 0
		if !p.Paid {
			all = append(all, c)
			if p.First > 0 {
				played = append(played, c)
			}
		}
	}
	if !dealt {
		return all
	}
	return played
}

// end shares the pot among those who sit and have paid into it.
func (t *Table) end() error {
	t.stage = Over
	_, err := t.session.End(t.sharers(), t.coin())
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
