// Package storetest tests stores: one suite for all kinds of them, and a store in memory that
// passes it too, fails when it is told to, and is the model of what the others do.
package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"chratze/internal/server/store"
)

// Memory is a store in memory that behaves like a DB, for tests and simulations. It is one
// opening of a disk, which can be opened again (Reopen), and can be told to fail. It is safe
// for concurrent use.
type Memory struct {
	*Plan
	disk  *disk
	now   func() time.Time
	epoch int64
	dead  error // guarded by disk.mu
}

// disk is what remains when the program has ended.
type disk struct {
	mu       sync.Mutex
	epoch    int64
	last     int64 // number of a table
	tables   map[int64]*memoryTable
	settings map[string][]byte
	batch    []store.Entry // the last one of Append
}

type memoryTable struct {
	store.Table
	log []store.Record
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

var _ store.Store = (*Memory)(nil)

// NewMemory opens a new, empty disk. A nil clock is time.Now.
func NewMemory(now func() time.Time) *Memory {
	return newDisk().open(now, &Plan{})
}

func newDisk() *disk { return &disk{tables: map[int64]*memoryTable{}, settings: map[string][]byte{}} }

// open makes a new writer, whose calls fail as planned. The previous one is stale.
func (d *disk) open(now func() time.Time, p *Plan) *Memory {
	if now == nil {
		now = time.Now
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.epoch++
	return &Memory{Plan: p, disk: d, now: now, epoch: d.epoch}
}

// Reopen opens the disk again, as a process does after the last one has crashed or stopped. The
// old Memory is stale from then on. A planned failure is cancelled.
func (m *Memory) Reopen() *Memory { return m.disk.open(m.now, &Plan{}) }

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
	m.dead = &store.Error{Code: store.ErrClosed}
	return nil
}

// Path is empty: it is nowhere.
func (m *Memory) Path() string { return "" }

// read calls f unless the call must fail.
func (m *Memory) read(ctx context.Context, f func(*disk) error) error {
	m.disk.mu.Lock()
	defer m.disk.mu.Unlock()
	if errors.Is(m.dead, store.ErrClosed) {
		return m.dead
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if fails, _ := m.Due(); fails {
		return &store.Error{Code: store.ErrFailed}
	}
	return f(m.disk)
}

// refused is an error as a DB has it.
func refused(code store.Code, format string, args ...any) error {
	return &store.Error{Code: code, What: fmt.Sprintf(format, args...)}
}

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
		m.dead = refused(store.ErrStale, "the last writer has epoch %d, this one %d", d.epoch, m.epoch)
		return m.dead
	}
	fails, how := m.Due()
	if fails && how == Refuse {
		return &store.Error{Code: store.ErrFull}
	}
	if !fails || how == Keep {
		if err := f(d); err != nil {
			return err
		}
	}
	if fails {
		m.dead = &store.Error{Code: store.ErrUnknown}
	}
	return m.dead
}

// Append works like DB.Append.
func (m *Memory) Append(ctx context.Context, batch []store.Entry) error {
	if len(batch) == 0 {
		return ctx.Err()
	}
	return m.write(ctx, func(d *disk) error {
		next := map[int64]uint64{}
		for _, e := range batch {
			t := d.tables[e.Table]
			if t == nil {
				return store.NoTable(e.Table)
			}
			if _, ok := next[e.Table]; !ok {
				next[e.Table] = t.Len
			}
			switch {
			case !t.Live():
				return refused(store.ErrOver, "table %d", e.Table)
			case e.Seq != next[e.Table]:
				return refused(store.ErrStale, "table %d: record %d was to be added, and %d is the next", e.Table, e.Seq, next[e.Table])
			}
			next[e.Table]++
		}
		d.append(batch, m.epoch, whole(m.now()))
		return nil
	})
}

