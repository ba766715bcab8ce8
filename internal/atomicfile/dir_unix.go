//go:build unix

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// giveTo gives a new file the owner and the group of another.
func giveTo(f *os.File, other fs.FileInfo) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	has, want := info.Sys().(*syscall.Stat_t), other.Sys().(*syscall.Stat_t)
	if has.Uid == want.Uid && has.Gid == want.Gid {
		return nil
	}
	return f.Chown(int(want.Uid), int(want.Gid))
}

// OwnAsDir gives a file the owner of its directory, if this process is root: a server that isn't
// has to read it. Other users' files are theirs.
func OwnAsDir(f *os.File) error {
	dir, err := os.Stat(filepath.Dir(f.Name()))
	if err != nil || os.Geteuid() != 0 {
		return err
	}
	return giveTo(f, dir)
}

// SameOwner reports whether two files belong to one user.
func SameOwner(a, b fs.FileInfo) bool {
	return a.Sys().(*syscall.Stat_t).Uid == b.Sys().(*syscall.Stat_t).Uid
}

// SyncDir makes the names in a directory durable.
func SyncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
