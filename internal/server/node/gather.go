package node

import (
	"net"
	"sync"
	"time"
)

// gather is a connection whose writes don't wait. What is said while a write is on its way goes
// out together, by the next one: two servers that have much to say to each other need fewer
// writes than messages, and one that has little to say waits for nothing.
type gather struct {
	net.Conn
	written chan struct{} // closed when nothing more will be written

	mu      sync.Mutex
	changed *sync.Cond
	next    []byte // what goes out by the next write
	err     error  // why nothing more can be said
}

// mostGathered is how many bytes may wait; whoever has more to say waits too.
const mostGathered = 64 << 10

// lastWords is how long what was said before Close may take to go out.
const lastWords = time.Second

func newGather(conn net.Conn) *gather {
	g := &gather{Conn: conn, written: make(chan struct{})}
	g.changed = sync.NewCond(&g.mu)
	go g.run()
	return g
}

// Write implements net.Conn. An error may be that of an earlier write.
func (g *gather) Write(b []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for len(g.next) >= mostGathered && g.err == nil {
		g.changed.Wait()
	}
	if g.err != nil {
		return 0, g.err
	}
	g.next = append(g.next, b...)
	g.changed.Broadcast()
	return len(b), nil
}

// take waits for something to write, and gives back what was written. It reports false when that
// is the last.
func (g *gather) take(written []byte) ([]byte, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for len(g.next) == 0 && g.err == nil {
		g.changed.Wait()
	}
	out := g.next
	g.next = written[:0]
	g.changed.Broadcast()
	return out, g.err == nil
}

func (g *gather) run() {
	defer close(g.written)
	var out []byte
	for more := true; more; {
		out, more = g.take(out)
		if len(out) == 0 {
			continue
		}
		if _, err := g.Conn.Write(out); err != nil {
			g.end(err)
			return
		}
	}
}

// end lets nobody say anything more.
func (g *gather) end(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.err == nil {
		g.err = err
	}
	g.changed.Broadcast()
}

// Close implements net.Conn. Nothing is read any more; what was said before still goes out, while
// Close has returned.
func (g *gather) Close() error {
	g.end(net.ErrClosed)
	now := time.Now()
	_ = g.SetWriteDeadline(now.Add(lastWords)) // these errors mean that it is closed already
	err := g.SetReadDeadline(now)
	go func() {
		<-g.written
		_ = g.Conn.Close() // nobody is there any more whom an error would help
	}()
	return err
}
