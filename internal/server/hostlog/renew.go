package hostlog

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"chratze/internal/fair"
	"chratze/internal/server/store"
	"chratze/internal/table"
)

// Renew gives every live table a new secret for the deals to come: its log has been put
// back to an earlier state, and people may know the secrets of the deals that were played
// since. Data that were moved elsewhere go on here. A table whose log can't be read is left alone: it can't go on either.
func Renew(ctx context.Context, db store.Store) error {
	if NotMoved(ctx, db) != nil {
		if err := db.Set(ctx, movedKey, nil); err != nil {
			return err
		}
	}
	tables, err := db.Tables(ctx, store.Live)
	if err != nil {
		return err
	}
	for _, t := range tables {
		var records [][]byte
		for rec, err := range db.Load(ctx, t.ID) {
			if err != nil {
				return err
			}
			records = append(records, rec.Body)
		}
		at, err := table.Replay(records)
		if errors.Is(err, table.ErrLog) {
			continue
		}
		if err != nil {
			return err
		}
		var secret fair.Secret
		_, _ = rand.Read(secret[:]) // it never fails
		ready, err := at.Step(table.Millis(time.Now().UnixMilli()), table.Command{Do: table.DoRenew, From: -1, Secret: secret}, nil)
		if err != nil {
			return fmt.Errorf("table %d: %w", t.ID, err)
		}
		var batch []store.Entry
		for i, body := range ready.Append {
			batch = append(batch, store.Entry{Table: t.ID, Seq: ready.First + uint64(i), Version: RecordVersion, Body: body})
		}
		if err := db.Append(ctx, batch); err != nil {
			return err
		}
	}
	list, err := store.LostBefore(ctx, db)
	if err != nil || len(list) == 0 {
		return err
	}
	return db.Set(ctx, mournedKey, mark(list))
}

// mournedKey is the setting with the mark of the last loss after which the tables got new secrets.
const mournedKey = "mourned"

func mark(list []store.Lost) []byte { return []byte(list[len(list)-1].At.UTC().String()) }

// Mourn says in the log what was found missing, and gives the tables new secrets: whatever has opened the data and found it, and
// even if an earlier start was killed before it was done.
func Mourn(ctx context.Context, db store.Store, log *slog.Logger) error {
	list, err := store.LostBefore(ctx, db)
	if err != nil || len(list) == 0 {
		return err
	}
	done, err := db.Setting(ctx, mournedKey)
	if bytes.Equal(done, mark(list)) || err != nil && !errors.Is(err, store.ErrNoSetting) {
		return err
	}
	lost := list[len(list)-1]
	log = log.With("found", lost.At)
	for _, t := range lost.Tables {
		log.Error("a part of the log is missing: hands that people have seen may be gone; see chratze admin lost", "table", t.Table, "records_before", t.Had, "records_now", t.Has)
	}
	if lost.Journal {
		log.Error("the journal of a server that didn't end cleanly is missing: hands that people have seen may be gone; see chratze admin lost", "journal", db.Path()+"-wal")
	}
	if lost.Marks {
		log.Error("the file that says how long the logs were (.len) is missing or can't be read: hands that people have seen may be gone, and all deals to come get new secrets. "+
			"If another user owns files in the data directory, give them the owner of the directory. See chratze admin lost", "database", db.Path(), "err", lost.Why)
	}
	return Renew(ctx, db)
}

// Meaning is what a restore has to know of the data: the logs get new secrets, and what servers write by themselves is nothing to lose.
func Meaning() store.Meaning {
	return store.Meaning{Amend: Renew, OwnRecord: isSecret, OwnSetting: isOwn}
}

func isSecret(body []byte) bool {
	r, err := table.DecodeRecord(body)
	return err == nil && r.Kind == table.KindSecret
}

func isOwn(key string) bool {
	return key == movedKey || key == mournedKey || key == programKey || strings.HasPrefix(key, programKey+"/")
}
