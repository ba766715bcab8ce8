package store

import (
	"context"
	"iter"
	"time"
)

// ReadOnly is a store that is open for reading. It is safe for concurrent use.
type ReadOnly interface {
	// Path says where the store is, without secrets.
	Path() string
	// Tables lists tables in the order of their numbers.
	Tables(ctx context.Context, which Which) ([]Table, error)
	// Table returns the table with a number. ErrNoTable: there is none.
	Table(ctx context.Context, id int64) (Table, error)
	// ByCode returns the table with a short code. ErrNoTable: there is none, or the code has
	// expired.
	ByCode(ctx context.Context, code string) (Table, error)
	// Load yields the records of a table in order. It stops at the first error. ErrNoTable:
	// there is no such table. ErrDamaged: a record was altered or is missing.
	Load(ctx context.Context, id int64) iter.Seq2[Record, error]
	// Setting returns a setting. ErrNoSetting: there is none with this name.
	Setting(ctx context.Context, key string) ([]byte, error)
	// Settings lists the names of all settings in order.
	Settings(ctx context.Context) ([]string, error)
	// Size returns how many tables are live, and how many bytes the database takes.
	Size(ctx context.Context) (live, bytes int64, err error)
	// Last returns the highest number that a table has ever had, or 0.
	Last(ctx context.Context) (int64, error)
	Close() error
}

// Store is a store that is open for writing, by one writer at a time.
type Store interface {
	ReadOnly
	// Epoch returns the number of this writer. It is higher than those of all earlier writers.
	Epoch() int64
	// Dead returns why this opening can never write again, or nil if it can, perhaps after a
	// while.
	Dead() error
	// Append adds records to the logs of any number of tables, all or none. ErrStale: a record
	// isn't the next one of its table, or another writer has taken over. ErrNoTable, ErrOver:
	// there is no such table, or it is closed. ErrUnknown: nobody can say whether the records
	// are durable.
	Append(ctx context.Context, batch []Entry) error
	// Create makes a table with the first records of its log and returns its number.
	// ErrTaken: another live table has the code.
	Create(ctx context.Context, t New) (int64, error)
	// Touch marks a table as in use. Append does too.
	Touch(ctx context.Context, id int64) error
	// CloseTable closes a table for good: nothing can be appended to it, and its code expires.
	// Closing it twice does nothing.
	CloseTable(ctx context.Context, id int64) error
	// Set stores a setting.
	Set(ctx context.Context, key string, value []byte) error
	// Retain deletes the tables that were closed before a time, and returns how many.
	Retain(ctx context.Context, before time.Time, keep Kept) (int, error)
	// Scrub rewrites records of a table, all that need it or none, and returns how many
	// changed. Use it only for what a person wants to be forgotten.
	Scrub(ctx context.Context, id int64, rewrite Rewrite) (int, error)
	// Compact removes the last traces of deleted or rewritten data.
	Compact(ctx context.Context) error
	// Fill copies all tables and settings of another store into this one, all or nothing.
	// ErrExists: this store isn't empty.
	Fill(ctx context.Context, from ReadOnly) error
}

// Entry is a record to be appended. The store keeps no reference to Body.
type Entry struct {
	Table   int64
	Seq     uint64 // 0, 1, 2 … without gaps
	Version int    // the format of Body; opaque
	Body    []byte // opaque
}

// Record is an entry that was appended.
type Record struct {
	Entry
	Epoch int64     // of the writer
	At    time.Time // in milliseconds
}

// New is a new table, with the first records of its log.
type New struct {
	Code    string // see Table; "": none
	Preset  string
	Version int // the format of Bodies
	Bodies  [][]byte
}

// Table is an entry of the directory.
type Table struct {
	ID      int64  // 1, 2, 3 …; numbers of deleted tables are not used again
	Code    string // a short code that finds the table; "" once it has expired
	Preset  string // the rules as text; opaque
	Created time.Time
	Active  time.Time // the last record, Touch, or change of this entry
	Closed  time.Time // zero: it is live
	Len     uint64    // number of records, which is the next Seq
	Epoch   int64     // of the writer of the last record; 0: there is none
}

// Live reports whether the table is not closed.
func (t *Table) Live() bool { return t.Closed.IsZero() }

// Which selects tables.
type Which int

// The values of Which.
const (
	All Which = iota
	Live
	Closed
)

// Kept says what remains of a table that retention deletes.
type Kept int

// The values of Kept.
const (
	KeepNothing Kept = iota
	KeepEntry        // the entry in the directory; the log is deleted
)

// A Rewrite returns the replacement of a record's body, and whether it differs. It must not
// keep body.
type Rewrite func(body []byte) (instead []byte, changed bool)
