package store

import (
	"context"
	"errors"
	"maps"
	"strings"

	sqlite "modernc.org/sqlite/lib"
)

// head is where a table's log ends.
type head struct {
	next uint64
	over bool // it is closed
}

// strides are how many rows one statement inserts: the larger, the cheaper a row.
var strides = [...]int{64, 8, 1}

// prepare prepares the statements of every batch. OR FAIL spares the journal by
// which a failed statement could be undone alone: the whole batch is undone.
func (s *DB) prepare(ctx context.Context) (err error) {
	const row = ",(?,?,?,?,?,?,?)"
	for i, n := range strides {
		query := `INSERT OR FAIL INTO log (tbl, seq, epoch, version, at, sum, body) VALUES ` + strings.Repeat(row, n)[1:]
		if s.insert[i], err = s.conn.PrepareContext(ctx, query); err != nil {
			return err
		}
	}
	if s.begin, err = s.conn.PrepareContext(ctx, `BEGIN IMMEDIATE`); err != nil {
		return err
	}
	if s.fence, err = s.conn.PrepareContext(ctx, `SELECT epoch FROM writer`); err != nil {
		return err
	}
	if s.commit, err = s.conn.PrepareContext(ctx, `COMMIT`); err != nil {
		return err
	}
	s.undo, err = s.conn.PrepareContext(ctx, `ROLLBACK`)
	return err
}

// transact does f in a transaction, all or nothing, unless another writer has taken
// over. What has begun is not broken off with ctx. After an error that is not
// ErrUnknown nothing was written.
func (s *DB) transact(ctx context.Context, f func(context.Context) error) error {
	if s.dead != nil {
		return s.dead
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	_, err := s.begin.ExecContext(ctx)
	if err == nil {
		err = s.checkEpoch(ctx)
	}
	if err == nil {
		err = f(ctx)
	}
	if err != nil {
		s.rollback(ctx)
		return s.fail(err)
	}
	if _, err := s.commit.ExecContext(ctx); err != nil {
		s.rollback(ctx)
		err = s.fail(err)
		if !refusedWhole(err) {
			s.dead = &Error{Code: ErrUnknown, Path: s.path, Err: err}
			return s.dead
		}
		return err
	}
	return nil
}

// refusedWhole reports whether a commit that failed so has surely written nothing.
// Of an error of the disk that can't be said: the sync may have failed after the
// last page was written.
func refusedWhole(err error) bool {
	return errors.Is(err, ErrFull) || errors.Is(err, ErrLocked) || errors.Is(err, ErrReadOnly)
}

// rollback undoes a transaction, unless SQLite has done so by itself: then this is
// an error, the plain one. If it can't be undone nothing must follow it.
func (s *DB) rollback(ctx context.Context) {
	var err error
	for range 2 {
		_, err = s.undo.ExecContext(ctx)
		var coded interface{ Code() int }
		if err == nil || errors.As(err, &coded) && coded.Code() == sqlite.SQLITE_ERROR {
			return
		}
	}
	s.dead = &Error{Code: ErrFailed, Path: s.path, Err: err}
}

// checkEpoch refuses to write if another has opened the database after this writer.
func (s *DB) checkEpoch(ctx context.Context) error {
	var last int64
	if err := s.fence.QueryRowContext(ctx).Scan(&last); err != nil {
		return err
	}
	if last != s.epoch {
		s.dead = ErrStale.at(s.path, "the last writer has epoch %d, this one %d", last, s.epoch)
	}
	return s.dead
}

// Append adds records to the logs of any number of tables, all or none. ErrStale:
// a record isn't the next one of its table, or another writer has taken over.
// ErrNoTable, ErrOver: there is no such table, or it is closed. ErrUnknown: it can't
// be said whether the records are durable.
func (s *DB) Append(ctx context.Context, batch []Entry) error {
	if len(batch) == 0 {
		return ctx.Err()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.staged)
	err := s.transact(ctx, func(ctx context.Context) error {
		for i := range batch {
			if err := s.stage(ctx, &batch[i]); err != nil {
				return err
			}
		}
		return s.insertAll(ctx, batch)
	})
	if err != nil {
		clear(s.heads)
		return err
	}
	maps.Copy(s.heads, s.staged)
	lengths := make(map[int64]uint64, len(s.staged))
	for id, h := range s.staged {
		lengths[id] = h.next
	}
	s.marks.set(lengths)
	return nil
}

// stage refuses a record that isn't the next one of its table.
func (s *DB) stage(ctx context.Context, e *Entry) error {
	h, ok := s.staged[e.Table]
	if !ok {
		h, ok = s.heads[e.Table]
	}
	if !ok {
		var err error
		if h, err = s.readHead(ctx, e.Table); err != nil {
			return err
		}
	}
	if err := h.accept(e); err != nil {
		return err
	}
	h.next++
	s.staged[e.Table] = h
	return nil
}

// accept refuses a record that can't follow.
func (h head) accept(e *Entry) error {
	switch {
	case h.over:
		return ErrOver.at("", "table %d", e.Table)
	case e.Seq != h.next:
		return ErrStale.at("", "table %d: record %d was to be added, and %d is the next", e.Table, e.Seq, h.next)
	}
	return nil
}

func (s *DB) readHead(ctx context.Context, id int64) (h head, err error) {
	const query = `SELECT closed IS NOT NULL, ifnull((SELECT max(seq) + 1 FROM log WHERE tbl = id), 0) FROM tables WHERE id = ?`
	rows, err := s.conn.QueryContext(ctx, query, id)
	if err != nil {
		return h, err
	}
	defer done(rows)
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return h, err
		}
		return h, noTable(id)
	}
	return h, rows.Scan(&h.over, &h.next)
}

