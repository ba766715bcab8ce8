package store

import (
	"context"
	"slices"
)

// Sink is an empty store that is being filled in one transaction.
type Sink struct {
	Setting func(ctx context.Context, key string, value []byte) error
	Table   func(ctx context.Context, t *Table) error
	Records func(ctx context.Context, list []Record) error // of one table, in order
	// Above gets the highest number that a table has had, and an epoch above those of all
	// records.
	Above func(ctx context.Context, last, epoch int64) error
}

// pourAtOnce is how many records are passed at once.
const pourAtOnce = 1000

// Pour passes everything in a store to a sink, unchanged.
func Pour(ctx context.Context, from ReadOnly, into Sink) error {
	keys, err := from.Settings(ctx)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if key == RunningKey {
			continue
		}
		value, err := from.Setting(ctx, key)
		if err == nil {
			err = into.Setting(ctx, key, value)
		}
		if err != nil {
			return err
		}
	}
	tables, err := from.Tables(ctx, All)
	if err != nil {
		return err
	}
	var epoch int64
	for i := range tables {
		highest, err := pourTable(ctx, from, &tables[i], into)
		if err != nil {
			return err
		}
		epoch = max(epoch, highest)
	}
	last, err := from.Last(ctx)
	if err != nil {
		return err
	}
	return into.Above(ctx, last, epoch+1)
}

// pourTable passes a table and returns the highest epoch of its records.
func pourTable(ctx context.Context, from ReadOnly, t *Table, into Sink) (epoch int64, err error) {
	if err := into.Table(ctx, t); err != nil {
		return 0, err
	}
	var list []Record
	for rec, err := range from.Load(ctx, t.ID) {
		if err != nil {
			return 0, err
		}
		rec.Body = slices.Clone(rec.Body)
		if rec.Body == nil {
			rec.Body = []byte{}
		}
		epoch = max(epoch, rec.Epoch)
		if list = append(list, rec); len(list) == pourAtOnce {
			if err := into.Records(ctx, list); err != nil {
				return 0, err
			}
			list = list[:0]
		}
	}
	return epoch, into.Records(ctx, list)
}
