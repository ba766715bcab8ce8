// Package postgres keeps the store in PostgreSQL: tables, logs and settings as package store
// has them in an SQLite file, for one server at a time.
//
// The writer has one connection. An advisory lock of its session keeps a second server
// out, as the lock beside an SQLite file does; it protects nothing else. What
// protects the logs is the epoch: opening raises it, and every transaction changes the one
// row of writer where the epoch is still its own. A writer that was overtaken finds no row
// and has written nothing, however late its statement comes.
//
// If the connection breaks while a transaction is under way, nobody knows whether it was
// done. The writer then connects again and raises its own epoch: that waits for
// what is still under way, and nothing of the old connection can follow it. The turn that
// every transaction leaves in the row of writer now says which was the last one that was
// done. So a batch is either found, or written again. Only if the database can't be
// reached in time is the answer ErrUnknown; whatever is asked next finds out first.
package postgres

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"embed"
	"errors"
	"fmt"
	"maps"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"chratze/internal/server/store"
)

// Options are how a database is opened.
type Options struct {
	Create   bool             // make the schema if there is none
	Now      func() time.Time // nil: time.Now
	Marks    string           // file that keeps how long the logs are, see store.Marks; "": none
	Patience time.Duration    // how long a write may take, and connecting again; 0: DefaultPatience
	Member   *Membership      // several servers share the database, and this is one of them; nil: it has it alone

	wrap func(conn) conn // tests let connections fail
}

// DefaultPatience is how long a write may take.
const DefaultPatience = 5 * time.Second

// schemas are the steps from each schema to the next. They are never edited after a release.
//
//go:embed schema
var schemas embed.FS

// schemaVersion is the schema of this program, in the table chratze.
const schemaVersion = 1

// DB is a database opened for writing. Its methods may be called at the same time.
type DB struct {
	*Reader
	store.Writing
	patience time.Duration
	wrap     func(conn) conn
	connect  func(context.Context) (conn, error) // dial
	epoch    atomic.Int64
	member   *Membership  // nil: this server has the database alone
	id       atomic.Int64 // of its membership; 0: none
	torn     atomic.Bool  // the connection is gone, and with it perhaps the answer to a transaction

	// Mu is of all below.
	conn  conn   // nil: none
	self  string // with it the names of all connections for writing begin
	name  string // of the last connection, by which the server knows it
	plain bool   // see Plain
	turn  int64  // of the last transaction that was tried
	acked int64  // of the last transaction that was done, as far as anybody was told
	rows  rows
	terms map[int64]int64 // of the tables that a member owns
	dead  error

	joining <-chan error // an attempt to become a member again; nil: there is none. Beat has it

	pulsing  sync.Mutex     // of heart and reviving
	heart    *pgx.Conn      // for heartbeats
	reviving <-chan revived // an attempt to make it; nil: there is none
}

var _ store.Store = (*DB)(nil)

// Open opens a database for writing. ErrLocked: another process has it.
func Open(ctx context.Context, url string, o Options) (*DB, error) {
	s := &DB{patience: o.Patience, wrap: o.wrap, member: o.Member, self: "chratze " + rand.Text() + " ", terms: map[int64]int64{}}
	if s.Now = o.Now; o.Now == nil {
		s.Now = time.Now
	}
	if s.patience == 0 {
		s.patience = DefaultPatience
	}
	if s.member != nil {
		s.patience = min(s.patience, s.member.maxPatience())
	}
	if s.wrap == nil {
		s.wrap = func(c conn) conn { return c }
	}
	r, err := newReader(url)
	if err != nil {
		return nil, err
	}
	s.Reader = r
	s.connect = s.dial
	s.hooks()
	if err := s.open(ctx, o); err != nil {
		_ = s.release() // what failed first counts
		return nil, err
	}
	r.settled = s.settled
	return s, nil
}

// hooks lets what all stores write in the same way use this one.
func (s *DB) hooks() {
	s.From, s.Do, s.Writing.Ask, s.Records, s.SetLast = s.Reader, s.do, s.askWriter, s.records, s.setLast
	s.Transact = func(ctx context.Context, long bool, f func(context.Context) error) error {
		if long {
			return s.attempt(ctx, 0, s.transaction(nil, f))
		}
		return s.transact(ctx, f)
	}
	if s.member != nil {
		s.Before = func(ctx context.Context, id int64) error { return s.claimMissing(ctx, id) }
		s.Within = func(ctx context.Context, id int64) error { return s.ownsSince(ctx, id, s.terms[id]) }
	}
}

