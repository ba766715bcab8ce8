// Package bounded reads files whole, and of one that is too large or has no end no more than
// it may have.
package bounded

import (
	"fmt"
	"io"
	"io/fs"
	"os"
)

// LargeError says that a file is larger than what is read.
type LargeError struct {
	Path string // "-" is a stream
	Most int64  // bytes
}

func (e *LargeError) Error() string { return fmt.Sprintf("%s: longer than %d bytes", e.Path, e.Most) }

// ReadFile reads a file of at most so many bytes. The error may be a *LargeError.
func ReadFile(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	return ReadOpen(f, path, most)
}

// ReadOpen is ReadFile for a file that is open.
func ReadOpen(f fs.File, path string, most int64) ([]byte, error) {
	if info, err := f.Stat(); err == nil && info.Size() > most {
		return nil, &LargeError{path, most}
	}
	return read(f, path, most)
}

// Read reads a stream of at most so many bytes. The error may be a *LargeError.
func Read(in io.Reader, most int64) ([]byte, error) { return read(in, "-", most) }

func read(in io.Reader, path string, most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, most+1))
	if err == nil && int64(len(data)) > most {
		err = &LargeError{path, most}
	}
	return data, err
}
