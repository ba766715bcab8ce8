// Package bounded reads whole files up to a limit in bytes. It never holds more than the limit
// in memory, even if a stream has no end.
package bounded

import (
	"fmt"
	"io"
	"io/fs"
	"os"
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

func read(in io.Reader, path string, most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, most+1))
	if err == nil && int64(len(data)) > most {
		err = &LargeError{path, most}
	}
	return data, err
}