// open does all that needs the database.
func (s *DB) open(ctx context.Context, o Options) error {
	limit := 2 * s.patience
	if s.member != nil {
		limit += s.member.Lease
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	c, err := s.connect(ctx)
	if err != nil {
		return err
	}
	s.conn = c
	if err := s.lock(ctx); err != nil {
		return err
	}
	if err := s.migrate(ctx, o.Create); err != nil {
		return err
	}
	had, unread := store.ReadMarks(o.Marks)
	var lost store.Lost
	lost.Unread(unread)
	if s.member != nil {
		if err := s.vacant(ctx); err != nil {
			return err
		}
		if err := s.join(ctx, false); err != nil {
			return err
		}
		return s.missingOfMember(ctx, o.Marks, had, lost)
	}
	epoch, err := one[int64](ctx, c, `WITH others AS (DELETE FROM nodes) UPDATE writer SET epoch = epoch + 1, turn = 0 RETURNING epoch`)
	if errors.Is(err, pgx.ErrNoRows) {
		return store.ErrDamaged.At(s.path, "the row of writer is missing")
	}
	if err != nil {
		return s.fail(err)
	}
	s.epoch.Store(epoch)
	return s.missing(ctx, o.Marks, had, lost)
}

// lock takes the lock that keeps other servers out. A server that was killed a moment ago still
// has it until the database has noticed.
func (s *DB) lock(ctx context.Context) error {
	for range 20 {
		held, err := one[bool](ctx, s.conn, s.takeLock())
		if err != nil || held {
			return s.fail(err)
		}
		select {
		case <-ctx.Done():
			return s.fail(ctx.Err())
		case <-time.After(lockPause):
		}
	}
	return &store.Error{Code: store.ErrLocked, Path: s.path}
}

// lockPause is how long to wait before asking for the lock again.
const lockPause = 50 * time.Millisecond

// takeLock takes the lock that keeps other servers out, for the session. Members share it.
func (s *DB) takeLock() string {
	shared := ""
	if s.member != nil {
		shared = "_shared"
	}
	return `SELECT pg_try_advisory_lock` + shared + `(hashtextextended('chratze ' || current_schema(), 0))`
}

// dial makes a connection for writing.
func (s *DB) dial(ctx context.Context) (conn, error) {
	config := s.config.ConnConfig.Copy()
	name := s.self + rand.Text()
	config.RuntimeParams["application_name"] = name
	for name, value := range map[string]string{
		"synchronous_commit":                  "on", // else a commit isn't durable
		"default_transaction_isolation":       "read committed",
		"idle_in_transaction_session_timeout": strconv.FormatInt(s.idleMost().Milliseconds(), 10),
		"lock_timeout":                        "5000",
		"tcp_keepalives_idle":                 "5",
		"tcp_keepalives_interval":             "2",
		"tcp_keepalives_count":                "3",
	} {
		if _, given := config.RuntimeParams[name]; !given {
			config.RuntimeParams[name] = value
		}
	}
	c, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, s.fail(err)
	}
	s.name, s.plain = name, isPlain(c.PgConn().Conn())
	return s.wrap(c), nil
}

// Plain reports whether what goes to the database and back can be read on the way.
func (s *DB) Plain() bool {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	return s.plain
}

// Plain reports whether what is read can be read on the way, too.
func (r *Reader) Plain(ctx context.Context) bool {
	c, err := r.pool.Acquire(ctx)
	if err != nil {
		return false // it can't be read at all
	}
	defer c.Release()
	return isPlain(c.Conn().PgConn().Conn())
}

func isPlain(c net.Conn) bool {
	at, byNetwork := c.RemoteAddr().(*net.TCPAddr)
	_, secured := c.(*tls.Conn)
	return byNetwork && !at.IP.IsLoopback() && !secured
}

// idleMost is how long a transaction may wait for its server, which may be gone.
func (s *DB) idleMost() time.Duration {
	if s.member != nil {
		return s.member.maxPatience()
	}
	return 10 * time.Second
}

// migrate brings a database to this program's schema, step by step.
func (s *DB) migrate(ctx context.Context, create bool) error {
	if s.member != nil { // members may start at the same time
		const key = `hashtextextended('chratze schema ' || current_schema(), 0)`
		if _, err := s.conn.Exec(ctx, `SELECT pg_advisory_lock(`+key+`)`); err != nil {
			return s.fail(err)
		}
		defer func() { _, _ = s.conn.Exec(ctx, `SELECT pg_advisory_unlock(`+key+`)`) }() // it ends with the session, too
	}
	version, err := schemaOf(ctx, s.conn)
	switch {
	case err != nil:
		return s.fail(err)
	case version == 0 && !create:
		return store.ErrMissing.At(s.path, "it has no tables of this program")
	case version == 0:
		used, err := one[bool](ctx, s.conn, `SELECT EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace)`)
		if err != nil {
			return s.fail(err)
		}
		if used {
			return store.ErrForeign.At(s.path, "it has tables of another program")
		}
	case version > schemaVersion:
		return newer(s.path, version)
	}
	for v := version + 1; v <= schemaVersion; v++ {
		step, err := schemas.ReadFile(fmt.Sprintf("schema/%d.sql", v))
		if err != nil {
			return err
		}
		const begin = "BEGIN;\nCREATE TABLE IF NOT EXISTS chratze (version bigint NOT NULL);\n"
		const end = ";\nDELETE FROM chratze;\nINSERT INTO chratze VALUES (%d);\nCOMMIT"
		if _, err := s.conn.Exec(ctx, begin+string(step)+fmt.Sprintf(end, v)); err != nil {
			return s.fail(err)
		}
	}
	return nil
}

