package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"

	"chratze/internal/atomicfile"

	sqlite "modernc.org/sqlite/lib"
)

// Code is the kind of an Error. It is an error itself, so that errors.Is(err, ErrStale) tests
// for the kind.
type Code string

// The kinds of failures.
const (
	ErrStale     Code = "stale"     // another writer has taken over, or the record isn't the next one
	ErrUnknown   Code = "unknown"   // nobody can say whether the batch is durable
	ErrNoTable   Code = "no-table"  // no such table
	ErrNoSetting Code = "no-key"    // no setting of this name
	ErrTaken     Code = "taken"     // another live table has the code
	ErrOver      Code = "over"      // the table is closed
	ErrClosed    Code = "closed"    // the store is closed
	ErrLocked    Code = "locked"    // another process has it
	ErrNamed     Code = "named"     // another of several servers has the name
	ErrMissing   Code = "missing"   // no such file or directory
	ErrReadOnly  Code = "read-only" // it can't be written, or not even read
	ErrFull      Code = "full"      // the disk is full
	ErrFrozen    Code = "frozen"    // the disk takes no writes; only as Error.Cause
	ErrDamaged   Code = "damaged"   // the contents are damaged
	ErrForeign   Code = "foreign"   // not a database, or not one of this program
	ErrNewer     Code = "newer"     // written by a newer version of this program
	ErrMoved     Code = "moved"     // the data are somewhere else now
	ErrExists    Code = "exists"    // the target of a backup or restore exists
	ErrSame      Code = "same"      // a backup is the database that it should replace
	ErrAway      Code = "away"      // the database server can't be reached
	ErrDenied    Code = "denied"    // the database server refuses the user, the password or the address
	ErrFailed    Code = "failed"    // anything else, such as a disk that doesn't answer
)

// sentences say what is wrong, and what to do about it.
var sentences = map[Code][2]string{
	ErrStale:     {"another writer has been here, or the record is not the next one", "read the table again"},
	ErrUnknown:   {"writing broke off, and it isn't known yet whether the last records are kept", "a new start finds out, and with PostgreSQL the running server does; see to the disk or to the connection"},
	ErrNoTable:   {"there is no such table", "the list of tables tells which there are"},
	ErrNoSetting: {"there is no such setting", "set it first"},
	ErrTaken:     {"another live table has this code", "take another code"},
	ErrOver:      {"the table is closed", "nothing can be added to it; make a new one"},
	ErrClosed:    {"the database is closed", "open it again"},
	ErrLocked:    {"another process is writing to the database", "stop that process first, or give this one another data directory or database"},
	ErrNamed:     {"another server has this --node name", "give each server a --node name of its own, or stop the other"},
	ErrMissing:   {"there is no such file or directory", "make it, or give the data directory that is meant"},
	ErrReadOnly:  {"it may not be written or read", "give this user the right to write to the directory and to all files in it"},
	ErrFull:      {"there is no room left on the disk", "make room; nothing that was acknowledged is lost"},
	ErrFrozen:    {"the disk is mounted read-only", "see in the system's log why, mount it for writing, and start again; nothing that was acknowledged is lost"},
	ErrDamaged:   {"the database is damaged", "stop the server, keep a copy of the file, and restore a backup"},
	ErrForeign:   {"this is not a database of this program", "give the data directory or the backup that is meant"},
	ErrNewer:     {"the database was written by a newer version of this program", "update the program, or restore a backup made by this version"},
	ErrMoved:     {"the data were moved to another place", "start the server there; to go on here all the same, run chratze admin renew"},
	ErrExists:    {"something is there already", "choose another name, or force it"},
	ErrSame:      {"the backup and the database are the same file", "give the backup that is meant"},
	ErrAway:      {"the database can't be reached", "see to PostgreSQL and to what --db names; nothing that was acknowledged is lost"},
	ErrDenied:    {"PostgreSQL doesn't let this server in", "see to the user, the password and the name of the database in --db, and to pg_hba.conf"},
	ErrFailed:    {"the database can't be used", "see to the disk, then start again"},
}

