package store

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
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
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fault(path, err)
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

// Path returns the file name of the database.
func (r *Reader) Path() string { return r.path }

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

// check looks for damage for at most the limit, and returns nil if it finds none in that time.
// 0 is no limit.
func (r *Reader) check(ctx context.Context, limit time.Duration) error {
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

const selectTables = `SELECT t.id, t.code, t.preset, t.created, t.touched, t.closed, l.seq, l.epoch, l.at
	FROM tables t LEFT JOIN log l ON l.tbl = t.id AND l.seq = (SELECT max(seq) FROM log WHERE tbl = t.id) `

// Tables lists tables in the order of their numbers.
func (r *Reader) Tables(ctx context.Context, which Which) (list []Table, err error) {
	where := map[Which]string{Live: `WHERE closed IS NULL `, Closed: `WHERE closed IS NOT NULL `}[which]
	rows, err := r.db.QueryContext(ctx, selectTables+where+`ORDER BY t.id`)
	if err != nil {
		return nil, r.fail(err)
	}
	defer done(rows)
	for rows.Next() {
		t, err := scanTable(rows)
		if err != nil {
			return nil, r.scanFault(ctx, err)
		}
		list = append(list, t)
	}
	return list, r.fail(rows.Err())
}

// Table returns the table with a number. ErrNoTable: there is none.
func (r *Reader) Table(ctx context.Context, id int64) (Table, error) {
	return r.find(ctx, NoTable(id), selectTables+`WHERE t.id = ?`, id)
}

// ByCode returns the table with a short code. ErrNoTable: there is none, or the code has
// expired.
func (r *Reader) ByCode(ctx context.Context, code string) (Table, error) {
	return r.find(ctx, &Error{Code: ErrNoTable}, selectTables+`WHERE t.code = ?`, code)
}

// NoTable returns the error for a table that isn't there.
func NoTable(id int64) *Error { return ErrNoTable.At("", "table %d", id) }

func (r *Reader) find(ctx context.Context, none *Error, query string, arg any) (Table, error) {
	rows, err := r.db.QueryContext(ctx, query, arg)
	if err != nil {
		return Table{}, r.fail(err)
	}
	defer done(rows)
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return Table{}, r.fail(err)
		}
		return Table{}, none
	}
	t, err := scanTable(rows)
	return t, r.scanFault(ctx, err)
}

func scanTable(rows *sql.Rows) (Table, error) {
	var t Table
	var code sql.NullString
	var created, touched int64
	var closed, seq, epoch, at sql.NullInt64
	err := rows.Scan(&t.ID, &code, &t.Preset, &created, &touched, &closed, &seq, &epoch, &at)
	t.Code, t.Epoch = code.String, epoch.Int64
	t.Created, t.Active = time.UnixMilli(created), time.UnixMilli(max(touched, at.Int64))
	if closed.Valid {
		t.Closed = time.UnixMilli(closed.Int64)
	}
	if seq.Valid {
		t.Len = uint64(seq.Int64) + 1
	}
	return t, err
}

// scanFault converts the error of a row that can't be read: it is damage, unless the context is
// done.
func (r *Reader) scanFault(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return &Error{Code: ErrDamaged, Path: r.path, Err: err}
}

// Load yields the records of a table in order. It stops at the first error. ErrNoTable: there
// is no such table. ErrDamaged: a record was altered or is missing.
func (r *Reader) Load(ctx context.Context, id int64) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		var next uint64
		for rec, err := range r.records(ctx, `WHERE tbl = ?`, id) {
			if err == nil && rec.Seq != next {
				err = ErrDamaged.At(r.path, "table %d: record %d is missing", id, next)
			}
			if !yield(rec, err) || err != nil {
				return
			}
			next++
		}
		if next > 0 {
			return
		}
		if _, err := r.Table(ctx, id); err != nil {
			yield(Record{}, err)
		}
	}
}

// records yields records by table and number, and verifies their checksums. It stops at the
// first error.
func (r *Reader) records(ctx context.Context, where string, args ...any) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		rows, err := r.db.QueryContext(ctx, `SELECT tbl, seq, epoch, version, at, sum, body FROM log `+where+` ORDER BY tbl, seq`, args...)
		if err != nil {
			yield(Record{}, r.fail(err))
			return
		}
		defer done(rows)
		for rows.Next() {
			var rec Record
			var seq, at, crc int64
			err := rows.Scan(&rec.Table, &seq, &rec.Epoch, &rec.Version, &at, &crc, &rec.Body)
			rec.Seq, rec.At = uint64(seq), time.UnixMilli(at)
			if err == nil && crc != Sum(&rec.Entry, rec.Epoch, at) {
				err = fmt.Errorf("table %d: record %d is not what was written", rec.Table, seq)
			}
			if err = r.scanFault(ctx, err); !yield(rec, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(Record{}, r.fail(err))
		}
	}
}

//lattice:table
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Sum returns the CRC-32C of a row of the log: of table, number, epoch, version and time as
// 64-bit little-endian integers, then of the body. SQLite doesn't notice if the disk returns
// other bytes than were written.
func Sum(e *Entry, epoch, at int64) int64 {
	var b [5 * 8]byte
	binary.LittleEndian.PutUint64(b[0:], uint64(e.Table))
	binary.LittleEndian.PutUint64(b[8:], e.Seq)
	binary.LittleEndian.PutUint64(b[16:], uint64(epoch))
	binary.LittleEndian.PutUint64(b[24:], uint64(e.Version))
	binary.LittleEndian.PutUint64(b[32:], uint64(at))
	return int64(crc32.Update(crc32.Update(0, castagnoli, b[:]), castagnoli, e.Body))
}

// Setting returns a setting. ErrNoSetting: there is none with this name.
func (r *Reader) Setting(ctx context.Context, key string) (value []byte, err error) {
	err = r.row(ctx, `SELECT value FROM settings WHERE key = ?`, key).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrNoSetting.At("", "%s", key)
	}
	return value, r.fail(err)
}

// done closes what was only read, where an error can't lose anything.
func done(c io.Closer) { _ = c.Close() }
