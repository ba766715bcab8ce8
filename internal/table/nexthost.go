package table

// passHost gives the host's rights to the next person if the host has gone.
func (co *company) passHost() {
	if co.host >= 0 && co.human(co.host) && !co.chairs[co.host].leaving {
		return
	}
	co.host = co.first(max(co.host, 0), func(c int) bool { return co.human(c) && !co.chairs[c].leaving })
}

// heir returns the chair that becomes the host if the host stays away: the next person who is
// connected, and no program. It returns -1 if there is nobody, or if the host is connected.
func (t *Table) heir() int {
	if t.stage == Over || t.host < 0 || t.cfg.Away == 0 || t.chairs[t.host].present > 0 {
		return -1
	}
	return t.first(t.host, t.waitedFor)
}
