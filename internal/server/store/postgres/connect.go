package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"chratze/internal/server/store"
)

// connectPatience is how long making a connection again may take: everybody waits for it.
const connectPatience = 2 * time.Second

// attempt does a transaction, all or nothing. What has begun is not broken off with ctx. If
// the connection breaks it finds out what has become of the transaction, and tries
// once more if it wasn't done. After an error that is not ErrUnknown nothing was
// written. Patience 0 is endless.
func (s *DB) attempt(ctx context.Context, patience time.Duration, transaction func(context.Context) error) error {
	if s.dead != nil {
		return s.dead
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	var err error
	for range 2 {
		if _, err := s.connected(ctx); err != nil {
			return err
		}
		s.turn++
		if err = bounded(ctx, patience, transaction); !broken(err) {
			if err == nil {
				s.acked = s.turn
			}
			return s.fail(err)
		}
		s.tear()
		done, again := s.connected(ctx)
		switch {
		case s.dead != nil:
			return s.dead
		case s.member != nil && again == nil && s.id.Load() == 0: // taken for dead, perhaps after it was done
			return &store.Error{Code: store.ErrUnknown, Path: s.path, Err: err}
		case again != nil:
			return &store.Error{Code: store.ErrUnknown, Path: s.path, Err: err}
		case done == s.turn:
			s.acked = done
			return nil
		}
	}
	return s.fail(err)
}

func bounded(ctx context.Context, patience time.Duration, f func(context.Context) error) error {
	if patience > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, patience)
		defer cancel()
	}
	return f(ctx)
}

// tear gives up the connection.
func (s *DB) tear() {
	if s.conn != nil {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = s.conn.Close(ctx) // it is broken
		s.conn = nil
	}
	s.torn.Store(true)
}

// settled makes sure that nothing that is still under way changes what is read next.
func (s *DB) settled(ctx context.Context) error {
	if !s.torn.Load() {
		return nil
	}
	s.Mu.Lock()
	defer s.Mu.Unlock()
	switch {
	case errors.Is(s.dead, store.ErrDamaged):
		return s.dead // nobody is shown what was rolled back
	case s.dead != nil:
		return nil // nothing of ours is under way
	}
	_, err := s.connected(ctx)
	return err
}

// connected makes the connection anew if there is none. It returns the turn of the last
// transaction that was done, if it had to.
func (s *DB) connected(ctx context.Context) (done int64, err error) {
	if s.conn != nil && !s.conn.IsClosed() {
		return -1, nil
	}
	s.tear()
	ctx, cancel := context.WithTimeout(ctx, min(s.patience, connectPatience))
	defer cancel()
	before := s.name
	c, err := s.connect(ctx)
	if err != nil {
		return 0, err
	}
	done, err = s.resume(ctx, c, before)
	if err != nil {
		_ = c.Close(ctx) // what failed first counts
		return 0, err
	}
	s.Heads.ForgetAll()
	s.pool.Reset() // its connections are hardly better
	s.conn = c
	s.torn.Store(false)
	return done, nil
}

// resume makes a new connection the writer's: the one before is ended, and nothing it
// has begun can be done any more.
func (s *DB) resume(ctx context.Context, c conn, before string) (done int64, err error) {
	_, err = c.Exec(ctx, `SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE application_name = $1`, before)
	if broken(err) { // if it is refused, what follows waits
		return 0, s.fail(err)
	}
	if _, err := one[bool](ctx, c, s.takeLock()); err != nil { // who else has it is about to raise the epoch
		return 0, s.fail(err)
	}
	if s.member != nil {
		return s.resumeMember(ctx, c)
	}
	done, err = one[int64](ctx, c, `UPDATE writer SET epoch = epoch + 1 WHERE epoch = $1 RETURNING turn`, s.Epoch())
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, s.overtaken(ctx, c)
	}
	if err != nil {
		return 0, s.fail(err)
	}
	s.epoch.Add(1)
	return done, s.compare(ctx, c, done)
}

// overtaken notes that another writer has taken over.
func (s *DB) overtaken(ctx context.Context, c conn) error {
	if s.member != nil {
		return s.expelled()
	}
	last, err := one[int64](ctx, c, `SELECT epoch FROM writer`)
	if err != nil {
		return s.fail(err)
	}
	if last < s.Epoch() {
		return s.behind("its last writer has epoch %d, and this one has %d", last, s.Epoch())
	}
	s.dead = store.ErrStale.At(s.path, "the last writer has epoch %d, this one %d", last, s.Epoch())
	return s.dead
}

// behind refuses to go on: another copy of the database, which was behind, has taken the place of the one that was here.
// The next opening says what is missing.
func (s *DB) behind(how string, args ...any) error {
	s.dead = store.ErrDamaged.At(s.path, "PostgreSQL is behind what it has acknowledged: "+how, args...)
	return s.dead
}

// compare finds out whether the database on a new connection is behind: by the marks, which have all logs, and by the turn of the
// last transaction that was done (-1: not known), which may have changed no log. Neither is forgotten while nobody answers.
func (s *DB) compare(ctx context.Context, c conn, done int64) error {
	if done >= 0 && done < s.acked {
		return s.behind("the last transaction there is %d, and %d was acknowledged", done, s.acked)
	}
	var ids, lengths []int64
	for id, n := range s.Marks.Lengths() {
		ids, lengths = append(ids, id), append(lengths, int64(n))
	}
	const query = `SELECT count(*) FROM unnest($1::bigint[], $2::bigint[]) AS h (id, n)
		WHERE coalesce((SELECT max(seq) + 1 FROM log WHERE tbl = h.id), 0) < h.n`
	shorter, err := one[int64](ctx, c, query, ids, lengths)
	if err != nil {
		return s.fail(err)
	}
	if shorter > 0 {
		return s.behind("%d logs are shorter", shorter)
	}
	return nil
}
