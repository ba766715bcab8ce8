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

// Memory is a store in memory that behaves like a DB, for tests and simulations. It
// is one opening of a disk that can be opened again (Reopen), and can be told to
// fail. Its methods may be called at the same time.
type Memory struct {
	disk  *disk
	now   func() time.Time
	epoch int64
	dead  error // guarded by disk.mu, like all below
	left  int   // calls until the failure; 0: none is due
	how   Failure
}

// disk is what is there when the program is not.
type disk struct {
	mu       sync.Mutex
	epoch    int64
	last     int64 // number of a table
	tables   map[int64]*memoryTable
	settings map[string][]byte
	batch    []Entry // the last one of Append
}

type memoryTable struct {
	Table
	log []Record
}

// Failure is a way in which a call fails.
type Failure int

// The ways in which a call of a Memory fails. A reading call fails with ErrFailed,
// whatever is asked for.
const (
	Refuse Failure = iota // ErrFull; nothing was written
	Lose                  // ErrUnknown; nothing was written, and it has to be opened again
	Keep                  // ErrUnknown; all was written, and it has to be opened again
)

// NewMemory opens a new, empty disk. A nil clock is time.Now.
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

// Reopen opens the disk again, as a process does after a crash or a stop of the
// last one, which is stale from now on. Failures that are due are forgotten.
func (m *Memory) Reopen() *Memory {
	m.disk.mu.Lock()
	defer m.disk.mu.Unlock()
	return m.disk.open(m.now)
}

// Fail lets the n-th call from now fail; 1 is the next. 0 lets none fail.
func (m *Memory) Fail(n int, how Failure) {
	m.disk.mu.Lock()
	defer m.disk.mu.Unlock()
	m.left, m.how = n, how
}

// Left is how many calls there are until the failure that was asked for, or 0.
func (m *Memory) Left() int {
	m.disk.mu.Lock()
	defer m.disk.mu.Unlock()
	return m.left
}

// LoseLast takes away the last batch that Append has acknowledged, as a disk does
// that lies about its syncs. No DB does so: it is for tests that want to see
// whether somebody would notice.
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

// Dead is as that of DB.
func (m *Memory) Dead() error {
	m.disk.mu.Lock()
	defer m.disk.mu.Unlock()
	return m.dead
}

// Epoch is the number of this writer.
func (m *Memory) Epoch() int64 { return m.epoch }

// Close ends reading and writing.
func (m *Memory) Close() error {
	m.disk.mu.Lock()
	defer m.disk.mu.Unlock()
	m.dead = &Error{Code: ErrClosed}
	return nil
}

// due counts a call and reports whether it is the one that fails.
func (m *Memory) due() bool {
	if m.left > 0 {
		m.left--
		return m.left == 0
	}
	return false
}

// read does f unless it must fail.
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

// write does f, which checks first and then changes all, unless it must fail.
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

// Append is as that of DB.
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

// append adds records that fit.
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

// whole is a time as SQLite gives it back: to the millisecond, local.
func whole(t time.Time) time.Time { return time.UnixMilli(t.UnixMilli()) }

func (t *memoryTable) touch(now time.Time) {
	if now.After(t.Active) {
		t.Active = now
	}
}

// Create is as that of DB.
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

// free refuses a code that is another table's.
func (d *disk) free(code string, id int64) error {
	for _, t := range d.tables {
		if code != "" && t.Code == code && t.ID != id {
			return &Error{Code: ErrTaken}
		}
	}
	return nil
}

// update changes the entry of a table.
func (m *Memory) update(ctx context.Context, id int64, f func(d *disk, t *memoryTable, now time.Time) error) error {
	return m.write(ctx, func(d *disk) error {
		if t := d.tables[id]; t != nil {
			return f(d, t, whole(m.now()))
		}
		return noTable(id)
	})
}

// Touch is as that of DB.
func (m *Memory) Touch(ctx context.Context, id int64) error {
	return m.update(ctx, id, func(_ *disk, t *memoryTable, now time.Time) error {
		t.touch(now)
		return nil
	})
}

// SetCode is as that of DB.
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

// CloseTable is as that of DB.
func (m *Memory) CloseTable(ctx context.Context, id int64) error {
	return m.update(ctx, id, func(_ *disk, t *memoryTable, now time.Time) error {
		if t.Live() {
			t.Code, t.Closed = "", now
			t.touch(now)
		}
		return nil
	})
}

// Tables is as that of Reader.
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

// Table is as that of Reader.
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

// ByCode is as that of Reader.
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

// Load is as that of Reader.
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

// Setting is as that of Reader.
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

// Set is as that of DB.
func (m *Memory) Set(ctx context.Context, key string, value []byte) error {
	return m.write(ctx, func(d *disk) error {
		d.settings[key] = bytes.Clone(value)
		return nil
	})
}

// Retain is as that of DB.
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

// Scrub is as that of DB.
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
