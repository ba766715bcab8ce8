package cluster

import (
	"bufio"
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// stream is one request or WebSocket between two nodes, as a net.Conn. Who reads slowly holds up
// nobody else: the other side may say only so much before it is read.
type stream struct {
	mux   *mux
	id    uint32
	taken *time.Timer // runs until the other side has the stream

	mu       sync.Mutex
	readable *sync.Cond
	writable *sync.Cond
	in       []byte // what was heard, from the byte read on
	read     int
	waits    bool             // somebody waits for something to read
	straight func([]byte) int // takes what is heard while somebody waits, as much as goes without waiting
	owed     int              // bytes that were read and that the other side doesn't know of
	credit   int              // bytes that may be said
	err      error            // why nothing more will be heard or said
	closed   bool             // by this side
	from, to deadline
}

const (
	window    = 64 << 10 // bytes that may be said before they are read
	keptInput = 4 << 10  // a larger buffer isn't kept when it is empty
)

func newStream(m *mux, id uint32) *stream {
	s := &stream{mux: m, id: id, credit: window}
	s.readable, s.writable = sync.NewCond(&s.mu), sync.NewCond(&s.mu)
	return s
}

// hear takes data of the other side; of a stream that is over it is dropped.
func (s *stream) hear(r *bufio.Reader, n int) error {
	for n > 0 {
		if _, err := r.Peek(1); err != nil {
			return err
		}
		b, _ := r.Peek(min(n, r.Buffered())) // it is there
		if s != nil && !s.put(b) {
			return errFrame
		}
		n -= len(b)
		_, _ = r.Discard(len(b)) // likewise
	}
	return nil
}

// put keeps what was heard, or hands it on. It reports false if that is more than may be said.
func (s *stream) put(b []byte) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return true
	case len(s.in)-s.read+s.owed+len(b) > window:
		return false
	}
	if s.straight != nil && s.waits && len(s.in) == 0 {
		n := s.straight(b)
		b = b[n:]
		s.took(n)
	}
	if len(b) > 0 {
		s.in = append(s.in, b...)
		s.readable.Signal()
	}
	return true
}

// took notes how much was read, and says so when it is worth it.
func (s *stream) took(n int) {
	if s.owed += n; s.owed >= window/2 && s.err == nil {
		s.mux.queue(frameCredit, s.id, s.owed)
		s.owed = 0
	}
}

// mayS lets this side say more.
func (s *stream) mayS(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.credit += n
	s.writable.Broadcast()
}

// ended notes that nothing more will be heard or said.
func (s *stream) ended(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
	if s.taken != nil {
		s.taken.Stop()
	}
	s.readable.Broadcast()
	s.writable.Broadcast()
}

// Straight lets what is heard go to w without waking the reader, whenever the reader has nothing
// left to read and w takes it at once. Only the reader may write to w besides.
func (s *stream) Straight(w net.Conn) {
	straight := straightTo(w)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.straight = straight
}

// Read implements net.Conn.
func (s *stream) Read(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		switch {
		case s.closed:
			return 0, net.ErrClosed
		case s.from.passed:
			return 0, os.ErrDeadlineExceeded
		case len(s.in) > 0:
			n := copy(b, s.in[s.read:])
			if s.read += n; s.read == len(s.in) {
				s.in, s.read = s.in[:0], 0
				if cap(s.in) > keptInput {
					s.in = nil
				}
			}
			s.took(n)
			return n, nil
		case s.err != nil:
			return 0, s.err
		case len(b) == 0:
			return 0, nil
		}
		s.waits = true
		s.readable.Wait()
		s.waits = false
	}
}

// Write implements net.Conn.
func (s *stream) Write(b []byte) (int, error) {
	written := 0
	for {
		n, err := s.may(len(b) - written)
		if err != nil || n == 0 {
			return written, err
		}
		if err := s.mux.say(frameData, s.id, n, b[written:written+n]); err != nil {
			return written, err
		}
		written += n
	}
}

// may waits until something may be said, and returns how much of n.
func (s *stream) may(n int) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		switch {
		case s.closed:
			return 0, net.ErrClosed
		case s.to.passed:
			return 0, os.ErrDeadlineExceeded
		case s.err == io.EOF:
			return 0, io.ErrClosedPipe
		case s.err != nil:
			return 0, s.err
		case s.credit > 0 || n == 0:
			n = min(n, s.credit, mostData)
			s.credit -= n
			return n, nil
		}
		s.writable.Wait()
	}
}

// Close implements net.Conn: reading ends too, on both sides.
func (s *stream) Close() error {
	s.mu.Lock()
	again := s.closed || s.err != nil
	s.closed, s.in, s.read, s.straight = true, nil, 0, nil
	s.from.stop()
	s.to.stop()
	s.mu.Unlock()
	s.ended(net.ErrClosed)
	if !again {
		s.mux.forget(s)
		s.mux.queue(frameEnd, s.id, 0)
	}
	return nil
}

// LocalAddr implements net.Conn.
func (s *stream) LocalAddr() net.Addr { return s.mux.conn.LocalAddr() }

// RemoteAddr implements net.Conn.
func (s *stream) RemoteAddr() net.Addr { return s.mux.conn.RemoteAddr() }

// SetDeadline implements net.Conn.
func (s *stream) SetDeadline(t time.Time) error {
	_ = s.SetReadDeadline(t) // they can't fail
	return s.SetWriteDeadline(t)
}

// SetReadDeadline implements net.Conn.
func (s *stream) SetReadDeadline(t time.Time) error { return s.set(&s.from, s.readable, t) }

// SetWriteDeadline implements net.Conn.
func (s *stream) SetWriteDeadline(t time.Time) error { return s.set(&s.to, s.writable, t) }

// deadline is a time until which a stream reads or writes.
type deadline struct {
	timer  *time.Timer
	passed bool
}

func (d *deadline) stop() {
	if d.timer != nil {
		d.timer.Stop()
		d.timer = nil
	}
}

func (s *stream) set(d *deadline, wake *sync.Cond, t time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	d.stop()
	if d.passed = !t.IsZero() && !time.Now().Before(t); d.passed {
		wake.Broadcast()
	}
	if d.passed || t.IsZero() || s.closed {
		return nil
	}
	var own *time.Timer
	own = time.AfterFunc(time.Until(t), func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if d.timer == own { // none has been set since
			d.passed = true
			wake.Broadcast()
		}
	})
	d.timer = own
	return nil
}
