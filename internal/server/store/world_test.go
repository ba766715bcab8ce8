package store_test

import (
	"context"
	"database/sql/driver"
	"fmt"
	"path/filepath"
	"reflect"
	"testing"

	"chratze/internal/server/store"
	"chratze/internal/server/store/storetest"
)

var (
	entry      = storetest.Entry
	mustCreate = storetest.MustCreate
	mustAppend = storetest.MustAppend
	bodies     = storetest.Bodies
	expectCode = storetest.ExpectCode
	dump       = storetest.Dump
)

func expect[T any](t testing.TB, what string, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// TestSQLite: what every store does, it does on SQLite.
func TestSQLite(t *testing.T) {
	t.Parallel()
	storetest.Suite(t, sqliteWorld, false)
}

func sqliteWorld(t testing.TB) *storetest.World {
	c := storetest.NewClock()
	path := filepath.Join(t.TempDir(), "x.db")
	p := &plan{code: injectedFull}
	var last *store.DB
	leave := func() {
		if last != nil {
			last.Unlock() // again, if it was closed
			_ = last.Close()
		}
	}
	var before []*store.DB
	t.Cleanup(func() {
		leave()
		for _, s := range before {
			_ = s.Close()
		}
	})
	return &storetest.World{
		Clock: c,
		Open: func() (store.Store, error) {
			if last != nil {
				last.Unlock()
				before = append(before, last)
			}
			s, err := store.Open(context.Background(), path, store.Options{Create: true, Now: c.Now}.Wrapped(p.wrap))
			if err != nil {
				return nil, err
			}
			last = s
			return s, nil
		},
		Plan: &p.Plan,
	}
}

// plan says which call of the driver fails.
type plan struct {
	storetest.Plan
	code injected // of Refuse
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
	fails, how := p.Due()
	var none T
	switch {
	case !fails:
		return f()
	case how == storetest.Refuse:
		return none, p.code
	case how == storetest.Keep:
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
