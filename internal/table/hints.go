package table

import "chratze/rams"

// Hints are available to a person alone with bots at a practice table. At other tables they are
// available if every person has agreed. The agreement belongs to the person: it ends when they
// leave, they can withdraw it at any time, and everybody sees it.

// hinted reports whether hints are available now. A newcomer who waits for the end of the hand
// hasn't agreed yet.
func (co *company) hinted() bool {
	hasnt := func(c int) bool { return co.chairs[c].next != nil || co.human(c) && !co.chairs[c].agrees }
	return co.alone() >= 0 || co.some(co.human) && !co.some(hasnt)
}

// Hint returns the view that a hint for a question is about: that of the chair that is asked.
// It shares no memory with the table.
func (t *Table) Hint(c int, question uint64) (rams.View, error) {
	switch {
	case !t.plays(c):
		return rams.View{}, refuse(RefusedTurn)
	case !t.hinted():
		return rams.View{}, refuse(RefusedHint)
	case t.stage != Playing || t.hand.Turn() != t.audience(c) || t.chairs[c].six.act() != "" && t.window != 0 || t.window != 0 && t.hand.Phase() != rams.PhaseSwap:
		return rams.View{}, refuse(RefusedTurn)
	case question != t.chairs[c].asked:
		return rams.View{}, refuse(RefusedStale)
	}
	return t.copyView(t.audience(c)), nil
}
