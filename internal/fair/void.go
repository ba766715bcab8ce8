package fair

import "slices"

// MostFailed is how many deals may be cancelled in a row, and how many because of one chair in a session. A server
// knows every nonce before it says that one is missing, so each cancelled deal is a choice that it may have made.
const MostFailed = 3

// renews reports whether the deal was cancelled because the table was given a new secret.
func (v *Void) renews() bool { return len(v.Chairs) == 0 && len(v.Copies) == 0 }

// Anew reports whether the deal is one that the server began anew, as a player's program notes it.
func (v *Void) Anew() bool { return len(v.Chairs) > 0 && v.Promises == nil }

// Counts returns the chairs because of which the deal counts as cancelled. If there were copies and none is to blame,
// all kept their nonces back without a reason.
func (v *Void) Counts() []int {
	if len(v.Chairs) > 0 || len(v.Copies) == 0 {
		return v.Chairs
	}
	var all []int
	for _, g := range v.Promises {
		all = append(all, g.Chair)
	}
	return all
}

// Chosen reports whether deals of a session were cancelled in a way that lets the server choose one it likes: two
// before one hand, one for a new secret or begun anew, or many. A slow connection does neither, since a
// chair that was missing isn't asked again for the same hand.
func Chosen(list []Void) bool {
	numbers, chosen := map[int]bool{}, false
	for i := range list {
		v := &list[i]
		numbers[v.Number] = true
		chosen = chosen || v.renews() || v.Anew() || numbers[v.Number-1] || numbers[v.Number+1]
	}
	return chosen || len(numbers) > MostFailed
}

// mostGiven is how many chairs may contribute to a deal.
const mostGiven = 16

// Blame returns the chairs that are to blame for a deal that was cancelled when all copies were there: those whose
// nonce isn't known, those whose key doesn't follow from it, and those whose copies aren't the ones that do. A nonce
// that others' copies reveal is known, so being silent blames only a chair whose copies are wrong. ok is false if the
// lists can't be those of a deal.
func (v *Void) Blame() (chairs []int, ok bool) {
	n := len(v.Promises)
	copies := func(text string) bool { return AreCopies(text, n) }
	same := func(a, b Given) bool { return a.Chair == b.Chair }
	if n > mostGiven || !ordered(v.Promises, IsCommitment) || !ordered(v.Copies, copies) || !ordered(v.Nonces, IsNonce) || !slices.EqualFunc(v.Promises, v.Copies, same) {
		return nil, false
	}
	known := map[int]string{}
	for _, g := range v.Nonces {
		known[g.Chair] = g.Text
	}
	for _, g := range v.Nonces {
		for _, o := range Opened(v.Number, g, v.Promises, v.Copies) {
			known[o.Chair] = o.Text
		}
	}
	chairs = []int{}
	for i, p := range v.Promises {
		own := Given{p.Chair, known[p.Chair]}
		if own.Text == "" || Commit(v.Number, own) != p.Text || Copies(v.Number, own, v.Promises) != v.Copies[i].Text {
			chairs = append(chairs, p.Chair)
		}
	}
	return chairs, true
}

// called checks the deals that were cancelled before this one: each because of chairs that had committed to a
// nonce, or that are to blame, or once because the table was given a new secret, and not too many in a row.
func (v *verifier) called() {
	renewed := false
	for i := range v.p.Void {
		void := &v.p.Void[i]
		reason := !void.renews() || v.p.Former != "" && !renewed
		renewed = renewed || void.renews()
		if len(void.Copies) > 0 {
			if blame, ok := void.Blame(); !ok || !slices.Equal(blame, void.Chairs) {
				v.fault(Fault{Code: FaultBlamed, Number: void.Number})
				continue
			}
		}
		for i, c := range void.Chairs {
			committed := slices.ContainsFunc(void.Promises, func(g Given) bool { return g.Chair == c })
			reason = reason && committed && c >= 0 && (i == 0 || void.Chairs[i-1] < c)
		}
		if !reason {
			v.fault(Fault{Code: FaultCalled, Number: void.Number})
		}
	}
	if v.p.Former != "" && v.p.After == 0 && !renewed {
		v.fault(Fault{Code: FaultFormer})
	}
	if inARow(v.p.Void) > MostFailed {
		v.fault(Fault{Code: FaultOften})
	}
}

// inARow returns how many deals were cancelled in a row because of chairs.
func inARow(list []Void) (most int) {
	row := 0
	for _, void := range list {
		if row++; void.renews() {
			row = 0
		}
		most = max(most, row)
	}
	return most
}

// called checks the cancelled deals of a line against the lines before it.
func (s *sitting) called(p *Proof) (faults []Fault) {
	if len(s.hands) == 0 && s.renewed > MostFailed {
		faults = append(faults, Fault{Code: FaultOften})
	}
	for _, void := range p.Void {
		if s.voids[void.Number] {
			continue // seen in another line about the same hand
		}
		s.voids[void.Number] = true
		if void.renews() && s.last > 0 && void.Number > s.last { // a new secret has another commitment
			faults = append(faults, Fault{Code: FaultCalled, Number: void.Number})
		}
		for _, c := range void.Counts() {
			if s.failed[c]++; s.failed[c] == MostFailed+1 {
				faults = append(faults, Fault{Code: FaultOften})
			}
		}
	}
	return faults
}