// append adds records that are known to be valid.
func (d *disk) append(batch []store.Entry, epoch int64, now time.Time) {
	d.batch = nil
	for _, e := range batch {
		e.Body = bytes.Clone(e.Body)
		t := d.tables[e.Table]
		t.log = append(t.log, store.Record{Entry: e, Epoch: epoch, At: now})
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
func (m *Memory) Create(ctx context.Context, n store.New) (id int64, err error) {
	err = m.write(ctx, func(d *disk) error {
		if err := d.free(n.Code); err != nil {
			return err
		}
		d.last++
		id = d.last
		now := whole(m.now())
		d.tables[id] = &memoryTable{Table: store.Table{ID: id, Code: n.Code, Preset: n.Preset, Created: now, Active: now}}
		d.append(n.Entries(id), m.epoch, now)
		return nil
	})
	if err != nil {
		return 0, err
	}
	return id, nil
}

// free returns an error if a table has the code.
func (d *disk) free(code string) error {
	for _, t := range d.tables {
		if code != "" && t.Code == code {
			return &store.Error{Code: store.ErrTaken}
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
		return store.NoTable(id)
	})
}

// Touch works like DB.Touch.
func (m *Memory) Touch(ctx context.Context, id int64) error {
	return m.update(ctx, id, func(_ *disk, t *memoryTable, now time.Time) error {
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
func (m *Memory) Tables(ctx context.Context, which store.Which) (list []store.Table, err error) {
	err = m.read(ctx, func(d *disk) error {
		for _, id := range slices.Sorted(maps.Keys(d.tables)) {
			if t := d.tables[id].Table; which == store.All || (which == store.Live) == t.Live() {
				list = append(list, t)
			}
		}
		return nil
	})
	return list, err
}

// Table works like Reader.Table.
func (m *Memory) Table(ctx context.Context, id int64) (t store.Table, err error) {
	err = m.read(ctx, func(d *disk) error {
		found := d.tables[id]
		if found == nil {
			return store.NoTable(id)
		}
		t = found.Table
		return nil
	})
	return t, err
}

// ByCode works like Reader.ByCode.
func (m *Memory) ByCode(ctx context.Context, code string) (t store.Table, err error) {
	err = m.read(ctx, func(d *disk) error {
		for _, found := range d.tables {
			if code != "" && found.Code == code {
				t = found.Table
				return nil
			}
		}
		return &store.Error{Code: store.ErrNoTable}
	})
	return t, err
}

// Load works like Reader.Load.
func (m *Memory) Load(ctx context.Context, id int64) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		var log []store.Record
		err := m.read(ctx, func(d *disk) error {
			if d.tables[id] == nil {
				return store.NoTable(id)
			}
			log = slices.Clone(d.tables[id].log)
			return nil
		})
		if err != nil {
			yield(store.Record{}, err)
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
			return refused(store.ErrNoSetting, "%s", key)
		}
		value = bytes.Clone(v)
		return nil
	})
	return value, err
}

// Settings is as that of Reader.
func (m *Memory) Settings(ctx context.Context) (keys []string, err error) {
	err = m.read(ctx, func(d *disk) error {
		keys = slices.Sorted(maps.Keys(d.settings))
		return nil
	})
	return keys, err
}

// Size is as that of Reader.
func (m *Memory) Size(ctx context.Context) (live, bytes int64, err error) {
	list, err := m.Tables(ctx, store.Live)
	return int64(len(list)), 1, err
}

// Last is as that of Reader.
func (m *Memory) Last(ctx context.Context) (last int64, err error) {
	err = m.read(ctx, func(d *disk) error {
		last = d.last
		return nil
	})
	return last, err
}

// Fill is as that of DB.
func (m *Memory) Fill(ctx context.Context, from store.ReadOnly) error {
	return m.write(ctx, func(d *disk) error {
		if len(d.tables) > 0 || d.last > 0 || slices.ContainsFunc(slices.Collect(maps.Keys(d.settings)), func(key string) bool { return !strings.HasPrefix(key, "store.") }) {
			return &store.Error{Code: store.ErrExists}
		}
		full := &disk{tables: map[int64]*memoryTable{}, settings: maps.Clone(d.settings)}
		err := store.Pour(ctx, from, store.Sink{
			Setting: func(_ context.Context, key string, value []byte) error {
				full.settings[key] = bytes.Clone(value)
				return nil
			},
			Table: func(_ context.Context, t *store.Table) error {
				full.tables[t.ID] = &memoryTable{Table: *t}
				return nil
			},
			Records: func(_ context.Context, list []store.Record) error {
				for _, r := range list {
					t := full.tables[r.Table]
					t.log = append(t.log, r)
				}
				return nil
			},
			Above: func(_ context.Context, last, epoch int64) error {
				full.last, full.epoch = last, max(d.epoch, epoch)
				return nil
			},
		})
		if err == nil {
			d.tables, d.settings, d.last, d.epoch, m.epoch = full.tables, full.settings, full.last, full.epoch, full.epoch
		}
		return err
	})
}

// Set is as that of DB.
func (m *Memory) Set(ctx context.Context, key string, value []byte) error {
	return m.write(ctx, func(d *disk) error {
		d.settings[key] = bytes.Clone(value)
		return nil
	})
}

// Retain works like DB.Retain.
func (m *Memory) Retain(ctx context.Context, before time.Time, keep store.Kept) (n int, err error) {
	err = m.write(ctx, func(d *disk) error {
		for id, t := range d.tables {
			switch {
			case t.Live() || !t.Closed.Before(whole(before)):
			case keep == store.KeepNothing:
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
func (m *Memory) Scrub(ctx context.Context, id int64, rewrite store.Rewrite) (changed int, err error) {
	err = m.write(ctx, func(d *disk) error {
		t := d.tables[id]
		if t == nil {
			return store.NoTable(id)
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
