package postgres

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"chratze/internal/server/store"
)

// retainAtOnce is how many tables one transaction deletes, so that the moves of
// others don't wait long.
const retainAtOnce = 20

// Retain deletes the tables that were closed before a moment, and returns how many
// they were. Compact removes the last traces.
func (s *DB) Retain(ctx context.Context, before time.Time, keep store.Kept) (tables int, err error) {
	query := `SELECT id FROM tables WHERE closed < $1 LIMIT $2`
	if keep == store.KeepEntry {
		query = `SELECT id FROM tables WHERE closed < $1 AND EXISTS (SELECT 1 FROM log WHERE tbl = id) LIMIT $2`
	}
	for {
		n, err := s.retainSome(ctx, query, before.UnixMilli(), keep)
		tables += n
		if err != nil || n < retainAtOnce {
			return tables, err
		}
	}
}

func (s *DB) retainSome(ctx context.Context, query string, before int64, keep store.Kept) (n int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.heads.ForgetAll()
	err = s.transact(ctx, func(ctx context.Context) error {
		rows, err := s.conn.Query(ctx, query, before, retainAtOnce)
		if err != nil {
			return err
		}
		ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
		if err != nil {
			return err
		}
		n = len(ids)
		for _, id := range ids {
			s.marks.Set(map[int64]uint64{id: 0}) // before: they never say more than there is
		}
		if _, err := s.conn.Exec(ctx, `DELETE FROM log WHERE tbl = ANY($1)`, ids); err != nil || keep == store.KeepEntry {
			return err
		}
		_, err = s.conn.Exec(ctx, `DELETE FROM tables WHERE id = ANY($1)`, ids)
		return err
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}

// Scrub rewrites records of a table, all that have to be or none, and returns how
// many were changed. It is for what a person wants to have forgotten, and nothing
// else: what has happened stays. Only Compact removes the last traces from the tables,
// and nothing does from backups and from the database's own journal.
func (s *DB) Scrub(ctx context.Context, id int64, rewrite store.Rewrite) (changed int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err = s.transact(ctx, func(ctx context.Context) error {
		changed = 0
		for rec, err := range s.Load(ctx, id) { // nobody writes in the meantime
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
			_, err := s.conn.Exec(ctx, `UPDATE log SET body = $3, sum = $4 WHERE tbl = $1 AND seq = $2`,
				id, int64(rec.Seq), rec.Body, store.Sum(&rec.Entry, rec.Epoch, rec.At.UnixMilli()))
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

// Compact writes the tables anew, without what was deleted or rewritten. Nothing can be
// appended meanwhile, and the disk needs room for another copy.
func (s *DB) Compact(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
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
	s.mu.Lock()
	defer s.mu.Unlock()
	s.heads.ForgetAll()
	var lengths map[int64]uint64
	var epoch int64
	err := s.attempt(ctx, 0, s.transaction(nil, func(ctx context.Context) error {
		const query = `SELECT last > 0 OR EXISTS (SELECT 1 FROM settings WHERE key NOT LIKE 'store.%') FROM writer`
		used, err := one[bool](ctx, s.conn, query)
		if err != nil {
			return err
		}
		if used {
			return store.ErrExists.At(s.path, "it has tables or settings")
		}
		lengths, epoch = map[int64]uint64{}, s.Epoch()
		return store.Pour(ctx, from, s.sink(lengths, &epoch))
	}))
	if err != nil {
		return err
	}
	if s.Epoch() < epoch {
		s.epoch.Store(epoch)
	}
	s.marks.Set(lengths)
	return nil
}

// sink writes in the transaction that is under way.
func (s *DB) sink(lengths map[int64]uint64, epoch *int64) store.Sink {
	do := func(ctx context.Context, query string, args ...any) error {
		_, err := s.conn.Exec(ctx, query, args...)
		return err
	}
	return store.Sink{
		Setting: s.set,
		Table: func(ctx context.Context, t *store.Table) error {
			var closed *int64
			if !t.Live() {
				ms := t.Closed.UnixMilli()
				closed = &ms
			}
			return do(ctx, `INSERT INTO tables (id, code, preset, created, touched, closed) VALUES ($1, nullif($2, ''), $3, $4, $5, $6)`,
				t.ID, t.Code, t.Preset, t.Created.UnixMilli(), t.Active.UnixMilli(), closed)
		},
		Records: func(ctx context.Context, list []store.Record) error {
			r := &s.rows
			defer r.reset()
			for i := range list {
				r.add(&list[i].Entry, list[i].Epoch, list[i].At.UnixMilli())
				lengths[list[i].Table] = list[i].Seq + 1
			}
			return do(ctx, `INSERT INTO log (tbl, seq, epoch, version, at, sum, body)
				SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bytea[])`,
				r.tables, r.seqs, r.epochs, r.versions, r.ats, r.sums, r.bodies)
		},
		Above: func(ctx context.Context, last, above int64) error {
			*epoch = max(*epoch, above)
			return do(ctx, `UPDATE writer SET epoch = $1, last = $2`, *epoch, last)
		},
	}
}
