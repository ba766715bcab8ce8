package store

import (
	"database/sql"
	"database/sql/driver"
)

// What the tests see of the inside: they stand outside, since storetest imports the store.

const (
	ApplicationID  = applicationID
	Magic          = magic
	MarksSuffix    = marksSuffix
	ReplacedSuffix = replacedSuffix
	RetainAtOnce   = retainAtOnce
	SchemaVersion  = schemaVersion
)

var (
	Connect   = connect
	Fault     = fault
	Schemas   = schemas
	Sentences = sentences
)

// Wrapped returns the options with a wrapper around every connection.
func (o Options) Wrapped(wrap func(driver.Conn) driver.Conn) Options {
	o.wrap = wrap
	return o
}

// Conn is the writer's connection.
func (s *DB) Conn() *sql.Conn { return s.conn }

// Pool is what readers read from.
func (r *Reader) Pool() *sql.DB { return r.db }

// SwapCommit puts a statement in the place of the one that commits, and returns that.
func (s *DB) SwapCommit(st *sql.Stmt) (before *sql.Stmt) {
	before, s.commit = s.commit, st
	return before
}

// Unlock gives the lock back, as a process does that is killed.
func (s *DB) Unlock() { _ = unlockFile(s.lease) }
