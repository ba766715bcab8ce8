//go:build unix

package store_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"chratze/internal/server/store"
	"chratze/internal/server/store/storetest"
)

// crashedAt makes a database whose server was killed with a full journal: a copy of its
// files while it is open. It returns the path and how many batches it holds.
func crashedAt(t *testing.T, batches uint64) (path string) {
	t.Helper()
	from := filepath.Join(t.TempDir(), "x.db")
	createChildTables(t, from)
	s := openedAt(t, from, store.Options{})
	for n := range batches {
		mustAppend(t, s, childBatch(n)...)
	}
	path = filepath.Join(t.TempDir(), "x.db")
	for _, suffix := range []string{"", "-wal", store.MarksSuffix} {
		b, err := os.ReadFile(from + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path+suffix, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// TestLostJournal: whatever happens to the journal of a server that was killed, a start
// either finds all, or says which tables are shorter and by how much. Without the marks,
// as in a copy of the database file alone, it says at least that the journal is missing.
func TestLostJournal(t *testing.T) {
	t.Parallel()
	rounds := 12
	if verify {
		rounds = 300
	}
	const batches = 60
	r := rand.New(rand.NewPCG(8, 8))
	kinds := map[string]int{}
	for round := range rounds {
		path := crashedAt(t, batches)
		wal, err := os.ReadFile(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		var how error
		kind := [...]string{"whole", "deleted", "cut", "emptied", "scribbled", "alone"}[round%6]
		switch kind {
		case "deleted":
			how = os.Remove(path + "-wal")
		case "cut":
			how = os.Truncate(path+"-wal", r.Int64N(int64(len(wal))))
		case "emptied":
			how = os.Truncate(path+"-wal", 0)
		case "scribbled":
			wal[r.IntN(len(wal))] ^= 0x10
			how = os.WriteFile(path+"-wal", wal, 0o600)
		case "alone":
			how = errors.Join(os.Remove(path+"-wal"), os.Remove(path+store.MarksSuffix))
		}
		if how != nil {
			t.Fatal(how)
		}
		kinds[kind] += heed(t, path, kind, batches)
	}
	t.Log(kinds)
	for _, kind := range []string{"deleted", "cut", "emptied", "alone"} {
		if kinds[kind] == 0 {
			t.Errorf("nothing was ever lost by a journal that was %s: %v", kind, kinds)
		}
	}
}

// heed opens a database and checks what it says of what is missing. It returns 1 if
// anything is.
func heed(t *testing.T, path, kind string, batches uint64) int {
	t.Helper()
	ctx := context.Background()
	s, err := store.Open(ctx, path, store.Options{Check: -1})
	if err != nil { // that is said too
		var typed *store.Error
		if !errors.As(err, &typed) {
			t.Errorf("%s: %v", kind, err)
		}
		return 1
	}
	var lost store.Lost
	before := storetest.LostBefore(t, s) // the database is new each time
	if len(before) > 0 {
		lost = before[0]
	}
	if len(before) > 1 || len(before) > 0 != lost.Any() {
		t.Errorf("kept: %+v", before)
	}
	has := uint64(0)
	for i := range batchTables {
		if table, err := s.Table(ctx, int64(i+1)); err == nil {
			has += table.Len
		}
	}
	gone := has < batches*batchTables
	switch {
	case kind == "alone" && !lost.Journal:
		t.Error("a copy without its journal isn't noticed")
	case kind == "alone":
	case gone != lost.Any() || lost.Journal:
		t.Errorf("%s: %d records are there of %d, and it says %+v", kind, has, batches*batchTables, lost)
	}
	for _, short := range lost.Tables {
		table, _ := s.Table(ctx, short.Table)
		if short.Had != batches || short.Has != table.Len {
			t.Errorf("%s: %+v, want %d before and %d now", kind, short, batches, table.Len)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again := openedAt(t, path, store.Options{})
	if list := storetest.LostBefore(t, again); len(list) != len(before) {
		t.Errorf("%s: the next start says it again: %+v", kind, list)
	}
	if gone || kind == "alone" {
		return 1
	}
	return 0
}

// TestNothingLost: ends of all kinds after which nothing is missing, and nothing is said:
// clean, killed, compacted, tables deleted, a backup of a running server, restored.
func TestNothingLost(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dir := t.TempDir()
	path := filepath.Join(dir, "x.db")
	createChildTables(t, path)
	quiet := func(what, path string) *store.DB {
		t.Helper()
		s := openedAt(t, path, store.Options{})
		if list := storetest.LostBefore(t, s); len(list) > 0 {
			t.Errorf("%s: %+v", what, list)
		}
		return s
	}
	s := quiet("clean", path)
	mustAppend(t, s, childBatch(0)...)
	copied := filepath.Join(dir, "copy.db")
	if _, err := s.Backup(ctx, copied); err != nil {
		t.Fatal(err)
	}
	mustAppend(t, s, childBatch(1)...)
	if err := s.CloseTable(ctx, 3); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Retain(ctx, time.Now().Add(1e12), store.KeepNothing); err != nil {
		t.Fatal(err)
	}
	if err := s.Compact(ctx); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := quiet("a table was deleted", path).Close(); err != nil {
		t.Fatal(err)
	}
	if err := quiet("a backup of a running server", copied).Close(); err != nil {
		t.Fatal(err)
	}
	amended := false
	if _, err := store.Restore(ctx, copied, path, true, store.Meaning{Amend: func(ctx context.Context, db store.Store) error {
		amended = true
		return db.Append(ctx, childBatch(1))
	}}); err != nil {
		t.Fatal(err)
	}
	s = quiet("restored", path)
	if table, err := s.Table(ctx, 1); !amended || err != nil || table.Len != 2 {
		t.Errorf("what was to be appended isn't there: %+v %v", table, err)
	}
	for name := range files(t, dir) {
		if strings.Contains(name, ".new") || strings.Contains(name, ".part") {
			t.Errorf("%s is left behind", name)
		}
	}
}
