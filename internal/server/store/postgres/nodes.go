package postgres

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"chratze/internal/cluster"
	"chratze/internal/server/store"
)

// Several servers may write to one database, each as a node with a row in nodes. What fences one
// alone, the row of writer, fences each of them as its own row: whoever deletes it waits for what
// is under way, and after that nothing of this node is written any more. Only then can somebody
// else claim its tables. Inside one node's tables the order is that of its one connection.

// Membership makes a DB one of several writers.
type Membership struct {
	Name    string // of this server; its earlier starts end
	Address string // where the other servers reach it
	Lease   time.Duration
}

// maxPatience bounds how long a member waits for a write, so that it notices in time if it
// is cut off.
func (m *Membership) maxPatience() time.Duration { return max(m.Lease, time.Second) }

var _ cluster.Base = (*DB)(nil)

// vacant returns once no living server has the name of this server. One that was killed a moment ago
// isn't gone yet. The error is ErrNamed if it lives.
func (s *DB) vacant(ctx context.Context) error {
	const query = `SELECT coalesce((SELECT max(seen) FROM nodes WHERE name = $1 AND EXISTS (SELECT 1 FROM pg_stat_activity WHERE application_name = conn)), 0)`
	first := int64(0)
	for range 10 { // it beats five times in its lease
		seen, err := one[int64](ctx, s.conn, query, s.member.Name)
		if err != nil || seen == 0 {
			return s.fail(err)
		}
		if first != 0 && seen != first {
			return store.ErrNamed.At(s.path, "%s", s.member.Name)
		}
		first = seen
		select {
		case <-time.After(s.member.Lease / 20):
		case <-ctx.Done():
			return s.fail(ctx.Err())
		}
	}
	return nil
}

// join makes this server a member. Another that has the database alone can't write any more.
func (s *DB) join(ctx context.Context, again bool) error {
	m := s.member
	do := func(query string, args ...any) error {
		_, err := s.conn.Exec(ctx, query, args...)
		return err
	}
	var id int64
	err := do(`BEGIN`)
	if err == nil {
		id, err = one[int64](ctx, s.conn, `UPDATE writer SET epoch = epoch + 1 RETURNING epoch`)
	}
	if err == nil && again {
		var other bool
		// A row of this server's own is there if the answer to a commit was lost.
		if other, err = one[bool](ctx, s.conn, `SELECT EXISTS (SELECT 1 FROM nodes WHERE name = $1 AND NOT starts_with(conn, $2))`, m.Name, s.self); other {
			err = store.ErrNamed.At(s.path, "%s", m.Name)
			s.dead = err
		}
	}
	if err == nil {
		err = do(`DELETE FROM nodes WHERE name = $1`, m.Name)
	}
	if err == nil {
		err = do(`DELETE FROM owners o WHERE NOT EXISTS (SELECT 1 FROM nodes n WHERE n.id = o.node)`)
	}
	if err == nil {
		err = do(`INSERT INTO nodes (id, name, address, epoch, turn, conn, seen, lease, leaving)
			VALUES ($1, $2, $3, $1, $4, $5, `+serverTime+`, $6, false)`, id, m.Name, m.Address, s.turn, s.name, m.Lease.Milliseconds())
	}
	if err == nil {
		err = do(`COMMIT`)
	}
	if err != nil {
		s.tear() // which undoes it
		return s.fail(err)
	}
	s.epoch.Store(id)
	s.id.Store(id)
	return nil
}

// serverTime is the time of the database's clock, in ms.
const serverTime = `(extract(epoch FROM clock_timestamp()) * 1000)::bigint`

// expelled notes that the others have taken this server for dead.
func (s *DB) expelled() error {
	s.id.Store(0)
	clear(s.terms)
	s.Heads.ForgetAll()
	return store.ErrStale.At(s.path, "the other servers have taken %s for dead", s.member.Name)
}

