package store

import (
	"bytes"
	"context"
	"iter"
	"maps"
	"slices"
	"sync"
	"time"
)

// Memory is a store in memory that behaves like a DB, for tests and simulations. It is one
// opening of a disk, which can be opened again (Reopen), and can be told to fail. It is safe
// for concurrent use.
type Memory struct {
	disk  *disk
	now   func() time.Time
	epoch int64
	dead  error // guarded by disk.mu, as are the fields below
	left  int   // calls until the failure; 0: none is planned
	how   Failure
}

// disk is what remains when the program has ended.
type disk struct {
	mu       sync.Mutex
	epoch    int64
	last     int64 // number of a table
	tables   map[int64]*memoryTable
	settings map[string][]byte
	batch    []Entry // of the last Append
}

type memoryTable struct {
	Table
	log []Record
}

// Failure is a way in which a call fails.
type Failure int

// The ways in which a call of a Memory fails. A call that only reads always fails with
// ErrFailed.
const (
	Refuse Failure = iota // ErrFull; nothing was written
	Lose                  // ErrUnknown; nothing was written, and it must be opened again
	Keep                  // ErrUnknown; everything was written, and it must be opened again
)

// NewMemory opens a new, empty disk. If now is nil, it uses time.Now.
func NewMemory(now func() time.Time) *Memory {
	d := &disk{tables: map[int64]*memoryTable{}, settings: map[string][]byte{}}
	return d.open(now)
}

func (d *disk) open(now func() time.Time) *Memory {
	if now == nil {
		now = time.Now
	}
	d.epoch++
	return &Memory{disk: d, now: now, epoch: d.epoch}
}

// Reopen opens the disk again, as a process does after the last one has crashed or stopped. The
// old Memory is stale from then on. A planned failure is cancelled.
func (m *Memory) Reopen() *Memory {
	m.disk.mu.Lock()
	defer m.disk.mu.Unlock()
	return m.disk.open(m.now)
}

// Fail makes the n-th call from now fail; 1 is the next. 0 cancels it.
func (m *Memory) Fail(n int, how Failure) {
	m.disk.mu.Lock()
	defer m.disk.mu.Unlock()
	m.left, m.how = n, how
}

// Left returns the number of calls until the planned failure, or 0.
func (m *Memory) Left() int {
	m.disk.mu.Lock()
	defer m.disk.mu.Unlock()
	return m.left
}

// LoseLast drops the last batch that Append has acknowledged, as a disk does that lies about
// syncing. It is for tests that check whether somebody would notice.
func (m *Memory) LoseLast() {
	d := m.disk
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, e := range slices.Backward(d.batch) {
		if t := d.tables[e.Table]; t != nil && t.Len == e.Seq+1 {
			t.log = t.log[:e.Seq]
			t.Len--
		}
	}
	d.batch = nil
}

// Dead works like DB.Dead.
func (m *Memory) Dead() error {
	m.disk.mu.Lock()
	defer m.disk.mu.Unlock()
	return m.dead
}

// Epoch returns the number of this writer.
func (m *Memory) Epoch() int64 { return m.epoch }

// Close ends reading and writing.
func (m *Memory) Close() error {
	m.disk.mu.Lock()
	defer m.disk.mu.Unlock()
	m.dead = &Error{Code: ErrClosed}
	return nil
}

// due counts a call and reports whether it must fail.
func (m *Memory) due() bool {
	if m.left > 0 {
		m.left--
		return m.left == 0
	}
	return false
}

// read calls f unless the call must fail.
func (m *Memory) read(ctx context.Context, f func(*disk) error) error {
	m.disk.mu.Lock()
	defer m.disk.mu.Unlock()
	switch {
	case isClosed(m.dead):
		return m.dead
	case ctx.Err() != nil:
		return ctx.Err()
	case m.due():
		return &Error{Code: ErrFailed}
	}
	return f(m.disk)
}

