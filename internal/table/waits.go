package table

// A settlement stays until every person who is connected wants the next hand, and at most for
// Config.Settle; who practises alone has all the time. Tables of programs have no pace and don't
// wait.

// friends reports whether a settlement waits for people. Where nobody is ever away (no
// Config.Away), those who aren't connected count too: they sit around one device.
func (t *Table) friends() bool {
	there := 0
	for c := range t.chairs {
		if t.waitedFor(c) || t.cfg.Away == 0 && t.human(c) && !t.chairs[c].leaving && t.chairs[c].programs == 0 {
			there++
		}
	}
	return t.cfg.Settle > 0 && t.cfg.Pace > 0 && there > 0
}

// waitedFor reports whether others wait for the person on a chair: one who is connected, and
// doesn't leave. A program can't say anything outside of its turn, so it isn't waited for.
func (t *Table) waitedFor(c int) bool {
	return t.human(c) && t.chairs[c].present > t.chairs[c].programs && !t.chairs[c].leaving
}

// allReady reports whether everybody whom the next hand waits for wants it.
func (t *Table) allReady() bool {
	for c := range t.chairs {
		if t.waitedFor(c) && !t.chairs[c].ready {
			return false
		}
	}
	return true
}

// begins returns when the next hand begins by itself; 0: now.
func (t *Table) begins() Millis {
	switch {
	case !t.friends():
		return t.nextAt
	case t.allReady():
		return 0
	}
	return t.settled
}
