package postgres

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"chratze/internal/server/store"
)

// conn is what the store needs of a connection.
type conn interface {
	Exec(ctx context.Context, query string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, query string, args ...any) (pgx.Rows, error)
	Close(ctx context.Context) error
	IsClosed() bool
}

// querier is what reading needs.
type querier interface {
	Query(ctx context.Context, query string, args ...any) (pgx.Rows, error)
}

// one asks for one value.
func one[T any](ctx context.Context, q querier, query string, args ...any) (value T, err error) {
	rows, err := q.Query(ctx, query, args...)
	if err != nil {
		return value, err
	}
	return pgx.CollectOneRow(rows, pgx.RowTo[T])
}

// Reader reads a database. Any number of them may be open beside the writer. Its methods may
// be called at the same time.
type Reader struct {
	store.Reading
	path    string
	config  *pgxpool.Config
	pool    *pgxpool.Pool
	closed  atomic.Bool
	settled func(context.Context) error // called before something is read; nil: nothing has to be
}

var _ store.ReadOnly = (*Reader)(nil)

const (
	readers      = 4                // how many reads may be under way at the same time
	readPatience = 30 * time.Second // how long one may take
)

// OpenReader opens an existing database for reading.
func OpenReader(ctx context.Context, url string) (*Reader, error) {
	r, err := newReader(url)
	if err != nil {
		return nil, err
	}
	version, err := schemaOf(ctx, r.pool)
	switch {
	case err != nil:
		err = r.fail(err)
	case version == 0:
		err = store.ErrMissing.At(r.path, "it has no tables of this program")
	case version > schemaVersion:
		err = newer(r.path, version)
	}
	if err != nil {
		_ = r.Close() // what failed first counts
		return nil, err
	}
	return r, nil
}

// schemaOf is the version of the schema that is there, or 0.
func schemaOf(ctx context.Context, q querier) (int64, error) {
	there, err := one[bool](ctx, q, `SELECT to_regclass(quote_ident(current_schema()) || '.chratze') IS NOT NULL`)
	if err != nil || !there {
		return 0, err
	}
	return one[int64](ctx, q, `SELECT version FROM chratze`)
}

func newer(path string, version int64) error {
	return store.ErrNewer.At(path, "its schema is %d, and this program knows up to %d", version, schemaVersion)
}

// newReader makes the pool of connections for reading, without connecting yet.
func newReader(at string) (*Reader, error) {
	config, err := pgxpool.ParseConfig(at)
	_, bad := url.Parse(at)
	before, _, _ := strings.Cut(at, "?") // a host after it may begin with @
	switch {
	case !strings.Contains(at, "://"):
	case err != nil && bad != nil, strings.Count(before, "@") > 1, err == nil && strings.Contains(config.ConnConfig.Database, "@"):
		// Which part is the password isn't known, so none is shown.
		return nil, store.ErrDenied.At("--db", "in a URL, special characters of a password are percent-encoded: %%2F for /, %%40 for @, %%23 for #; or it is in PGPASSWORD")
	}
	if err != nil {
		return nil, &store.Error{Code: store.ErrDenied, Err: err} // it leaves out the password
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = DefaultPatience
	}
	if config.ConnConfig.RuntimeParams["application_name"] == "" {
		config.ConnConfig.RuntimeParams["application_name"] = "chratze reading"
	}
	config.MaxConns = readers
	pool, err := pgxpool.NewWithConfig(context.Background(), config)
	if err != nil {
		return nil, &store.Error{Code: store.ErrDenied, Err: err}
	}
	c := config.ConnConfig
	path := url.URL{Scheme: "postgres", Host: fmt.Sprintf("%s:%d", c.Host, c.Port), Path: c.Database}
	r := &Reader{path: path.String(), config: config, pool: pool}
	r.Reading = store.Reading{
		Ask: r.ask, Fault: func(ctx context.Context, err error, _ bool) error { return r.readFault(ctx, err) }, Where: r.path,
		Join:  `LEFT JOIN LATERAL (SELECT seq, epoch, at FROM log WHERE tbl = t.id ORDER BY seq DESC LIMIT 1) l ON true `,
		Top:   `SELECT last FROM writer`,
		Bytes: `SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`,
	}
	return r, nil
}

// Close ends reading.
func (r *Reader) Close() error {
	r.closed.Store(true)
	r.pool.Close()
	return nil
}

// boundedRows end a read in time.
type boundedRows struct {
	pgx.Rows
	cancel func()
}

func (r boundedRows) Close() {
	r.Rows.Close()
	r.cancel()
}

// ask begins to read. What is returned must be closed.
func (r *Reader) ask(ctx context.Context, query string, args ...any) (store.Rows, error) {
	rows, err := r.query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return rows, nil
}

func (r *Reader) query(ctx context.Context, query string, args ...any) (rows boundedRows, err error) {
	if err := ctx.Err(); err != nil {
		return rows, err
	}
	if r.closed.Load() {
		return rows, &store.Error{Code: store.ErrClosed, Path: r.path}
	}
	if r.settled != nil {
		if err := r.settled(ctx); err != nil {
			return rows, err
		}
	}
	bounded, cancel := context.WithTimeout(ctx, readPatience)
	got, err := r.pool.Query(bounded, query, args...)
	if err != nil {
		cancel()
		return rows, r.readFault(ctx, err)
	}
	return boundedRows{got, cancel}, nil
}