// resumeMember makes a new connection the one of this member: no statement of the one before
// follows. It returns the turn of the last transaction that was done.
func (s *DB) resumeMember(ctx context.Context, c conn) (done int64, err error) {
	id := s.id.Load()
	if id == 0 {
		return -1, s.compare(ctx, c, -1)
	}
	const query = `WITH e AS (UPDATE writer SET epoch = epoch + 1 RETURNING epoch)
		UPDATE nodes n SET epoch = e.epoch, conn = $3 FROM e WHERE n.id = $1 AND n.epoch = $2 RETURNING ARRAY[n.turn, n.epoch]`
	got, err := one[[]int64](ctx, c, query, id, s.Epoch(), s.name)
	if errors.Is(err, pgx.ErrNoRows) { // taken for dead, or the database is of before its row had this epoch
		turn, err := one[int64](ctx, c, `SELECT coalesce(max(turn), -1) FROM nodes WHERE id = $1 AND name = $2`, id, s.member.Name)
		if err != nil {
			return 0, s.fail(err)
		}
		_ = s.expelled() // whoever asks for something gets the error
		return -1, s.compare(ctx, c, turn)
	}
	if err != nil {
		return 0, s.fail(err)
	}
	s.epoch.Store(got[1])
	return got[0], s.compare(ctx, c, got[0])
}

// Beat implements cluster.Base.
func (s *DB) Beat(ctx context.Context, leaving bool) (v cluster.View, err error) {
	const query = `WITH me AS (UPDATE nodes SET seen = ` + serverTime + `, leaving = leaving OR $2 WHERE id = $1 RETURNING id, seen, leaving)
		SELECT n.id, n.name, n.address, coalesce(me.seen, n.seen), coalesce(me.leaving, n.leaving), ` + serverTime + `
		FROM nodes n LEFT JOIN me USING (id) ORDER BY n.id`
	for range 3 { // whoever writes may have found out first
		v = cluster.View{Self: s.id.Load()}
		here := false
		err = s.pulse(ctx, func(c *pgx.Conn) error {
			rows, err := c.Query(ctx, query, v.Self, leaving)
			if err != nil {
				return err
			}
			v.Members, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (m cluster.Member, err error) {
				err = row.Scan(&m.ID, &m.Name, &m.Address, &m.Seen, &m.Leaving, &v.Now)
				here = here || m.ID == v.Self
				return m, err
			})
			return err
		})
		if err != nil || here {
			return v, err
		}
		if err = s.rejoin(ctx, v.Self); err != nil {
			return v, err
		}
	}
	return v, store.ErrStale.At(s.path, "this server isn't a member")
}

// rejoin makes this server a member again after it has lost that ID. What it still writes, and the
// database, may take longer than one heartbeat waits: the next one waits on.
func (s *DB) rejoin(ctx context.Context, lost int64) error {
	if s.joining == nil {
		said := make(chan error, 1)
		s.joining = said
		go func() {
			ctx, cancel := context.WithTimeout(context.Background(), 2*s.member.maxPatience())
			defer cancel()
			said <- s.joinAgain(ctx, lost)
		}()
	}
	select {
	case err := <-s.joining:
		s.joining = nil
		return err
	case <-ctx.Done():
		return s.fail(ctx.Err())
	}
}

func (s *DB) joinAgain(ctx context.Context, lost int64) error {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	if s.dead != nil {
		return s.dead
	}
	if s.id.Load() != lost {
		return nil
	}
	_ = s.expelled() // Beat says so by the new ID
	var err error
	for range 2 { // whoever took this server for dead has ended its connection, too
		if _, err = s.connected(ctx); err != nil {
			return err
		}
		if err = s.join(ctx, true); err == nil || s.dead != nil {
			return err
		}
	}
	return err
}

