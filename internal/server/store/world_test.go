package store

import (
	"context"
	"database/sql/driver"
	"fmt"
	"iter"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// subject is what a DB and a Memory have in common: what hosts build on.
type subject interface {
	Epoch() int64
	Dead() error
	Append(ctx context.Context, batch []Entry) error
	Create(ctx context.Context, t New) (int64, error)
	Touch(ctx context.Context, id int64) error
	SetCode(ctx context.Context, id int64, code string) error
	CloseTable(ctx context.Context, id int64) error
	Tables(ctx context.Context, which Which) ([]Table, error)
	Table(ctx context.Context, id int64) (Table, error)
	ByCode(ctx context.Context, code string) (Table, error)
	Load(ctx context.Context, id int64) iter.Seq2[Record, error]
	Setting(ctx context.Context, key string) ([]byte, error)
	Set(ctx context.Context, key string, value []byte) error
	Retain(ctx context.Context, before time.Time, keep Kept) (int, error)
	Scrub(ctx context.Context, id int64, rewrite Rewrite) (int, error)
	Compact(ctx context.Context) error
	Close() error
}

// clock stands still until it is put forward.
type clock struct {
	mu sync.Mutex
	ms int64
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.UnixMilli(c.ms)
}

func (c *clock) forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ms += d.Milliseconds()
}

const someDay = 1_790_000_000_000

// world is a disk on which stores can be opened and made to fail.
type world struct {
	clock *clock
	// open opens it again, as a process that has come after the last one: closed,
	// killed, or still there and without its lock.
	open func() (subject, error)
	// fail lets the n-th call from now fail; a call is what the kind of store takes
	// for one.
	fail func(n int, how Failure)
	// left is how many calls there are until the failure; 0: none is to come.
	left func() int
}

// calmly does f without failures, and does not count its calls.
func (w *world) calmly(how Failure, f func()) {
	left := w.left()
	w.fail(0, how)
	f()
	w.fail(left, how)
}

func (w *world) mustOpen(t tester) subject {
	t.Helper()
	s, err := w.open()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// everyWorld runs a test for each kind of store.
func everyWorld(t *testing.T, f func(t *testing.T, w *world)) {
	for name, newWorld := range map[string]func(testing.TB) *world{"memory": memoryWorld, "sqlite": sqliteWorld} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f(t, newWorld(t))
		})
	}
}

func memoryWorld(testing.TB) *world {
	c := &clock{ms: someDay}
	var m *Memory
	return &world{
		clock: c,
		open: func() (subject, error) {
			if m == nil {
				m = NewMemory(c.now)
			} else {
				m = m.Reopen()
			}
			return m, nil
		},
		fail: func(n int, how Failure) { m.Fail(n, how) },
		left: func() int { return m.Left() },
	}
}

func sqliteWorld(t testing.TB) *world {
	c := &clock{ms: someDay}
	path := filepath.Join(t.TempDir(), "x.db")
	p := &plan{code: injectedFull}
	var last *DB
	leave := func() {
		if last != nil {
			_ = unlockFile(last.lease) // again, if it was closed
			_ = last.Close()
		}
	}
	var before []*DB
	t.Cleanup(func() {
		leave()
		for _, s := range before {
			_ = s.Close()
		}
	})
	return &world{
		clock: c,
		open: func() (subject, error) {
			if last != nil {
				_ = unlockFile(last.lease)
				before = append(before, last)
			}
			s, err := Open(context.Background(), path, Options{Create: true, Now: c.now, wrap: p.wrap})
			if err != nil {
				return nil, err
			}
			last = s
			return s, nil
		},
		fail: p.set,
		left: p.calls,
	}
}

// plan says which call of the driver fails.
type plan struct {
	code injected // of Refuse
	mu   sync.Mutex
	left int
	how  Failure
}

func (p *plan) set(n int, how Failure) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left, p.how = n, how
}

func (p *plan) calls() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.left
}

// injected is an error as SQLite makes them.
type injected int

