package store

import "time"

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

func (w Which) has(t *Table) bool { return w == All || (w == Live) == t.Live() }

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
