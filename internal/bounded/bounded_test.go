package bounded_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

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

// TestText: a byte order mark is no part of a text, UTF-16 isn't read as if it were UTF-8, and a
// person who types is answered at once.
func TestText(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{"": "", "a": "a", "a 2\n": "a 2\n", "\ufeffa": "a", "\ufeff": "", "é": "é", "\xef": "\xef", "a\ufeff": "a\ufeff", "\ufeff\ufeff": "\ufeff"} {
		for name, in := range map[string]io.Reader{"at once": strings.NewReader(given), "by bytes": iotest.OneByteReader(strings.NewReader(given))} {
			if got, err := io.ReadAll(bounded.Text(in)); err != nil || string(got) != want {
				t.Errorf("%q %s is %q, want %q: %v", given, name, got, want, err)
			}
		}
	}
	for _, given := range []string{"\xff\xfea\x00", "\xfe\xff\x00a", "a\x00b\x00", "\x00a\x00b"} {
		in := bounded.Text(strings.NewReader(given))
		for range 2 {
			if _, err := io.ReadAll(in); !errors.Is(err, bounded.ErrUTF16) {
				t.Errorf("%q: %v", given, err)
			}
		}
	}
	out, typed := io.Pipe()
	go func() { _, _ = typed.Write([]byte("q\n")) }() // and no more
	b := make([]byte, 10)
	if n, err := bounded.Text(out).Read(b); err != nil || string(b[:n]) != "q\n" {
		t.Errorf("%q: %v", b[:n], err)
	}
}
