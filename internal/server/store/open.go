package store

import (
	"cmp"
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"chratze/internal/atomicfile"
)

// Options say how to open a database.
type Options struct {
	Create bool             // create the file if there is none; its directory must exist
	Check  time.Duration    // how long to look for damage; 0: CheckTime, below 0: all of it
	Now    func() time.Time // nil: time.Now

	wrap wrapper
}

// CheckTime is how long Open looks for damage by default. That is enough for some 100 MB;
// damage in the rest is found when it is read.
const CheckTime = 300 * time.Millisecond

// schemas has one step for each version of the schema: schema/1.sql creates the first. They are
// never edited after a release.
//
//go:embed schema
var schemas embed.FS

// schemaVersion is the current schema, stored in PRAGMA user_version.
const schemaVersion = 1

// DB is a database that is open for writing. There is one writer at a time. It is safe for
// concurrent use.
type DB struct {
	*Reader
	Writing
	lease *os.File
	epoch int64

	// Mu guards the fields below.
	pool   *sql.DB // has only the one connection
	conn   *sql.Conn
	begin  *sql.Stmt
	fence  *sql.Stmt
	commit *sql.Stmt
	undo   *sql.Stmt
	insert [len(strides)]*sql.Stmt
	args   []any
	dead   error // why nothing can be written any more
}

// writing configures the writer's connection. Every commit is synced to disk, and deleted data
// is overwritten. The journal is copied into the file every 4000 pages (16 MB), so a page that
// was written often in between costs one write.
const writing = "mode=rw&_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=fullfsync(1)" +
	"&_pragma=wal_autocheckpoint(4000)&_pragma=secure_delete(1)&_pragma=temp_store(2)&_pragma=cache_size(-8192)"

var (
	_ Store    = (*DB)(nil)
	_ ReadOnly = (*Reader)(nil)
)

// realPath returns where a database is, through links, even if there is none yet. What lies beside it, its lock first of all, lies
// there: two names of a database are one.
func realPath(path string) (string, error) {
	path, err := filepath.Abs(path)
	return atomicfile.Target(path), fault(path, err)
}

// Open opens a database for writing. ErrLocked: another process has it.
func Open(ctx context.Context, path string, o Options) (*DB, error) {
	path, err := realPath(path)
	if err != nil {
		return nil, err
	}
	lease, err := takeLease(path)
	if err != nil {
		return nil, err
	}
	s := &DB{lease: lease}
	if s.Now = o.Now; o.Now == nil {
		s.Now = time.Now
	}
	s.Transact = func(ctx context.Context, _ bool, f func(context.Context) error) error { return s.transact(ctx, f) }
	s.Do, s.Writing.Ask, s.Records, s.SetLast = s.do, s.ask, s.records, s.setLast
	if err := s.open(ctx, path, o); err != nil {
		return nil, cmp.Or(err, s.release())
	}
	return s, nil
}

// Usable returns an error if no server could open a database now: nothing can be written where it is or is to be, another
// process writes to it, or a file of it has another owner than the directory, so that a server that isn't root can't read it.
func Usable(path string) error {
	path = atomicfile.Target(path)
	first := path // of what has to be made
	for _, err := os.Stat(filepath.Dir(first)); errors.Is(err, os.ErrNotExist); _, err = os.Stat(filepath.Dir(first)) {
		first = filepath.Dir(first)
	}
	err := atomicfile.Try(first)
	if !isThere(path) {
		return err
	} else if err != nil {
		return fault(path, err)
	}
	dir, err := os.Stat(filepath.Dir(path))
	if err != nil {
		return err
	}
	files, _ := filepath.Glob(path + "*") // a name that is a pattern finds less
	for _, name := range files {
		if info, err := os.Stat(name); err == nil && !atomicfile.SameOwner(info, dir) {
			return ErrReadOnly.At(name, "it has another owner than its directory")
		}
	}
	lease, err := takeLease(path)
	if err != nil {
		return err
	}
	return unlockFile(lease)
}

// takeLease takes the lock beside a database.
func takeLease(path string) (*os.File, error) {
	f, held, err := lockFile(path + ".lock")
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, &Error{Code: ErrMissing, Path: filepath.Dir(path), Err: err}
	case err != nil:
		return nil, fault(path+".lock", err)
	case held:
		owner, _ := os.ReadFile(path + ".lock") // only for the message
		if pid := strings.TrimSpace(string(owner)); pid != "" {
			return nil, ErrLocked.At(path, "its number is %.20s", pid)
		}
		return nil, &Error{Code: ErrLocked, Path: path}
	}
	if f.Truncate(0) == nil {
		_, _ = f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0) // only for the message
	}
	return f, nil
}

