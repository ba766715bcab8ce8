//go:build linux || darwin

package store

import (
	"syscall"
	"testing"
)

// TestFreeRoom: the blocks that a file system keeps for root aren't free, for root either.
func TestFreeRoom(t *testing.T) {
	t.Parallel()
	var s syscall.Statfs_t
	dir := t.TempDir()
	if err := syscall.Statfs(dir, &s); err != nil {
		t.Fatal(err)
	}
	size := uint64(s.Bsize)
	if kept := s.Bfree - s.Bavail; FreeRoom(dir) > (s.Bavail+kept/2)*size && kept*size > 1<<28 {
		t.Errorf("%d bytes are free, of which %d are kept for root", FreeRoom(dir), kept*size)
	}
}
