package table

import (
	"cmp"
	"slices"

	"chratze/rams"
)

// undo is the last decision of a hand, and what has been asked about taking it back. Among
// friends that is possible if all others agree, as long as nobody has seen anything new: no card
// was dealt, drawn or shown since, and nobody else has decided.
type undo struct {
	chair int // who decided; -1: nothing can be taken back
	turn  turn

	// Volatile:
	until  Millis // the others may answer whether to take it back; 0: they aren't asked
	agreed []int  // the chairs that have
}

// undoTime is how long the others are asked. No answer is a no.
const undoTime Millis = 15_000

// decided keeps the hand as it is before a decision.
func (t *Table) decided(r *Record) {
	t.cancelUndo()
	t.undo.chair = -1
	if r.By == ByPerson && t.human(r.Chair) {
		t.undo.chair = r.Chair
		t.mark(&t.undo.turn)
	}
}

// cancelUndo clears a pending request to take something back.
func (t *Table) cancelUndo() {
	if t.undo.until != 0 {
		t.undo.until, t.undo.agreed = 0, nil
		t.info++
	}
}

// canUndo reports whether the last decision was this chair's and nobody has seen anything new since.
func (t *Table) canUndo(c int) bool { return t.undo.check(&t.dealt, c) && t.alone() < 0 && t.plays(c) }

// check is canUndo as far as the hand goes.
func (u *undo) check(d *dealt, c int) bool {
	if c < 0 || u.chair != c || d.stage != Playing || d.window != 0 || u.turn.window || u.turn.state.Phase() == rams.PhaseSwap || u.turn.reveals != d.hand.Reveals {
		return false
	}
	since := d.hand.Log[u.turn.log:]
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
	u, others := &t.undo, t.askedToo()
	may := t.canUndo(u.chair) && slices.Contains(others, c.From) || c.Do == DoDeny && c.From == u.chair // never mind
	switch {
	case c.Do == DoUndo && t.canUndo(c.From):
		u.until = cmp.Or(u.until, now+undoTime)
	case c.Do == DoUndo || u.until == 0 || !may:
		return Ready{}, refuse(RefusedBack)
	case c.Do == DoDeny:
		t.cancelUndo()
		return t.rest(now), nil
	default:
		u.agreed = append(u.agreed, c.From)
	}
	t.info++
	if slices.ContainsFunc(others, func(c int) bool { return !slices.Contains(u.agreed, c) }) {
		return t.rest(now), nil
	}
	return t.commit(now, Record{Kind: KindUndo, Chair: u.chair, Chairs: others}, nil)
}

// applyUndo puts the question again that the last decision answered.
func (t *Table) applyUndo(now Millis) {
	t.cancelUndo()
	t.undo.chair = -1
	t.backs++
	t.restore(&t.undo.turn, now)
}
