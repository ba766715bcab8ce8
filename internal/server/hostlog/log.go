// Package hostlog adapts the store for the host of tables: it has their log, the key that seals
// their links, and new secrets for their deals when part of the log was lost. It moves data to
// another store, and deletes names and old tables.
package hostlog

import (
	"context"
	"errors"

	"chratze/internal/owner"
	"chratze/internal/server/store"
	"chratze/internal/table/host"
)

// RecordVersion is the format of table records (package table). It changes with their kinds and fields (TestFormatsHaveNumbers).
const RecordVersion = 4

// Log is the store as a host.Log. Only the host's loop appends.
type Log struct {
	db    store.Store
	owner owner.Owner // nil: this server has all tables
	batch []store.Entry
}

var _ host.Log = (*Log)(nil)

// New returns the log in a database. If other servers write to it as well, their owner claims a table before it is read.
func New(db store.Store, o owner.Owner) *Log { return &Log{db: db, owner: o} }

// Create implements host.Log.
func (l *Log) Create(ctx context.Context, code, about string, records [][]byte) (int64, error) {
	id, err := l.db.Create(ctx, store.New{Code: code, Preset: about, Version: RecordVersion, Bodies: records})
	return id, l.dead(err)
}

// Append implements host.Log.
func (l *Log) Append(ctx context.Context, batch []host.Entry) error {
	l.batch = l.batch[:0]
	for _, e := range batch {
		l.batch = append(l.batch, store.Entry{Table: e.Table, Seq: e.Seq, Version: RecordVersion, Body: e.Body})
	}
	err := l.db.Append(ctx, l.batch)
	clear(l.batch)
	return l.dead(err)
}

// Load implements host.Log.
func (l *Log) Load(ctx context.Context, id int64) (host.Saved, error) {
	term, err := l.hold(ctx, id)
	if err != nil {
		return host.Saved{}, err
	}
	saved, err := l.Peek(ctx, id)
	saved.Term = term
	return saved, err
}

// Peek is Load at any of several servers: it doesn't make this one the owner.
func (l *Log) Peek(ctx context.Context, id int64) (host.Saved, error) {
	entry, err := l.db.Table(ctx, id)
	if err != nil {
		return host.Saved{}, missing(err)
	}
	saved := host.Saved{Code: entry.Code, Closed: !entry.Live(), Records: make([][]byte, 0, entry.Len)}
	for rec, err := range l.db.Load(ctx, id) {
		if err != nil {
			return host.Saved{}, missing(err)
		}
		if rec.Version > RecordVersion {
			return host.Saved{}, store.ErrNewer.At("", "table %d", id)
		}
		saved.Records = append(saved.Records, rec.Body)
	}
	return saved, nil
}

// hold makes this server the owner of a table that there is, and returns the term.
func (l *Log) hold(ctx context.Context, id int64) (term int64, err error) {
	if l.owner == nil {
		return 0, nil
	}
	if _, err := l.db.Table(ctx, id); err != nil {
		return 0, missing(err)
	}
	term, err = l.owner.Hold(ctx, id)
	if errors.Is(err, owner.ErrElsewhere) {
		return 0, host.ErrMoved
	}
	return term, err
}

// ByCode implements host.Log.
func (l *Log) ByCode(ctx context.Context, code string) (int64, error) {
	t, err := l.db.ByCode(ctx, code)
	return t.ID, missing(err)
}

// Close implements host.Log.
func (l *Log) Close(ctx context.Context, id int64) error {
	return l.dead(l.db.CloseTable(ctx, id))
}

// dead adds to an error of the store that nothing can be written any more.
func (l *Log) dead(err error) error {
	if err != nil && l.db.Dead() != nil {
		return errors.Join(host.ErrDead, err)
	}
	return err
}

// missing makes the store's word for a table that isn't there the host's.
func missing(err error) error {
	if errors.Is(err, store.ErrNoTable) {
		return host.ErrNoTable
	}
	return err
}
