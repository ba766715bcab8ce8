//go:build unix

package listen

import "syscall"

// reservedFiles is the number of file descriptors for the store and the system, besides those
// for connections.
const reservedFiles = 64

// MostSockets returns the limit of open connections, or 0 if there is none.
func MostSockets() int {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l); err != nil || l.Cur > 1<<30 {
		return 0
	}
	return max(int(l.Cur)-reservedFiles, int(l.Cur)/2)
}
