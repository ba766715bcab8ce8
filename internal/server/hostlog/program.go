package hostlog

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"

	"chratze/internal/server/store"
)

// Program is one that writes to a store: its version, and the format of its records.
type Program struct {
	Version string `json:"version"`
	Format  int    `json:"format"`
	At      string `json:"at,omitempty"` // where its database is, if that is a file
}

// CopiedFrom returns where the database is that this one is a copy of, if it is still there; otherwise "".
func CopiedFrom(ctx context.Context, db store.ReadOnly) string {
	var was Program
	data, err := db.Setting(ctx, programKey)
	if err != nil || json.Unmarshal(data, &was) != nil || was.At == "" || was.At == db.Path() {
		return ""
	}
	here, err1 := os.Stat(db.Path())
	there, err2 := os.Stat(was.At)
	if err1 != nil || err2 != nil || os.SameFile(here, there) {
		return ""
	}
	other, err := store.OpenReader(ctx, was.At)
	if err != nil {
		return ""
	}
	defer func() { _ = other.Close() }() // it was only read
	a, err1 := db.Setting(ctx, linkKeyName)
	b, err2 := other.Setting(ctx, linkKeyName)
	if err1 != nil || err2 != nil || !bytes.Equal(a, b) {
		return ""
	}
	return was.At
}

// programKey is the setting with the last Program. Those of several servers follow, by name.
const programKey = "program"

// Meet notes which program writes to a store from now on, as which of several servers (node; "": it is alone). It is refused
// if the data were moved elsewhere (Move), if a program has written there whose records it doesn't understand, or if others are
// writing that wouldn't understand its own.
func Meet(ctx context.Context, db store.Store, this Program, node string, others []string) error {
	was, err := Understand(ctx, db, this)
	if err != nil {
		return err
	}
	if was.Format < this.Format && len(others) > 0 {
		return store.ErrLocked.At(db.Path(), "the servers %s run %s and don't understand what %s writes", strings.Join(others, ", "), was.Version, this.Version)
	}
	data, err := json.Marshal(this)
	if err != nil {
		return err
	}
	err = db.Set(ctx, programKey, data)
	if err == nil && node != "" {
		err = db.Set(ctx, programKey+"/"+node, data)
	}
	return err
}

// Understand returns which program has written to a store last, or an error if a program doesn't understand the records of
// that program.
func Understand(ctx context.Context, db store.ReadOnly, this Program) (was Program, err error) {
	was.Format = 1
	data, err := db.Setting(ctx, programKey)
	switch {
	case errors.Is(err, store.ErrNoSetting):
		return was, nil
	case err == nil:
		err = json.Unmarshal(data, &was)
	}
	if err == nil && was.Format > this.Format {
		err = store.ErrNewer.At(db.Path(), "written by %s, this is %s", was.Version, this.Version)
	}
	return was, err
}

// ProgramOf returns which program one of several servers runs; "": it isn't known.
func ProgramOf(ctx context.Context, r store.ReadOnly, node string) string {
	var p Program
	if data, err := r.Setting(ctx, programKey+"/"+node); err == nil {
		_ = json.Unmarshal(data, &p) // else it isn't known
	}
	return p.Version
}
