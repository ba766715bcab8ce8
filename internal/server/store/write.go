package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	sqlite "modernc.org/sqlite/lib"
)

// strides are how many rows one statement inserts. Larger statements cost less per row.
var strides = [...]int{64, 8, 1}

// prepare prepares the statements of every batch. OR FAIL saves the journal for undoing a
// single statement: on failure the whole batch is undone.
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

// transact runs f in a transaction, all or nothing, unless another writer has taken over. Once
// begun, it isn't cancelled by ctx. After any error except ErrUnknown, nothing was written.
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

// refusedWhole reports whether a commit that failed has certainly written nothing. After an
// error of the disk that isn't certain: the sync may have failed after the last page was
// written.
func refusedWhole(err error) bool {
	return errors.Is(err, ErrFull) || errors.Is(err, ErrLocked) || errors.Is(err, ErrReadOnly)
}

// rollback undoes a transaction. If SQLite has already done so, the rollback fails with a plain
// error. If it can't be undone, the DB is dead.
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

// checkEpoch returns an error if another writer has opened the database since.
func (s *DB) checkEpoch(ctx context.Context) error {
	var last int64
	if err := s.fence.QueryRowContext(ctx).Scan(&last); err != nil {
		return err
	}
	if last != s.epoch {
		s.dead = ErrStale.At(s.path, "the last writer has epoch %d, this one %d", last, s.epoch)
	}
	return s.dead
}

// Append adds records to the logs of any number of tables, all or none. ErrStale: a record
// isn't the next one of its table, or another writer has taken over. ErrNoTable, ErrOver: there
// is no such table, or it is closed. ErrUnknown: nobody can say whether the records are
// durable.
func (s *DB) Append(ctx context.Context, batch []Entry) error {
	if len(batch) == 0 {
		return ctx.Err()
	}
	s.Mu.Lock()
	defer s.Mu.Unlock()
	err := s.transact(ctx, func(ctx context.Context) error {
		err := s.Heads.Stage(batch, func(ids []int64) (map[int64]Head, error) { return s.readHeads(ctx, ids) })
		if err != nil {
			return err
		}
		return s.insertAll(ctx, batch)
	})
	return s.Heads.Settle(err, s.Marks)
}

// readHeads reads the ends of logs. It leaves out tables that don't exist.
func (s *DB) readHeads(ctx context.Context, ids []int64) (map[int64]Head, error) {
	const query = `SELECT closed IS NOT NULL, ifnull((SELECT max(seq) + 1 FROM log WHERE tbl = id), 0) FROM tables WHERE id = ?`
	found := map[int64]Head{}
	for _, id := range ids {
		var h Head
		switch err := s.conn.QueryRowContext(ctx, query, id).Scan(&h.Over, &h.Next); {
		case err == nil:
			found[id] = h
		case !errors.Is(err, sql.ErrNoRows):
			return nil, err
		}
	}
	return found, nil
}

// insertAll inserts rows, in strides.
func (s *DB) insertAll(ctx context.Context, batch []Entry) error {
	at := s.Now().UnixMilli()
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
		body = []byte{} // nil would be NULL
	}
	return append(args, e.Table, int64(e.Seq), s.epoch, int64(e.Version), at, Sum(e, s.epoch, at), body)
}

// Create makes a table with the first records of its log and returns its number. ErrTaken:
// another live table has the code.
func (s *DB) Create(ctx context.Context, t New) (id int64, err error) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	err = s.transact(ctx, func(ctx context.Context) error {
		at := s.Now().UnixMilli()
		made, err := s.conn.ExecContext(ctx, `INSERT INTO tables (code, preset, created, touched) VALUES (nullif(?, ''), ?, ?, ?)`,
			t.Code, t.Preset, at, at)
		if err != nil {
			return err
		}
		if id, err = made.LastInsertId(); err != nil {
			return err
		}
		return s.insertAll(ctx, t.Entries(id))
	})
	if err != nil {
		return 0, err
	}
	s.Marks.Set(map[int64]uint64{id: uint64(len(t.Bodies))})
	return id, nil
}

// Entries returns the first records of the log as those of table id.
func (t *New) Entries(id int64) []Entry {
	list := make([]Entry, len(t.Bodies))
	for i, b := range t.Bodies {
		list[i] = Entry{id, uint64(i), t.Version, b}
	}
	return list
}

// do runs a statement of the writer.
func (s *DB) do(ctx context.Context, query string, args ...any) error {
	_, err := s.conn.ExecContext(ctx, query, args...)
	return err
}

// ask begins to read what the writer sees.
func (s *DB) ask(ctx context.Context, query string, args ...any) (Rows, error) {
	rows, err := s.conn.QueryContext(ctx, query, args...)
	return sqlRows{rows}, err
}
