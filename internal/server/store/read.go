package store

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"modernc.org/sqlite"
)

// Reader reads a database. Any number of Readers may be open beside the writer, in other
// processes too. It is safe for concurrent use.
type Reader struct {
	Reading
	path   string
	db     *sql.DB
	closed atomic.Bool
}

// The first bytes of a database file, and the ID that makes it ours.
const (
	magic         = "SQLite format 3\x00"
	applicationID = 0x63687274 // see schema/1.sql
)

// readers is the number of simultaneous reads.
const readers = 4

// OpenReader opens an existing database for reading.
func OpenReader(ctx context.Context, path string) (*Reader, error) {
	path, err := realPath(path)
	if err != nil {
		return nil, err
	}
	return openReader(ctx, path, nil)
}

func openReader(ctx context.Context, path string, wrap wrapper) (*Reader, error) {
	if err := looksRight(path); err != nil {
		return nil, err
	}
	db, err := connect(path, "mode=ro&_pragma=busy_timeout(5000)", wrap)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(readers)
	db.SetMaxIdleConns(readers)
	r := &Reader{path: path, db: db}
	r.Reading = Reading{Ask: r.ask, Fault: r.fault, Where: path,
		Join: `LEFT JOIN log l ON l.tbl = t.id AND l.seq = (SELECT max(seq) FROM log WHERE tbl = t.id) `,
		Top:  `SELECT seq FROM sqlite_sequence WHERE name = 'tables'`, Bytes: `SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`}
	if err := r.isOurs(ctx); err != nil {
		return nil, cmp.Or(err, r.Close())
	}
	return r, nil
}

// wrapper wraps every connection, so that tests can let it fail; nil: none.
type wrapper func(driver.Conn) driver.Conn

type connector struct {
	driver.Connector
	wrap wrapper
}

func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil || c.wrap == nil {
		return conn, err
	}
	return c.wrap(conn), nil
}

// connect makes a pool of connections to a file.
func connect(path, query string, wrap wrapper) (*sql.DB, error) {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // C:/x
	}
	c, err := sqlite.NewConnector((&url.URL{Scheme: "file", Path: slashed, RawQuery: query}).String())
	if err != nil {
		return nil, fault(path, err)
	}
	return sql.OpenDB(connector{c, wrap}), nil
}

// looksRight returns an error if the path can't be a database. SQLite isn't asked, because it
// takes an empty file for a new database.
func looksRight(path string) error {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		if _, err := os.Stat(path + "-wal"); err == nil {
			return ErrDamaged.At(path, "the file is missing, but its journal %s is there", filepath.Base(path)+"-wal")
		}
		return &Error{Code: ErrMissing, Path: path}
	}
	if err != nil {
		return fault(path, err)
	}
	defer done(f)
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return ErrForeign.At(path, "it is a directory")
	}
	head := make([]byte, len(magic))
	switch n, err := io.ReadFull(f, head); {
	case errors.Is(err, io.EOF):
		return ErrDamaged.At(path, "the file is empty")
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return fault(path, err)
	case string(head[:n]) != magic:
		return &Error{Code: ErrForeign, Path: path}
	}
	return nil
}

// isOurs returns an error if the database belongs to another program or a newer version.
func (r *Reader) isOurs(ctx context.Context) error {
	var id, version int
	if err := r.row(ctx, `PRAGMA application_id`).Scan(&id); err != nil {
		return r.fail(err)
	}
	if err := r.row(ctx, `PRAGMA user_version`).Scan(&version); err != nil {
		return r.fail(err)
	}
	switch {
	case id != applicationID:
		return ErrForeign.At(r.path, "its application_id is %#x, and ours %#x", id, applicationID)
	case version > schemaVersion:
		return ErrNewer.At(r.path, "its schema is %d, and this program knows up to %d", version, schemaVersion)
	case version < 1:
		return ErrDamaged.At(r.path, "its schema is %d", version)
	}
	return nil
}

// Close ends reading.
func (r *Reader) Close() error {
	r.closed.Store(true)
	return fault(r.path, r.db.Close())
}

func (r *Reader) row(ctx context.Context, query string, args ...any) *sql.Row {
	return r.db.QueryRowContext(ctx, query, args...)
}

func (r *Reader) fail(err error) error {
	if err != nil && r.closed.Load() {
		return &Error{Code: ErrClosed, Path: r.path}
	}
	return fault(r.path, err)
}

// Check looks for damage for at most the limit, and returns nil if it finds none in that time.
// 0 is no limit.
func (r *Reader) Check(ctx context.Context, limit time.Duration) error {
	bounded, cancel := ctx, context.CancelFunc(func() {})
	if limit > 0 {
		bounded, cancel = context.WithTimeout(ctx, limit)
	}
	defer cancel()
	var found string
	err := r.row(bounded, `PRAGMA integrity_check(1)`).Scan(&found)
	switch {
	case err != nil && bounded.Err() != nil:
		return ctx.Err()
	case err != nil:
		return r.fail(err)
	case found != "ok":
		return ErrDamaged.At(r.path, "%s", found)
	}
	return nil
}

// fault makes an error of the store of what reading ended with. A row that can't be scanned is damage,
// unless the context is done.
func (r *Reader) fault(ctx context.Context, err error, scanned bool) error {
	_, known := errors.AsType[*Error](err)
	switch {
	case err == nil || !scanned || known:
		return r.fail(err)
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return &Error{Code: ErrDamaged, Path: r.path, Err: err}
}

// ask begins to read.
func (r *Reader) ask(ctx context.Context, query string, args ...any) (Rows, error) {
	rows, err := r.db.QueryContext(ctx, query, args...)
	return sqlRows{rows}, r.fail(err)
}

// sqlRows are the Rows of SQLite.
type sqlRows struct{ *sql.Rows }

func (r sqlRows) Close() { done(r.Rows) }

// done closes what was only read, where an error can't lose anything.
func done(c io.Closer) { _ = c.Close() }
