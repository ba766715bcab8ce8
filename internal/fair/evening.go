package fair

// Evening checks deals against each other: those of the lines of one file, of one
// sitting or several, in the order in which they stand there. The zero Evening is
// ready.
type Evening struct {
	sittings map[string]*sitting // by the commitment to its secret
}

// sitting is what the lines so far have said of a sitting.
type sitting struct {
	promises map[int]string // by number of the deal
	secrets  map[int]string
	last     int // the greatest number of a hand so far
}

// Check returns what doesn't match between a deal and those before it. The same deal
// may stand in several lines: views of it, or a view from the table and the same
// hand as it was opened later.
func (e *Evening) Check(p *Proof) (faults []Fault) {
	if p.None != "" {
		return nil
	}
	if e.sittings == nil {
		e.sittings = map[string]*sitting{}
	}
	s := e.sittings[p.Sitting]
	if s == nil {
		s = &sitting{promises: map[int]string{}, secrets: map[int]string{}}
		e.sittings[p.Sitting] = s
	}
	if before, ok := s.promises[p.Number]; ok && before != p.Promise {
		faults = append(faults, Fault{Code: FaultLate, Number: p.Number})
	}
	for number, promise := range s.promises {
		if number != p.Number && (promise == p.Promise || p.Secret != "" && s.secrets[number] == p.Secret) {
			faults = append(faults, Fault{Code: FaultReused, Number: number})
			break
		}
	}
	if p.Number > s.last {
		if p.After < s.last { // the hand between them is denied
			faults = append(faults, Fault{Code: FaultGap, Number: p.After + 1})
		}
		s.last = p.Number
	}
	s.promises[p.Number] = p.Promise
	if p.Secret != "" {
		s.secrets[p.Number] = p.Secret
	}
	return faults
}
