package atomicfile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"chratze/internal/atomicfile"
)

// TestWrite: a file is made, and replaced, and keeps its permissions; a link goes on naming it; where
// nothing can be written, what was there stays, and nothing is left beside it.
func TestWrite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	link := filepath.Join(dir, "link")
	write := func(path, text string, perm os.FileMode) {
		t.Helper()
		if err := atomicfile.Write(path, []byte(text), perm); err != nil {
			t.Fatal(err)
		}
	}
	write(path, "first", 0o644)
	write(path, "second", 0o600)
	if runtime.GOOS != "windows" {
		if err := os.Symlink("a", link); err != nil {
			t.Fatal(err)
		}
		write(link, "third", 0o600)
		if to, err := os.Readlink(link); err != nil || to != "a" {
			t.Errorf("the link names %q: %v", to, err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode() != 0o644 {
			t.Errorf("the file has %v: %v", info.Mode(), err)
		}
		if text, err := os.ReadFile(path); err != nil || string(text) != "third" {
			t.Errorf("%q: %v", text, err)
		}
	}
	if err := atomicfile.Write(dir, []byte("x"), 0o644); err == nil {
		t.Error("a directory was replaced")
	}
	if err := atomicfile.Write(filepath.Join(dir, "none", "a"), nil, 0o644); err == nil {
		t.Error("a directory was made")
	}
	for _, bad := range []string{dir, filepath.Join(dir, "none", "a"), filepath.Join(path, "a")} {
		if atomicfile.Try(bad) == nil {
			t.Errorf("%s could be written", bad)
		}
	}
	for _, good := range []string{path, filepath.Join(dir, "b"), os.DevNull} {
		if err := atomicfile.Try(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != "a" && e.Name() != "link" {
			t.Errorf("%s was left", e.Name())
		}
	}
	if _, err := os.Stat(os.DevNull); err == nil && runtime.GOOS != "windows" {
		write(os.DevNull, "x", 0o644)
		if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
			t.Error("the device was replaced by a file")
		}
	}
}

// TestWriteKeeps: a file that is replaced keeps its permissions and its owner; a read-only file
// is refused; a link to a file that isn't there yet makes that file.
func TestWriteKeeps(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	for _, mode := range []os.FileMode{0o600, 0o640, 0o664} {
		if err := errors.Join(os.WriteFile(path, []byte("old"), 0o600), os.Chmod(path, mode), atomicfile.Write(path, []byte("new"), 0o644)); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode() != mode && runtime.GOOS != "windows" {
			t.Errorf("%v became %v: %v", mode, info.Mode(), err)
		}
	}
	if err := os.Chmod(path, 0o400); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Write(path, []byte("more"), 0o644); !errors.Is(err, fs.ErrPermission) || !errors.Is(atomicfile.Try(path), fs.ErrPermission) {
		t.Errorf("a read-only file was written over: %v", err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "new" {
		t.Errorf("%q: %v", text, err)
	}
	if runtime.GOOS == "windows" {
		return
	}
	sub := filepath.Join(dir, "sub")
	if err := errors.Join(os.Mkdir(sub, 0o755), os.Symlink("../b", filepath.Join(sub, "one")), os.Symlink("sub/one", filepath.Join(dir, "two")), os.Symlink("sub", filepath.Join(dir, "s"))); err != nil {
		t.Fatal(err)
	}
	for _, link := range []string{"two", "s/one"} {
		if err := errors.Join(atomicfile.Try(filepath.Join(dir, link)), atomicfile.Write(filepath.Join(dir, link), []byte(link), 0o644)); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(filepath.Join(dir, "b")); err != nil || string(text) != link {
			t.Errorf("%s: %q: %v", link, text, err)
		}
		if err := os.Remove(filepath.Join(dir, "b")); err != nil {
			t.Fatal(err)
		}
	}
	if os.Getuid() == 0 {
		given := filepath.Join(dir, "given")
		if err := errors.Join(os.WriteFile(given, nil, 0o600), os.Chown(given, 1234, 4321), atomicfile.Write(given, []byte("x"), 0o644)); err != nil {
			t.Fatal(err)
		}
		if err := owner(given, 1234, 4321); err != nil {
			t.Error(err)
		}
	}
}