func (e injected) Error() string { return fmt.Sprintf("injected failure %d", int(e)) }
func (e injected) Code() int     { return int(e) }

const (
	injectedFull injected = 13        // SQLITE_FULL
	injectedSync injected = 10 | 4<<8 // SQLITE_IOERR_FSYNC
)

// call does f, or what the plan says in its place.
func call[T any](p *plan, f func() (T, error)) (T, error) {
	p.mu.Lock()
	fails := p.left == 1
	if p.left > 0 {
		p.left--
	}
	how := p.how
	p.mu.Unlock()
	var none T
	switch {
	case !fails:
		return f()
	case how == Refuse:
		return none, p.code
	case how == Keep:
		done, err := f()
		if err != nil {
			return none, err
		}
		if rows, ok := any(done).(driver.Rows); ok {
			_ = rows.Close()
		}
	}
	return none, injectedSync
}

// wrap puts the plan around a connection, which needs no syncs here.
func (p *plan) wrap(c driver.Conn) driver.Conn {
	if _, err := c.(driver.ExecerContext).ExecContext(context.Background(), `PRAGMA synchronous = OFF`, nil); err != nil {
		panic(err)
	}
	return frailConn{c, p}
}

// frailConn is a connection whose calls may fail.
type frailConn struct {
	driver.Conn
	p *plan
}

func (c frailConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	s, err := c.Conn.(driver.ConnPrepareContext).PrepareContext(ctx, query)
	return frailStmt{s, c.p}, err
}

func (c frailConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	return call(c.p, func() (driver.Result, error) { return c.Conn.(driver.ExecerContext).ExecContext(ctx, query, args) })
}

func (c frailConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	rows, err := call(c.p, func() (driver.Rows, error) { return c.Conn.(driver.QueryerContext).QueryContext(ctx, query, args) })
	return frailRows{rows, c.p}, err
}

type frailStmt struct {
	driver.Stmt
	p *plan
}

func (s frailStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	return call(s.p, func() (driver.Result, error) { return s.Stmt.(driver.StmtExecContext).ExecContext(ctx, args) })
}

func (s frailStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	rows, err := call(s.p, func() (driver.Rows, error) { return s.Stmt.(driver.StmtQueryContext).QueryContext(ctx, args) })
	return frailRows{rows, s.p}, err
}

type frailRows struct {
	driver.Rows
	p *plan
}

func (r frailRows) Next(dest []driver.Value) error {
	_, err := call(r.p, func() (struct{}, error) { return struct{}{}, r.Rows.Next(dest) })
	return err
}

// settingKeys are the settings that tests use.
var settingKeys = []string{"secret", "motd"}

// dump is all that can be read from a store but for epochs, as a text.
func dump(t tester, s subject) string {
	t.Helper()
	ctx := context.Background()
	var b strings.Builder
	tables, err := s.Tables(ctx, All)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		fmt.Fprintln(&b, entryText(table))
		one, err := s.Table(ctx, table.ID)
		if err != nil || entryText(one) != entryText(table) {
			t.Errorf("table %d is %s in the list and %s alone (%v)", table.ID, entryText(table), entryText(one), err)
		}
		for r, err := range s.Load(ctx, table.ID) {
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, " %d/%d v%d %d %q\n", r.Table, r.Seq, r.Version, r.At.UnixMilli(), r.Body)
		}
	}
	for _, key := range settingKeys {
		if value, err := s.Setting(ctx, key); err == nil {
			fmt.Fprintf(&b, "%s=%q\n", key, value)
		}
	}
	return b.String()
}

func entryText(t Table) string {
	closed := "live"
	if !t.Live() {
		closed = fmt.Sprint("closed ", t.Closed.UnixMilli())
	}
	return fmt.Sprintf("%d %q %q created %d active %d %s len %d", t.ID, t.Code, t.Preset, t.Created.UnixMilli(), t.Active.UnixMilli(), closed, t.Len)
}

// tester is a testing.T or a rapid.T.
type tester interface {
	Helper()
	Errorf(format string, args ...any)
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}
