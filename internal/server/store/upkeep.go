package store

import (
	"context"
	"slices"
	"time"
)

// retainAtOnce is how many tables one transaction deletes, so that moves at other tables don't
// wait long.
const retainAtOnce = 20

// Retain deletes the tables that were closed before a time, and returns how many. Deleted data
// is overwritten; Compact makes the file smaller.
func (s *DB) Retain(ctx context.Context, before time.Time, keep Kept) (tables int, err error) {
	query := `SELECT id FROM tables WHERE closed < ? LIMIT ?`
	if keep == KeepEntry {
		query = `SELECT id FROM tables WHERE closed < ? AND EXISTS (SELECT 1 FROM log WHERE tbl = id) LIMIT ?`
	}
	for {
		n, err := s.retainSome(ctx, query, before.UnixMilli(), keep)
		tables += n
		if err != nil || n < retainAtOnce {
			return tables, err
		}
	}
}

func (s *DB) retainSome(ctx context.Context, query string, before int64, keep Kept) (n int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err = s.transact(ctx, func(ctx context.Context) error {
		ids, err := s.ids(ctx, query, before, retainAtOnce)
		if err != nil {
			return err
		}
		n = len(ids)
		for _, id := range ids {
			s.marks.Set(map[int64]uint64{id: 0}) // before: they never say more than there is
			if _, err := s.conn.ExecContext(ctx, `DELETE FROM log WHERE tbl = ?`, id); err != nil {
				return err
			}
			if keep == KeepEntry {
				continue
			}
			if _, err := s.conn.ExecContext(ctx, `DELETE FROM tables WHERE id = ?`, id); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}

func (s *DB) ids(ctx context.Context, query string, args ...any) (ids []int64, err error) {
	rows, err := s.conn.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer done(rows)
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// Scrub rewrites records of a table, all that need it or none, and returns how many changed.
// Use it only for what a person wants to be forgotten: history must not change. Only Compact
// removes the last traces from the file. Backups keep them.
func (s *DB) Scrub(ctx context.Context, id int64, rewrite Rewrite) (changed int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dead != nil {
		return 0, s.dead
	}
	var list []Record
	for rec, err := range s.Load(ctx, id) { // nobody writes meanwhile
		if err != nil {
			return 0, err
		}
		if body, ok := rewrite(rec.Body); ok {
			rec.Body = slices.Clone(body)
			list = append(list, rec)
		}
	}
	err = s.transact(ctx, func(ctx context.Context) error {
		for _, rec := range list {
			_, err := s.conn.ExecContext(ctx, `UPDATE log SET body = ifnull(?, x''), sum = ? WHERE tbl = ? AND seq = ?`,
				rec.Body, Sum(&rec.Entry, rec.Epoch, rec.At.UnixMilli()), id, int64(rec.Seq))
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return len(list), nil
}

// Compact rewrites the file without holes and without traces of deleted data, and empties the
// journal. Nothing can be appended meanwhile, and the disk needs room for another copy.
// ErrLocked: somebody is reading; the file is compact, but the journal isn't empty yet.
func (s *DB) Compact(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.transact(ctx, func(context.Context) error { return nil }); err != nil {
		return err // another writer has taken over
	}
	if _, err := s.conn.ExecContext(ctx, `VACUUM`); err != nil {
		return s.fail(err)
	}
	var busy, pages, done int
	if err := s.conn.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &pages, &done); err != nil {
		return s.fail(err)
	}
	if busy != 0 {
		return ErrLocked.At(s.path, "somebody is reading")
	}
	return nil
}
