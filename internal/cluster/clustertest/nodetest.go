// Package clustertest helps tests of servers that share a database: it has a cable that can be cut.
package clustertest

import (
	"context"
	"io"
	"net"
	"sync"
	"testing"
	"time"
)

// Cable is a way over TCP to somebody, which can be cut: what is sent then stays on the way, and
// neither side is told. When it is mended all of that arrives.
type Cable struct {
	Address string // where it begins

	ctx   context.Context
	mu    sync.Mutex
	to    string
	slow  time.Duration
	whole chan struct{} // closed, unless the cable is cut
	conns map[net.Conn]struct{}
}

// NewCable returns a cable to an address, which goes with the test.
func NewCable(t testing.TB, to string) *Cable {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	c := &Cable{Address: l.Addr().String(), to: to, ctx: ctx, whole: make(chan struct{}), conns: map[net.Conn]struct{}{}}
	close(c.whole)
	var all sync.WaitGroup
	all.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			all.Go(func() { c.carry(conn) })
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		cancel()
		c.Drop()
		all.Wait()
	})
	return c
}

// Cut cuts the cable.
func (c *Cable) Cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.whole = make(chan struct{})
}

// Mend ends what Cut has begun.
func (c *Cable) Mend() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.whole)
}

// To lets connections that come from now on lead to another address.
func (c *Cable) To(address string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.to = address
}

// Slow lets connections that come from now on wait before they are carried.
func (c *Cable) Slow(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.slow = d
}

// Drop closes all connections, as a load balancer does with those to a server that it has marked
// as down.
func (c *Cable) Drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for conn := range c.conns {
		_ = conn.Close() // both sides know
	}
}

// wait waits until the cable is whole; false: the test ends.
func (c *Cable) wait() bool {
	c.mu.Lock()
	whole := c.whole
	c.mu.Unlock()
	select {
	case <-whole:
		return c.ctx.Err() == nil
	case <-c.ctx.Done():
		return false
	}
}

// hold notes a connection that Drop closes.
func (c *Cable) hold(conn net.Conn) (release func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.conns[conn] = struct{}{}
	return func() {
		_ = conn.Close() // likewise
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.conns, conn)
	}
}

// carry carries one connection both ways, until one side ends.
func (c *Cable) carry(near net.Conn) {
	defer c.hold(near)()
	if !c.wait() {
		return
	}
	c.mu.Lock()
	to, slow := c.to, c.slow
	c.mu.Unlock()
	select {
	case <-time.After(slow):
	case <-c.ctx.Done():
	}
	far, err := (&net.Dialer{}).DialContext(c.ctx, "tcp", to)
	if err != nil {
		return
	}
	defer c.hold(far)()
	var both sync.WaitGroup
	for _, ends := range [][2]net.Conn{{near, far}, {far, near}} {
		both.Go(func() {
			c.pour(ends[1], ends[0])
			_ = near.Close()
			_ = far.Close()
		})
	}
	both.Wait()
}

// pour carries one way. That a side has gone arrives as late as everything else.
func (c *Cable) pour(to io.Writer, from io.Reader) {
	buf := make([]byte, 16<<10)
	for {
		n, err := from.Read(buf)
		if !c.wait() || err != nil {
			return
		}
		if _, err := to.Write(buf[:n]); err != nil {
			return
		}
	}
}
