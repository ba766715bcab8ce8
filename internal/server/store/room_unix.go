//go:build linux || darwin

package store

import (
	"math"
	"os"
	"syscall"
)

// FreeRoom returns how many bytes this process can still write where a directory is. If that can't
// be found out, it is a lot.
func FreeRoom(dir string) uint64 {
	var s syscall.Statfs_t
	if syscall.Statfs(dir, &s) != nil {
		return math.MaxUint64
	}
	blocks := s.Bavail
	if os.Geteuid() == 0 { // some are kept for it
		blocks = s.Bfree
	}
	return blocks * uint64(s.Bsize)
}
