package store_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"chratze/internal/server/store"
)

// TestLinkedDatabase: a link to another disk stays one, at the first start and in a restore. What lies beside a database lies where it is,
// so a second link to it is refused while a server runs.
func TestLinkedDatabase(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("links want a right there")
	}
	disk, ctx := t.TempDir(), context.Background()
	one, two, real := filepath.Join(t.TempDir(), "x.db"), filepath.Join(t.TempDir(), "x.db"), filepath.Join(disk, "x.db")
	for _, link := range []string{one, two} {
		if err := os.Symlink(real, link); err != nil {
			t.Fatal(err)
		}
	}
	s := openedAt(t, one, store.Options{})
	mustCreate(t, s, "", "0")
	copied := filepath.Join(t.TempDir(), "copy.db")
	if _, err := s.Backup(ctx, copied); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(ctx, two, store.Options{}); err == nil {
		t.Error("two servers write to one database")
	} else {
		expectCode(t, "a second link", err, store.ErrLocked)
	}
	_, err := store.Restore(ctx, copied, two, true, store.Meaning{})
	expectCode(t, "a restore while it runs", err, store.ErrLocked)
	expectCode(t, "a look before the start", store.Usable(two), store.ErrLocked)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := store.Restore(ctx, copied, one, true, store.Meaning{})
	if err != nil || filepath.Dir(r.Replaced) != disk {
		t.Errorf("restored, and the one before is %q: %v", r.Replaced, err)
	}
	for _, link := range []string{one, two} {
		if to, err := os.Readlink(link); err != nil || to != real {
			t.Errorf("the link leads to %q: %v", to, err)
		}
		if beside, err := os.ReadDir(filepath.Dir(link)); err != nil || len(beside) != 1 {
			t.Errorf("beside the link lie %v: %v", beside, err)
		}
	}
	if n, err := store.Verify(ctx, two); err != nil || n.Tables != 1 {
		t.Errorf("the other link has %d tables: %v", n.Tables, err)
	}
}
