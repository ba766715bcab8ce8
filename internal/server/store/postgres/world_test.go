package postgres

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"chratze/internal/server/store"
	"chratze/internal/server/store/postgres/pgtest"
	"chratze/internal/server/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// TestPostgres: what every store does, it does on PostgreSQL.
func TestPostgres(t *testing.T) {
	t.Parallel()
	storetest.Suite(t, newWorld, true)
}

// newWorld is a schema of its own.
func newWorld(t testing.TB) *storetest.World { return newWorldOf(t, nil) }

// newWorldOf is newWorld for one of several servers, or nil.
func newWorldOf(t testing.TB, m *Membership) *storetest.World {
	c := storetest.NewClock()
	url, marks := pgtest.Schema(t), filepath.Join(t.TempDir(), "marks")
	p := &storetest.Plan{}
	var all []*DB
	end := func() {
		for _, s := range all {
			_ = s.Close()
		}
		all = nil
	}
	t.Cleanup(end)
	return &storetest.World{
		Clock: c,
		Open: func() (store.Store, error) {
			for _, s := range all {
				s.Unlock()
			}
			if len(all) > 2 { // connections are few
				_ = all[0].Close()
				all = all[1:]
			}
			s, err := Open(context.Background(), url, Options{Create: true, Now: c.Now, Marks: marks, Member: m, wrap: func(c conn) conn { return &frail{c, p} }})
			if err != nil {
				return nil, err
			}
			all = append(all, s)
			return s, nil
		},
		Close:  end,
		Plan:   p,
		Heals:  true,
		Shared: m != nil,
	}
}

// full is what the server says when the disk is.
var full = &pgconn.PgError{Severity: "ERROR", SeverityUnlocalized: "ERROR", Code: "53100", Message: "injected"}

// frail is a connection of the writer whose calls may fail.
type frail struct {
	conn
	p *storetest.Plan
}

func (f *frail) Exec(ctx context.Context, query string, args ...any) (pgconn.CommandTag, error) {
	fails, how := f.p.Due()
	if !fails {
		return f.conn.Exec(ctx, query, args...)
	}
	if how == storetest.Refuse {
		return pgconn.CommandTag{}, full
	}
	if how == storetest.Keep {
		if tag, err := f.conn.Exec(ctx, query, args...); err != nil {
			return tag, err
		}
	}
	_ = f.conn.Close(ctx)
	return pgconn.CommandTag{}, io.ErrUnexpectedEOF
}

func (f *frail) Query(ctx context.Context, query string, args ...any) (pgx.Rows, error) {
	fails, how := f.p.Due()
	if !fails {
		return f.conn.Query(ctx, query, args...)
	}
	if how == storetest.Refuse {
		return nil, full
	}
	if how == storetest.Keep {
		rows, err := f.conn.Query(ctx, query, args...)
		if err != nil {
			return nil, err
		}
		rows.Close()
	}
	_ = f.conn.Close(ctx)
	return nil, io.ErrUnexpectedEOF
}