// open does everything after the lease. If it fails, the caller releases.
func (s *DB) open(ctx context.Context, path string, o Options) error {
	had, unread := ReadMarks(path + marksSuffix)
	_, noJournal := os.Stat(path + "-wal") // before SQLite makes one
	err := looksRight(path)
	if o.Create && errors.Is(err, ErrMissing) {
		err = create(ctx, path)
	}
	if err != nil {
		return err
	}
	if s.Reader, err = openReader(ctx, path, o.wrap); err != nil {
		return err
	}
	s.From = s.Reader
	if o.Check == 0 {
		o.Check = CheckTime
	}
	if err := s.Reader.Check(ctx, o.Check); err != nil {
		return err
	}
	if s.pool, err = connect(path, writing, o.wrap); err != nil {
		return err
	}
	if s.conn, err = s.pool.Conn(ctx); err != nil {
		return s.fail(err)
	}
	var mode string
	if err := s.conn.QueryRowContext(ctx, `PRAGMA journal_mode`).Scan(&mode); err != nil {
		return s.fail(err)
	}
	if mode != "wal" {
		return ErrFailed.At(path, "the file system can't keep a write-ahead journal")
	}
	if err := migrate(ctx, s.conn); err != nil {
		return s.fail(err)
	}
	if err := s.prepare(ctx); err != nil {
		return s.fail(err)
	}
	if err := s.takeOver(ctx); err != nil {
		return err
	}
	return s.missing(ctx, had, unread, noJournal == nil)
}

// takeOver makes this writer the current one; all earlier ones are stale.
func (s *DB) takeOver(ctx context.Context) error {
	err := s.conn.QueryRowContext(ctx, `SELECT epoch FROM writer`).Scan(&s.epoch)
	if errors.Is(err, sql.ErrNoRows) {
		return ErrDamaged.At(s.path, "the row of writer is missing")
	}
	if err != nil {
		return s.fail(err)
	}
	return s.transact(ctx, func(ctx context.Context) error {
		s.epoch++
		_, err := s.conn.ExecContext(ctx, `UPDATE writer SET epoch = ?`, s.epoch)
		return err
	})
}

// Dead returns why this opening can't write any more: it is closed, another writer has taken
// over, or it is not known whether the last batch is durable. Otherwise it returns nil.
func (s *DB) Dead() error {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	return s.dead
}

// Epoch returns the number of this writer.
func (s *DB) Epoch() int64 { return s.epoch }

// Close ends reading and writing.
func (s *DB) Close() error {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	if errors.Is(s.dead, ErrClosed) {
		return nil
	}
	if !errors.Is(s.dead, ErrStale) && s.conn != nil { // else the next start looks closer
		query := `UPDATE settings SET value = CAST('` + ended + `' AS BLOB) WHERE key = ?`
		if s.Marks == nil {
			query = `DELETE FROM settings WHERE key = ?`
		}
		_, _ = s.conn.ExecContext(context.Background(), query, RunningKey)
	}
	s.dead = &Error{Code: ErrClosed, Path: s.path}
	return s.release()
}

// release returns everything that Open took. The writer's connection goes last, so that it
// copies the journal into the file and removes it.
func (s *DB) release() error {
	var errs []error
	s.Marks.Close()
	if s.Reader != nil {
		errs = append(errs, s.Reader.Close())
	}
	for _, st := range append(s.insert[:], s.begin, s.fence, s.commit, s.undo) {
		if st != nil {
			errs = append(errs, st.Close())
		}
	}
	if s.conn != nil {
		errs = append(errs, s.conn.Close())
	}
	if s.pool != nil {
		errs = append(errs, s.pool.Close())
	}
	return fault(s.lease.Name(), cmp.Or(append(errs, unlockFile(s.lease))...))
}

// create makes an empty database under another name and then renames it.
func create(ctx context.Context, path string) error {
	part := path + ".new"
	if err := makePart(part, true); err != nil {
		return err
	}
	err := func() error {
		pool, err := connect(part, "mode=rw", nil)
		if err != nil {
			return err
		}
		conn, err := pool.Conn(ctx)
		if err != nil {
			return cmp.Or(err, pool.Close())
		}
		return cmp.Or(migrate(ctx, conn), conn.Close(), pool.Close())
	}()
	return fault(path, putInPlace(part, path, err))
}

// makePart creates an empty file that only this user can read, to be filled and renamed later.
// It removes what an earlier attempt has left. data: it gets the owner of its directory, as all
// files of a server do.
func makePart(part string, data bool) error {
	for _, name := range []string{part, part + "-journal"} {
		if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fault(part, err)
		}
	}
	f, err := os.OpenFile(part, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, os.ErrNotExist) {
		return &Error{Code: ErrMissing, Path: filepath.Dir(part), Err: err}
	}
	if err != nil {
		return fault(part, err)
	}
	if data {
		err = atomicfile.OwnAsDir(f)
	}
	return fault(part, cmp.Or(err, f.Close()))
}

// putInPlace syncs a file and renames it to its final name, or removes it if err isn't nil.
func putInPlace(part, path string, err error) error {
	if err == nil {
		err = syncFile(part)
	}
	if err == nil {
		err = os.Rename(part, path)
	}
	if err != nil {
		return cmp.Or(err, os.Remove(part))
	}
	return atomicfile.SyncDir(filepath.Dir(path))
}

func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return cmp.Or(f.Sync(), f.Close())
}

// migrate brings a database to the current schema, step by step.
func migrate(ctx context.Context, conn *sql.Conn) error {
	var version int
	if err := conn.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version); err != nil {
		return err
	}
	for v := version + 1; v <= schemaVersion; v++ {
		step, err := schemas.ReadFile(fmt.Sprintf("schema/%d.sql", v))
		if err != nil {
			return err
		}
		script := fmt.Sprintf("BEGIN IMMEDIATE; %s; PRAGMA user_version = %d; COMMIT", step, v)
		if _, err := conn.ExecContext(ctx, script); err != nil {
			return err // closing the connection undoes the open transaction
		}
	}
	return nil
}