// insertAll inserts rows, in strides.
func (s *DB) insertAll(ctx context.Context, batch []Entry) error {
	at := s.now().UnixMilli()
	for i, n := range strides {
		for len(batch) >= n {
			s.args = s.args[:0]
			for j := range batch[:n] {
				s.args = s.appendRow(s.args, &batch[j], at)
			}
			if _, err := s.insert[i].ExecContext(ctx, s.args...); err != nil {
				return err
			}
			batch = batch[n:]
		}
	}
	return nil
}

func (s *DB) appendRow(args []any, e *Entry, at int64) []any {
	body := e.Body
	if body == nil {
		body = []byte{} // nil is NULL
	}
	return append(args, e.Table, int64(e.Seq), s.epoch, int64(e.Version), at, sum(e, s.epoch, at), body)
}

// Create makes a table with the first records of its log and returns its number.
// ErrTaken: another live table has the code.
func (s *DB) Create(ctx context.Context, t New) (id int64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err = s.transact(ctx, func(ctx context.Context) error {
		at := s.now().UnixMilli()
		made, err := s.conn.ExecContext(ctx, `INSERT INTO tables (code, preset, created, touched) VALUES (nullif(?, ''), ?, ?, ?)`,
			t.Code, t.Preset, at, at)
		if err != nil {
			return err
		}
		if id, err = made.LastInsertId(); err != nil {
			return err
		}
		return s.insertAll(ctx, t.entries(id))
	})
	if err != nil {
		return 0, err
	}
	s.marks.set(map[int64]uint64{id: uint64(len(t.Bodies))})
	return id, nil
}

func (t *New) entries(id int64) []Entry {
	list := make([]Entry, len(t.Bodies))
	for i, b := range t.Bodies {
		list[i] = Entry{id, uint64(i), t.Version, b}
	}
	return list
}

// Touch says that a table is in use; appending says so too.
func (s *DB) Touch(ctx context.Context, id int64) error {
	return s.update(ctx, id, func(ctx context.Context, _ head, at int64) error {
		_, err := s.conn.ExecContext(ctx, `UPDATE tables SET touched = max(touched, ?) WHERE id = ?`, at, id)
		return err
	})
}

// SetCode gives a table another short code, or "": it can't be found by one any
// more. ErrTaken: another table has it. ErrOver: the table is closed.
func (s *DB) SetCode(ctx context.Context, id int64, code string) error {
	return s.update(ctx, id, func(ctx context.Context, h head, at int64) error {
		if h.over && code != "" {
			return ErrOver.at("", "table %d", id)
		}
		_, err := s.conn.ExecContext(ctx, `UPDATE tables SET code = nullif(?, ''), touched = max(touched, ?) WHERE id = ?`, code, at, id)
		return err
	})
}

// CloseTable closes a table for good: nothing can be added to it, and its code is
// dead. One that is closed stays as it is.
func (s *DB) CloseTable(ctx context.Context, id int64) error {
	return s.update(ctx, id, func(ctx context.Context, h head, at int64) error {
		if h.over {
			return nil
		}
		_, err := s.conn.ExecContext(ctx, `UPDATE tables SET code = NULL, touched = max(touched, ?), closed = ? WHERE id = ?`, at, at, id)
		return err
	})
}

// update changes the entry of a table in the directory by f.
func (s *DB) update(ctx context.Context, id int64, f func(ctx context.Context, h head, at int64) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.heads, id)
	return s.transact(ctx, func(ctx context.Context) error {
		h, err := s.readHead(ctx, id)
		if err != nil {
			return err
		}
		return f(ctx, h, s.now().UnixMilli())
	})
}

// Set keeps a setting.
func (s *DB) Set(ctx context.Context, key string, value []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if value == nil {
		value = []byte{}
	}
	return s.transact(ctx, func(ctx context.Context) error {
		_, err := s.conn.ExecContext(ctx, `INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)`, key, value)
		return err
	})
}
