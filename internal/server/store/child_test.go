//go:build unix

package store_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"chratze/internal/server/store"
)

// TestMain: the test program is also the process that is killed, or lives under
// other limits.
func TestMain(m *testing.M) {
	if role := os.Getenv("CHRATZE_STORE_CHILD"); role != "" {
		if err := children[role](os.Args[1:]); err != nil {
			fmt.Println("error:", err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

var children = map[string]func(args []string) error{
	"writer": childWrites,
	"limit":  childAtLimit,
	"barred": childIsBarred,
}

// child is the test program in another role.
func child(role string, args ...string) *exec.Cmd {
	exe, err := os.Executable()
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(exe, args...)
	cmd.Env = append(os.Environ(), "CHRATZE_STORE_CHILD="+role)
	cmd.Stderr = os.Stderr
	return cmd
}

// The children write batches: batch n adds record n to each of some tables.
const batchTables = 7

func childBatch(n uint64) []store.Entry {
	batch := make([]store.Entry, batchTables)
	for i := range batch {
		batch[i] = store.Entry{int64(i + 1), n, int(n % 3), childBody(n, i)}
	}
	return batch
}

func childBody(n uint64, i int) []byte {
	return []byte(strings.Repeat(fmt.Sprint(n, "/", i, " "), 1+int(n*7+uint64(i))%40))
}

// createChildTables makes a database for childBatch.
func createChildTables(t *testing.T, path string) {
	t.Helper()
	s := openedAt(t, path, store.Options{})
	for range batchTables {
		mustCreate(t, s, "")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// checkBatches checks that a store holds whole batches as they were written, and
// returns how many.
func checkBatches(s *store.DB) (uint64, error) {
	ctx := context.Background()
	first, err := s.Table(ctx, 1)
	if err != nil {
		return 0, err
	}
	for i := range batchTables {
		var n uint64
		for r, err := range s.Load(ctx, int64(i+1)) {
			if err != nil {
				return 0, err
			}
			if string(r.Body) != string(childBody(n, i)) || r.Version != int(n%3) {
				return 0, fmt.Errorf("table %d: record %d is not what was written", i+1, n)
			}
			n++
		}
		if n != first.Len {
			return 0, fmt.Errorf("half a batch: %d records of table 1, %d of table %d", first.Len, n, i+1)
		}
	}
	return first.Len, nil
}

// childWrites appends batches, and says of each when it is durable, until it is
// killed. The journal is brought into the file often.
func childWrites(args []string) error {
	ctx := context.Background()
	s, err := store.Open(ctx, args[0], store.Options{Check: -1})
	if err != nil {
		return err
	}
	if _, err := s.Conn().ExecContext(ctx, `PRAGMA wal_autocheckpoint = 17`); err != nil {
		return err
	}
	n, err := checkBatches(s)
	if err != nil {
		return err
	}
	for ; ; n++ {
		if err := s.Append(ctx, childBatch(n)); err != nil {
			return err
		}
		fmt.Println(n)
	}
}

// TestKill: a process is killed while it writes, again and again. Every batch that
// it has acknowledged is there, the one it was at is there or not, and the next
// process takes over at once.
func TestKill(t *testing.T) {
	t.Parallel()
	rounds := 10
	if verify {
		rounds = 200
	}
	path := filepath.Join(t.TempDir(), "x.db")
	createChildTables(t, path)
	r := rand.New(rand.NewPCG(3, 4))
	var had uint64
	for range rounds {
		acked := killedAfter(t, path, 1+r.IntN(60))
		s, err := store.Open(context.Background(), path, store.Options{Check: -1})
		if err != nil {
			t.Fatal(err)
		}
		has, err := checkBatches(s)
		if err != nil {
			t.Fatal(err)
		}
		if has < acked || has > acked+1 || has < had {
			t.Errorf("%d batches were acknowledged, %d are there, and %d were before", acked, has, had)
		}
		had = has
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if had < uint64(rounds) {
		t.Errorf("only %d batches were written", had)
	}
}

// killedAfter kills a writer when it has acknowledged some batches, and returns how
// many there are in all.
func killedAfter(t *testing.T, path string, lines int) (acked uint64) {
	t.Helper()
	cmd := child("writer", path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewScanner(out)
	for i := 0; in.Scan(); i++ { // what it says before it is killed counts too
		n, err := strconv.ParseUint(in.Text(), 10, 64)
		if err != nil {
			t.Errorf("the writer says %q", in.Text())
			break
		}
		acked = n + 1
		if i == lines {
			if err := cmd.Process.Kill(); err != nil {
				t.Error(err)
			}
		}
	}
	var killed *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &killed) || killed.Exited() {
		t.Errorf("the writer was not killed: %v", err)
	}
	return acked
}

// childAtLimit appends batches with a limit on the size of files, until that fails;
// then without the limit, opening again if it has to. It says what was written.
func childAtLimit(args []string) error {
	ctx := context.Background()
	s, err := store.Open(ctx, args[0], store.Options{})
	if err != nil {
		return err
	}
	limit, err := strconv.ParseUint(args[1], 10, 64)
	if err != nil {
		return err
	}
	signal.Ignore(syscall.SIGXFSZ)
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		return err
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: old.Max}); err != nil {
		return err
	}
	var n uint64
	for err == nil && n < 1000 {
		if err = s.Append(ctx, childBatch(n)); err == nil {
			n++
		}
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		return err
	}
	fmt.Println(string(err.(*store.Error).Code))
	again := s.Append(ctx, childBatch(n))
	if errors.Is(err, store.ErrUnknown) {
		if !errors.Is(again, store.ErrUnknown) {
			return fmt.Errorf("after %w: %w", err, again)
		}
		if err := s.Close(); err != nil {
			return err
		}
		if s, err = store.Open(ctx, args[0], store.Options{Check: -1}); err != nil {
			return err
		}
		has, err := checkBatches(s)
		if err != nil || has < n || has > n+1 {
			return fmt.Errorf("%d batches were acknowledged, %d are there, %w", n, has, err)
		}
		again = s.Append(ctx, childBatch(has))
	}
	if again != nil {
		return fmt.Errorf("after %w, with room: %w", err, again)
	}
	_, err = checkBatches(s)
	return errors.Join(err, s.Close())
}

// TestLimit: the system refuses to let a file grow, in the middle of a batch.
func TestLimit(t *testing.T) {
	t.Parallel()
	limits := 12
	switch {
	case verify:
		limits = 300
	case testing.Short():
		limits = 4
	}
	kinds := map[string]int{}
	for i := range limits {
		path := filepath.Join(t.TempDir(), "x.db")
		createChildTables(t, path)
		out, err := child("limit", path, fmt.Sprint(60_000+i*4973)).Output()
		if err != nil {
			t.Errorf("limit %d: %s", i, out)
		}
		kinds[strings.TrimSpace(string(out))]++
	}
	for kind := range kinds {
		if !slices.Contains([]store.Code{store.ErrUnknown, store.ErrFull, store.ErrFailed}, store.Code(kind)) {
			t.Errorf("failures %v", kinds)
		}
	}
}

// childIsBarred tries what it has no right to, and says what comes of it.
func childIsBarred(args []string) error {
	ctx := context.Background()
	file := func(dir string) string { return filepath.Join(args[0], dir, "x.db") }
	try := func(name string, err error) {
		var e *store.Error
		if !errors.As(err, &e) {
			e = &store.Error{Code: store.Code(fmt.Sprint("untyped: ", err))}
		}
		fmt.Printf("%s: %s\n", name, string(e.Code))
	}
	open := func(name, path string) {
		s, err := store.Open(ctx, path, store.Options{Create: true})
		if err == nil {
			err = errors.Join(errors.New("opened"), s.Close())
		}
		try(name, err)
	}
	open("read-only directory", file("sealed"))
	open("read-only directory, new", filepath.Join(args[0], "sealed", "new.db"))
	open("read-only file", file("readonly"))
	open("unreadable file", file("unreadable"))
	open("closed directory", file("closed"))
	_, err := store.OpenReader(ctx, file("closed"))
	try("read in a closed directory", err)
	_, err = store.OpenReader(ctx, file("unreadable"))
	try("read an unreadable file", err)
	r, err := store.OpenReader(ctx, file("readonly"))
	if err != nil {
		return err
	}
	_, err = r.Backup(ctx, filepath.Join(args[0], "sealed", "copy.db"))
	try("backup into a read-only directory", err)
	backup := filepath.Join(args[0], "open", "copy.db")
	if _, err := r.Backup(ctx, backup); err != nil {
		return err
	}
	_, err = store.Restore(ctx, backup, file("sealed"), true, store.Meaning{})
	try("restore into a read-only directory", err)
	return r.Close()
}

// TestBarred: what may not be written or read is said to be so. The superuser may
// everything, so this is tried as another person.
func TestBarred(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for dir, mode := range map[string]struct{ dir, file os.FileMode }{
		"sealed":     {0o555, 0o666},
		"readonly":   {0o777, 0o444},
		"unreadable": {0o777, 0},
		"closed":     {0, 0o666},
		"open":       {0o777, 0o666},
	} {
		path := filepath.Join(root, dir, "x.db")
		if err := os.Mkdir(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		createChildTables(t, path)
		err := errors.Join(os.Chmod(path+".lock", 0o666), os.Chmod(path, mode.file), os.Chmod(filepath.Dir(path), mode.dir))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(filepath.Dir(path), 0o700) })
	}
	cmd := child("barred", root)
	if os.Geteuid() == 0 {
		asNobody(t, cmd, root)
	}
	out, err := cmd.Output()
	want := `read-only directory: read-only
read-only directory, new: read-only
read-only file: read-only
unreadable file: read-only
closed directory: read-only
read in a closed directory: read-only
read an unreadable file: read-only
backup into a read-only directory: read-only
restore into a read-only directory: read-only
`
	if string(out) != want || err != nil {
		t.Errorf("%s%v, want\n%s", out, err, want)
	}
}

// asNobody lets a command run as a user without rights, in a directory of a test.
func asNobody(t *testing.T, cmd *exec.Cmd, dir string) {
	t.Helper()
	program, err := os.ReadFile(cmd.Path)
	if err != nil {
		t.Fatal(err)
	}
	cmd.Path = filepath.Join(dir, "child")
	syscall.ForkLock.RLock() // a child of another test would keep the file open, too busy to run
	err = os.WriteFile(cmd.Path, program, 0o755)
	syscall.ForkLock.RUnlock()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{cmd.Path, dir, filepath.Dir(dir)} {
		if err := os.Chmod(path, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	cmd.Dir = dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
}
