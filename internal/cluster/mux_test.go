package cluster

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/net/nettest"
)

// pair returns both ends of a connection over TCP.
func pair(t *testing.T) (a, b net.Conn) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	if a, err = net.Dial("tcp", l.Addr().String()); err != nil {
		t.Fatal(err)
	}
	if b, err = l.Accept(); err != nil {
		t.Fatal(err)
	}
	return a, b
}

// TestStreamIsAConn: a stream does what a net.Conn does, deadlines too.
func TestStreamIsAConn(t *testing.T) {
	t.Parallel()
	nettest.TestConn(t, func() (a, b net.Conn, stop func(), err error) {
		from, to := pair(t)
		came := make(chan *stream, 1)
		m := newMux(from, nil)
		n := newMux(to, func(s *stream) bool { came <- s; return true })
		s, err := m.open(time.Minute)
		return s, <-came, func() { m.Close(); n.Close() }, err
	})
}

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
	c.writes = append(c.writes, said(string(b)))
	return len(b), nil
}

// said is the data of frames.
func said(frames string) (data string) {
	for frames != "" {
		n := int(binary.BigEndian.Uint32([]byte(frames))) & (1<<24 - 1)
		data, frames = data+frames[frameHead:frameHead+n], frames[frameHead+n:]
	}
	return data
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

// slowMux speaks over a slow connection, and hears nothing.
func slowMux(broken error) (*mux, *slowConn) {
	silent, _ := net.Pipe()
	c := &slowConn{Conn: silent, turn: make(chan struct{}), broken: broken}
	return newMux(c, nil), c
}

func (m *mux) waiting() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.out)
}

// TestGather: what is said during a write goes out with the next one, in order and whole, and
// nobody but the first waits; what was said before the end goes out too, and nothing after it.
func TestGather(t *testing.T) {
	t.Parallel()
	m, c := slowMux(nil)
	say := func(text string) {
		if err := m.say(frameData, 1, len(text), []byte(text)); err != nil {
			t.Error(err)
		}
	}
	first := make(chan struct{})
	go func() { say("a"); close(first) }()
	for begun := false; !begun || m.waiting() > 0; time.Sleep(time.Millisecond) { // until it is on its way
		m.mu.Lock()
		begun = m.writing
		m.mu.Unlock()
	}
	for _, text := range []string{"b", "c", "d"} {
		say(text)
	}
	c.turn <- struct{}{}
	<-first // whoever has spoken first needn't write for the others
	for m.waiting() > 0 {
		time.Sleep(time.Millisecond)
	}
	say("e")
	m.Close()
	if err := m.say(frameData, 1, 1, []byte("f")); !errors.Is(err, net.ErrClosed) {
		t.Errorf("said after the end: %v", err)
	}
	if c.isClosed() {
		t.Error("it is closed before the last is said")
	}
	close(c.turn)
	<-m.quiet
	if want := []string{"a", "bcd", "e"}; !slices.Equal(c.writes, want) {
		t.Errorf("written %q, want %q", c.writes, want)
	}
	if !c.isClosed() {
		t.Error("it stays open")
	}
}

// TestCloseDuringAWrite: who writes at the end is let finish, and then all is closed.
func TestCloseDuringAWrite(t *testing.T) {
	t.Parallel()
	m, c := slowMux(nil)
	said := make(chan error)
	go func() { said <- m.say(frameData, 1, 1, []byte("a")) }()
	for begun := false; !begun || m.waiting() > 0; time.Sleep(time.Millisecond) {
		m.mu.Lock()
		begun = m.writing
		m.mu.Unlock()
	}
	m.Close()
	time.Sleep(20 * time.Millisecond) // whoever waits for the end has looked by now
	c.turn <- struct{}{}
	if err := <-said; err != nil {
		t.Error(err)
	}
	select {
	case <-m.quiet:
	case <-time.After(20 * time.Second): // a hang, not a measurement
		t.Error("it stays open")
	}
}

