//go:build unix

package cluster

import (
	"net"
	"syscall"
)

// straightTo returns what writes to a connection as much as it takes at once; nil: it isn't one
// of the system's own, such as one with TLS.
func straightTo(conn net.Conn) func([]byte) int {
	own, ok := conn.(syscall.Conn)
	if !ok {
		return nil
	}
	raw, err := own.SyscallConn()
	if err != nil {
		return nil
	}
	var b []byte
	var n int
	try := func(fd uintptr) bool {
		n, err = syscall.Write(int(fd), b)
		return true // whatever has come of it: nobody waits here
	}
	return func(data []byte) int {
		b, n = data, 0
		if failed := raw.Write(try); failed != nil || err != nil {
			n, err = 0, nil // whoever reads the stream finds out why
		}
		b = nil
		return n
	}
}