// pulse does something on a connection of its own: whatever else is slow, this server says
// that it lives.
func (s *DB) pulse(ctx context.Context, f func(c *pgx.Conn) error) error {
	s.pulsing.Lock()
	defer s.pulsing.Unlock()
	if s.heart == nil || s.heart.IsClosed() {
		if err := s.revive(ctx); err != nil {
			return err
		}
	}
	err := f(s.heart)
	if broken(err) {
		_ = s.heart.Close(ctx) // it is broken
	}
	return s.fail(err)
}

// revived is what came of an attempt to connect.
type revived struct {
	heart *pgx.Conn
	err   error
}

// revive makes the connection for heartbeats. An attempt may take longer than one heartbeat waits:
// the next one waits on. A database under load takes its time, and whoever always begins anew
// never gets there, and is one more load. The caller holds s.pulsing.
func (s *DB) revive(ctx context.Context) error {
	if s.reviving == nil {
		config := s.config.ConnConfig.Copy()
		config.RuntimeParams["application_name"] = "chratze node " + s.member.Name
		said := make(chan revived, 1)
		s.reviving = said
		limit := 2 * s.member.maxPatience()
		go func() {
			ctx, cancel := context.WithTimeout(context.Background(), limit)
			defer cancel()
			c, err := pgx.ConnectConfig(ctx, config)
			said <- revived{c, err}
		}()
	}
	select {
	case got := <-s.reviving:
		s.heart, s.reviving = got.heart, nil
		return s.fail(got.err)
	case <-ctx.Done():
		return s.fail(ctx.Err())
	}
}

// Expel implements cluster.Base. What a dead node has begun is ended: its row is locked meanwhile.
func (s *DB) Expel(ctx context.Context, m cluster.Member) error {
	return s.pulse(ctx, func(c *pgx.Conn) error {
		const end = `SELECT count(pg_terminate_backend(a.pid)) FROM nodes n JOIN pg_stat_activity a ON a.application_name = n.conn WHERE n.id = $1 AND n.seen = $2`
		if _, err := c.Exec(ctx, end, m.ID, m.Seen); broken(err) { // if it is refused, what follows waits
			return err
		}
		_, err := c.Exec(ctx, `DELETE FROM nodes WHERE id = $1 AND seen = $2`, m.ID, m.Seen)
		return err
	})
}

// Claim implements cluster.Base. All claims and joins are one after another by the row of writer, and
// what is read after it is locked is all that they have done.
func (s *DB) Claim(ctx context.Context, ids []int64) (self int64, terms map[int64]int64, err error) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	return s.claim(ctx, ids)
}

func (s *DB) claim(ctx context.Context, ids []int64) (self int64, terms map[int64]int64, err error) {
	const query = `INSERT INTO owners AS o (id, node, term) SELECT DISTINCT c, $2::bigint, $3::bigint FROM unnest($1::bigint[]) c
		ON CONFLICT (id) DO UPDATE SET node = excluded.node, term = excluded.term
		WHERE o.node = excluded.node OR NOT EXISTS (SELECT 1 FROM nodes n WHERE n.id = o.node) RETURNING o.id`
	var term int64
	err = s.attempt(ctx, s.patience, s.transaction(s.raise(&term), func(ctx context.Context) error {
		self, terms = s.id.Load(), map[int64]int64{}
		rows, err := s.conn.Query(ctx, query, ids, self, term)
		if err != nil {
			return err
		}
		got, err := pgx.CollectRows(rows, pgx.RowTo[int64])
		for _, id := range got {
			terms[id] = term
		}
		return err
	}))
	if err != nil {
		return 0, nil, err
	}
	for id := range terms {
		s.Heads.Forget(id)
	}
	maps.Copy(s.terms, terms)
	return self, terms, nil
}

// raise takes the next term, and with it the row of writer until the transaction ends. That comes
// before the fence: who waits for another server must not keep its own row, which its heartbeat
// needs.
func (s *DB) raise(term *int64) func(context.Context) error {
	return func(ctx context.Context) (err error) {
		*term, err = one[int64](ctx, s.conn, `UPDATE writer SET epoch = epoch + 1 RETURNING epoch`)
		return err
	}
}

