package web_test

import (
	"net"
	"time"

	"golang.org/x/time/rate"
)

// slowNet limits how many bytes a second all connections of a server together send.
type slowNet struct {
	net.Listener
	limit *rate.Limiter
}

type slowConn struct {
	net.Conn
	limit *rate.Limiter
}

func (l slowNet) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return slowConn{c, l.limit}, err
}

func (c slowConn) Write(b []byte) (n int, err error) {
	for len(b) > 0 && err == nil {
		part := b[:min(len(b), 8<<10)]
		time.Sleep(c.limit.ReserveN(time.Now(), len(part)).Delay())
		var m int
		m, err = c.Conn.Write(part)
		n, b = n+m, b[m:]
	}
	return n, err
}
