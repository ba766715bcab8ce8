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
	p := Proof{Scheme: Scheme, Number: 2, Void: []Void{void}}
	was := p.seed(Secret{3}, nil)
	if p.Void = []Void{other}; p.seed(Secret{3}, nil) == was {
		t.Error("another commitment gives the same seed")
	}
	if p.Void = nil; p.seed(Secret{3}, nil) == was {
		t.Error("without the cancelled deal it is the same seed")
	}
}
