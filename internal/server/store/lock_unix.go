//go:build !windows

package store

import (
	"errors"
	"os"
	"syscall"
)

// lockFile opens a file, or makes it, and locks it until it is closed, also by the
// end of the process. held: somebody else has it. A file system that knows no
// locks gives none: then only the epoch fences.
func lockFile(path string) (f *os.File, held bool, err error) {
	f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, false, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK):
		return nil, true, f.Close()
	case err == nil, knowsNoLocks(err):
		return f, false, nil
	}
	return nil, false, first(err, f.Close())
}

func knowsNoLocks(err error) bool {
	return errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.ENOLCK) || errors.Is(err, syscall.ENOSYS) || errors.Is(err, syscall.EINVAL)
}

// unlockFile gives a lock back. That has to be said: a process that is just being
// started by this one shares all open files until it is another program.
func unlockFile(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_UN)
	if knowsNoLocks(err) {
		err = nil
	}
	return first(err, f.Close())
}
