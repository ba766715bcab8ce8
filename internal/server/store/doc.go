// Package store keeps what must not be lost: the logs of all tables, a directory of the tables,
// and a few settings. A DB keeps them in an SQLite file, package postgres in PostgreSQL. Package
// storetest has the tests that every Store passes. The store knows nothing of the games: a
// record is bytes.
//
// A table's log is a series of records, numbered 0, 1, 2 and so on. Only Append adds records,
// for many tables at once. If it returns nil, all of them are durable. If it returns an error,
// none is there, except with ErrUnknown. So a caller that collects the records of all tables,
// appends them, and only then tells anybody what happened, never has to take anything back.
//
// There is one writer. Open takes a lock beside the file, and a number, the epoch, which is one
// above that of all earlier writers. Every transaction checks that it still is the highest. A
// writer that has lost the lock without noticing (a file system without locks, a copy of the
// virtual machine) gets ErrStale, and can't damage what its successor writes. Readers
// (OpenReader) can open the database at any time, in other processes too; Backup needs only a
// Reader.
//
// Errors are of type *Error: a Code that can be translated, and a sentence that says what is
// wrong and what to do. ErrUnknown means that the disk failed during a commit, so nobody can
// say whether the batch is durable. The DB then refuses everything. Opening it again finds out.
package store
