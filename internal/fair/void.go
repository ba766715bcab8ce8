package fair

import "slices"

// MostFailed is how many deals may be cancelled in a row, and how many because of one chair in a session. A server
// knows every nonce before it says that one is missing, so each cancelled deal is a choice that it may have made.
const MostFailed = 3

// called checks the deals that were cancelled before this one: each because of chairs that had committed to a
// nonce, or once because the table was given a new secret, and not too many in a row.
func (v *verifier) called() {
	renewed := false
	for _, void := range v.p.Void {
		reason := len(void.Chairs) > 0 || v.p.Former != "" && !renewed
		renewed = renewed || len(void.Chairs) == 0
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
		if row++; len(void.Chairs) == 0 {
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
		if len(void.Chairs) == 0 && s.last > 0 && void.Number > s.last { // a new secret has another commitment
			faults = append(faults, Fault{Code: FaultCalled, Number: void.Number})
		}
		for _, c := range void.Chairs {
			if s.failed[c]++; s.failed[c] == MostFailed+1 {
				faults = append(faults, Fault{Code: FaultOften})
			}
		}
	}
	return faults
}
