package hostlog

import (
	"bytes"
	"context"

	"chratze/internal/server/store"
	"chratze/internal/table"
)

// Moved is what was moved from one store to another.
type Moved struct {
	Tables     int     `json:"tables"`
	Live       int     `json:"live"`
	Records    uint64  `json:"records"`
	Unreadable []int64 `json:"unreadable,omitempty"` // tables that can't be replayed: they couldn't before
}

// movedKey is the setting that says where the data of a store were moved to. Renew removes it.
const movedKey = "moved"

// NotMoved returns an error, with the code store.ErrMoved, if the data of a store were moved elsewhere.
func NotMoved(ctx context.Context, db store.ReadOnly) error {
	if to, err := db.Setting(ctx, movedKey); err == nil && len(to) > 0 {
		return store.ErrMoved.At(db.Path(), "%s", to)
	}
	return nil
}

// Move copies everything from one store into an empty one, reads both through, and replays
// every table from where it has arrived. The first one then says where its data are.
func Move(ctx context.Context, from, to store.Store) (m Moved, err error) {
	if err := NotMoved(ctx, from); err != nil {
		return m, err
	}
	if err := to.Fill(ctx, from); err != nil {
		return m, err
	}
	tables, err := from.Tables(ctx, store.All)
	if err != nil {
		return m, err
	}
	for _, t := range tables {
		there, err := to.Table(ctx, t.ID)
		if err != nil {
			return m, err
		}
		records, err := arrived(ctx, from, to, t.ID)
		if err != nil {
			return m, err
		}
		if there != t || uint64(len(records)) != t.Len {
			return m, store.ErrDamaged.At(to.Path(), "table %d is not as it was", t.ID)
		}
		if _, err := table.Replay(records); err != nil && len(records) > 0 {
			m.Unreadable = append(m.Unreadable, t.ID)
		}
		if t.Live() {
			m.Live++
		}
		m.Records += t.Len
	}
	m.Tables = len(tables)
	if err := sameSettings(ctx, from, to); err != nil {
		return m, err
	}
	return m, from.Set(ctx, movedKey, []byte(to.Path()))
}

// arrived returns the records of a table, which are the same in both stores.
func arrived(ctx context.Context, from, to store.ReadOnly, id int64) (records [][]byte, err error) {
	var before []store.Record
	for rec, err := range from.Load(ctx, id) {
		if err != nil {
			return nil, err
		}
		before = append(before, rec)
	}
	for rec, err := range to.Load(ctx, id) {
		if err != nil {
			return nil, err
		}
		n := len(records)
		if n == len(before) || !same(&rec, &before[n]) {
			return nil, store.ErrDamaged.At(to.Path(), "table %d: record %d is not as it was", id, rec.Seq)
		}
		records = append(records, rec.Body)
	}
	return records, nil
}

func same(a, b *store.Record) bool {
	return a.Table == b.Table && a.Seq == b.Seq && a.Version == b.Version && a.Epoch == b.Epoch && a.At.Equal(b.At) && bytes.Equal(a.Body, b.Body)
}

// sameSettings compares what isn't in tables.
func sameSettings(ctx context.Context, from, to store.ReadOnly) error {
	keys, err := from.Settings(ctx)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if key == store.RunningKey {
			continue
		}
		was, err := from.Setting(ctx, key)
		if err != nil {
			return err
		}
		is, err := to.Setting(ctx, key)
		if err != nil {
			return err
		}
		if !bytes.Equal(was, is) {
			return store.ErrDamaged.At(to.Path(), "setting %s is not as it was", key)
		}
	}
	return nil
}
