package table

import (
	"slices"

	"chratze/rams"
)

// undo is the last decision of a hand, and what has been asked about taking it back. Among
// friends that is possible if all others agree, as long as nobody has seen anything new: no card
// was dealt, drawn or shown since, and nobody else has decided.
type undo struct {
	chair int // who decided; -1: nothing can be taken back
	turn  turn
	until Millis // the others may answer whether to take it back; 0: they aren't asked; volatile, as is who has agreed
}

// undoTime is how long the others are asked. No answer is a no.
const undoTime Millis = 15_000

// decided keeps the hand as it is before a decision.
func (t *Table) decided(r *Record) {
	t.cancelUndo()
	u := &t.undo
	u.chair = -1
	if r.By != ByPerson || !t.human(r.Chair) {
		return
	}
	u.chair = r.Chair
	t.mark(&u.turn)
}

// cancelUndo clears a pending request to take something back.
func (t *Table) cancelUndo() {
	if t.undo.until == 0 {
		return
	}
	t.undo.until = 0
	for c := range t.chairs {
		t.chairs[c].allows = false
	}
	t.info++
}

// canUndo reports whether the last decision was this chair's and nobody has seen anything new since.
func (t *Table) canUndo(c int) bool {
	u := &t.undo
	if u.chair != c || t.stage != Playing || t.window != 0 || u.turn.window || u.turn.state.Phase() == rams.PhaseSwap ||
		u.turn.reveals != t.hand.Reveals || t.alone() >= 0 || t.audience(c) < 0 || t.chairs[c].leaving {
		return false
	}
	since := t.hand.Log[u.turn.log:]
	return len(since) > 0 && since[0].Kind == rams.EventAct && !slices.ContainsFunc(since[1:], func(e rams.Event) bool { return e.Kind != rams.EventTrick })
}

// askedToo returns the chairs whose people are here and have to agree that a decision is taken back.
func (t *Table) askedToo() (list []int) {
	for _, c := range t.seats {
		if c != t.undo.chair && t.audience(c) >= 0 && t.waitedFor(c) {
			list = append(list, c)
		}
	}
	return list
}

// doUndo asks the others whether a decision may be taken back, or takes an answer. The
// decision is taken back when all of them have agreed.
func (t *Table) doUndo(now Millis, c *Command) (Ready, error) {
	u := &t.undo
	if c.Do == DoUndo {
		if !t.canUndo(c.From) {
			return Ready{}, refuse(RefusedBack)
		}
		if u.until == 0 {
			u.until = now + undoTime
		}
	} else if c.Do == DoDeny && u.until != 0 && c.From == u.chair { // never mind
		t.cancelUndo()
		return t.rest(now), nil
	} else {
		if u.until == 0 || !t.canUndo(u.chair) || !slices.Contains(t.askedToo(), c.From) {
			return Ready{}, refuse(RefusedBack)
		}
		if c.Do == DoDeny {
			t.cancelUndo()
			return t.rest(now), nil
		}
		t.chairs[c.From].allows = true
	}
	t.info++
	all := t.askedToo()
	if slices.ContainsFunc(all, func(c int) bool { return !t.chairs[c].allows }) {
		return t.rest(now), nil
	}
	return t.commit(now, Record{Kind: KindUndo, Chair: u.chair, Chairs: all}, nil)
}

// applyUndo puts the question again that the last decision answered.
func (t *Table) applyUndo(now Millis) {
	t.cancelUndo()
	t.undo.chair = -1
	t.undos++
	t.restore(&t.undo.turn, now)
}

// backs counts what has been taken back or begun again.
func (t *Table) backs() uint64 { return t.undos + t.practice.backs() }
