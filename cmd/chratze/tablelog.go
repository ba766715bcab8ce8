package main

import (
	"context"
	"errors"

	"chratze/internal/host"
	"chratze/internal/store"
)

// recordVersion is in what the records of tables are written (package table).
const recordVersion = 1

// tableLog is the store as the host wants it. Only the host's loop appends.
type tableLog struct {
	db    *store.DB
	batch []store.Entry
}

var _ host.Log = (*tableLog)(nil)

// Create is host.Log's.
func (l *tableLog) Create(ctx context.Context, code, about string) (int64, error) {
	return l.db.Create(ctx, store.New{Code: code, Preset: about, Version: recordVersion})
}

// Append is host.Log's.
func (l *tableLog) Append(ctx context.Context, batch []host.Entry) error {
	l.batch = l.batch[:0]
	for _, e := range batch {
		l.batch = append(l.batch, store.Entry{Table: e.Table, Seq: e.Seq, Version: recordVersion, Body: e.Body})
	}
	err := l.db.Append(ctx, l.batch)
	clear(l.batch)
	return err
}

// Load is host.Log's.
func (l *tableLog) Load(ctx context.Context, id int64) (bodies [][]byte, err error) {
	for rec, err := range l.db.Load(ctx, id) {
		if err != nil {
			return nil, missing(err)
		}
		bodies = append(bodies, rec.Body)
	}
	return bodies, nil
}

// ByCode is host.Log's.
func (l *tableLog) ByCode(ctx context.Context, code string) (int64, error) {
	t, err := l.db.ByCode(ctx, code)
	return t.ID, missing(err)
}

// SetCode is host.Log's.
func (l *tableLog) SetCode(ctx context.Context, id int64, code string) error {
	return l.db.SetCode(ctx, id, code)
}

// Close is host.Log's.
func (l *tableLog) Close(ctx context.Context, id int64) error { return l.db.CloseTable(ctx, id) }

// missing makes the store's word for a table that isn't there the host's.
func missing(err error) error {
	if errors.Is(err, store.ErrNoTable) {
		return host.ErrNoTable
	}
	return err
}
