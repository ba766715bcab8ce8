package desk

import (
	"slices"

	"chratze/pot"
)

// Handed is what From hands to To, which are names, or "" for the pot.
type Handed struct {
	From, To string
	Amount   pot.Chips
}

// Corrected reports whether the last change that holds corrects an entry, and returns what has to
// be handed over because of it, once everything that was said before has been taken and laid
// down. An undone correction leaves nothing.
func (e *Evening) Corrected() (list []Handed, ok bool) {
	if e.at == 0 || e.ops[e.at-1].verb == "" {
		return nil, false
	}
	before := e.Clone()
	before.own()
	before.work = 0 // it is thrown away
	o := before.ops[before.at-1]
	before.takeBack(&o)
	if before.compute(o.n-1) != nil {
		return nil, true // can't be: it was so before
	}
	was, is := before.Now(), e.Now()
	people := e.People()
	for _, name := range before.People() { // who came by an entry that is dropped
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
		return nil, true // can't be: both add up to 0
	}
	names := append(people, "")
	for _, t := range transfers {
		list = append(list, Handed{names[t.From], names[t.To], t.Amount})
	}
	return list, true
}
