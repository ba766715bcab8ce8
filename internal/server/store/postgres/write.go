package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"chratze/internal/server/store"
)

// transact does f in a transaction, unless another writer has taken over.
func (s *DB) transact(ctx context.Context, f func(context.Context) error) error {
	return s.attempt(ctx, s.patience, s.transaction(nil, f))
}

// transaction is f between a beginning and an end. A member does first, unless it is nil, before
// its row is locked.
func (s *DB) transaction(first, f func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := s.conn.Exec(ctx, `BEGIN`)
		if err == nil && first != nil && s.member != nil {
			err = first(ctx)
		}
		if err == nil {
			err = s.fence(ctx)
		}
		if err == nil {
			err = f(ctx)
		}
		if err == nil {
			_, err = s.conn.Exec(ctx, `COMMIT`)
		}
		if err == nil || broken(err) {
			return err
		}
		if _, undone := s.conn.Exec(ctx, `ROLLBACK`); undone != nil {
			s.tear() // which undoes it too
		}
		return err
	}
}

// fence marks a transaction as this writer's next one, or finds that it isn't the last
// writer any more.
func (s *DB) fence(ctx context.Context) error {
	query, args := `UPDATE writer SET turn = $2 WHERE epoch = $1`, []any{s.Epoch(), s.turn}
	if s.member != nil {
		query, args = `UPDATE nodes SET turn = $2 WHERE epoch = $1 AND id = $3`, append(args, s.id.Load())
	}
	tag, err := s.conn.Exec(ctx, query, args...)
	if err == nil && tag.RowsAffected() == 0 {
		err = s.overtaken(ctx, s.conn)
	}
	return err
}

// Append adds records to the logs of any number of tables, all or none. ErrStale:
// a record isn't the next one of its table, or another writer has taken over.
// ErrNoTable, ErrOver: there is no such table, or it is closed. ErrUnknown: it can't
// be said whether the records are durable, until the database can be reached again.
func (s *DB) Append(ctx context.Context, batch []store.Entry) error {
	if len(batch) == 0 {
		return ctx.Err()
	}
	s.Mu.Lock()
	defer s.Mu.Unlock()
	if err := s.claimMissing(ctx, tablesOf(batch)...); err != nil {
		return err
	}
	err := s.attempt(ctx, s.patience, func(ctx context.Context) error {
		err := s.Heads.Stage(batch, func(ids []int64) (map[int64]store.Head, error) { return s.readHeads(ctx, ids) })
		if err != nil {
			return err
		}
		return s.insert(ctx, batch)
	})
	return s.Heads.Settle(err, s.Marks)
}

// readHeads reads the ends of logs. It leaves out tables that don't exist.
func (s *DB) readHeads(ctx context.Context, ids []int64) (map[int64]store.Head, error) {
	rows, err := s.conn.Query(ctx, `SELECT id, closed IS NOT NULL, coalesce((SELECT max(seq) + 1 FROM log WHERE tbl = id), 0) FROM tables WHERE id = ANY($1)`, ids)
	if err != nil {
		return nil, err
	}
	found := map[int64]store.Head{}
	var id, next int64
	var over bool
	_, err = pgx.ForEachRow(rows, []any{&id, &over, &next}, func() error {
		found[id] = store.Head{Next: uint64(next), Over: over}
		return nil
	})
	return found, err
}

// rows are records as columns.
type rows struct {
	tables, seqs, epochs, versions, ats, sums []int64
	bodies                                    [][]byte
}

func (r *rows) add(e *store.Entry, epoch, at int64) {
	body := e.Body
	if body == nil {
		body = []byte{} // nil is NULL
	}
	r.tables, r.seqs, r.epochs = append(r.tables, e.Table), append(r.seqs, int64(e.Seq)), append(r.epochs, epoch)
	r.versions, r.ats, r.sums = append(r.versions, int64(e.Version)), append(r.ats, at), append(r.sums, store.Sum(e, epoch, at))
	r.bodies = append(r.bodies, body)
}

func (r *rows) reset() {
	clear(r.bodies)
	*r = rows{r.tables[:0], r.seqs[:0], r.epochs[:0], r.versions[:0], r.ats[:0], r.sums[:0], r.bodies[:0]}
}

// insert adds records that fit, in one statement, unless another writer has taken over.
func (s *DB) insert(ctx context.Context, batch []store.Entry) error {
	const statement = `WITH fence AS (UPDATE writer SET turn = $2 WHERE epoch = $1 RETURNING epoch)
		INSERT INTO log (tbl, seq, epoch, version, at, sum, body)
		SELECT r.tbl, r.seq, fence.epoch, r.version, $3, r.sum, r.body
		FROM fence, unnest($4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bytea[]) AS r (tbl, seq, version, sum, body)`
	at, epoch := s.Now().UnixMilli(), s.Epoch()
	r := &s.rows
	defer r.reset()
	if s.member != nil {
		return s.insertOwned(ctx, batch, at)
	}
	for i := range batch {
		r.add(&batch[i], epoch, at)
	}
	tag, err := s.conn.Exec(ctx, statement, epoch, s.turn, at, r.tables, r.seqs, r.versions, r.sums, r.bodies)
	if err == nil && tag.RowsAffected() == 0 {
		err = s.overtaken(ctx, s.conn)
	}
	return err
}

