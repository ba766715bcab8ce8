package table

// Delayed is a table for spectators who see everything with a delay. It is made from the same
// records, as soon as each is old enough. So neither what it shows, nor when it shows it,
// depends on what has happened since.
type Delayed struct {
	t    *Table
	by   Millis
	todo []Record // not old enough yet, in order
}

// NewDelayed returns the delayed table of a log; the delay is that of its Config. Its creation
// is visible at once, since the caller knows of it. The error wraps ErrLog.
func NewDelayed(records [][]byte, now Millis) (*Delayed, error) {
	d := &Delayed{}
	var made Millis
	n := 0
	t, err := ReplayEach(records, func(t *Table, r *Record) bool {
		if n++; n == 1 {
			d.by, made = t.cfg.SpectatorDelay, r.At
		}
		return n < len(records) && d.old(records[n], made, now)
	})
	if err != nil {
		return nil, err
	}
	d.t = t
	t.everybody()
	for _, b := range records[n:] {
		d.Append(b)
	}
	return d, nil
}

// Restarted notes that the table was read from its log again. Records that a clock dated in the
// future count as made now.
func (d *Delayed) Restarted(now Millis) {
	for i := range d.todo {
		d.todo[i].At = min(d.todo[i].At, now)
	}
}

// old reports whether a record is old enough.
func (d *Delayed) old(record []byte, made, now Millis) bool {
	r, err := DecodeRecord(record)
	return err != nil || r.At == made || r.At+d.by <= now // Replay refuses a record that can't be read
}

// Append adds a record of the log, to be applied when it is old enough.
func (d *Delayed) Append(record []byte) {
	r, err := DecodeRecord(record)
	if err != nil {
		panic(err) // the table has just written or read it
	}
	d.todo = append(d.todo, r)
}

// Advance applies the records that are old enough by now.
func (d *Delayed) Advance(now Millis) {
	n := 0
	for ; n < len(d.todo) && d.todo[n].At+d.by <= now; n++ {
		must(d.t.replay(&d.todo[n])) // it has already been applied to the table itself
	}
	if n > 0 {
		d.todo = append(d.todo[:0], d.todo[n:]...)
		d.t.everybody()
	}
}

// Next returns when the next record will be old enough; 0: none waits.
func (d *Delayed) Next() Millis {
	if len(d.todo) == 0 {
		return 0
	}
	return d.todo[0].At + d.by
}

// News is Table.News for spectators; its timestamps are shifted by the delay.
func (d *Delayed) News(cur *Cursor) (News, bool) {
	n, ok := d.t.News(-1, cur)
	if n.Due != 0 {
		n.Due += d.by
	}
	if n.Window != 0 {
		n.Window += d.by
	}
	if n.Info != nil && n.Info.NextAt != 0 {
		later := *n.Info
		later.NextAt += d.by
		n.Info = &later
	}
	return n, ok
}

// Program is Table.Program. It says nothing about a hand, so it is told without a delay.
func (d *Delayed) Program(c int, there bool) { d.t.Program(c, there) }

// everybody marks all people as connected. Connections are not in the log, and don't concern
// those who watch later.
func (t *Table) everybody() {
	for c := range t.chairs {
		if ch := &t.chairs[c]; ch.present == 0 && t.human(c) {
			ch.present, ch.away = 1, 0
			t.info++
		}
	}
}

// Walled reports whether a screen on the wall may show the table: spectators are allowed, or all people who sit here, or will
// after this hand, have agreed.
func (t *Table) Walled() bool {
	hasnt := func(c int) bool { return t.chairs[c].next != nil || t.human(c) && !t.chairs[c].wall }
	return t.cfg.Spectators || t.some(t.human) && !t.some(hasnt)
}
