package store

import (
	"context"
	"slices"
)

// Sink is an empty store that is being filled in one transaction.
type Sink struct {
	Setting func(ctx context.Context, key string, value []byte) error
	Table   func(ctx context.Context, t *Table) error
	Records func(ctx context.Context, list []Record) error // of one table, in order
	// Above gets the highest number that a table has had, and an epoch above those of all
	// records.
	Above func(ctx context.Context, last, epoch int64) error
}

// pourAtOnce is how many records are passed at once.
const pourAtOnce = 1000

// Pour passes everything in a store to a sink, unchanged.
func Pour(ctx context.Context, from ReadOnly, into Sink) error {
	keys, err := from.Settings(ctx)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if key == RunningKey {
			continue
		}
		value, err := from.Setting(ctx, key)
		if err == nil {
			err = into.Setting(ctx, key, value)
		}
		if err != nil {
			return err
		}
	}
	tables, err := from.Tables(ctx, All)
	if err != nil {
		return err
	}
	var epoch int64
	for i := range tables {
		highest, err := pourTable(ctx, from, &tables[i], into)
		if err != nil {
			return err
		}
		epoch = max(epoch, highest)
	}
	last, err := from.Last(ctx)
	if err != nil {
		return err
	}
	return into.Above(ctx, last, epoch+1)
}

// pourTable passes a table and returns the highest epoch of its records.
func pourTable(ctx context.Context, from ReadOnly, t *Table, into Sink) (epoch int64, err error) {
	if err := into.Table(ctx, t); err != nil {
		return 0, err
	}
	var list []Record
	for rec, err := range from.Load(ctx, t.ID) {
		if err != nil {
			return 0, err
		}
		rec.Body = slices.Clone(rec.Body)
		if rec.Body == nil {
			rec.Body = []byte{}
		}
		epoch = max(epoch, rec.Epoch)
		if list = append(list, rec); len(list) == pourAtOnce {
			if err := into.Records(ctx, list); err != nil {
				return 0, err
			}
			list = list[:0]
		}
	}
	return epoch, into.Records(ctx, list)
}

// Settings lists the names of all settings in order.
func (r *Reader) Settings(ctx context.Context) (keys []string, err error) {
	rows, err := r.db.QueryContext(ctx, `SELECT key FROM settings ORDER BY key`)
	if err != nil {
		return nil, r.fail(err)
	}
	defer done(rows)
	for rows.Next() {
		var key string
		if err := rows.Scan(&key); err != nil {
			return nil, r.scanFault(ctx, err)
		}
		keys = append(keys, key)
	}
	return keys, r.fail(rows.Err())
}

// Last returns the highest number that a table has ever had, or 0.
func (r *Reader) Last(ctx context.Context) (id int64, err error) {
	err = r.row(ctx, `SELECT ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'tables'), 0)`).Scan(&id)
	return id, r.fail(err)
}

// Fill copies all tables and settings of another store into this one, all or nothing.
// ErrExists: this store isn't empty.
func (s *DB) Fill(ctx context.Context, from ReadOnly) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.heads.ForgetAll()
	lengths, epoch := map[int64]uint64{}, s.epoch
	err := s.transact(ctx, func(ctx context.Context) error {
		var used bool
		const query = `SELECT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'tables') OR EXISTS (SELECT 1 FROM settings WHERE key NOT LIKE 'store.%')`
		if err := s.conn.QueryRowContext(ctx, query).Scan(&used); err != nil {
			return err
		}
		if used {
			return ErrExists.At(s.path, "it has tables or settings")
		}
		return Pour(ctx, from, s.sink(lengths, &epoch))
	})
	if err != nil {
		return err
	}
	s.epoch = epoch
	s.marks.Set(lengths)
	return nil
}

// sink returns a Sink that writes in the current transaction.
func (s *DB) sink(lengths map[int64]uint64, epoch *int64) Sink {
	do := func(ctx context.Context, query string, args ...any) error {
		_, err := s.conn.ExecContext(ctx, query, args...)
		return err
	}
	return Sink{
		Setting: func(ctx context.Context, key string, value []byte) error {
			return do(ctx, `INSERT OR REPLACE INTO settings (key, value) VALUES (?, ifnull(?, x''))`, key, value)
		},
		Table: func(ctx context.Context, t *Table) error {
			var closed any
			if !t.Live() {
				closed = t.Closed.UnixMilli()
			}
			return do(ctx, `INSERT INTO tables (id, code, preset, created, touched, closed) VALUES (?, nullif(?, ''), ?, ?, ?, ?)`,
				t.ID, t.Code, t.Preset, t.Created.UnixMilli(), t.Active.UnixMilli(), closed)
		},
		Records: func(ctx context.Context, list []Record) error {
			for _, r := range list {
				at := r.At.UnixMilli()
				err := do(ctx, `INSERT INTO log (tbl, seq, epoch, version, at, sum, body) VALUES (?, ?, ?, ?, ?, ?, ?)`,
					r.Table, int64(r.Seq), r.Epoch, r.Version, at, Sum(&r.Entry, r.Epoch, at), r.Body)
				if err != nil {
					return err
				}
				lengths[r.Table] = r.Seq + 1
			}
			return nil
		},
		Above: func(ctx context.Context, last, above int64) error {
			*epoch = max(*epoch, above)
			if err := do(ctx, `UPDATE writer SET epoch = ?`, *epoch); err != nil {
				return err
			}
			if last == 0 {
				return nil
			}
			if err := do(ctx, `DELETE FROM sqlite_sequence WHERE name = 'tables'`); err != nil {
				return err
			}
			return do(ctx, `INSERT INTO sqlite_sequence (name, seq) VALUES ('tables', ?)`, last)
		},
	}
}
