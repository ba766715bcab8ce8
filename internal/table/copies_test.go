package table

import (
	"testing"

	"chratze/internal/fair"
)

// share is what a program does that knows fair.Scheme2. It keeps back the numbers of the chairs in silent, and the
// copies of those in mute.
func share(e *evening, p *prover, d *NextDeal, silent, mute int) {
	own := fair.Given{Chair: p.chair, Text: fair.HandSecret(fair.Secret{byte(p.chair)}, d.Number).Hex()}
	say := func(do Do, text string) {
		e.take(e.table.Step(e.now, Command{Do: do, From: p.chair, Question: uint64(d.Number), Text: text}, e.chance))
	}
	switch {
	case d.Promises == nil:
		say(DoPromise, fair.Commit(d.Number, own))
	case d.Copies == nil && p.chair < mute:
		say(DoCopies, fair.Copies(d.Number, own, d.Promises))
		if p.chair == 0 {
			say(DoNonce, own.Text) // too early: it would open the others' before they have copies
		}
	case d.Copies != nil && p.chair < silent:
		say(DoNonce, own.Text)
	}
}

// TestMissingNumberIsOpened: if the numbers of two of three people don't come, that of the third opens them, and no deal
// is cancelled. If copies don't come, the deal is cancelled because of that chair only; and if no number comes
// at all, because of all.
func TestMissingNumberIsOpened(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ silent, mute, voids, named, nonces int }{
		"everybody gives":           {3, 3, 0, 0, 3},
		"one gives":                 {1, 3, 0, 0, 3},
		"one sends no copies":       {3, 2, 1, 1, 2},
		"nobody gives their number": {0, 3, 1, 3, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEvening(t, "chratze", Config{Chairs: 3, Pace: 1000, Proof: ProofHand}, 3)
			e.share = func(p *prover, d *NextDeal) { share(e, p, d, c.silent, c.mute) }
			e.connect()
			e.take(e.table.Start(e.now, 0, e.chance))
			e.play(1)
			if n := e.kinds(KindVoid); n != c.voids {
				t.Errorf("%d deals were cancelled, want %d", n, c.voids)
			}
			p := e.verify(1, fair.Whole)[0]
			if len(p.Nonces) != c.nonces {
				t.Errorf("%d numbers are in the deal, want %d", len(p.Nonces), c.nonces)
			}
			for _, v := range p.Void {
				if len(v.Chairs) != c.named {
					t.Errorf("the cancelled deal names %v, want %d chairs", v.Chairs, c.named)
				}
			}
		})
	}
}
