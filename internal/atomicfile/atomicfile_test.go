package atomicfile_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"chratze/internal/atomicfile"
)

// TestWrite: a file is made, and replaced with its permissions; a link goes on naming it; where
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
		if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
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
