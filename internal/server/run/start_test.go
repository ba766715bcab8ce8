package run

import (
	"path/filepath"
	"testing"

	"chratze/internal/server/store"
)

// TestUnusedFile: a server that begins with a new database finds the tables that are still in the file of its data directory. It
// says nothing of a file that is the database, or once the database has had a table.
func TestUnusedFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, err := store.Open(t.Context(), filepath.Join(dir, DatabaseName), store.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	other, err := store.Open(t.Context(), filepath.Join(t.TempDir(), DatabaseName), store.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close() }()
	file, postgres := Database{Dir: dir}, Database{Dir: dir, URL: "postgres://127.0.0.1/x"}
	found := func(what string, at Database, r store.ReadOnly, want int64) {
		t.Helper()
		if n := at.Unused(t.Context(), r); n != want {
			t.Errorf("%s: %d open tables are not used, want %d", what, n, want)
		}
	}
	found("no table anywhere", postgres, other, 0)
	if _, err := db.Create(t.Context(), store.New{}); err != nil {
		t.Fatal(err)
	}
	found("a new database", postgres, other, 1)
	found("no database yet", postgres, nil, 1)
	found("the file is the database", file, db, 0)
	found("no file", Database{Dir: t.TempDir(), URL: postgres.URL}, other, 0)
	if _, err := other.Create(t.Context(), store.New{}); err != nil {
		t.Fatal(err)
	}
	found("tables in both", postgres, other, 0)
}
