package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"chratze/internal/server/store"
	"chratze/internal/server/store/storetest"
)

// opened makes a database of its own and opens it.
func opened(t testing.TB, o store.Options) *store.DB {
	t.Helper()
	return openedAt(t, filepath.Join(t.TempDir(), "x.db"), o)
}

func openedAt(t testing.TB, path string, o store.Options) *store.DB {
	t.Helper()
	o.Create = true
	s, err := store.Open(context.Background(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// execute does something to a database that no program of ours does.
func execute(t testing.TB, path string, statements ...string) {
	t.Helper()
	pool, err := store.Connect(path, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	for _, st := range statements {
		if _, err := pool.Exec(st); err != nil {
			t.Fatal(st, err)
		}
	}
}

// TestOpenRefuses: what can't be opened says what is wrong, and is left as it was.
func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	valid := func(t *testing.T, path string) {
		s := openedAt(t, path, store.Options{})
		mustCreate(t, s, "A", "0")
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	after := func(statement string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			valid(t, path)
			execute(t, path, statement)
		}
	}
	write := func(text string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, tt := range []struct {
		name string
		make func(t *testing.T, path string)
		want store.Code
		says string
	}{
		{"empty", write(""), store.ErrDamaged, "the file is empty"},
		{"text", write("dear diary, this is a long text and no database at all"), store.ErrForeign, "not a database"},
		{"short text", write("x"), store.ErrForeign, "not a database"},
		{"only the beginning", write(store.Magic), store.ErrForeign, ""},
		{"a directory", func(t *testing.T, path string) {
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		}, store.ErrForeign, "is a directory"},
		{"another program's", func(t *testing.T, path string) { execute(t, path, "CREATE TABLE x (y)") }, store.ErrForeign, "application_id"},
		{"a newer version's", after("PRAGMA user_version = 99"), store.ErrNewer, "its schema is 99, and this program knows up to 1): update"},
		{"without its version", after("PRAGMA user_version = 0"), store.ErrDamaged, "schema is 0"},
		{"without its writer", after("DELETE FROM writer"), store.ErrDamaged, ""},
		{"without a table", after("DROP TABLE log"), store.ErrDamaged, "no such table"},
		{"journal without its database", func(t *testing.T, path string) {
			valid(t, path)
			if err := errors.Join(os.Rename(path, path+"-wal")); err != nil {
				t.Fatal(err)
			}
		}, store.ErrDamaged, "x.db-wal is there"},
		{"truncated", func(t *testing.T, path string) {
			valid(t, path)
			if err := os.Truncate(path, 3*4096+17); err != nil {
				t.Fatal(err)
			}
		}, store.ErrDamaged, "restore a backup"},
		{"truncated to a page", func(t *testing.T, path string) {
			valid(t, path)
			if err := os.Truncate(path, 4096); err != nil {
				t.Fatal(err)
			}
		}, store.ErrDamaged, "restore a backup"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "x.db")
			tt.make(t, path)
			before := files(t, filepath.Dir(path))
			_, err := store.Open(context.Background(), path, store.Options{Create: true, Check: -1})
			expectCode(t, "open", err, tt.want)
			if err != nil && !strings.Contains(err.Error(), tt.says) {
				t.Errorf("error %q, want %q in it", err, tt.says)
			}
			delete(before, "x.db.lock")
			expectFiles(t, "after", filepath.Dir(path), before)
			if _, err := store.Open(context.Background(), path, store.Options{}); errors.Is(err, store.ErrLocked) {
				t.Error("the lock was not given back")
			}
		})
	}
}

// files are the files of a directory.
func files(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(filepath.Join(dir, name))
		all[name] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// expectFiles fails if a file has not the content it should have, or one is there
// that shouldn't, but for what SQLite and the lock leave behind.
func expectFiles(t testing.TB, what, dir string, want map[string]string) {
	t.Helper()
	got := files(t, dir)
	for name, content := range want {
		if got[name] != content && !strings.HasSuffix(name, "-shm") && !strings.HasSuffix(name, ".lock") {
			t.Errorf("%s: %s was changed", what, name)
		}
		delete(got, name)
	}
	for name, content := range got {
		if !strings.HasSuffix(name, ".lock") && !strings.HasSuffix(name, "-shm") && !(strings.HasSuffix(name, "-wal") && content == "") {
			t.Errorf("%s: %s was left behind", what, name)
		}
	}
}

func TestOpenMissing(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dir := t.TempDir()
	_, err := store.Open(ctx, filepath.Join(dir, "none", "x.db"), store.Options{Create: true})
	expectCode(t, "without its directory", err, store.ErrMissing)
	expect(t, "path", err.(*store.Error).Path, filepath.Join(dir, "none"))
	_, err = store.Open(ctx, filepath.Join(dir, "x.db"), store.Options{})
	expectCode(t, "not to be made", err, store.ErrMissing)
	_, err = store.OpenReader(ctx, filepath.Join(dir, "x.db"))
	expectCode(t, "to be read", err, store.ErrMissing)
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = store.Open(ctx, filepath.Join(dir, "file", "x.db"), store.Options{Create: true})
	expectCode(t, "in a file", err, store.ErrMissing)
	if err := os.WriteFile(filepath.Join(dir, "x.db.new"), []byte("left by a crash"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := openedAt(t, filepath.Join(dir, "x.db"), store.Options{})
	expect(t, "epoch of a new one", s.Epoch(), 1)
}

// TestLease: one writer at a time, any number of readers.
func TestLease(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := opened(t, store.Options{})
	id := mustCreate(t, s, "", "0")
	_, err := store.Open(ctx, s.Path(), store.Options{})
	expectCode(t, "second writer", err, store.ErrLocked)
	if want := fmt.Sprint("its number is ", os.Getpid()); err != nil && !strings.Contains(err.Error(), want) {
		t.Errorf("error %q, want %q in it", err, want)
	}
	_, err = store.Restore(ctx, s.Path(), s.Path(), true, store.Meaning{})
	expectCode(t, "restore", err, store.ErrLocked)
	r, err := store.OpenReader(ctx, s.Path())
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, s, entry(id, 1, "1"))
	table, err := r.Table(ctx, id)
	expect(t, "read by another", fmt.Sprint(table.Len, err), fmt.Sprint(2, nil))
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	again := openedAt(t, s.Path(), store.Options{})
	expect(t, "epoch", again.Epoch(), s.Epoch()+1)
}

// TestDurable: the settings without which a commit isn't durable, and others that
// tests of behaviour would not miss.
func TestDurable(t *testing.T) {
	t.Parallel()
	s := opened(t, store.Options{})
	for pragma, want := range map[string]string{
		"journal_mode": "wal", "synchronous": "2", "fullfsync": "1", "secure_delete": "1", "application_id": fmt.Sprint(store.ApplicationID),
		"user_version": fmt.Sprint(store.SchemaVersion),
	} {
		var got string
		if err := s.Conn().QueryRowContext(context.Background(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %s (%v), want %s", pragma, got, err, want)
		}
	}
	if runtime.GOOS == "windows" {
		return
	}
	for name := range files(t, filepath.Dir(s.Path())) {
		info, err := os.Stat(filepath.Join(filepath.Dir(s.Path()), name))
		if err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s can be read by others: %v, %v", name, info.Mode(), err)
		}
	}
}

// TestSchemas: there is a step to every schema, and no more.
func TestSchemas(t *testing.T) {
	t.Parallel()
	list, err := fs.Glob(store.Schemas, "schema/*")
	expect(t, "steps", fmt.Sprint(len(list), err), fmt.Sprint(store.SchemaVersion, nil))
	s := opened(t, store.Options{})
	var names []string
	rows, err := s.Pool().Query(`SELECT type || ' ' || name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	expect(t, "schema", strings.Join(names, ", "), "index live, table log, table settings, table tables, table writer")
}

// TestPaths: the characters that mean something in a URI mean nothing in a path.
func TestPaths(t *testing.T) {
	t.Parallel()
	names := []string{"x y", "100%41", "a#b", "ü", "a&mode=memory", "plus+"}
	if runtime.GOOS != "windows" {
		names = append(names, "what?mode=memory", `back\slash`, "file:x")
	}
	for _, name := range names {
		dir := filepath.Join(t.TempDir(), name)
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		s := openedAt(t, filepath.Join(dir, name+".db"), store.Options{})
		mustCreate(t, s, "A", "0")
		if _, err := s.Backup(context.Background(), filepath.Join(dir, "copy "+name)); err != nil {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		for _, want := range []string{name + ".db", name + ".db.lock", name + ".db.len", "copy " + name} {
			if _, ok := files(t, dir)[want]; !ok {
				t.Errorf("%s is not there", want)
			}
		}
		expect(t, "files", len(files(t, dir)), 5)
	}
}

// TestRelativePath: what is opened stays, wherever the program goes.
func TestRelativePath(t *testing.T) {
	t.Chdir(t.TempDir())
	s := openedAt(t, "x.db", store.Options{})
	t.Chdir(t.TempDir())
	mustCreate(t, s, "A", "0")
	expect(t, "log", bodies(t, s, 1), []string{"0"})
}

// TestFull: what has no room is refused, and goes through when there is some.
func TestFull(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := opened(t, store.Options{})
	id := mustCreate(t, s, "")
	limit := func(pages int) {
		if _, err := s.Conn().ExecContext(ctx, fmt.Sprint("PRAGMA max_page_count = ", pages)); err != nil {
			t.Fatal(err)
		}
	}
	limit(20)
	var n uint64
	var err error
	for ; err == nil && n < 1000; n++ {
		err = s.Append(ctx, []store.Entry{entry(id, 2*n, strings.Repeat("x", 1000)), entry(id, 2*n+1, "y")})
	}
	n-- // of which nothing was written
	expectCode(t, "append", err, store.ErrFull)
	expectCode(t, "append again", s.Append(ctx, []store.Entry{entry(id, 2*n, strings.Repeat("x", 5000))}), store.ErrFull)
	expect(t, "records", len(bodies(t, s, id)), int(2*n))
	limit(1000)
	mustAppend(t, s, entry(id, 2*n, strings.Repeat("x", 5000)))
}

// TestCommitFails: what a failed commit means, by what SQLite says of it.
func TestCommitFails(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for code, want := range map[injected]store.Code{
		13: store.ErrFull, 5: store.ErrLocked, 8: store.ErrReadOnly, // nothing was written
		10: store.ErrUnknown, injectedSync: store.ErrUnknown, 11: store.ErrUnknown, 1: store.ErrUnknown, 7: store.ErrUnknown,
	} {
		s := opened(t, store.Options{})
		id := mustCreate(t, s, "")
		good := s.SwapCommit(failing(t, code))
		expectCode(t, code.Error(), s.Append(ctx, []store.Entry{entry(id, 0, "x")}), want)
		s.SwapCommit(good)
		err := s.Append(ctx, []store.Entry{entry(id, 0, "x")})
		if want == store.ErrUnknown {
			expectCode(t, "after "+code.Error(), err, store.ErrUnknown)
			expectCode(t, "whether it can write after "+code.Error(), s.Dead(), store.ErrUnknown)
		} else if err != nil || s.Dead() != nil {
			t.Errorf("after %v: %v, and it can't write because of %v", code, err, s.Dead())
		}
	}
}

// failing is a statement that fails.
func failing(t *testing.T, code injected) *sql.Stmt {
	p := &plan{code: code}
	pool, err := store.Connect(filepath.Join(t.TempDir(), "y.db"), "", p.wrap)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pool.Close() })
	st, err := pool.Prepare(`SELECT 1`)
	if err != nil {
		t.Fatal(err)
	}
	p.Fail(1, storetest.Refuse)
	return st
}

// TestGap: a record that is missing is noticed, wherever it was.
func TestGap(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for seq := range 2 {
		s := opened(t, store.Options{})
		id := mustCreate(t, s, "", "0", "1", "2")
		if _, err := s.Conn().ExecContext(ctx, `DELETE FROM log WHERE seq = ?`, seq); err != nil {
			t.Fatal(err)
		}
		var last error
		for _, last = range s.Load(ctx, id) {
		}
		expectCode(t, fmt.Sprint("without record ", seq), last, store.ErrDamaged)
	}
}

// TestNotBrokenOff: a batch that has begun is finished, whoever gives up on it.
func TestNotBrokenOff(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	c := storetest.NewClock()
	giveUp := func() {}
	s := opened(t, store.Options{Now: func() time.Time { giveUp(); return c.Now() }})
	id := mustCreate(t, s, "")
	giveUp = cancel
	expect(t, "append", s.Append(ctx, []store.Entry{entry(id, 0, "0"), entry(id, 1, "1")}), nil)
	expect(t, "log", bodies(t, s, id), []string{"0", "1"})
	if err := s.Append(ctx, []store.Entry{entry(id, 2, "2")}); !errors.Is(err, context.Canceled) {
		t.Errorf("append after that: %v", err)
	}
}

// TestClock: a store without a clock of its own takes that of the machine.
func TestClock(t *testing.T) {
	t.Parallel()
	before := time.Now().Truncate(time.Millisecond)
	for _, s := range []store.Store{opened(t, store.Options{}), storetest.NewMemory(nil)} {
		table, err := s.Table(context.Background(), mustCreate(t, s, "", "0"))
		if err != nil || table.Created.Before(before) || table.Active.Before(table.Created) || table.Active.After(time.Now()) {
			t.Errorf("%v, %v", table, err)
		}
	}
}

// TestErrors: every kind of failure has a sentence, and says what to do.
func TestErrors(t *testing.T) {
	t.Parallel()
	for code, says := range store.Sentences {
		e := &store.Error{Code: code, Path: "/x", Err: errors.New("cause")}
		for _, part := range []string{"/x: ", says[0], says[1], "(cause)"} {
			if part == "" || !strings.Contains(e.Error(), part) {
				t.Errorf("%s: %q, want %q in it", code, e, part)
			}
		}
		e.What = "detail"
		if !strings.Contains(e.Error(), "(detail)") || !errors.Is(e, code) || errors.Is(e, store.Code("x")) || errors.Unwrap(e) != e.Err {
			t.Errorf("%s: %v", code, e)
		}
	}
	for err, want := range map[error]store.Code{
		fs.ErrPermission: store.ErrReadOnly, fs.ErrExist: store.ErrExists, fs.ErrNotExist: store.ErrMissing, errors.New("x"): store.ErrFailed,
		sql.ErrConnDone: store.ErrClosed, injected(10 | 2<<8): store.ErrDamaged, injected(14): store.ErrReadOnly, injected(99): store.ErrFailed,
	} {
		expectCode(t, err.Error(), store.Fault("x", err), want)
	}
	if store.Fault("x", nil) != nil {
		t.Error("no error is one")
	}
}
