package store

import (
	"context"
	"encoding/binary"
	"hash/crc32"
	"iter"
	"slices"
	"time"
)

// Rows are the answer to a query; those of pgx are Rows, and sqlRows.
type Rows interface {
	Next() bool
	Scan(into ...any) error
	Err() error
	Close()
}

// Reading is what is read in the same way from every database: the methods of ReadOnly. The fields
// are set before the first call.
type Reading struct {
	// Ask begins to read. Its error is one of the store.
	Ask func(ctx context.Context, query string, args ...any) (Rows, error)
	// Fault makes an error of the store of the one that ended reading, or of one row if it couldn't be
	// scanned. It returns nil for nil.
	Fault func(ctx context.Context, err error, scanned bool) error
	Where string // see ReadOnly.Path
	Join  string // SQL: the last record l of table t
	Top   string // SQL: see ReadOnly.Last
	Bytes string // SQL: how many bytes the database takes
}

// Path says where the store is, without secrets.
func (r *Reading) Path() string { return r.Where }

// each calls f for every row of an answer, until it fails.
func (r *Reading) each(ctx context.Context, query string, args []any, f func(rows Rows) error) error {
	rows, err := r.Ask(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows); err != nil {
			return r.Fault(ctx, err, true)
		}
	}
	return r.Fault(ctx, rows.Err(), false)
}

// Tables lists tables in the order of their numbers.
func (r *Reading) Tables(ctx context.Context, which Which) ([]Table, error) {
	where := map[Which]string{Live: `WHERE closed IS NULL `, Closed: `WHERE closed IS NOT NULL `}[which]
	return r.tables(ctx, where+`ORDER BY t.id`)
}

func (r *Reading) tables(ctx context.Context, where string, args ...any) (list []Table, err error) {
	const columns = `SELECT t.id, coalesce(t.code, ''), t.preset, t.created, t.touched, coalesce(t.closed, 0),
		coalesce(l.seq + 1, 0), coalesce(l.epoch, 0), coalesce(l.at, 0) FROM tables t `
	err = r.each(ctx, columns+r.Join+where, args, func(rows Rows) error {
		var t Table
		var created, touched, closed, n, at int64
		err := rows.Scan(&t.ID, &t.Code, &t.Preset, &created, &touched, &closed, &n, &t.Epoch, &at)
		t.Created, t.Active, t.Len = time.UnixMilli(created), time.UnixMilli(max(touched, at)), uint64(n)
		if closed != 0 {
			t.Closed = time.UnixMilli(closed)
		}
		list = append(list, t)
		return err
	})
	return list, err
}

// Table returns the table with a number. ErrNoTable: there is none.
func (r *Reading) Table(ctx context.Context, id int64) (Table, error) {
	return r.find(ctx, NoTable(id), `WHERE t.id = $1`, id)
}

// ByCode returns the table with a short code. ErrNoTable: there is none, or the code has expired.
func (r *Reading) ByCode(ctx context.Context, code string) (Table, error) {
	return r.find(ctx, &Error{Code: ErrNoTable}, `WHERE t.code = $1`, code)
}

// NoTable returns the error for a table that isn't there.
func NoTable(id int64) *Error { return ErrNoTable.At("", "table %d", id) }

func (r *Reading) find(ctx context.Context, none *Error, where string, arg any) (Table, error) {
	list, err := r.tables(ctx, where, arg)
	switch {
	case err != nil:
		return Table{}, err
	case len(list) == 0:
		return Table{}, none
	}
	return list[0], nil
}

// Load yields the records of a table in order. It stops at the first error. ErrNoTable: there
// is no such table. ErrDamaged: a record was altered or is missing.
func (r *Reading) Load(ctx context.Context, id int64) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		next, more := uint64(0), true
		const query = `SELECT seq, epoch, version, at, sum, body FROM log WHERE tbl = $1 ORDER BY seq`
		rows, err := r.Ask(ctx, query, id)
		if err != nil {
			yield(Record{}, err)
			return
		}
		defer rows.Close()
		for more && rows.Next() {
			rec, err := r.record(rows, id, next)
			err = r.Fault(ctx, err, true)
			more = yield(rec, err) && err == nil
			next++
		}
		if !more {
			return
		}
		err = r.Fault(ctx, rows.Err(), false)
		rows.Close() // the connection is free for the next query
		if err == nil && next == 0 {
			_, err = r.Table(ctx, id)
		}
		if err != nil {
			yield(Record{}, err)
		}
	}
}

// record reads a row of the log, which must be the next one of its table.
func (r *Reading) record(rows Rows, id int64, next uint64) (Record, error) {
	rec := Record{Entry: Entry{Table: id}}
	var seq, at, crc int64
	if err := rows.Scan(&seq, &rec.Epoch, &rec.Version, &at, &crc, &rec.Body); err != nil {
		return rec, err
	}
	rec.Seq, rec.At = uint64(seq), time.UnixMilli(at)
	switch {
	case rec.Seq != next:
		return rec, ErrDamaged.At(r.Where, "table %d: record %d is missing", id, next)
	case crc != Sum(&rec.Entry, rec.Epoch, at):
		return rec, ErrDamaged.At(r.Where, "table %d: record %d is not what was written", id, seq)
	}
	return rec, nil
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
func (r *Reading) Setting(ctx context.Context, key string) (value []byte, err error) {
	found, err := r.one(ctx, &value, `SELECT value FROM settings WHERE key = $1`, key)
	if err == nil && !found {
		err = ErrNoSetting.At("", "%s", key)
	}
	return value, err
}

// Settings lists the names of all settings in order.
func (r *Reading) Settings(ctx context.Context) (keys []string, err error) {
	err = r.each(ctx, `SELECT key FROM settings`, nil, func(rows Rows) error {
		var key string
		err := rows.Scan(&key)
		keys = append(keys, key)
		return err
	})
	slices.Sort(keys) // databases have their own orders
	return keys, err
}

// Size returns how many tables are live, and how many bytes the database takes.
func (r *Reading) Size(ctx context.Context) (live, bytes int64, err error) {
	err = r.each(ctx, `SELECT (SELECT count(*) FROM tables WHERE closed IS NULL), (`+r.Bytes+`)`, nil, func(rows Rows) error { return rows.Scan(&live, &bytes) })
	return live, bytes, err
}

// Last returns the highest number that a table has ever had, or 0.
func (r *Reading) Last(ctx context.Context) (last int64, err error) {
	_, err = r.one(ctx, &last, r.Top)
	return last, err
}

// one reads one value, if it is there.
func (r *Reading) one(ctx context.Context, into any, query string, args ...any) (found bool, err error) {
	rows, err := r.Ask(ctx, query, args...)
	if err != nil {
		return false, err
	}
	defer rows.Close()
	if !rows.Next() {
		return false, r.Fault(ctx, rows.Err(), false)
	}
	return true, r.Fault(ctx, rows.Scan(into), true)
}

// collect reads the one column of an answer, if there is one.
func collect[T any](rows Rows, err error) (list []T, _ error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var value T
		if err := rows.Scan(&value); err != nil {
			return nil, err
		}
		list = append(list, value)
	}
	return list, rows.Err()
}
