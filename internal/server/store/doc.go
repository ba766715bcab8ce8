// Package store keeps what must not be lost: the logs of all tables, a directory
// of them, and a few settings. A DB keeps them in an SQLite file, a Memory in
// memory, for tests, and can be told to fail; one suite of tests holds both to the
// same behaviour. The store knows nothing of the games: a record is bytes.
//
// A table's log is a row of records, 0, 1, 2 and so on. Append takes records of many
// tables at once and is the only way to add some: when it returns nil all of them
// are durable, when it returns an error none is there, but for ErrUnknown. So who
// collects the records of all tables, appends them, and only then tells anybody
// what happened, never takes anything back.
//
// There is one writer. Open takes a lock beside the file and a number, the epoch,
// one above that of all earlier writers; every transaction checks that it is still
// the highest. So a writer that has lost the lock without knowing it (a file system
// without locks, a copy of the virtual machine) is refused with ErrStale and can't
// spoil what its successor writes. Read-only openings (OpenReader) are free at any
// time, in other processes too; Backup needs no more.
//
// Errors are of type *Error: a Code that can be translated, and a sentence that
// says what is wrong and what to do. After ErrUnknown (the disk has failed in the
// very moment of a commit) nobody can say whether the batch is durable; a DB then
// refuses everything until it is opened again, which finds out.
package store
