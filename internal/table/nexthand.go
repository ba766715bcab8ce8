package table

// A settlement stays until every person who is connected wants the next hand, and at most for
// Config.Settle; who practises alone has all the time. Tables of programs have no pace and don't
// wait.

// friends reports whether a settlement waits for people. Where nobody is ever away (no
// Config.Away), those who aren't connected count too: they sit around one device.
func (co *company) friends() bool {
	return co.cfg.Settle > 0 && co.cfg.Pace > 0 && co.some(func(c int) bool {
		return co.waitedFor(c) || co.cfg.Away == 0 && co.human(c) && !co.chairs[c].leaving && co.chairs[c].programs == 0
	})
}

// waitedFor reports whether others wait for the person on a chair: one who is connected, and
// doesn't leave. A program can't say anything outside of its turn, so it isn't waited for.
func (co *company) waitedFor(c int) bool {
	return co.human(c) && co.chairs[c].present > co.chairs[c].programs && !co.chairs[c].leaving
}

// allReady reports whether everybody whom the next hand waits for wants it.
func (co *company) allReady() bool {
	return !co.some(func(c int) bool { return co.waitedFor(c) && !co.chairs[c].ready })
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