// missing finds out what was there before and is gone, and keeps it for those who look
// after the server.
func (s *DB) missing(ctx context.Context, path string, had map[int64]uint64, lost store.Lost) error {
	has, err := s.lengths(ctx)
	if err != nil {
		return err
	}
	lost.Tables = store.Shorter(had, has)
	_, err = s.Setting(ctx, store.RunningKey)
	if err != nil && !errors.Is(err, store.ErrNoSetting) {
		return err
	}
	lost.Marks = lost.Marks || err == nil && had == nil
	if err := s.Set(ctx, store.RunningKey, fmt.Append(nil, s.Epoch())); err != nil {
		return err
	}
	return s.keepLost(ctx, lost, path, has)
}

// keepLost is KeepLost. Without a file the marks are in memory: compare needs them.
func (s *DB) keepLost(ctx context.Context, lost store.Lost, path string, has map[int64]uint64) error {
	err := s.KeepLost(ctx, lost, path, has)
	if s.Marks == nil {
		s.Marks = store.MemoryMarks(has)
	}
	return err
}

// missingOfMember is missing for one of several servers: it knows how long the logs were to which
// it has written itself. Tables that were deleted are not missing.
func (s *DB) missingOfMember(ctx context.Context, path string, had map[int64]uint64, lost store.Lost) error {
	has, err := s.lengths(ctx)
	if err != nil {
		return err
	}
	rows, err := s.conn.Query(ctx, `SELECT id FROM tables WHERE closed IS NULL UNION ALL SELECT -last FROM writer`)
	if err != nil {
		return s.fail(err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return s.fail(err)
	}
	live, last := map[int64]bool{}, int64(0)
	for _, id := range ids {
		live[id] = true
		last = max(last, -id)
	}
	maps.DeleteFunc(had, func(id int64, _ uint64) bool { return !live[id] && id <= last })
	lost.Tables = store.Shorter(had, has)
	return s.keepLost(ctx, lost, path, has)
}

// lengths are how long all logs are.
func (s *DB) lengths(ctx context.Context) (map[int64]uint64, error) {
	rows, err := s.conn.Query(ctx, `SELECT id, coalesce((SELECT max(seq) + 1 FROM log WHERE tbl = id), 0) FROM tables`)
	if err != nil {
		return nil, s.fail(err)
	}
	has := map[int64]uint64{}
	var id, n int64
	_, err = pgx.ForEachRow(rows, []any{&id, &n}, func() error {
		has[id] = uint64(n)
		return nil
	})
	return has, s.fail(err)
}

// Epoch is the number of this writer. It rises when the connection is made again.
func (s *DB) Epoch() int64 { return s.epoch.Load() }

// Dead is why nothing can be written any more by this opening: it is closed, another
// writer has taken over, or the database has lost what was acknowledged. A database
// that can't be reached is no reason: it will be.
func (s *DB) Dead() error {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	return s.dead
}

// Close ends reading and writing.
func (s *DB) Close() error {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	if errors.Is(s.dead, store.ErrClosed) {
		return nil
	}
	if s.member != nil && s.dead == nil && s.conn != nil && !s.conn.IsClosed() {
		ctx, cancel := context.WithTimeout(context.Background(), s.patience)
		defer cancel()
		_, _ = s.conn.Exec(ctx, `DELETE FROM nodes WHERE id = $1`, s.id.Load()) // else the others wait for its lease
	} else if s.dead == nil && s.conn != nil && !s.conn.IsClosed() {
		ctx, cancel := context.WithTimeout(context.Background(), s.patience)
		defer cancel()
		_, _ = s.conn.Exec(ctx, `DELETE FROM settings WHERE key = $1 AND EXISTS (SELECT 1 FROM writer WHERE epoch = $2)`, store.RunningKey, s.Epoch()) // else the next start looks closer
	}
	s.dead = &store.Error{Code: store.ErrClosed, Path: s.path}
	return s.release()
}

// release gives back all that Open took.
func (s *DB) release() error {
	s.Marks.Close()
	s.pulsing.Lock()
	defer s.pulsing.Unlock()
	if s.reviving != nil {
		s.heart, s.reviving = (<-s.reviving).heart, nil
	}
	if s.heart != nil {
		_ = s.heart.Close(context.Background()) // likewise
	}
	if s.conn != nil {
		ctx, cancel := context.WithTimeout(context.Background(), s.patience)
		defer cancel()
		_ = s.conn.Close(ctx) // it says goodbye; nothing is lost without
		s.conn = nil
	}
	return s.Reader.Close()
}
