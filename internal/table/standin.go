package table

// standIn reports whether a bot decides for a chair, and why.
func (t *Table) standIn(c int, now Millis) (By, bool) {
	p := t.on(c)
	switch {
	case p == nil:
		return ByPerson, false
	case p.Bot != "":
		return ByBot, true
	case t.chairs[c].leaving || t.veiled(c):
		return ByAway, true
	case t.timeout && c == t.actor():
		return ByTimeout, true
	case t.away(c, now), t.chairs[c].standIn && t.chairs[c].present == 0:
		return ByAway, true
	}
	return ByPerson, false
}

// away reports whether the person on c has been away longer than the table allows.
func (co *company) away(c int, now Millis) bool {
	ch := &co.chairs[c]
	return co.cfg.Away > 0 && ch.present == 0 && now >= ch.away+co.cfg.Away
}

// How long a person must have been away before the host, and before everybody at the table, may let a
// bot play for them.
const (
	HostWaits Millis = 30_000
	AllWait   Millis = 90_000
)

// mayStandIn reports whether the person on chair `from` may let a bot play for the one on chair c now.
func (t *Table) mayStandIn(now Millis, from, c int) bool {
	wait := AllWait
	if from == t.host {
		wait = HostWaits
	}
	return t.has(from) && t.human(from) && t.has(c) && t.human(c) && t.stage != Over &&
		t.chairs[c].present == 0 && !t.chairs[c].standIn && now >= t.chairs[c].away+wait
}

// botFor returns the name of the bot that decides for a chair.
func (co *company) botFor(c int) string {
	if p := co.on(c); p != nil && p.Bot != "" {
		return p.Bot
	}
	if co.cfg.Bot != "" {
		return co.cfg.Bot
	}
	return StandIn
}

// StandIn is the bot that plays for one who is away at a table without bots.
const StandIn = "stammtisch-1"

// somebodyHere reports whether a person is connected.
func (co *company) somebodyHere() bool {
	return co.some(func(c int) bool { return co.human(c) && co.chairs[c].present > 0 })
}
