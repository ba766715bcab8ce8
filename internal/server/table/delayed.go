package table

// Delayed is a table as spectators see it who are told everything a while later: it is
// made of the same records, of those that are old enough. So nothing of what it tells,
// and no moment at which it tells it, depends on what has happened since.
type Delayed struct {
	t    *Table
	by   Millis
	todo []Record // not old enough yet, in order
}

// NewDelayed returns the table of a log as it was, by its own Config. That it was made
// is known at once, since whoever asks knows it. The error wraps ErrLog.
func NewDelayed(records [][]byte, now Millis) (*Delayed, error) {
	d := &Delayed{}
	var made Millis
	n := 0
	t, err := replay(records, func(t *Table, r *Record) bool {
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

// Restarted notes that the table has just been read again: what a clock has written
// that was ahead happened now at the latest.
func (d *Delayed) Restarted(now Millis) {
	for i := range d.todo {
		d.todo[i].At = min(d.todo[i].At, now)
	}
}

// old reports whether a record may be told.
func (d *Delayed) old(record []byte, made, now Millis) bool {
	r, err := DecodeRecord(record)
	return err != nil || r.At == made || r.At+d.by <= now // what can't be read Replay refuses
}

// Append adds a record of the log, to be told when it is old enough.
func (d *Delayed) Append(record []byte) {
	r, err := DecodeRecord(record)
	if err != nil {
		panic(err) // the table has just written it, or read it
	}
	d.todo = append(d.todo, r)
}

// Advance takes in what is old enough by now.
func (d *Delayed) Advance(now Millis) {
	n := 0
	for ; n < len(d.todo) && d.todo[n].At+d.by <= now; n++ {
		must(d.t.replay(&d.todo[n])) // the same record has changed the table itself
	}
	if n > 0 {
		d.todo = append(d.todo[:0], d.todo[n:]...)
		d.t.everybody()
	}
}

// Next returns when there will be something to take in; 0: nothing waits.
func (d *Delayed) Next() Millis {
	if len(d.todo) == 0 {
		return 0
	}
	return d.todo[0].At + d.by
}

// News returns what the public is to be told, as Table.News. Moments are as late as the
// news.
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

// everybody marks all people as connected: absence is no record, and no business of those
// who watch later.
func (t *Table) everybody() {
	for c := range t.chairs {
		if ch := &t.chairs[c]; ch.present == 0 && t.human(c) {
			ch.present, ch.away = 1, 0
			t.info++
		}
	}
}