func (c Code) Error() string { return sentences[c][0] }

// Error is a failure of the store.
type Error struct {
	Code Code
	Path string // of the file or directory; "" if there is none
	What string // details, in English; "" if there are none
	Err  error  // the cause; nil if there is none
}

// Cause returns the kind whose words say most: SQLite has none for a disk without room for a page, or one that takes no writes.
func (e *Error) Cause() Code {
	switch {
	case e.Path == "" || e.Code != ErrFailed && e.Code != ErrReadOnly && e.Code != ErrUnknown:
	case errors.Is(atomicfile.Try(e.Path), syscall.EROFS):
		return ErrFrozen
	case e.Code == ErrFailed && FreeRoom(filepath.Dir(e.Path)) < 1<<12:
		return ErrFull
	}
	return e.Code
}

// Error says where something is wrong, the details, and what to do.
func (e *Error) Error() string {
	var b strings.Builder
	says := sentences[e.Cause()]
	if e.Path != "" {
		b.WriteString(e.Path + ": ")
	}
	b.WriteString(says[0])
	if e.What != "" {
		b.WriteString(" (" + e.What + ")")
	} else if e.Err != nil {
		b.WriteString(" (" + e.Err.Error() + ")")
	}
	b.WriteString(": " + says[1])
	return b.String()
}

func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is the error's code.
func (e *Error) Is(target error) bool { return target == e.Code }

// At returns an error of this kind about a path, with details.
func (c Code) At(path, format string, args ...any) *Error {
	return &Error{Code: c, Path: path, What: fmt.Sprintf(format, args...)}
}

// sqliteCodes maps SQLite's codes to kinds. Extended codes come before the primary ones, which
// are their lowest byte.
var sqliteCodes = map[int]Code{
	sqlite.SQLITE_FULL:                  ErrFull,
	sqlite.SQLITE_READONLY:              ErrReadOnly,
	sqlite.SQLITE_PERM:                  ErrReadOnly,
	sqlite.SQLITE_CANTOPEN:              ErrReadOnly, // the caller has seen that the file exists
	sqlite.SQLITE_AUTH:                  ErrReadOnly,
	sqlite.SQLITE_BUSY:                  ErrLocked,
	sqlite.SQLITE_LOCKED:                ErrLocked,
	sqlite.SQLITE_CORRUPT:               ErrDamaged,
	sqlite.SQLITE_NOTADB:                ErrForeign,
	sqlite.SQLITE_FORMAT:                ErrForeign,
	sqlite.SQLITE_ERROR:                 ErrDamaged, // our statements are right, so the schema is wrong
	sqlite.SQLITE_MISMATCH:              ErrDamaged,
	sqlite.SQLITE_IOERR_SHORT_READ:      ErrDamaged,
	sqlite.SQLITE_IOERR_CORRUPTFS:       ErrDamaged,
	sqlite.SQLITE_CONSTRAINT_PRIMARYKEY: ErrStale,
	sqlite.SQLITE_CONSTRAINT_UNIQUE:     ErrTaken, // the code of a table
	sqlite.SQLITE_CONSTRAINT_DATATYPE:   ErrDamaged,
	sqlite.SQLITE_IOERR_SHMSIZE:         ErrFull, // the file of shared memory can't grow
}

// fault converts an error of SQLite or the file system about a path into an *Error.
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

// fileCode returns the kind of a file system error.
func fileCode(err error) Code {
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return ErrMissing
	case errors.Is(err, fs.ErrExist):
		return ErrExists
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, syscall.EISDIR), errors.Is(err, syscall.ELOOP):
		return ErrReadOnly
	case errors.Is(err, syscall.ENOSPC):
		return ErrFull
	}
	return ErrFailed
}
