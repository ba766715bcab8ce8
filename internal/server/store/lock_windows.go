package store

import (
	"errors"
	"os"
	"syscall"
)

// errSharing is the error of Windows for a file that another process doesn't share.
const errSharing = syscall.Errno(32)

// lockFile opens or creates a file so that others can only read it, until it is closed or the
// process ends. held means that another process has it.
func lockFile(path string) (f *os.File, held bool, err error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, false, err
	}
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, syscall.FILE_SHARE_READ, nil,
		syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, errSharing) {
		return nil, true, nil
	}
	if err != nil {
		return nil, false, &os.PathError{Op: "open", Path: path, Err: err}
	}
	return os.NewFile(uintptr(h), path), false, nil
}

// unlockFile releases a lock.
func unlockFile(f *os.File) error { return f.Close() }
