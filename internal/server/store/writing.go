package store

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"
)

// Writing is what is written in the same way to every database: the methods of Store for what is
// rarely done. The fields are set before the first call.
type Writing struct {
	Mu    sync.Mutex // guards all below, and is held by every method that writes
	Heads Heads
	Marks *Marks // nil: they can't be written
	Now   func() time.Time

	From ReadOnly // the same database
	// Transact runs f in a transaction, all or nothing, unless another writer has taken over. It may
	// run f twice; the second time nothing of the first was done. It may take long if asked.
	Transact func(ctx context.Context, long bool, f func(context.Context) error) error
	// These are called in the transaction.
	Do      func(ctx context.Context, query string, args ...any) error
	Ask     func(ctx context.Context, query string, args ...any) (Rows, error)
	Records func(ctx context.Context, list []Record) error // adds records to the log, as they are
	SetLast func(ctx context.Context, last int64) error    // see ReadOnly.Last
	// Before makes sure, before a transaction, that this server may change a table, and Within in it. nil:
	// it has all of them.
	Before, Within func(ctx context.Context, id int64) error
}

// touched is the time of a table's last use, which is now $2: clocks may be put back.
const touched = `touched = CASE WHEN touched < $2 THEN $2 ELSE touched END`

// Touch marks a table as in use. Append does too.
func (w *Writing) Touch(ctx context.Context, id int64) error {
	return w.update(ctx, id, func(ctx context.Context, _ bool, at int64) error {
		return w.Do(ctx, `UPDATE tables SET `+touched+` WHERE id = $1`, id, at)
	})
}

// CloseTable closes a table for good: nothing can be appended to it, and its code expires.
// Closing it twice does nothing.
func (w *Writing) CloseTable(ctx context.Context, id int64) error {
	return w.update(ctx, id, func(ctx context.Context, over bool, at int64) error {
		if over {
			return nil
		}
		return w.Do(ctx, `UPDATE tables SET code = NULL, closed = $2, `+touched+` WHERE id = $1`, id, at)
	})
}

// update changes the entry of a table in the directory with f, which is told whether it is closed.
func (w *Writing) update(ctx context.Context, id int64, f func(ctx context.Context, over bool, at int64) error) error {
	w.Mu.Lock()
	defer w.Mu.Unlock()
	w.Heads.Forget(id)
	if w.Before != nil {
		if err := w.Before(ctx, id); err != nil {
			return err
		}
	}
	return w.Transact(ctx, false, func(ctx context.Context) error {
		if w.Within != nil {
			if err := w.Within(ctx, id); err != nil {
				return err
			}
		}
		over, err := collect[bool](w.Ask(ctx, `SELECT closed IS NOT NULL FROM tables WHERE id = $1`, id))
		if err != nil {
			return err
		}
		if len(over) == 0 {
			return NoTable(id)
		}
		return f(ctx, over[0], w.Now().UnixMilli())
	})
}

// Set stores a setting.
func (w *Writing) Set(ctx context.Context, key string, value []byte) error {
	w.Mu.Lock()
	defer w.Mu.Unlock()
	return w.Transact(ctx, false, func(ctx context.Context) error { return w.Put(ctx, key, value) })
}

// Put stores a setting in the current transaction.
func (w *Writing) Put(ctx context.Context, key string, value []byte) error {
	if value == nil {
		value = []byte{} // nil would be NULL
	}
	return w.Do(ctx, `INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value`, key, value)
}

// retainAtOnce is how many tables one transaction deletes, so that moves at other tables don't
// wait long.
const retainAtOnce = 20

// Retain deletes the tables that were closed before a time, and returns how many. Compact removes the
// last traces.
func (w *Writing) Retain(ctx context.Context, before time.Time, keep Kept) (tables int, err error) {
	query := `SELECT id FROM tables WHERE closed < $1 LIMIT $2`
	if keep == KeepEntry {
		query = `SELECT id FROM tables WHERE closed < $1 AND EXISTS (SELECT 1 FROM log WHERE tbl = id) LIMIT $2`
	}
	for {
		n, err := w.retainSome(ctx, query, before.UnixMilli(), keep)
		tables += n
		if err != nil || n < retainAtOnce {
			return tables, err
		}
	}
}

