package node

import (
	"errors"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// slowConn is a connection on which each write waits for a turn. It notes what was written.
type slowConn struct {
	net.Conn
	turn chan struct{}

	mu     sync.Mutex
	writes []string
	broken error
	closed bool
}

func (c *slowConn) Write(b []byte) (int, error) {
	<-c.turn
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.broken != nil {
		return 0, c.broken
	}
	c.writes = append(c.writes, string(b))
	return len(b), nil
}

func (c *slowConn) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	return nil
}

func (c *slowConn) isClosed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.closed
}

func (c *slowConn) SetReadDeadline(time.Time) error  { return nil }
func (c *slowConn) SetWriteDeadline(time.Time) error { return nil }

// TestGather: what is said during a write goes out with the next one, in order and whole; what was
// said before the end too, and nothing after it.
func TestGather(t *testing.T) {
	t.Parallel()
	c := &slowConn{turn: make(chan struct{})}
	g := newGather(c)
	say := func(text string) {
		t.Helper()
		if n, err := g.Write([]byte(text)); n != len(text) || err != nil {
			t.Fatal(n, err)
		}
	}
	say("a")
	for g.waiting() > 0 { // it is on its way now
		time.Sleep(time.Millisecond)
	}
	for _, text := range []string{"b", "c", "d"} {
		say(text)
	}
	c.turn <- struct{}{}
	for g.waiting() > 0 {
		time.Sleep(time.Millisecond)
	}
	say("e")
	_ = g.Close()
	if _, err := g.Write([]byte("f")); !errors.Is(err, net.ErrClosed) {
		t.Errorf("said after the end: %v", err)
	}
	if c.isClosed() {
		t.Error("it is closed before the last is said")
	}
	close(c.turn)
	<-g.written
	if want := []string{"a", "bcd", "e"}; !slices.Equal(c.writes, want) {
		t.Errorf("written %q, want %q", c.writes, want)
	}
	for !c.isClosed() {
		time.Sleep(time.Millisecond)
	}
}

// TestGatherHasALimit: who has more to say than a slow connection carries waits, and is told when
// it breaks.
func TestGatherHasALimit(t *testing.T) {
	t.Parallel()
	c := &slowConn{turn: make(chan struct{}), broken: errors.New("broken")}
	g := newGather(c)
	said := make(chan error)
	go func() {
		for {
			if _, err := g.Write([]byte(strings.Repeat("x", 1000))); err != nil {
				said <- err
				return
			}
		}
	}()
	for g.waiting() < mostGathered {
		time.Sleep(time.Millisecond)
	}
	select {
	case err := <-said:
		t.Fatal("it doesn't wait:", err)
	case <-time.After(20 * time.Millisecond):
	}
	if n := g.waiting(); n > mostGathered+1000 {
		t.Errorf("%d bytes wait", n)
	}
	close(c.turn)
	if err := <-said; !errors.Is(err, c.broken) {
		t.Error(err)
	}
	<-g.written
}

func (g *gather) waiting() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.next)
}
