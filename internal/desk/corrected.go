package desk

import (
	"slices"

	"chratze/pot"
)

// Handover is an amount that From hands to To. Both are names, or "" for the pot.
type Handover struct {
	From, To string
	Amount   pot.Chips
}

// Corrected reports whether the last change in force corrects an entry. If so, it returns what
// has to change hands because of it, given that all payments before it were made. It returns
// nothing after the correction was undone.
func (e *Evening) Corrected() (list []Handover, ok bool) {
	if e.at == 0 || e.ops[e.at-1].verb == "" {
		return nil, false
	}
	before := e.Clone()
	before.own()
	before.work = 0 // before is discarded afterwards
	o := before.ops[before.at-1]
	before.takeBack(&o)
	if before.compute(o.n-1) != nil {
		return nil, true // impossible: this list was valid before
	}
	was, is := before.Now(), e.Now()
	people := e.People()
	for _, name := range before.People() { // somebody may have come by an entry that is now dropped
		if !slices.Contains(people, name) {
			people = append(people, name)
		}
	}
	owed := make([]pot.Chips, len(people)+1) // the pot is the last
	for i, name := range before.People() {
		owed[slices.Index(people, name)] -= was.Balance[i]
	}
	for i, b := range is.Balance {
		owed[i] += b
	}
	owed[len(people)] = is.Pot - was.Pot
	transfers, err := pot.Settle(owed)
	if err != nil {
		return nil, true // impossible: both add up to 0
	}
	names := append(people, "")
	for _, t := range transfers {
		list = append(list, Handover{names[t.From], names[t.To], t.Amount})
	}
	return list, true
}
