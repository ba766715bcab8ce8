// Package bounded reads whole files up to a limit in bytes. It never holds more than the limit
// in memory, even if a stream has no end. It also reads texts as programs of other systems write
// them.
package bounded

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// LargeError says that a file is larger than the limit.
type LargeError struct {
	Path string // "-" for a stream
	Most int64  // the limit, in bytes
}

func (e *LargeError) Error() string { return fmt.Sprintf("%s: longer than %d bytes", e.Path, e.Most) }

// ReadFile reads a file of at most the given number of bytes. The error may be a *LargeError.
func ReadFile(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	return ReadOpen(f, path, most)
}

// ReadOpen is ReadFile for a file that is already open.
func ReadOpen(f fs.File, path string, most int64) ([]byte, error) {
	if info, err := f.Stat(); err == nil && info.Size() > most {
		return nil, &LargeError{path, most}
	}
	return read(f, path, most)
}

// Read reads a stream of at most the given number of bytes. The error may be a *LargeError.
func Read(in io.Reader, most int64) ([]byte, error) { return read(in, "-", most) }

// ReadText is ReadFile for a text that a person has written. The error may wrap ErrUTF16.
func ReadText(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	data, err := read(Text(f), path, most)
	if errors.Is(err, ErrUTF16) {
		err = &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return data, err
}

// ErrUTF16 is the error for a text in UTF-16.
var ErrUTF16 = errors.New("the text is in UTF-16: save it as UTF-8")

// Text returns a reader of a text in UTF-8. It skips a byte order mark at the beginning, and
// fails with ErrUTF16 for a text in UTF-16.
func Text(in io.Reader) io.Reader { return &text{in: bufio.NewReader(in)} }

type text struct {
	in    *bufio.Reader
	begun bool
	err   error
}

// Read implements io.Reader. It doesn't wait for more than the first byte, unless that is no
// letter, since a person may be typing.
func (t *text) Read(b []byte) (int, error) {
	if !t.begun {
		t.begun = true
		head, _ := t.in.Peek(1) // a read error comes up again below
		if len(head) > 0 && strings.IndexByte("\xef\xfe\xff\x00", head[0]) >= 0 {
			head, _ = t.in.Peek(3)
		} else {
			head, _ = t.in.Peek(min(3, t.in.Buffered()))
		}
		switch {
		case len(head) > 2 && string(head) == "\ufeff":
			_, _ = t.in.Discard(len(head))
		case len(head) > 1 && (head[0] == 0xff && head[1] == 0xfe || head[0] == 0xfe && head[1] == 0xff || (head[0] == 0) != (head[1] == 0)):
			t.err = ErrUTF16
		}
	}
	if t.err != nil {
		return 0, t.err
	}
	return t.in.Read(b)
}

func read(in io.Reader, path string, most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, most+1))
	if err == nil && int64(len(data)) > most {
		err = &LargeError{path, most}
	}
	return data, err
}
