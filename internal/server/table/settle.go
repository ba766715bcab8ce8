package table

// A settlement among friends stays until everybody has looked at it: until all people
// who are there want the next hand, and Config.Settle at the longest. A person alone
// with bots goes on at will, and by Config.Pace. Programs, whose tables have no pace, wait
// for nobody.

// friends reports whether people wait for each other between two hands.
func (t *Table) friends() bool {
	there := 0
	for c := range t.chairs {
		if t.waitedFor(c) {
			there++
		}
	}
	return t.cfg.Settle > 0 && t.cfg.Pace > 0 && there > 1
}

// waitedFor reports whether the next hand waits for a chair, if it waits.
func (t *Table) waitedFor(c int) bool {
	return t.human(c) && t.chairs[c].present > 0 && !t.chairs[c].leaving
}

// allReady reports whether everybody who is waited for wants the next hand.
func (t *Table) allReady() bool {
	for c := range t.chairs {
		if t.waitedFor(c) && !t.chairs[c].ready {
			return false
		}
	}
	return true
}

// begins returns when the next hand begins by itself.
func (t *Table) begins() Millis {
	switch {
	case !t.friends():
		return t.nextAt
	case t.allReady():
		return 0
	}
	return t.settled
}
