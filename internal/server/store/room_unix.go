//go:build linux || darwin

package store

import (
	"math"
	"syscall"
)

// FreeRoom returns how many bytes can still be written where a directory is, without what is kept for root: --check is
// often asked by root, for a server that isn't. If that can't be found out, it is a lot.
func FreeRoom(dir string) uint64 {
	var s syscall.Statfs_t
	if syscall.Statfs(dir, &s) != nil {
		return math.MaxUint64
	}
	return s.Bavail * uint64(s.Bsize)
}
