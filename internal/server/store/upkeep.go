package store

import "context"

// Compact rewrites the file without holes and without traces of deleted data, and empties the
// journal. Nothing can be appended meanwhile, and the disk needs room for another copy.
// ErrLocked: somebody is reading; the file is compact, but the journal isn't empty yet.
func (s *DB) Compact(ctx context.Context) error {
	s.Mu.Lock()
	defer s.Mu.Unlock()
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
		return ErrLocked.At(s.path, "it is being read")
	}
	return nil
}

// Fill copies all tables and settings of another store into this one, all or nothing.
// ErrExists: this store isn't empty.
func (s *DB) Fill(ctx context.Context, from ReadOnly) error {
	epoch, err := s.FillFrom(ctx, from, s.epoch)
	if err == nil {
		s.epoch = epoch
	}
	return err
}

// records adds records to the log, as they are.
func (s *DB) records(ctx context.Context, list []Record) error {
	for _, r := range list {
		at := r.At.UnixMilli()
		err := s.do(ctx, `INSERT INTO log (tbl, seq, epoch, version, at, sum, body) VALUES (?, ?, ?, ?, ?, ?, ?)`,
			r.Table, int64(r.Seq), r.Epoch, r.Version, at, Sum(&r.Entry, r.Epoch, at), r.Body)
		if err != nil {
			return err
		}
	}
	return nil
}

// setLast says which number of a table was the highest.
func (s *DB) setLast(ctx context.Context, last int64) error {
	return s.do(ctx, `DELETE FROM sqlite_sequence WHERE name = 'tables'; INSERT INTO sqlite_sequence (name, seq) VALUES ('tables', $1)`, last)
}
