package desk

import (
	"slices"

	"chratze/pot"
)

// Handover is an amount or a prize that From hands to To. Both are names, or "" for the pot and for where the prizes lie.
type Handover struct {
	From, To string
	Amount   pot.Chips
	Prize    string // "": an amount
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
		list = append(list, Handover{From: names[t.From], To: names[t.To], Amount: t.Amount})
	}
	return append(list, before.now.handed(e.now)...), true
}

// handed returns which prizes change hands if those of one state are replaced by those of another.
func (s *sitting) handed(is *sitting) (list []Handover) {
	for i := range max(len(s.prizes), len(is.prizes)) {
		var h, back Handover
		if i < len(is.prizes) {
			h = Handover{To: is.people[is.prizes[i].Person], Prize: is.prizes[i].Name}
		}
		if i < len(s.prizes) {
			back = Handover{From: s.people[s.prizes[i].Person], Prize: s.prizes[i].Name}
		}
		switch {
		case h.Prize == back.Prize && h.To == back.From:
		case h.Prize == back.Prize:
			h.From = back.From
			list = append(list, h)
		default:
			list = append(list, back, h)
		}
	}
	return slices.DeleteFunc(list, func(h Handover) bool { return h.Prize == "" })
}