// claimMissing claims the tables that a member is about to write to without owning them. An
// upkeep does that; a host has claimed them when it read them.
func (s *DB) claimMissing(ctx context.Context, ids ...int64) error {
	if s.member == nil || s.dead != nil {
		return nil
	}
	var missing []int64
	for _, id := range ids {
		if _, ok := s.terms[id]; !ok && !slices.Contains(missing, id) {
			missing = append(missing, id)
		}
	}
	if missing == nil {
		return nil
	}
	_, terms, err := s.claim(ctx, missing)
	if err == nil && len(terms) < len(missing) {
		err = store.ErrStale.At("", "another server has table %d", missing[0])
	}
	return err
}

// Release implements cluster.Base.
func (s *DB) Release(ctx context.Context, ids []int64) error {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	for _, id := range ids {
		delete(s.terms, id)
		s.Heads.Forget(id)
	}
	return s.transact(ctx, func(ctx context.Context) error {
		_, err := s.conn.Exec(ctx, `DELETE FROM owners WHERE id = ANY($1) AND node = $2`, ids, s.id.Load())
		return err
	})
}

// Leave implements cluster.Base.
func (s *DB) Leave(ctx context.Context) error {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	id := s.id.Load()
	err := s.transact(ctx, func(ctx context.Context) error {
		_, err := s.conn.Exec(ctx, `DELETE FROM owners WHERE node = $1`, id)
		if err == nil {
			_, err = s.conn.Exec(ctx, `DELETE FROM nodes WHERE id = $1`, id)
		}
		return err
	})
	if err == nil {
		_ = s.expelled() // it is as after that
	}
	return err
}

// Nodes returns the servers that share the database.
func (r *Reader) Nodes(ctx context.Context) (v cluster.View, owned map[int64]int64, err error) {
	const query = `SELECT n.id, n.name, n.address, n.seen, n.leaving, ` + serverTime + `, (SELECT count(*) FROM owners o WHERE o.node = n.id) FROM nodes n ORDER BY n.name`
	rows, err := r.query(ctx, query)
	if err != nil {
		return v, nil, err
	}
	defer rows.Close()
	owned = map[int64]int64{}
	v.Members, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (m cluster.Member, err error) {
		var n int64
		err = row.Scan(&m.ID, &m.Name, &m.Address, &m.Seen, &m.Leaving, &v.Now, &n)
		owned[m.ID] = n
		return m, err
	})
	return v, owned, r.readFault(ctx, err)
}

// SetPublic keeps this server's part of the public list of tables, while it is a member.
func (s *DB) SetPublic(ctx context.Context, list []byte) error {
	return s.pulse(ctx, func(c *pgx.Conn) error {
		_, err := c.Exec(ctx, `UPDATE nodes SET public = $2 WHERE id = $1`, s.id.Load(), list)
		return err
	})
}

// Public returns the parts of all servers.
func (r *Reader) Public(ctx context.Context) ([][]byte, error) {
	rows, err := r.query(ctx, `SELECT public FROM nodes WHERE public IS NOT NULL ORDER BY id`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	list, err := pgx.CollectRows(rows, pgx.RowTo[[]byte])
	return list, r.readFault(ctx, err)
}

// SetFirst keeps a setting unless there is one, and returns what is kept then.
func (s *DB) SetFirst(ctx context.Context, key string, value []byte) (kept []byte, err error) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	err = s.transact(ctx, func(ctx context.Context) error {
		_, err := s.conn.Exec(ctx, `INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING`, key, value)
		if err == nil {
			kept, err = one[[]byte](ctx, s.conn, `SELECT value FROM settings WHERE key = $1`, key)
		}
		return err
	})
	return kept, err
}
