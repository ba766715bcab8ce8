package postgres

import (
	"context"

	"chratze/internal/server/store"
)

// Compact writes the tables anew, without what was deleted or rewritten. Nothing can be
// appended meanwhile, and the disk needs room for another copy.
func (s *DB) Compact(ctx context.Context) error {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	if err := s.transact(ctx, func(context.Context) error { return nil }); err != nil {
		return err // not ours any more
	}
	_, err := s.conn.Exec(ctx, `VACUUM (FULL) log`)
	if err == nil {
		_, err = s.conn.Exec(ctx, `VACUUM (FULL) tables`)
	}
	if err == nil {
		_, err = s.conn.Exec(ctx, `VACUUM (FULL) settings`)
	}
	if broken(err) {
		s.tear()
	}
	return s.fail(err)
}

// Fill copies all tables and settings of another store into this one, as they are, all
// or nothing. ErrExists: this one isn't empty.
func (s *DB) Fill(ctx context.Context, from store.ReadOnly) error {
	epoch, err := s.FillFrom(ctx, from, s.Epoch())
	if err == nil && s.Epoch() < epoch {
		s.epoch.Store(epoch)
	}
	return err
}

// records adds records to the log, as they are.
func (s *DB) records(ctx context.Context, list []store.Record) error {
	r := &s.rows
	defer r.reset()
	for i := range list {
		r.add(&list[i].Entry, list[i].Epoch, list[i].At.UnixMilli())
	}
	return s.do(ctx, `INSERT INTO log (tbl, seq, epoch, version, at, sum, body)
		SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bytea[])`,
		r.tables, r.seqs, r.epochs, r.versions, r.ats, r.sums, r.bodies)
}

// setLast says which number of a table was the highest.
func (s *DB) setLast(ctx context.Context, last int64) error {
	return s.do(ctx, `UPDATE writer SET last = $1`, last)
}
