package postgres

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/url"
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
		err = store.ErrMissing.At(r.path, "there are no tables of this program in it")
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
	return &Reader{path: path.String(), config: config, pool: pool}, nil
}

// Path says where the database is, without user and password.
func (r *Reader) Path() string { return r.path }

// Close ends reading.
func (r *Reader) Close() error {
	r.closed.Store(true)
	r.pool.Close()
	return nil
}

// query begins to read. What is returned must be closed, and then cancel called.
func (r *Reader) query(ctx context.Context, query string, args ...any) (rows pgx.Rows, cancel func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	if r.closed.Load() {
		return nil, nil, &store.Error{Code: store.ErrClosed, Path: r.path}
	}
	if r.settled != nil {
		if err := r.settled(ctx); err != nil {
			return nil, nil, err
		}
	}
	bounded, cancel := context.WithTimeout(ctx, readPatience)
	if rows, err = r.pool.Query(bounded, query, args...); err != nil {
		cancel()
		return nil, nil, r.readFault(ctx, err)
	}
	return rows, cancel, nil
}

const selectTables = `SELECT t.id, coalesce(t.code, ''), t.preset, t.created, t.touched, coalesce(t.closed, 0), coalesce(l.seq + 1, 0), coalesce(l.epoch, 0), coalesce(l.at, 0)
	FROM tables t LEFT JOIN LATERAL (SELECT seq, epoch, at FROM log WHERE tbl = t.id ORDER BY seq DESC LIMIT 1) l ON true `

// Tables lists tables, by their number.
func (r *Reader) Tables(ctx context.Context, which store.Which) ([]store.Table, error) {
	where := map[store.Which]string{store.Live: `WHERE closed IS NULL `, store.Closed: `WHERE closed IS NOT NULL `}[which]
	return r.tables(ctx, selectTables+where+`ORDER BY t.id`)
}

func (r *Reader) tables(ctx context.Context, query string, args ...any) ([]store.Table, error) {
	rows, cancel, err := r.query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer cancel()
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (t store.Table, err error) {
		var created, touched, closed, n, at int64
		err = row.Scan(&t.ID, &t.Code, &t.Preset, &created, &touched, &closed, &n, &t.Epoch, &at)
		t.Created, t.Active, t.Len = time.UnixMilli(created), time.UnixMilli(max(touched, at)), uint64(n)
		if closed != 0 {
			t.Closed = time.UnixMilli(closed)
		}
		return t, err
	})
	return list, r.readFault(ctx, err)
}

// Table finds a table by its number. ErrNoTable: there is none.
func (r *Reader) Table(ctx context.Context, id int64) (store.Table, error) {
	return r.find(ctx, store.NoTable(id), selectTables+`WHERE t.id = $1`, id)
}

// ByCode finds a table by its short code. ErrNoTable: there is none, or no longer.
func (r *Reader) ByCode(ctx context.Context, code string) (store.Table, error) {
	return r.find(ctx, &store.Error{Code: store.ErrNoTable}, selectTables+`WHERE t.code = $1`, code)
}

func (r *Reader) find(ctx context.Context, none error, query string, arg any) (store.Table, error) {
	list, err := r.tables(ctx, query, arg)
	if err == nil && len(list) == 0 {
		err = none
	}
	if err != nil {
		return store.Table{}, err
	}
	return list[0], nil
}

// Load reads the records of a table in their order. It ends with the first error.
// ErrNoTable: there is no such table; ErrDamaged: a record is not what was written,
// or one is missing.
func (r *Reader) Load(ctx context.Context, id int64) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		rows, cancel, err := r.query(ctx, `SELECT seq, epoch, version, at, sum, body FROM log WHERE tbl = $1 ORDER BY seq`, id)
		if err != nil {
			yield(store.Record{}, err)
			return
		}
		defer cancel()
		defer rows.Close()
		var next uint64
		for rows.Next() {
			rec, err := r.record(rows, id, next)
			if err != nil {
				err = r.readFault(ctx, err)
			}
			if !yield(rec, err) || err != nil {
				return
			}
			next++
		}
		if err := rows.Err(); err != nil {
			yield(store.Record{}, r.readFault(ctx, err))
			return
		}
		rows.Close() // the connection is free for the next question
		if next > 0 {
			return
		}
		if _, err := r.Table(ctx, id); err != nil {
			yield(store.Record{}, err)
		}
	}
}

// record reads a row of the log, which must be the next one.
func (r *Reader) record(rows pgx.Rows, id int64, next uint64) (store.Record, error) {
	rec := store.Record{Entry: store.Entry{Table: id}}
	var seq, at, crc int64
	if err := rows.Scan(&seq, &rec.Epoch, &rec.Version, &at, &crc, &rec.Body); err != nil {
		return rec, err
	}
	rec.Seq, rec.At = uint64(seq), time.UnixMilli(at)
	switch {
	case rec.Seq != next:
		return rec, store.ErrDamaged.At(r.path, "table %d: record %d is missing", id, next)
	case crc != store.Sum(&rec.Entry, rec.Epoch, at):
		return rec, store.ErrDamaged.At(r.path, "table %d: record %d is not what was written", id, seq)
	}
	return rec, nil
}

// Setting reads a setting. ErrNoSetting: there is none of this name.
func (r *Reader) Setting(ctx context.Context, key string) ([]byte, error) {
	rows, cancel, err := r.query(ctx, `SELECT value FROM settings WHERE key = $1`, key)
	if err != nil {
		return nil, err
	}
	defer cancel()
	value, err := pgx.CollectOneRow(rows, pgx.RowTo[[]byte])
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, store.ErrNoSetting.At("", "%s", key)
	}
	return value, r.readFault(ctx, err)
}

// Settings lists the names of all settings, in order.
func (r *Reader) Settings(ctx context.Context) ([]string, error) {
	rows, cancel, err := r.query(ctx, `SELECT key FROM settings ORDER BY key COLLATE "C"`)
	if err != nil {
		return nil, err
	}
	defer cancel()
	keys, err := pgx.CollectRows(rows, pgx.RowTo[string])
	return keys, r.readFault(ctx, err)
}

// Last is the highest number that a table has ever had, or 0.
func (r *Reader) Last(ctx context.Context) (int64, error) {
	rows, cancel, err := r.query(ctx, `SELECT last FROM writer`)
	if err != nil {
		return 0, err
	}
	defer cancel()
	last, err := pgx.CollectOneRow(rows, pgx.RowTo[int64])
	return last, r.readFault(ctx, err)
}
