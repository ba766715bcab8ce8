package store

import "time"

// Entry is a record to be appended. The store keeps no reference to Body.
type Entry struct {
	Table   int64
	Seq     uint64 // 0, 1, 2 … without gaps
	Version int    // of what Body is written in; opaque
	Body    []byte // opaque
}

// Record is an entry as it was appended.
type Record struct {
	Entry
	Epoch int64     // of the writer
	At    time.Time // when, to the millisecond
}

// New is a table to be made, with the records its log begins with.
type New struct {
	Code    string // see Table; "" for none
	Preset  string
	Version int // of Bodies
	Bodies  [][]byte
}

// Table is an entry of the directory.
type Table struct {
	ID      int64  // 1, 2, 3 …; the number of a deleted table is not used again
	Code    string // a short code by which the table can be found; "" when it is dead
	Preset  string // the rules, as a text; opaque
	Created time.Time
	Active  time.Time // the last record, Touch or change of the entry
	Closed  time.Time // zero: it is live
	Len     uint64    // how many records there are, and so the next Seq
	Epoch   int64     // of the writer of the last record; 0: there is none
}

// Live reports whether the table is not closed.
func (t *Table) Live() bool { return t.Closed.IsZero() }

// Which tables are asked for.
type Which int

// The tables that can be asked for.
const (
	All Which = iota
	Live
	Closed
)

func (w Which) has(t *Table) bool { return w == All || (w == Live) == t.Live() }

// Kept is what retention keeps of a table that is deleted.
type Kept int

// What is kept of a deleted table.
const (
	KeepNothing Kept = iota
	KeepEntry        // in the directory; the log is deleted
)

// A Rewrite returns what shall stand in place of a record's body, and whether that
// is another. It doesn't keep body.
type Rewrite func(body []byte) (instead []byte, changed bool)
