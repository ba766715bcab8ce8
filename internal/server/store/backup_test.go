package store_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"chratze/internal/server/store"
	"chratze/internal/server/store/storetest"
)

// filled makes a database with some tables, live and closed, and settings.
func filled(t testing.TB, o store.Options) *store.DB {
	t.Helper()
	s := opened(t, o)
	for i := range 5 {
		id := mustCreate(t, s, fmt.Sprint("CODE", i), "0", "1", fmt.Sprint("Vreni at table ", i))
		mustAppend(t, s, entry(id, 3, strings.Repeat("long ", 1000)), entry(id, 4, "4"))
	}
	if err := s.CloseTable(context.Background(), 2); err != nil {
		t.Fatal(err)
	}
	if err := s.Set(context.Background(), "secret", []byte("s")); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestBackup: a copy made while the server writes is whole, and stays what it is.
func TestBackup(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := filled(t, store.Options{})
	to := filepath.Join(t.TempDir(), "copy.db")
	before := dump(t, s)
	stop, stopped := make(chan struct{}), make(chan struct{})
	a, b := mustCreate(t, s, ""), mustCreate(t, s, "")
	go func() {
		defer close(stopped)
		for seq := uint64(0); ; seq++ {
			select {
			case <-stop:
				return
			default:
				mustAppend(t, s, entry(a, seq, "a"), entry(b, seq, "b"))
			}
		}
	}()
	sum, err := s.Backup(ctx, to)
	close(stop)
	<-stopped
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := store.OpenReader(ctx, to)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var records uint64
	list, err := r.Tables(ctx, store.All)
	for _, table := range list {
		records += table.Len
	}
	if list[a-1].Len != list[b-1].Len {
		t.Errorf("half a batch is in it: %d and %d", list[a-1].Len, list[b-1].Len)
	}
	info, _ := os.Stat(to)
	expect(t, "summary", fmt.Sprint(sum, err), fmt.Sprint(store.Summary{7, 6, records, info.Size()}, nil))
	expect(t, "files", len(files(t, filepath.Dir(to))), 1)
	whole := openedAt(t, to, store.Options{})
	if got := dump(t, whole); !strings.HasPrefix(got, strings.TrimSuffix(before, "secret=\"s\"\n")) || !strings.HasSuffix(got, "secret=\"s\"\n") {
		t.Errorf("copy:\n%s\nwant at least:\n%s", got, before)
	}
}

// TestBackupRefuses: nothing is overwritten, and nothing is left behind.
func TestBackupRefuses(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := filled(t, store.Options{})
	dir := t.TempDir()
	there := filepath.Join(dir, "there")
	if err := os.WriteFile(there, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := s.Backup(ctx, there)
	expectCode(t, "to a file", err, store.ErrExists)
	_, err = s.Backup(ctx, dir)
	expectCode(t, "to a directory", err, store.ErrExists)
	_, err = s.Backup(ctx, s.Path())
	expectCode(t, "to itself", err, store.ErrExists)
	_, err = s.Backup(ctx, filepath.Join(dir, "none", "x"))
	expectCode(t, "to nowhere", err, store.ErrMissing)
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err = s.Backup(canceled, filepath.Join(dir, "canceled")); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	// A record that the disk has changed is found out before the backup has its name.
	if _, err := s.Conn().ExecContext(ctx, `UPDATE log SET body = x'00' WHERE tbl = 3 AND seq = 1`); err != nil {
		t.Fatal(err)
	}
	_, err = s.Backup(ctx, filepath.Join(dir, "x"))
	expectCode(t, "of a damaged one", err, store.ErrDamaged)
	expectFiles(t, "after", dir, map[string]string{"there": "mine"})
}

func TestRestore(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c := storetest.NewClock()
	s := filled(t, store.Options{Now: c.Now})
	dir := t.TempDir()
	copied := filepath.Join(dir, "copy.db")
	if _, err := s.Backup(ctx, copied); err != nil {
		t.Fatal(err)
	}
	want := dump(t, s)
	for _, tt := range []struct {
		name  string
		since func(t *testing.T, s *store.DB) // what was done after the backup
		says  string                          // why it is refused
	}{
		{"nothing but closing", func(*testing.T, *store.DB) {}, ""},
		{"nothing", nil, ""},
		{"a setting", func(t *testing.T, s *store.DB) {
			expect(t, "set", s.Set(ctx, "kasse/a", []byte("lines")), nil)
		}, "settings and parts of cash desks that the backup doesn't have: 1"},
		{"newer records", func(t *testing.T, s *store.DB) {
			id := mustCreate(t, s, "", "a", "b", "c")
			expect(t, "close", s.CloseTable(ctx, id), nil)
		}, "records that the backup doesn't have: 3"},
		{"more records", func(t *testing.T, s *store.DB) {
			mustAppend(t, s, entry(3, 5, "a"), entry(3, 6, "b"), entry(4, 5, "c"))
		}, "records that the backup doesn't have: 3"},
		{"another table of this number", func(t *testing.T, s *store.DB) {
			_, err := s.Conn().ExecContext(ctx, `UPDATE tables SET created = created + 1 WHERE id = 4`)
			expect(t, "update", err, nil)
		}, "records that the backup doesn't have: 5"},
		{"damage", func(t *testing.T, s *store.DB) {
			_, err := s.Conn().ExecContext(ctx, `DROP TABLE log`)
			expect(t, "drop", err, nil)
		}, "can't be read"},
	} {
		path := filepath.Join(t.TempDir(), "x.db")
		r, err := store.Restore(ctx, copied, path, false, store.Meaning{})
		if err != nil {
			t.Fatal(tt.name, err)
		}
		expect(t, tt.name, r.Replaced, "")
		s := openedAt(t, path, store.Options{Now: c.Now})
		expect(t, tt.name+": restored", dump(t, s), want)
		if tt.since != nil {
			tt.since(t, s)
			for id := range int64(5) {
				_, err := s.Conn().ExecContext(ctx, `UPDATE tables SET closed = 1 WHERE id = ?`, id+1)
				expect(t, "close", err, nil)
			}
		}
		epoch := s.Epoch()
		expect(t, "close", s.Close(), nil)
		before := files(t, filepath.Dir(path))
		r, err = store.Restore(ctx, copied, path, false, store.Meaning{})
		if tt.says != "" {
			expectCode(t, tt.name, err, store.ErrExists)
			if !strings.Contains(fmt.Sprint(err), tt.says) {
				t.Errorf("%s: %v, want %q in it", tt.name, err, tt.says)
			}
			expectFiles(t, tt.name, filepath.Dir(path), before)
			r, err = store.Restore(ctx, copied, path, true, store.Meaning{})
		}
		expect(t, tt.name, r.Replaced, path+".replaced")
		if tt.name == "nothing but closing" || tt.name == "nothing" {
			expect(t, tt.name+": opened again", r.Reopened, map[string]int{"nothing but closing": 4}[tt.name])
		}
		if err != nil {
			t.Fatal(tt.name, err)
		}
		after := files(t, filepath.Dir(path))
		expect(t, tt.name+": kept", after["x.db.replaced"] == before["x.db"], true)
		expect(t, tt.name+": files", len(after), 3)
		s = openedAt(t, path, store.Options{Now: c.Now})
		expect(t, tt.name+": restored again", dump(t, s), want)
		if tt.says != "can't be read" && s.Epoch() <= epoch {
			t.Errorf("%s: epoch %d, want one after %d", tt.name, s.Epoch(), epoch)
		}
	}
}

// TestRestoreComparesLogs: a live table is lost if a record of it isn't in the backup, even where the backup's log is as long.
func TestRestoreComparesLogs(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := filled(t, store.Options{})
	dir := t.TempDir()
	early, late, path := filepath.Join(dir, "early.db"), filepath.Join(dir, "late.db"), filepath.Join(dir, "x.db")
	_, err := s.Backup(ctx, early)
	expect(t, "early backup", err, nil)
	mustAppend(t, s, entry(1, 5, "as it went"), entry(1, 6, "and on"))
	_, err = s.Backup(ctx, late)
	expect(t, "late backup", err, nil)
	_, err = store.Restore(ctx, early, path, false, store.Meaning{})
	expect(t, "restore", err, nil)
	again := openedAt(t, path, store.Options{})
	mustAppend(t, again, entry(1, 5, "another way"))
	expect(t, "close", again.Close(), nil)
	_, err = store.Restore(ctx, late, path, false, store.Meaning{})
	expectCode(t, "over another log", err, store.ErrExists)
	if want := "live tables: 1, records that the backup doesn't have: 1"; !strings.Contains(fmt.Sprint(err), want) {
		t.Errorf("%v, want %q in it", err, want)
	}
}

// TestRestoreRefuses: what is no sound backup is not put in place of anything.
func TestRestoreRefuses(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := filled(t, store.Options{})
	dir := t.TempDir()
	sound := filepath.Join(dir, "sound.db")
	if _, err := s.Backup(ctx, sound); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	damaged := filepath.Join(dir, "damaged.db")
	b, _ := os.ReadFile(sound)
	b = bytes.ReplaceAll(b, []byte("Vreni at table 3"), []byte("Vroni at table 3"))
	newer, other := filepath.Join(dir, "newer.db"), filepath.Join(dir, "other.db")
	for path, content := range map[string][]byte{damaged: b, newer: b, other: []byte("no database, but long enough")} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	execute(t, newer, "PRAGMA user_version = 2")
	before := files(t, filepath.Dir(s.Path()))
	for from, want := range map[string]store.Code{
		damaged: store.ErrDamaged, newer: store.ErrNewer, other: store.ErrForeign, filepath.Join(dir, "none"): store.ErrMissing, s.Path(): store.ErrSame,
	} {
		_, err := store.Restore(ctx, from, s.Path(), true, store.Meaning{})
		expectCode(t, from, err, want)
	}
	expectFiles(t, "after", filepath.Dir(s.Path()), before)
	_, err := store.Restore(ctx, sound, filepath.Join(dir, "none", "x.db"), true, store.Meaning{})
	expectCode(t, "to nowhere", err, store.ErrMissing)
	for file := range files(t, dir) {
		if strings.HasSuffix(file, ".new") || strings.HasSuffix(file, ".part") {
			t.Errorf("%s was left behind", file)
		}
	}
}

// TestRestoreOverCrash: a database with a journal is replaced with its journal.
func TestRestoreOverCrash(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := filled(t, store.Options{})
	copied := filepath.Join(t.TempDir(), "copy.db")
	if _, err := s.Backup(ctx, copied); err != nil {
		t.Fatal(err)
	}
	want := dump(t, s)
	mustAppend(t, s, entry(1, 5, "only in the journal"))
	crashed := filepath.Join(t.TempDir(), "x.db")
	for name, content := range files(t, filepath.Dir(s.Path())) {
		if err := os.WriteFile(filepath.Join(filepath.Dir(crashed), name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(crashed + "-wal"); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Restore(ctx, copied, crashed, true, store.Meaning{}); err != nil {
		t.Fatal(err)
	}
	expect(t, "restored", dump(t, openedAt(t, crashed, store.Options{})), want)
	replaced := openedAt(t, crashed+store.ReplacedSuffix, store.Options{})
	expect(t, "replaced", bodies(t, replaced, 1)[5], "only in the journal")
}

// TestForgotten: what was scrubbed or deleted stands in no file any more.
func TestForgotten(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c := storetest.NewClock()
	s := opened(t, store.Options{Now: c.Now})
	const tables, records = 30, 40
	var next [tables + 1]uint64
	name := func(id int64) string { return []string{"Trudi", "Vreni"}[min(id%3, 1)] }
	for range tables {
		mustCreate(t, s, "")
	}
	r := rand.New(rand.NewPCG(5, 6))
	for range tables * records { // in no order, so that pages are split and leave copies behind
		id := 1 + r.Int64N(tables)
		mustAppend(t, s, entry(id, next[id], fmt.Sprint(strings.Repeat("x", r.IntN(300)), name(id))))
		next[id]++
	}
	for id := int64(1); id <= tables; id++ {
		_, err := s.Scrub(ctx, id, func(body []byte) ([]byte, bool) {
			return bytes.ReplaceAll(body, []byte("Vreni"), []byte("N")), bytes.Contains(body, []byte("Vreni"))
		})
		expect(t, "scrub", err, nil)
		if name(id) == "Trudi" {
			expect(t, "close", s.CloseTable(ctx, id), nil)
		}
	}
	c.Forward(time.Second)
	_, err := s.Retain(ctx, c.Now(), store.KeepEntry)
	expect(t, "retain", err, nil)
	expect(t, "compact", s.Compact(ctx), nil)
	for name, content := range files(t, filepath.Dir(s.Path())) {
		if strings.Contains(content, "Vreni") || strings.Contains(content, "Trudi") {
			t.Errorf("it still stands in %s", name)
		}
	}
	expect(t, "compact, read on", len(bodies(t, s, 2)), int(next[2]))
}

// TestEveryReplacedDatabaseIsKept: a restore takes none of the databases that earlier ones have
// kept, and the journal of one that a restore was moving when it was killed goes where its
// database is.
func TestEveryReplacedDatabaseIsKept(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := filled(t, store.Options{})
	copied, path := filepath.Join(t.TempDir(), "copy.db"), filepath.Join(t.TempDir(), "x.db")
	if _, err := s.Backup(ctx, copied); err != nil {
		t.Fatal(err)
	}
	for i, kept := range []string{"", ".replaced", ".replaced.2", ".replaced.3"} {
		if kept != "" {
			kept = path + kept
		}
		r, err := store.Restore(ctx, copied, path, true, store.Meaning{})
		expect(t, "restore", err, nil)
		expect(t, "kept as", r.Replaced, kept)
		s := openedAt(t, path, store.Options{})
		mustAppend(t, s, entry(1, 5, fmt.Sprintf("after restore %d", i)))
		expect(t, "close", s.Close(), nil)
	}
	for i, kept := range []string{".replaced", ".replaced.2", ".replaced.3"} {
		s := openedAt(t, path+kept, store.Options{})
		expect(t, kept, bodies(t, s, 1)[5], fmt.Sprintf("after restore %d", i))
		expect(t, "close", s.Close(), nil)
	}
	expect(t, "rename", os.Rename(path, path+".replaced.4"), nil)
	expect(t, "journal", os.WriteFile(path+"-wal", []byte("of the fourth"), 0o600), nil)
	r, err := store.Restore(ctx, copied, path, true, store.Meaning{})
	expect(t, "restore", err, nil)
	expect(t, "kept as", r.Replaced, "")
	expect(t, "journal", files(t, filepath.Dir(path))["x.db.replaced.4-wal"], "of the fourth")
}

// TestDropReplaced: what restores have kept goes once it is old, with its journal; nothing else does.
func TestDropReplaced(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	now := time.Now()
	old := now.AddDate(0, 0, -100)
	kept := []string{"x.db", "x.db-wal", "x.db.len", "x.db.replaced.3", "x.db.replaced.4", "x.db.replaced.4-wal", "x.db.replaced.old", "x.db.replaced2", "y.db.replaced", "x.db.replaced.txt"}
	for _, name := range append([]string{"x.db.replaced", "x.db.replaced-wal", "x.db.replaced.2"}, kept...) {
		path, at := filepath.Join(dir, name), old
		if name == "x.db.replaced.3" || name == "x.db.replaced.4-wal" {
			at = now
		}
		expect(t, "write", os.WriteFile(path, []byte(name), 0o600), nil)
		expect(t, "date", os.Chtimes(path, at, at), nil)
	}
	n, err := store.DropReplaced(filepath.Join(dir, "x.db"), now.AddDate(0, 0, -90))
	expect(t, "dropped", fmt.Sprint(n, err), "2 <nil>")
	slices.Sort(kept)
	expect(t, "left", slices.Sorted(maps.Keys(files(t, dir))), kept)
	n, err = store.DropReplaced(filepath.Join(dir, "x.db"), now.AddDate(0, 0, 1))
	expect(t, "all of them", fmt.Sprint(n, err), "2 <nil>")
}
