package fair

import (
	"slices"
	"testing"
)

// TestOneNonceOpensAll: with the copies each nonce opens every other, and without a nonce none; a copy that was
// changed opens nothing, and neither does one that was meant for another.
func TestOneNonceOpensAll(t *testing.T) {
	t.Parallel()
	var nonces, promises, copies []Given
	for c := range 4 {
		nonces = append(nonces, Given{c, HandSecret(Secret{byte(c)}, 7).Hex()})
		promises = append(promises, Given{c, Commit(7, nonces[c])})
	}
	for _, g := range nonces {
		copies = append(copies, Given{g.Chair, Copies(7, g, promises)})
	}
	for _, g := range nonces {
		if opened := Opened(7, g, promises, copies); !slices.Equal(opened, nonces) {
			t.Errorf("chair %d opens %v", g.Chair, opened)
		}
	}
	if opened := Opened(7, Given{1, Secret{99}.Hex()}, promises, copies); len(opened) > 0 {
		t.Errorf("a wrong nonce opens %v", opened)
	}
	if opened := Opened(8, nonces[1], promises, copies); len(opened) > 0 {
		t.Errorf("the nonce of another deal opens %v", opened)
	}
	changed := slices.Clone(copies)
	changed[2].Text = changed[2].Text[64:] + changed[2].Text[:64]
	if opened := Opened(7, nonces[0], promises, changed); len(opened) != 3 || slices.Contains(opened, nonces[2]) {
		t.Errorf("with copies in another order, %v are opened", opened)
	}
}

// TestCancelledDealIsInTheSeed: what is told of a cancelled deal can't be told otherwise to another player.
func TestCancelledDealIsInTheSeed(t *testing.T) {
	t.Parallel()
	void := Void{Number: 1, Chairs: []int{0}, Promises: []Given{{0, Commit(1, Given{0, Secret{1}.Hex()})}}}
	other := void
	other.Promises = []Given{{0, Commit(1, Given{0, Secret{2}.Hex()})}}
	was := Seed(2, Secret{3}, nil, void)
	if Seed(2, Secret{3}, nil, other) == was {
		t.Error("another commitment gives the same seed")
	}
	if Seed(2, Secret{3}, nil) == was {
		t.Error("without the cancelled deal it is the same seed")
	}
}

// TestNotesOfCancelledDeals: what a player's notes show of a deal that was cancelled when it had copies.
func TestNotesOfCancelledDeals(t *testing.T) {
	t.Parallel()
	deal := func(spoilt int) (Void, []Given) { // chair 2 of 3 notes; the copies of one are wrong
		v := Void{Number: 7, Chairs: []int{}}
		var nonces []Given
		for c := range 3 {
			nonces = append(nonces, Given{c, HandSecret(Secret{byte(c)}, 7).Hex()})
			v.Promises = append(v.Promises, Given{c, Commit(7, nonces[c])})
		}
		for c, g := range nonces {
			if c == spoilt {
				g.Text = Secret{9}.Hex()
			}
			v.Copies = append(v.Copies, Given{c, Copies(7, g, v.Promises)})
		}
		return v, nonces
	}
	for _, tt := range []struct {
		name   string
		spoilt int
		change func(v *Void, x *Note, nonces []Given)
		want   string
	}{
		{"another's copies are wrong", 0, func(*Void, *Note, []Given) {}, ""},
		{"the number was sent in time", -1, func(_ *Void, x *Note, _ []Given) { x.Given = true }, FaultRefused},
		{"the server has changed the copies", 2, func(*Void, *Note, []Given) {}, FaultAltered},
		{"the server leaves the number out that was revealed afterwards", -1, func(v *Void, _ *Note, _ []Given) { v.Nonces, v.Chairs = nil, []int{0, 1, 2} }, FaultRefused},
		{"the connection broke before it was revealed", -1, func(v *Void, x *Note, _ []Given) { v.Nonces, v.Chairs, x.Told = nil, []int{0, 1, 2}, false }, ""},
		{"it shows other copies than before", 0, func(_ *Void, x *Note, _ []Given) { x.Copied = Listed(7, x.Void[0].Copies) }, FaultLate},
		{"it shows other commitments than before", 0, func(_ *Void, x *Note, nonces []Given) { x.Listed = Listed(7, nonces) }, FaultLate},
	} {
		v, nonces := deal(tt.spoilt)
		v.Nonces = nonces[1:]
		v.Chairs, _ = v.Blame()
		other, _ := deal(1)
		x := Note{Sitting: "s", Number: 7, Chair: 2, Nonce: nonces[2].Text, Shared: true, Told: true, Listed: Listed(7, v.Promises), Copied: Listed(7, v.Copies), Void: []Void{other}}
		tt.change(&v, &x, nonces)
		n := Notes{list: []Note{x}}
		if got := codes(n.Refused([]Void{v}, "s")); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	d := newDeal(sittingSecret, 7)
	n := Notes{list: []Note{{Sitting: d.proof.Sitting, Number: 7, Promise: d.proof.Promise, Chair: 0, Nonce: d.proof.Nonces[0].Text, Told: true}}}
	if got := codes(n.Check(&d.proof)); got != FaultLate {
		t.Errorf("a deal that was called off is played: %q", got)
	}
}

// TestBlame: only a chair's own messages blame it, and lists that can't be blame no chair.
func TestBlame(t *testing.T) {
	t.Parallel()
	v := Void{Number: 3}
	var nonces []Given
	for c := range 4 {
		nonces = append(nonces, Given{c, HandSecret(Secret{byte(c)}, 3).Hex()})
		v.Promises = append(v.Promises, Given{c, Commit(3, nonces[c])})
	}
	for c, g := range nonces {
		if c == 3 {
			g.Text = Secret{9}.Hex()
		}
		v.Copies = append(v.Copies, Given{c, Copies(3, g, v.Promises)})
	}
	for _, tt := range []struct {
		nonces []Given
		want   []int
	}{
		{nonces, []int{3}},
		{nonces[:3], []int{3}},
		{nonces[1:2], []int{3}}, // one opens all that are right
		{nonces[3:], []int{3}},
		{[]Given{nonces[1], {3, nonces[0].Text}}, []int{3}}, // a false number
		{[]Given{{0, nonces[1].Text}, nonces[1]}, []int{3}}, // one that the server puts in is known better
		{nil, []int{0, 1, 2, 3}},
	} {
		v.Nonces = tt.nonces
		if blame, ok := v.Blame(); !ok || !slices.Equal(blame, tt.want) {
			t.Errorf("with %v it blames %v, want %v", tt.nonces, blame, tt.want)
		}
	}
	for name, spoil := range map[string]func(v *Void){
		"copies of another chair":  func(v *Void) { v.Copies = slices.Clone(v.Copies); v.Copies[3].Chair = 5 },
		"copies too short":         func(v *Void) { v.Copies = slices.Clone(v.Copies); v.Copies[1].Text = v.Copies[1].Text[64:] },
		"a commitment without key": func(v *Void) { v.Promises = slices.Clone(v.Promises); v.Promises[0].Text = v.Promises[0].Text[:64] },
		"numbers in another order": func(v *Void) { v.Nonces = []Given{nonces[1], nonces[0]} },
	} {
		w := v
		spoil(&w)
		if blame, ok := w.Blame(); ok {
			t.Errorf("%s: it blames %v", name, blame)
		}
	}
}
