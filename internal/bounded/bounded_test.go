package bounded_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chratze/internal/bounded"
)

// TestBounds: a file as long as the limit is read; a longer one is refused, and the error has
// the limit.
func TestBounds(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(path, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	if b, err := bounded.ReadFile(path, 5); err != nil || string(b) != "12345" {
		t.Errorf("%q: %v", b, err)
	}
	if _, err := bounded.ReadFile(path, 4); !isLarge(err, path) {
		t.Errorf("longer than it may be: %v", err)
	}
	if b, err := bounded.Read(strings.NewReader("12345"), 5); err != nil || string(b) != "12345" {
		t.Errorf("%q: %v", b, err)
	}
	if _, err := bounded.Read(strings.NewReader("12345"), 4); !isLarge(err, "-") {
		t.Errorf("a stream longer than it may be: %v", err)
	}
	if _, err := bounded.ReadFile(path+"x", 4); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func isLarge(err error, path string) bool {
	e, ok := errors.AsType[*bounded.LargeError](err)
	return ok && e.Path == path && e.Most == 4
}

// bottomless is a file that claims a size and counts how much of it is read.
type bottomless struct {
	fs.FileInfo
	size, read int64
}

func (f *bottomless) Stat() (fs.FileInfo, error) { return f, nil }
func (f *bottomless) Size() int64                { return f.size }
func (f *bottomless) Close() error               { return nil }
func (f *bottomless) Read(b []byte) (int, error) {
	f.read += int64(len(b))
	return len(b), nil
}

// TestLargeFilesAreNotRead: if a file says that it is too large, nothing of it is read. If it
// doesn't say so, as a pipe doesn't, no more than the limit is read.
func TestLargeFilesAreNotRead(t *testing.T) {
	t.Parallel()
	for size, want := range map[int64]int64{1 << 40: 0, 1001: 0, 1000: 1001, 0: 1001} {
		f := &bottomless{size: size}
		if _, err := bounded.ReadOpen(f, "x", 1000); f.read != want {
			t.Errorf("of a file of %d bytes %d are read, want %d", size, f.read, want)
		} else if _, ok := errors.AsType[*bounded.LargeError](err); !ok {
			t.Errorf("a file of %d bytes and without end is taken: %v", size, err)
		}
	}
}
