package table

import (
	"errors"
	"testing"

	"chratze/rams"
)

// TestUndoEnds: the others are asked for 15 seconds, the table wakes up to end it, and who has asked may withdraw.
func TestUndoEnds(t *testing.T) {
	t.Parallel()
	d := threePeople(t)
	for d.table.hand.Phase() != rams.PhaseOpen {
		act(t, d)
	}
	who := d.table.actor()
	act(t, d)
	asked := func() bool { return d.table.Info().Chairs[who].Undo }
	do := func(from int, what Do) Ready {
		t.Helper()
		r, err := d.table.Step(d.now, Command{Do: what, From: from}, d.r)
		d.take(r, err)
		return r
	}
	if do(who, DoUndo); !asked() {
		t.Fatal("nobody is asked")
	}
	if do(who, DoDeny); asked() {
		t.Error("it can't be withdrawn")
	}
	begun := d.now
	if r := do(who, DoUndo); r.Wake == 0 || r.Wake > begun+undoTime {
		t.Errorf("the table wakes up at %d, asked at %d", r.Wake, begun)
	}
	do((who+1)%3, DoAllow)
	for _, tt := range []struct {
		after Millis
		asked bool
	}{{undoTime - 1, true}, {undoTime, false}} {
		r, err := d.table.Tick(begun+tt.after, d.r)
		d.take(r, err)
		if asked() != tt.asked || d.table.Info().Chairs[(who+1)%3].Allows != tt.asked {
			t.Errorf("after %d ms they are asked: %v", tt.after, asked())
		}
	}
	if _, err := d.table.Step(begun+undoTime, Command{Do: DoAllow, From: (who + 2) % 3}, d.r); !isBack(err) {
		t.Errorf("an answer that comes too late: %v", err)
	}
}

// TestUndoOfNobody: while there is no decision to take back, what the last hand has left is not looked at.
func TestUndoOfNobody(t *testing.T) {
	t.Parallel()
	d := threePeople(t)
	d.table.undo = undo{chair: -1, turn: turn{log: 1000, reveals: d.table.hand.Reveals}}
	for _, what := range []Do{DoUndo, DoAllow, DoDeny} {
		if _, err := d.table.Step(d.now, Command{Do: what, From: -1}, d.r); !isBack(err) {
			t.Errorf("%v: %v", what, err)
		}
	}
}

func isBack(err error) bool {
	no, ok := errors.AsType[*Refused](err)
	return ok && no.Code == RefusedBack
}

// act lets the person on turn do the first legal thing.
func act(t *testing.T, d *driver) {
	t.Helper()
	c := d.table.actor()
	v, _ := d.table.View(c)
	r, err := d.table.Act(d.now, c, d.table.chairs[c].asked, v.Legal[len(v.Legal)-1].String(), ByPerson, d.r)
	d.take(r, err)
}
