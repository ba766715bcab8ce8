//go:build !windows

package store

import (
	"cmp"
	"errors"
	"os"
	"syscall"

	"chratze/internal/atomicfile"
)

// lockFile opens or creates a file and locks it until it is closed, or the process ends. held
// means that another process has the lock. On a file system without locks it locks nothing, and
// only the epoch protects the database.
func lockFile(path string) (f *os.File, held bool, err error) {
	f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, false, err
	}
	if err := atomicfile.OwnAsDir(f); err != nil {
		return nil, false, cmp.Or(err, f.Close())
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK):
		return nil, true, f.Close()
	case err == nil, knowsNoLocks(err):
		return f, false, nil
	}
	return nil, false, cmp.Or(err, f.Close())
}

func knowsNoLocks(err error) bool {
	return errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.ENOLCK) || errors.Is(err, syscall.ENOSYS) || errors.Is(err, syscall.EINVAL)
}

// unlockFile releases a lock explicitly. Closing the file isn't enough: a child process shares
// all open files until it runs its own program.
func unlockFile(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_UN)
	if knowsNoLocks(err) {
		err = nil
	}
	return cmp.Or(err, f.Close())
}
