//go:build unix

package site

import "syscall"

// reservedFiles are file descriptors that the store and the system need besides those of
// connections.
const reservedFiles = 64

// MostSockets returns how many connections may be open at once, 0 if nothing limits them.
func MostSockets() int {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l); err != nil || l.Cur > 1<<30 {
		return 0
	}
	return max(int(l.Cur)-reservedFiles, int(l.Cur)/2)
}
