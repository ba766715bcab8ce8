package store

import (
	"context"
	"iter"
	"time"
)

// ReadOnly is a store opened for reading. Its methods may be called at the same time.
type ReadOnly interface {
	// Path says where the store is; it has no secrets.
	Path() string
	// Tables lists tables, by their number.
	Tables(ctx context.Context, which Which) ([]Table, error)
	// Table finds a table by its number. ErrNoTable: there is none.
	Table(ctx context.Context, id int64) (Table, error)
	// ByCode finds a table by its short code. ErrNoTable: there is none, or no longer.
	ByCode(ctx context.Context, code string) (Table, error)
	// Load reads the records of a table in their order. It ends with the first error.
	// ErrNoTable: there is no such table; ErrDamaged: a record is not what was written,
	// or one is missing.
	Load(ctx context.Context, id int64) iter.Seq2[Record, error]
	// Setting reads a setting. ErrNoSetting: there is none of this name.
	Setting(ctx context.Context, key string) ([]byte, error)
	// Settings lists the names of all settings, in order.
	Settings(ctx context.Context) ([]string, error)
	// Last is the highest number that a table has ever had, or 0.
	Last(ctx context.Context) (int64, error)
	Close() error
}

// Store is a store opened for writing, by one writer at a time.
type Store interface {
	ReadOnly
	// Epoch is the number of this writer: higher than that of all before it.
	Epoch() int64
	// Dead is why nothing can be written any more by this opening, whatever is tried. Nil:
	// it can, or it will be possible again.
	Dead() error
	// Lost returns what this opening has found missing that was there before.
	Lost() Lost
	// Append adds records to the logs of any number of tables, all or none. ErrStale:
	// a record isn't the next one of its table, or another writer has taken over.
	// ErrNoTable, ErrOver: there is no such table, or it is closed. ErrUnknown: it can't
	// be said whether the records are durable.
	Append(ctx context.Context, batch []Entry) error
	// Create makes a table with the first records of its log and returns its number.
	// ErrTaken: another live table has the code.
	Create(ctx context.Context, t New) (int64, error)
	// Touch says that a table is in use; appending says so too.
	Touch(ctx context.Context, id int64) error
	// SetCode gives a table another short code, or "": it can't be found by one any
	// more. ErrTaken: another table has it. ErrOver: the table is closed.
	SetCode(ctx context.Context, id int64, code string) error
	// CloseTable closes a table for good: nothing can be added to it, and its code is
	// dead. One that is closed stays as it is.
	CloseTable(ctx context.Context, id int64) error
	// Set keeps a setting.
	Set(ctx context.Context, key string, value []byte) error
	// Retain deletes the tables that were closed before a moment, and returns how many
	// they were.
	Retain(ctx context.Context, before time.Time, keep Kept) (int, error)
	// Scrub rewrites records of a table, all that have to be or none, and returns how
	// many were changed. It is for what a person wants to have forgotten.
	Scrub(ctx context.Context, id int64, rewrite Rewrite) (int, error)
	// Compact removes the last traces of what was deleted or rewritten.
	Compact(ctx context.Context) error
	// Fill copies all tables and settings of another store into this one, as they are, all
	// or nothing. ErrExists: this one isn't empty.
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
