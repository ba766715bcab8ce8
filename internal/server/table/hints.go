package table

import "chratze/rams"

// Hints are for a person alone with bots at a practice table, and at other tables if
// every person there has agreed to them. An agreement is a person's: it goes with him,
// can be withdrawn at any time, and everybody sees it.

// hinted reports whether there may be hints at the table now. A newcomer who waits for the
// end of the hand hasn't agreed yet.
func (t *Table) hinted() bool {
	if t.alone() >= 0 {
		return true
	}
	people := 0
	for c := range t.chairs {
		switch ch := &t.chairs[c]; {
		case ch.next != nil:
			return false
		case t.human(c) && !ch.agrees:
			return false
		case t.human(c):
			people++
		}
	}
	return people > 0
}

// Hint returns what a hint for the question with this number is about: the view of the
// chair that is asked. It shares nothing with the table.
func (t *Table) Hint(c int, question uint64) (rams.View, error) {
	switch {
	case c < 0 || c >= len(t.chairs) || t.audience(c) < 0 || !t.human(c) || t.chairs[c].leaving:
		return rams.View{}, refuse(RefusedTurn)
	case !t.hinted():
		return rams.View{}, refuse(RefusedHint)
	case t.stage != Playing || t.hand.State.Turn() != t.audience(c) || t.chairs[c].six.act() != "" && t.window != 0 || t.window != 0 && t.hand.State.Phase() != rams.PhaseSwap:
		return rams.View{}, refuse(RefusedTurn)
	case question != t.chairs[c].asked:
		return rams.View{}, refuse(RefusedStale)
	}
	return t.copyView(t.audience(c)), nil
}