func isClosed(err error) bool { e, ok := err.(*Error); return ok && e.Code == ErrClosed }

// write calls f, which must check before it changes anything, unless the call must fail.
func (m *Memory) write(ctx context.Context, f func(*disk) error) error {
	d := m.disk
	d.mu.Lock()
	defer d.mu.Unlock()
	if m.dead != nil {
		return m.dead
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if m.epoch != d.epoch {
		m.dead = ErrStale.at("", "the last writer has epoch %d, this one %d", d.epoch, m.epoch)
		return m.dead
	}
	fails := m.due()
	if fails && m.how == Refuse {
		return &Error{Code: ErrFull}
	}
	if !fails || m.how == Keep {
		if err := f(d); err != nil {
			return err
		}
	}
	if fails {
		m.dead = &Error{Code: ErrUnknown}
	}
	return m.dead
}

// Append works like DB.Append.
func (m *Memory) Append(ctx context.Context, batch []Entry) error {
	if len(batch) == 0 {
		return ctx.Err()
	}
	return m.write(ctx, func(d *disk) error {
		staged := map[int64]head{}
		for i := range batch {
			e := &batch[i]
			h, ok := staged[e.Table]
			if !ok {
				t := d.tables[e.Table]
				if t == nil {
					return noTable(e.Table)
				}
				h = head{t.Len, !t.Live()}
			}
			if err := h.accept(e); err != nil {
				return err
			}
			h.next++
			staged[e.Table] = h
		}
		d.append(batch, m.epoch, whole(m.now()))
		return nil
	})
}

// append adds records that are known to be valid.
func (d *disk) append(batch []Entry, epoch int64, now time.Time) {
	d.batch = nil
	for _, e := range batch {
		e.Body = bytes.Clone(e.Body)
		t := d.tables[e.Table]
		t.log = append(t.log, Record{e, epoch, now})
		t.Len, t.Epoch = e.Seq+1, epoch
		t.touch(now)
		d.batch = append(d.batch, e)
	}
}

// whole returns a time in the precision of SQLite: milliseconds, local.
func whole(t time.Time) time.Time { return time.UnixMilli(t.UnixMilli()) }

func (t *memoryTable) touch(now time.Time) {
	if now.After(t.Active) {
		t.Active = now
	}
}

// Create works like DB.Create.
func (m *Memory) Create(ctx context.Context, n New) (id int64, err error) {
	err = m.write(ctx, func(d *disk) error {
		if err := d.free(n.Code, 0); err != nil {
			return err
		}
		d.last++
		id = d.last
		now := whole(m.now())
		d.tables[id] = &memoryTable{Table: Table{ID: id, Code: n.Code, Preset: n.Preset, Created: now, Active: now}}
		d.append(n.entries(id), m.epoch, now)
		return nil
	})
	if err != nil {
		return 0, err
	}
	return id, nil
}

// free returns an error if another table has the code.
func (d *disk) free(code string, id int64) error {
	for _, t := range d.tables {
		if code != "" && t.Code == code && t.ID != id {
			return &Error{Code: ErrTaken}
		}
	}
	return nil
}

// update changes the directory entry of a table.
func (m *Memory) update(ctx context.Context, id int64, f func(d *disk, t *memoryTable, now time.Time) error) error {
	return m.write(ctx, func(d *disk) error {
		if t := d.tables[id]; t != nil {
			return f(d, t, whole(m.now()))
		}
		return noTable(id)
	})
}

// Touch works like DB.Touch.
func (m *Memory) Touch(ctx context.Context, id int64) error {
	return m.update(ctx, id, func(_ *disk, t *memoryTable, now time.Time) error {
		t.touch(now)
		return nil
	})
}

// SetCode works like DB.SetCode.
func (m *Memory) SetCode(ctx context.Context, id int64, code string) error {
	return m.update(ctx, id, func(d *disk, t *memoryTable, now time.Time) error {
		if !t.Live() && code != "" {
			return ErrOver.at("", "table %d", id)
		}
		if err := d.free(code, id); err != nil {
			return err
		}
		t.Code = code
		t.touch(now)
		return nil
	})
}

// CloseTable works like DB.CloseTable.
func (m *Memory) CloseTable(ctx context.Context, id int64) error {
	return m.update(ctx, id, func(_ *disk, t *memoryTable, now time.Time) error {
		if t.Live() {
			t.Code, t.Closed = "", now
			t.touch(now)
		}
		return nil
	})
}

// Tables works like Reader.Tables.
func (m *Memory) Tables(ctx context.Context, which Which) (list []Table, err error) {
	err = m.read(ctx, func(d *disk) error {
		for _, id := range slices.Sorted(maps.Keys(d.tables)) {
			if t := d.tables[id].Table; which.has(&t) {
				list = append(list, t)
			}
		}
		return nil
	})
	return list, err
}

// Table works like Reader.Table.
func (m *Memory) Table(ctx context.Context, id int64) (t Table, err error) {
	err = m.read(ctx, func(d *disk) error {
		found := d.tables[id]
		if found == nil {
			return noTable(id)
		}
		t = found.Table
		return nil
	})
	return t, err
}

// ByCode works like Reader.ByCode.
func (m *Memory) ByCode(ctx context.Context, code string) (t Table, err error) {
	err = m.read(ctx, func(d *disk) error {
		for _, found := range d.tables {
			if code != "" && found.Code == code {
				t = found.Table
				return nil
			}
		}
		return &Error{Code: ErrNoTable}
	})
	return t, err
}

// Load works like Reader.Load.
func (m *Memory) Load(ctx context.Context, id int64) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		var log []Record
		err := m.read(ctx, func(d *disk) error {
			if d.tables[id] == nil {
				return noTable(id)
			}
			log = slices.Clone(d.tables[id].log)
			return nil
		})
		if err != nil {
			yield(Record{}, err)
			return
		}
		for _, rec := range log {
			rec.Body = bytes.Clone(rec.Body)
			if !yield(rec, nil) {
				return
			}
		}
	}
}

