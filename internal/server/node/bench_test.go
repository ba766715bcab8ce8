package node

import (
	"io"
	"testing"
)

// BenchmarkHandshake connects one node to another: always the first time, and again and again.
func BenchmarkHandshake(b *testing.B) {
	at := owner(b, key)
	peers := peersOf(b, key)
	for _, again := range []bool{false, true} {
		b.Run(map[bool]string{false: "first", true: "again"}[again], func(b *testing.B) {
			for b.Loop() {
				if !again {
					clear(peers.to)
				}
				conn, err := peers.dial(b.Context(), at)
				if err == nil {
					_, err = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\n"+headerClient+": 192.0.2.1\r\n\r\n")
				}
				if err == nil {
					_, err = conn.Read(make([]byte, 1<<12))
				}
				if err != nil {
					b.Fatal(err)
				}
				_ = conn.Close()
			}
		})
	}
}
