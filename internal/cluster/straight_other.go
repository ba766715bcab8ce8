//go:build !unix

package cluster

import "net"

// straightTo is only for systems on which a write can be tried without waiting.
func straightTo(net.Conn) func([]byte) int { return nil }