// insertOwned adds records that fit, in one statement: all of them if this member owns all
// their tables, otherwise none. Its row is locked until that is durable, and nobody can claim a
// table from it meanwhile. The epoch of a record is the term of the table; where another has
// the table there is none, and the log takes no record without.
func (s *DB) insertOwned(ctx context.Context, batch []store.Entry, at int64) error {
	const statement = `WITH fence AS (UPDATE nodes SET turn = $2 WHERE epoch = $1 AND id = $3 RETURNING id)
		INSERT INTO log (tbl, seq, epoch, version, at, sum, body)
		SELECT r.tbl, r.seq, o.term, r.version, $4, r.sum, r.body
		FROM fence, unnest($5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bytea[]) AS r (tbl, seq, term, version, sum, body)
		LEFT JOIN owners o ON o.id = r.tbl AND o.term = r.term AND o.node = $3`
	r := &s.rows
	for i := range batch {
		term, ok := s.terms[batch[i].Table]
		if !ok {
			return store.ErrStale.At("", "this server hasn't table %d", batch[i].Table)
		}
		r.add(&batch[i], term, at)
	}
	tag, err := s.conn.Exec(ctx, statement, s.Epoch(), s.turn, s.id.Load(), at, r.tables, r.seqs, r.epochs, r.versions, r.sums, r.bodies)
	switch said, ok := errors.AsType[*pgconn.PgError](err); {
	case ok && said.Code == notNull && said.ColumnName == "epoch":
		for _, id := range r.tables {
			delete(s.terms, id)
		}
		return store.ErrStale.At("", "another server has one of the tables %d", r.tables)
	case err == nil && tag.RowsAffected() == 0:
		return s.overtaken(ctx, s.conn)
	}
	return err
}

// Create makes a table with the first records of its log and returns its number.
// ErrTaken: another live table has the code.
func (s *DB) Create(ctx context.Context, t store.New) (id int64, err error) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	var term int64
	err = s.attempt(ctx, s.patience, s.transaction(s.raise(&term), func(ctx context.Context) (err error) {
		if id, err = one[int64](ctx, s.conn, `UPDATE writer SET last = last + 1 RETURNING last`); err != nil {
			return err
		}
		_, err = s.conn.Exec(ctx, `INSERT INTO tables (id, code, preset, created, touched) VALUES ($1, nullif($2, ''), $3, $4, $4)`,
			id, t.Code, t.Preset, s.Now().UnixMilli())
		if err != nil || len(t.Bodies) == 0 {
			return err
		}
		return s.first(ctx, id, term, t.Entries(id))
	}))
	if err != nil {
		return 0, err
	}
	s.Marks.Set(map[int64]uint64{id: uint64(len(t.Bodies))})
	return id, nil
}

// first adds the first records of a table. A member owns it just for that, by a term: whose it is
// to be is decided when somebody comes.
func (s *DB) first(ctx context.Context, id, term int64, list []store.Entry) error {
	if s.member == nil {
		return s.insert(ctx, list)
	}
	if _, err := s.conn.Exec(ctx, `INSERT INTO owners (id, node, term) VALUES ($1, $2, $3)`, id, s.id.Load(), term); err != nil {
		return err
	}
	s.terms[id] = term
	err := s.insert(ctx, list)
	delete(s.terms, id)
	if err == nil {
		_, err = s.conn.Exec(ctx, `DELETE FROM owners WHERE id = $1`, id)
	}
	return err
}

// tablesOf returns the tables of a batch; some may be in it more than once.
func tablesOf(batch []store.Entry) []int64 {
	ids := make([]int64, len(batch))
	for i := range batch {
		ids[i] = batch[i].Table
	}
	return ids
}

// SetOwned is Set for what belongs to a table, or to a cash desk (see owner.DeskID). ErrStale: this
// server, a member, hasn't owned it all the time since the term began.
func (s *DB) SetOwned(ctx context.Context, id, term int64, key string, value []byte) error {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	return s.transact(ctx, func(ctx context.Context) error {
		if err := s.ownsSince(ctx, id, term); err != nil {
			return err
		}
		return s.Put(ctx, key, value)
	})
}

// ownsSince fails unless this member owns a table since a term began. Its row is locked by the
// transaction that is under way, so that nobody else becomes the owner before that ends.
func (s *DB) ownsSince(ctx context.Context, id, term int64) error {
	const query = `SELECT EXISTS (SELECT 1 FROM owners WHERE id = $1 AND node = $2 AND term = $3)`
	owns, err := one[bool](ctx, s.conn, query, id, s.id.Load(), term)
	if err == nil && !owns {
		err = store.ErrStale.At("", "another server has table %d", id)
	}
	return err
}

// do runs a statement of the writer.
func (s *DB) do(ctx context.Context, query string, args ...any) error {
	_, err := s.conn.Exec(ctx, query, args...)
	return err
}

// askWriter begins to read what the writer sees.
func (s *DB) askWriter(ctx context.Context, query string, args ...any) (store.Rows, error) {
	return s.conn.Query(ctx, query, args...)
}
