//go:build unix

package atomicfile_test

import (
	"fmt"
	"os"
	"syscall"
)

// owner returns an error if a file belongs to another.
func owner(path string, uid, gid uint32) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if s := info.Sys().(*syscall.Stat_t); s.Uid != uid || s.Gid != gid {
		return fmt.Errorf("%s belongs to %d:%d, want %d:%d", path, s.Uid, s.Gid, uid, gid)
	}
	return nil
}
