package hostlog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"chratze/internal/server/store"
	"chratze/internal/table"
	"chratze/internal/table/host"
)

// nameless replaces a name that was deleted.
const nameless = "N.N."

// NameError is the error of Scrub if nobody at the table has the name.
type NameError struct {
	Names []string // of the people who sit or sat there
}

func (e *NameError) Error() string {
	return "hostlog: unknown name; known: " + strings.Join(e.Names, ", ")
}

// RecordError is the error of Scrub for a log that this version doesn't understand wholly.
type RecordError struct {
	Seq uint64 // number of the record
	Err error
}

func (e *RecordError) Error() string { return fmt.Sprintf("hostlog: record %d: %v", e.Seq, e.Err) }
func (e *RecordError) Unwrap() error { return e.Err }

// errUnlike is the error for a record that would change if it were written again.
var errUnlike = errors.New("unknown fields")

// Scrub removes a person's name from the log of a table for good, and returns how many records
// had it. It changes nothing if the error is a *NameError or a *RecordError.
func Scrub(ctx context.Context, db store.Store, id int64, name string) (records int, err error) {
	name = norm.NFC.String(name) // as in all logs
	names, err := People(ctx, db, id)
	if err != nil {
		return 0, err
	}
	if !slices.Contains(names, name) {
		return 0, &NameError{names}
	}
	records, err = db.Scrub(ctx, id, func(body []byte) ([]byte, bool) { return withoutName(body, name) })
	if err != nil {
		return 0, err
	}
	return records, db.Compact(ctx)
}

// People returns the names of the people who sit or sat at a table. The error is a *RecordError for a log that it doesn't
// understand wholly, of which it returns the names up to there: nothing of it may be rewritten.
func People(ctx context.Context, db store.ReadOnly, id int64) (names []string, err error) {
	for rec, err := range db.Load(ctx, id) {
		if err != nil {
			return nil, err
		}
		r, err := table.DecodeRecord(rec.Body)
		if err == nil && !bytes.Equal(r.Encode(), rec.Body) {
			err = errUnlike
		}
		if err != nil {
			return names, &RecordError{rec.Seq, err}
		}
		if r.Name != "" && r.Bot == "" && r.Name != nameless && !slices.Contains(names, r.Name) {
			names = append(names, r.Name)
		}
	}
	return names, nil
}

// withoutName returns a record without a person's name, and whether it had the name.
func withoutName(body []byte, name string) ([]byte, bool) {
	r, err := table.DecodeRecord(body)
	if err != nil || r.Name != name || r.Bot != "" {
		return nil, false
	}
	r.Name = nameless
	return r.Encode(), true
}

// Retain deletes the tables that were closed before a time, with the notes on their hands, for
// good. It returns how many there were.
func Retain(ctx context.Context, db store.Store, before time.Time, keep store.Kept) (tables int, err error) {
	closed, err := db.Tables(ctx, store.Closed)
	if err != nil {
		return 0, err
	}
	tables, err = db.Retain(ctx, before, keep)
	if err != nil {
		return 0, err
	}
	for _, t := range closed {
		if left, err := db.Table(ctx, t.ID); err == nil && left.Len > 0 {
			continue
		}
		if _, err := db.Setting(ctx, host.NotesKey(t.ID)); err != nil {
			continue // no notes
		}
		if err := db.Set(ctx, host.NotesKey(t.ID), []byte("[]")); err != nil {
			return tables, err
		}
	}
	if tables == 0 {
		return 0, nil
	}
	return tables, db.Compact(ctx)
}
