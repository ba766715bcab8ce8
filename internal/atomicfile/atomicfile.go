// Package atomicfile replaces files as a whole.
package atomicfile

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// Try returns the error that Write would return for a path: for a directory, a read-only file,
// or where no file can be made. It changes nothing.
func Try(path string) error {
	path = Target(path)
	info, err := writable(path)
	if err != nil || info != nil && !info.Mode().IsRegular() {
		return err // opening a pipe would wait for its reader
	}
	f, err := create(path, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, 1<<12)) // a full disk still takes an empty file
	return errors.Join(err, f.Close(), os.Remove(f.Name()))
}

// Target returns the file that a path names through links, even if there is no file yet.
func Target(path string) string {
	for range 40 { // a ring of links ends here
		if real, err := filepath.EvalSymlinks(path); err == nil {
			return real
		}
		to, err := os.Readlink(path)
		if err != nil {
			break
		}
		if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil && !filepath.IsAbs(to) {
			to = filepath.Join(dir, to)
		}
		path = to
	}
	return path
}

// writable describes the file at a path, nil if there is none. The error says why it may not be
// written: replacing it would need no right to the file itself.
func writable(path string) (fs.FileInfo, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, nil // create says why, if no file can be made
	case info.IsDir():
		return nil, &fs.PathError{Op: "write", Path: path, Err: syscall.EISDIR}
	case !info.Mode().IsRegular():
		return info, nil
	case info.Mode()&0o222 == 0: // root, too, has marked it read-only
		return nil, &fs.PathError{Op: "write", Path: path, Err: syscall.EACCES}
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	return info, f.Close()
}

// create makes a new file beside a path.
func create(path string, perm fs.FileMode) (f *os.File, err error) {
	for range 100 {
		name := "." + filepath.Base(path) + "." + strconv.FormatUint(uint64(rand.Uint32()), 36)
		f, err = os.OpenFile(filepath.Join(filepath.Dir(path), name), os.O_RDWR|os.O_CREATE|os.O_EXCL, perm)
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return f, err
}

// Write replaces the file at path by one with this content, as Create does.
func Write(path string, data []byte, perm fs.FileMode) error {
	f, err := Create(path, perm)
	if err != nil {
		return err
	}
	if _, err = f.Write(data); err != nil {
		return errors.Join(err, f.Drop())
	}
	return f.Keep()
}

// File is the new content of a file, which has its old one until Keep.
type File struct {
	*os.File
	path string
	old  fs.FileInfo // nil: there was none
}

// Create begins the new content of the file at path. After a failure, a kill or a loss of
// power the file has its old content or the new, and nothing between. A file that was there keeps
// its permissions and its owner; a new one gets perm, less what the umask takes. A link stays, and
// what it names is replaced; a device or a pipe is written to, and so is a file that would change
// its owner.
func Create(path string, perm fs.FileMode) (*File, error) {
	path = Target(path)
	old, err := writable(path)
	if err != nil {
		return nil, err
	}
	if old == nil || old.Mode().IsRegular() {
		if old != nil {
			perm = 0o600 // until it has its owner
		}
		f, err := create(path, perm)
		if err != nil || old == nil || giveTo(f, old) == nil {
			return &File{f, path, old}, err
		}
		if err := errors.Join(f.Close(), os.Remove(f.Name())); err != nil {
			return nil, err
		}
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, perm)
	return &File{f, "", old}, err
}

// Keep puts the new content in the place of the old.
func (f *File) Keep() (err error) {
	if f.path == "" {
		return f.Close()
	}
	if f.old != nil {
		err = f.Chmod(f.old.Mode().Perm())
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), f.path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return SyncDir(filepath.Dir(f.path))
}

// Drop leaves the old content in its place.
func (f *File) Drop() error {
	if f.path == "" {
		return f.Close()
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}
