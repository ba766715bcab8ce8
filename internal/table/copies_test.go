package table

import (
	"slices"
	"strings"
	"testing"

	"chratze/internal/fair"
)

// share is what a program does. It keeps back the numbers of the chairs in silent, and the
// copies of those in mute.
func share(e *evening, p *prover, d *NextDeal, silent, mute int) {
	own := fair.Given{Chair: p.chair, Text: fair.HandSecret(fair.Secret{byte(p.chair)}, d.Number).Hex()}
	say := func(do Do, text string) {
		e.take(e.table.Step(e.now, Command{Do: do, From: p.chair, Question: uint64(d.Number), Text: text}, e.chance))
	}
	for _, v := range d.Void {
		if v.Copies != nil && v.Nonces == nil && p.chair < silent {
			e.take(e.table.Reveal(e.now, p.chair, v.Number, fair.HandSecret(fair.Secret{byte(p.chair)}, v.Number).Hex(), e.chance))
		}
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
		"nobody gives their number": {0, 3, 1, 3, 0}, // even when it is worth nothing any more
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

// spoil plays three honest people and one on chair 3 that spoils a deal as how says.
func spoil(e *evening, p *prover, d *NextDeal, how string) {
	nonce := func(chair, deal int) fair.Given {
		return fair.Given{Chair: chair, Text: fair.HandSecret(fair.Secret{byte(chair), 7}, deal).Hex()}
	}
	say := func(do Do, deal int, text string) {
		e.take(e.table.Step(e.now, Command{Do: do, From: p.chair, Question: uint64(deal), Text: text}, e.chance))
	}
	spoils, own := p.chair == 3, nonce(p.chair, d.Number)
	quiet := spoils && strings.Contains(how, "quiet") || strings.Contains(how, "another is away") && p.chair == 2
	for _, v := range d.Void {
		if v.Copies == nil || v.Nonces != nil || quiet {
			continue
		}
		text := nonce(p.chair, v.Number).Text
		if spoils && strings.Contains(how, "false number") {
			text = fair.Secret{1}.Hex()
		}
		say(DoNonce, v.Number, text)
	}
	wrong := fair.Given{Chair: p.chair, Text: fair.Secret{9}.Hex()}
	switch {
	case d.Promises == nil && spoils && strings.Contains(how, "false key"):
		say(DoPromise, d.Number, fair.Commit(d.Number, own)[:64]+fair.Commit(d.Number, wrong)[64:])
	case d.Promises == nil:
		say(DoPromise, d.Number, fair.Commit(d.Number, own))
	case d.Copies == nil && spoils && strings.Contains(how, "wrong copies"):
		say(DoCopies, d.Number, fair.Copies(d.Number, wrong, d.Promises))
	case d.Copies == nil:
		say(DoCopies, d.Number, fair.Copies(d.Number, own, d.Promises))
	case !spoils && len(fair.Opened(d.Number, own, d.Promises, d.Copies)) == len(d.Promises):
		say(DoNonce, d.Number, own.Text)
	}
}

// TestWrongCopiesBlameTheirChair: a guest spoils deals, and everybody sees who: after three deals that chair isn't asked any
// more, and the numbers of the three others are in every hand. It can't blame another, whether it is silent or lies afterwards.
func TestWrongCopiesBlameTheirChair(t *testing.T) {
	t.Parallel()
	const hands = 10
	for _, how := range []string{
		"wrong copies", "wrong copies, then quiet", "wrong copies, then a false number", "wrong copies and a false key", "a false key", "wrong copies, and another is away afterwards",
	} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			e := newEvening(t, "chratze", Config{Chairs: 4, Pace: 5000, Proof: ProofHand}, 4)
			e.share = func(p *prover, d *NextDeal) { spoil(e, p, d, how) }
			e.connect()
			e.take(e.table.Start(e.now, 0, e.chance))
			e.play(hands)
			voids := 0
			for i, p := range e.verify(1, fair.Whole) {
				for _, v := range p.Void {
					if voids++; !slices.Equal(v.Chairs, []int{3}) {
						t.Errorf("hand %d: deal %d was cancelled because of %v", i+1, v.Number, v.Chairs)
					}
				}
				var chairs []int
				for _, g := range p.Nonces {
					chairs = append(chairs, g.Chair)
				}
				if !slices.Equal(chairs, []int{0, 1, 2}) {
					t.Errorf("hand %d has the numbers of %v", i+1, chairs)
				}
			}
			if voids != mostFailed || e.kinds(KindHand) != hands {
				t.Errorf("%d deals were cancelled, want %d", voids, mostFailed)
			}
			if again, err := Replay(e.records); err != nil || again.proof.failed[3] != mostFailed || again.proof.failed[0] > 0 {
				t.Errorf("read again: %v, %+v", err, again.proof.failed)
			}
		})
	}
}
