package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	sqlite "modernc.org/sqlite/lib"
)

// Code is what kind of failure an Error is. It is an error itself, so that
// errors.Is(err, ErrStale) asks for the kind.
type Code string

// The kinds of failures.
const (
	ErrStale     Code = "stale"     // another writer has been here, or the record isn't the next
	ErrUnknown   Code = "unknown"   // the batch may be durable or not
	ErrNoTable   Code = "no-table"  // no such table
	ErrNoSetting Code = "no-key"    // no setting of this name
	ErrTaken     Code = "taken"     // the code is another live table's
	ErrOver      Code = "over"      // the table is closed
	ErrClosed    Code = "closed"    // the store is closed
	ErrLocked    Code = "locked"    // another process has it
	ErrMissing   Code = "missing"   // no such file or directory
	ErrReadOnly  Code = "read-only" // it can't be written, or not even read
	ErrFull      Code = "full"      // no room is left
	ErrDamaged   Code = "damaged"   // what is there can't have been written so
	ErrForeign   Code = "foreign"   // not a database, or not one of this program
	ErrNewer     Code = "newer"     // written by a newer version of this program
	ErrExists    Code = "exists"    // something stands where a backup is to be written or restored
	ErrFailed    Code = "failed"    // anything else, such as a disk that doesn't answer
)

// sentences say what is wrong, and what to do.
var sentences = map[Code][2]string{
	ErrStale:     {"another writer has been here, or the record is not the next one", "read the table again"},
	ErrUnknown:   {"the disk failed in the moment of writing, and it can't be known whether the last records are kept", "see to the disk, then start again"},
	ErrNoTable:   {"there is no such table", "the list of tables tells which there are"},
	ErrNoSetting: {"there is no such setting", "set it first"},
	ErrTaken:     {"another live table has this code", "take another code"},
	ErrOver:      {"the table is closed", "nothing can be added to it; make a new one"},
	ErrClosed:    {"the database is closed", "open it again"},
	ErrLocked:    {"another process is writing to the database", "stop that process first, or use another data directory"},
	ErrMissing:   {"there is no such file or directory", "make it, or give the data directory that is meant"},
	ErrReadOnly:  {"it may not be written or read", "give this user the right to write to the directory and to all files in it"},
	ErrFull:      {"there is no room left on the disk", "make room; nothing that was acknowledged is lost"},
	ErrDamaged:   {"the database is damaged", "stop the server, keep a copy of the file, and restore a backup"},
	ErrForeign:   {"this is not a database of this program", "give the data directory or the backup that is meant"},
	ErrNewer:     {"the database was written by a newer version of this program", "update the program, or restore a backup made by this version"},
	ErrExists:    {"something is there already", "choose another name, or force it"},
	ErrFailed:    {"the database can't be used", "see to the disk, then start again"},
}

func (c Code) Error() string { return sentences[c][0] }

// Error is a failure of the store.
type Error struct {
	Code Code
	Path string // of the file or directory; "" if it is about none
	What string // particulars, in English; "" if there are none
	Err  error  // the cause; nil if there is none
}

// Error says where something is wrong, what, in particular, and what to do.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Path != "" {
		b.WriteString(e.Path + ": ")
	}
	b.WriteString(sentences[e.Code][0])
	if e.What != "" {
		b.WriteString(" (" + e.What + ")")
	} else if e.Err != nil {
		b.WriteString(" (" + e.Err.Error() + ")")
	}
	b.WriteString(": " + sentences[e.Code][1])
	return b.String()
}

func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is the error's code.
func (e *Error) Is(target error) bool { return target == e.Code }

func (c Code) at(path, format string, args ...any) *Error {
	return &Error{Code: c, Path: path, What: fmt.Sprintf(format, args...)}
}

// sqliteCodes are the codes of SQLite that have a kind of their own. Extended
// codes stand before the primary ones, which are their lowest byte.
var sqliteCodes = map[int]Code{
	sqlite.SQLITE_FULL:                  ErrFull,
	sqlite.SQLITE_READONLY:              ErrReadOnly,
	sqlite.SQLITE_PERM:                  ErrReadOnly,
	sqlite.SQLITE_CANTOPEN:              ErrReadOnly, // that it is there has been seen
	sqlite.SQLITE_AUTH:                  ErrReadOnly,
	sqlite.SQLITE_BUSY:                  ErrLocked,
	sqlite.SQLITE_LOCKED:                ErrLocked,
	sqlite.SQLITE_CORRUPT:               ErrDamaged,
	sqlite.SQLITE_NOTADB:                ErrForeign,
	sqlite.SQLITE_FORMAT:                ErrForeign,
	sqlite.SQLITE_ERROR:                 ErrDamaged, // our statements are right, so the schema isn't
	sqlite.SQLITE_MISMATCH:              ErrDamaged,
	sqlite.SQLITE_IOERR_SHORT_READ:      ErrDamaged,
	sqlite.SQLITE_IOERR_CORRUPTFS:       ErrDamaged,
	sqlite.SQLITE_CONSTRAINT_PRIMARYKEY: ErrStale,
	sqlite.SQLITE_CONSTRAINT_UNIQUE:     ErrTaken, // of a code
	sqlite.SQLITE_CONSTRAINT_DATATYPE:   ErrDamaged,
	sqlite.SQLITE_IOERR_SHMSIZE:         ErrFull, // the file of shared memory can't grow
}

// first returns the first error of some: what tidying up says after a failure is
// nothing to tell.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// fault makes an *Error of what SQLite or the file system says of a path.
func fault(path string, err error) error {
	var known *Error
	var coded interface{ Code() int }
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, sql.ErrConnDone), errors.Is(err, sql.ErrTxDone):
		return &Error{Code: ErrClosed, Path: path, Err: err}
	case errors.As(err, &coded):
		code, ok := sqliteCodes[coded.Code()]
		if !ok {
			code, ok = sqliteCodes[coded.Code()&0xff]
		}
		if !ok {
			code = ErrFailed
		}
		return &Error{Code: code, Path: path, Err: err}
	}
	return &Error{Code: fileCode(err), Path: path, Err: err}
}

// fileCode is the kind of an error of the file system.
func fileCode(err error) Code {
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return ErrMissing
	case errors.Is(err, fs.ErrExist):
		return ErrExists
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return ErrReadOnly
	case errors.Is(err, syscall.ENOSPC):
		return ErrFull
	}
	return ErrFailed
}
