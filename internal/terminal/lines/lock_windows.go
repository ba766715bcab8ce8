package lines

import (
	"errors"
	"os"
	"syscall"
)

// errSharing is what Windows says of a file that another process has for itself.
const errSharing = syscall.Errno(32)

// openLocked opens a file, or makes it, for this process alone until it is closed,
// also by the end of the process. Is it another's, it returns errLocked.
func openLocked(path string) (*os.File, error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil,
		syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, errSharing) {
		return nil, errLocked
	}
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	return os.NewFile(uintptr(h), path), nil
}

// syncDir does nothing: Windows has no such call, and writes names at once.
func syncDir(string) error { return nil }