// Setting works like Reader.Setting.
func (m *Memory) Setting(ctx context.Context, key string) (value []byte, err error) {
	err = m.read(ctx, func(d *disk) error {
		v, ok := d.settings[key]
		if !ok {
			return ErrNoSetting.at("", "%s", key)
		}
		value = bytes.Clone(v)
		return nil
	})
	return value, err
}

// Set works like DB.Set.
func (m *Memory) Set(ctx context.Context, key string, value []byte) error {
	return m.write(ctx, func(d *disk) error {
		d.settings[key] = bytes.Clone(value)
		return nil
	})
}

// Retain works like DB.Retain.
func (m *Memory) Retain(ctx context.Context, before time.Time, keep Kept) (n int, err error) {
	err = m.write(ctx, func(d *disk) error {
		for id, t := range d.tables {
			switch {
			case t.Live() || !t.Closed.Before(whole(before)):
			case keep == KeepNothing:
				delete(d.tables, id)
				n++
			case t.Len > 0:
				t.log, t.Len, t.Epoch = nil, 0, 0
				n++
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}

// Scrub works like DB.Scrub.
func (m *Memory) Scrub(ctx context.Context, id int64, rewrite Rewrite) (changed int, err error) {
	err = m.write(ctx, func(d *disk) error {
		t := d.tables[id]
		if t == nil {
			return noTable(id)
		}
		for i := range t.log {
			if body, ok := rewrite(bytes.Clone(t.log[i].Body)); ok {
				t.log[i].Body = bytes.Clone(body)
				changed++
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return changed, nil
}

// Compact does nothing.
func (m *Memory) Compact(ctx context.Context) error {
	return m.write(ctx, func(*disk) error { return nil })
}