// TestGatherHasALimit: who has more to say than a slow connection carries waits, and is told when
// it breaks.
func TestGatherHasALimit(t *testing.T) {
	t.Parallel()
	m, c := slowMux(errors.New("broken"))
	told := make(chan error)
	for range 2 { // the first writes, the second leaves it to them
		go func() {
			for {
				if err := m.say(frameData, 1, 1000, []byte(strings.Repeat("x", 1000))); err != nil {
					told <- err
					return
				}
			}
		}()
	}
	for m.waiting() < mostGathered {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(20 * time.Millisecond)
	if n := m.waiting(); n > mostGathered+1000+frameHead {
		t.Errorf("%d bytes wait", n)
	}
	close(c.turn)
	for range 2 {
		if err := <-told; !errors.Is(err, c.broken) {
			t.Error(err)
		}
	}
	<-m.quiet
}

// TestBadFrames: a side that doesn't keep to the rules is cut off, and takes no memory.
func TestBadFrames(t *testing.T) {
	t.Parallel()
	frame := func(kind byte, id uint32, value, data int) []byte {
		b := binary.BigEndian.AppendUint32(nil, uint32(kind)<<24|uint32(value))
		return append(binary.BigEndian.AppendUint32(b, id), make([]byte, data)...)
	}
	open := frame(frameOpen, 1, 0, 0)
	for name, tt := range map[string]struct {
		said    []byte
		accepts bool
	}{
		"no such kind":            {frame(99, 1, 0, 0), true},
		"opened twice":            {slices.Concat(open, open), true},
		"opened by who accepts":   {open, false},
		"more than may be said":   {slices.Concat(open, frame(frameData, 1, window+1, window+1)), true},
		"more in several frames":  {slices.Concat(open, frame(frameData, 1, window/2, window/2), frame(frameData, 1, window/2+1, window/2+1)), true},
		"a frame without its end": {slices.Concat(open, frame(frameData, 1, 100, 10)), true},
	} {
		from, to := pair(t)
		var came func(*stream) bool
		if tt.accepts {
			came = func(*stream) bool { return true }
		}
		m := newMux(to, came)
		if _, err := from.Write(tt.said); err != nil {
			t.Fatal(err)
		}
		_ = from.(*net.TCPConn).CloseWrite() // nothing more comes
		<-m.over
		if m.number() != 0 {
			t.Errorf("%s: a stream stays", name)
		}
		if want := name != "a frame without its end"; errors.Is(m.err, errFrame) != want {
			t.Errorf("%s: %v", name, m.err)
		}
		_ = from.Close()
	}
}

// TestGoneWithoutAWord: a side that says nothing any more, not even to a ping, is given up; one
// that has nothing to say but answers isn't.
func TestGoneWithoutAWord(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a, b := net.Pipe()
		m, n := newMux(a, nil), newMux(b, func(*stream) bool { return true })
		time.Sleep(time.Hour)
		if m.closed() || n.closed() {
			t.Error("two who answer each other are given up")
		}
		m.Close()
		n.Close()

		a, b = net.Pipe()
		go func() { _, _ = io.Copy(io.Discard, b) }() // takes all and says nothing
		m = newMux(a, nil)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := m.ping(ctx); !errors.Is(err, errSilent) {
			t.Errorf("a ping without an answer: %v", err)
		}
		begun := time.Now()
		<-m.over
		if took := time.Since(begun); took > 3*keepAlive {
			t.Errorf("given up after %v", took)
		}
		_ = b.Close()
	})
}

// TestStraight: what is heard reaches its end whole and in order, whether it goes straight there,
// in part, or by way of the reader.
func TestStraight(t *testing.T) {
	t.Parallel()
	from, to := pair(t)
	came := make(chan *stream, 1)
	m, n := newMux(from, nil), newMux(to, func(s *stream) bool { came <- s; return true })
	defer n.Close()
	defer m.Close()
	s, err := m.open(time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	end := <-came
	r := rand.New(rand.NewPCG(1, 2))
	var got bytes.Buffer
	straight, read := 0, 0 // of end.mu
	end.mu.Lock()
	end.straight = func(b []byte) int {
		k := r.IntN(len(b) + 1)
		straight += k
		got.Write(b[:k])
		return k
	}
	end.mu.Unlock()
	want := bytes.Repeat([]byte("now"), 100)
	if _, err := s.Write(want); err != nil {
		t.Fatal(err)
	}
	for came := 0; came == 0; {
		end.mu.Lock()
		came = straight + len(end.in)
		end.mu.Unlock()
		time.Sleep(time.Millisecond)
	}
	if straight > 0 {
		t.Fatal("it goes past a reader who doesn't wait for it, and may have something else to bring there first")
	}
	said := make([][]byte, 3000)
	for i := range said {
		said[i] = bytes.Repeat([]byte{byte(i)}, 1+i%700)
		want = append(want, said[i]...)
	}
	go func() {
		for i, b := range said {
			if _, err := s.Write(b); err != nil {
				t.Error(err)
			}
			if i%10 == 0 {
				time.Sleep(100 * time.Microsecond) // so that the reader waits
			}
		}
		_ = s.Close()
	}()
	buf := make([]byte, 2048)
	for {
		k, err := end.Read(buf)
		end.mu.Lock() // as whoever reads is alone at the end
		got.Write(buf[:k])
		end.mu.Unlock()
		read += k
		if err != nil {
			break
		}
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%d bytes came of %d, or not in order", got.Len(), len(want))
	}
	if straight == 0 || read == 0 {
		t.Errorf("%d bytes went straight, %d by the reader: both are to be tried", straight, read)
	}
}

// TestStraightToAClient: a client's own connection takes what it can without waiting, and whoever
// would have to wait isn't let wait.
func TestStraightToAClient(t *testing.T) {
	t.Parallel()
	client, far := pair(t)
	straight := straightTo(client)
	if straight == nil {
		t.Skip("SKIPPED: on this system a write can't be tried")
	}
	if n := straight([]byte("hello")); n != 5 {
		t.Fatalf("%d bytes of 5 were taken", n)
	}
	b := make([]byte, 5)
	if _, err := io.ReadFull(far, b); err != nil || string(b) != "hello" {
		t.Fatal(string(b), err)
	}
	large, sum := make([]byte, 1<<20), 0
	for {
		n := straight(large)
		sum += n
		if n == 0 {
			break
		}
		if sum > 1<<30 {
			t.Fatal("nobody reads, and all is taken")
		}
	}
	_ = client.Close()
	if n := straight(large); n != 0 {
		t.Errorf("%d bytes were taken by a closed connection", n)
	}
	if straightTo(struct{ net.Conn }{far}) != nil {
		t.Error("a connection that isn't the system's own takes bytes as they are")
	}
	_ = far.Close()
}