func (w *Writing) retainSome(ctx context.Context, query string, before int64, keep Kept) (n int, err error) {
	w.Mu.Lock()
	defer w.Mu.Unlock()
	w.Heads.ForgetAll()
	err = w.Transact(ctx, false, func(ctx context.Context) error {
		ids, err := collect[int64](w.Ask(ctx, query, before, retainAtOnce))
		n = len(ids)
		for _, id := range ids {
			w.Marks.Set(map[int64]uint64{id: 0}) // before: they never say more than there is
			if err == nil {
				err = w.Do(ctx, `DELETE FROM log WHERE tbl = $1`, id)
			}
			if err == nil && keep == KeepNothing {
				err = w.Do(ctx, `DELETE FROM tables WHERE id = $1`, id)
			}
		}
		return err
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}

// Scrub rewrites records of a table, all that need it or none, and returns how many changed.
// Use it only for what a person wants to be forgotten: history must not change. Only Compact
// removes the last traces. Backups keep them, and so does PostgreSQL's journal.
func (w *Writing) Scrub(ctx context.Context, id int64, rewrite Rewrite) (changed int, err error) {
	w.Mu.Lock()
	defer w.Mu.Unlock()
	err = w.Transact(ctx, false, func(ctx context.Context) error {
		changed = 0
		for rec, err := range w.From.Load(ctx, id) { // nobody writes meanwhile
			if err != nil {
				return err
			}
			body, ok := rewrite(rec.Body)
			if !ok {
				continue
			}
			if rec.Body = slices.Clone(body); rec.Body == nil {
				rec.Body = []byte{}
			}
			err := w.Do(ctx, `UPDATE log SET body = $3, sum = $4 WHERE tbl = $1 AND seq = $2`,
				id, int64(rec.Seq), rec.Body, Sum(&rec.Entry, rec.Epoch, rec.At.UnixMilli()))
			if err != nil {
				return err
			}
			changed++
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return changed, nil
}

// FillFrom copies all tables and settings of another store into this one, all or nothing. It returns the
// epoch of this writer, which is raised above those of all records. ErrExists: this store isn't empty.
func (w *Writing) FillFrom(ctx context.Context, from ReadOnly, epoch int64) (above int64, err error) {
	w.Mu.Lock()
	defer w.Mu.Unlock()
	w.Heads.ForgetAll()
	var lengths map[int64]uint64
	err = w.Transact(ctx, true, func(ctx context.Context) error {
		lengths, above = map[int64]uint64{}, epoch
		if err := w.empty(ctx); err != nil {
			return err
		}
		return Pour(ctx, from, w.sink(lengths, &above))
	})
	if err == nil {
		w.Marks.Set(lengths)
	}
	return above, err
}

// empty fails unless there are no tables and no settings but the store's own.
func (w *Writing) empty(ctx context.Context) error {
	last, err := w.From.Last(ctx)
	if err != nil {
		return err
	}
	keys, err := w.From.Settings(ctx)
	if err != nil {
		return err
	}
	if last > 0 || slices.ContainsFunc(keys, func(key string) bool { return !strings.HasPrefix(key, "store.") }) {
		return ErrExists.At(w.From.Path(), "it has tables or settings")
	}
	return nil
}

// sink returns a Sink that writes in the current transaction.
func (w *Writing) sink(lengths map[int64]uint64, epoch *int64) Sink {
	return Sink{
		Setting: w.Put,
		Table: func(ctx context.Context, t *Table) error {
			var closed *int64
			if !t.Live() {
				ms := t.Closed.UnixMilli()
				closed = &ms
			}
			return w.Do(ctx, `INSERT INTO tables (id, code, preset, created, touched, closed) VALUES ($1, nullif($2, ''), $3, $4, $5, $6)`,
				t.ID, t.Code, t.Preset, t.Created.UnixMilli(), t.Active.UnixMilli(), closed)
		},
		Records: func(ctx context.Context, list []Record) error {
			for i := range list {
				lengths[list[i].Table] = list[i].Seq + 1
			}
			return w.Records(ctx, list)
		},
		Above: func(ctx context.Context, last, above int64) error {
			*epoch = max(*epoch, above)
			err := w.Do(ctx, `UPDATE writer SET epoch = $1`, *epoch)
			if err == nil && last > 0 {
				err = w.SetLast(ctx, last)
			}
			return err
		},
	}
}
