package cluster

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"sync"
	"time"
)

// Between two nodes there is one connection in each direction, made by the one that passes on,
// and all that it passes on goes over it: thousands of people who come at once need one
// handshake, and what is said to many of them at once is one write and one read.

// line is the connection to another node, or the attempt to make it.
type line struct {
	made chan struct{} // closed when the other fields are there
	mux  *mux
	err  error
}

// over reports whether a new line is needed.
func (l *line) over() bool {
	select {
	case <-l.made:
		return l.err != nil || l.mux.closed()
	default:
		return false
	}
}

// to returns the connection to a node, which it makes if there is none. The other node has the
// limit for answering; whoever comes meanwhile waits for the same attempt.
func (p *Peers) to(ctx context.Context, address string, limit time.Duration) (*mux, error) {
	p.mu.Lock()
	l := p.lines[address]
	if l == nil || l.over() {
		l = &line{made: make(chan struct{})}
		p.lines[address] = l
		go func() {
			defer close(l.made)
			l.mux, l.err = p.dial(address, limit)
		}()
	}
	p.mu.Unlock()
	select {
	case <-l.made:
		return l.mux, l.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// dial connects to another node.
func (p *Peers) dial(address string, limit time.Duration) (*mux, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	conn, err := (&tls.Dialer{NetDialer: &net.Dialer{}, Config: p.client}).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	return newMux(conn, nil), nil
}

// open returns a way to a node for one request or WebSocket. The way ends, with all others to that
// node, if the node doesn't take it within the limit.
func (p *Peers) open(ctx context.Context, address string, limit time.Duration) (*stream, error) {
	m, err := p.to(ctx, address, limit)
	if err != nil {
		return nil, err
	}
	return m.open(limit)
}

// probe asks a node whether it is there.
func (p *Peers) probe(ctx context.Context, address string, limit time.Duration) error {
	m, err := p.to(ctx, address, limit)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*limit)
	defer cancel()
	return m.ping(ctx)
}

// hangUp ends the connection to a node, with all ways over it.
func (p *Peers) hangUp(address string) {
	p.mu.Lock()
	l := p.lines[address]
	p.mu.Unlock()
	if l == nil {
		return
	}
	select {
	case <-l.made:
		if l.err == nil {
			l.mux.Close()
		}
	default: // it is being made, for somebody else
	}
}

// streams is a listener for what other nodes pass on.
type streams struct {
	net.Listener
	config *tls.Config
	came   chan net.Conn
	over   chan struct{}

	mu     sync.Mutex
	closed bool
	lines  map[*mux]struct{}
}

// answerLimit is how long another node may take for a handshake, and to take part in what it has
// begun.
const answerLimit = 10 * time.Second

// Listen returns the listener for what other nodes pass on, by way of a listener for connections.
// Who doesn't have the key doesn't get beyond a handshake.
func (p *Peers) Listen(l net.Listener) net.Listener {
	s := &streams{Listener: l, config: p.server, came: make(chan net.Conn), over: make(chan struct{}), lines: map[*mux]struct{}{}}
	go s.run()
	return s
}

func (s *streams) run() {
	for {
		conn, err := s.Listener.Accept()
		switch {
		case err == nil:
			go s.take(conn)
		case errors.Is(err, net.ErrClosed):
			return
		default: // too many open files, for example
			select {
			case <-time.After(50 * time.Millisecond):
			case <-s.over:
				return
			}
		}
	}
}

// take takes what comes over one connection, until it ends.
func (s *streams) take(raw net.Conn) {
	conn := tls.Server(raw, s.config)
	ctx, cancel := context.WithTimeout(context.Background(), answerLimit)
	defer cancel()
	if conn.HandshakeContext(ctx) != nil {
		_ = raw.Close() // likewise
		return
	}
	m := newMux(conn, func(st *stream) bool {
		select {
		case s.came <- st:
			return true
		case <-s.over:
			return false
		}
	})
	if s.enter(m) {
		<-m.over
	}
	s.leave(m)
}

func (s *streams) enter(m *mux) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.lines[m] = struct{}{}
	}
	return !s.closed
}

func (s *streams) leave(m *mux) {
	m.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.lines, m)
}

// Accept implements net.Listener.
func (s *streams) Accept() (net.Conn, error) {
	select {
	case conn := <-s.came:
		return conn, nil
	case <-s.over:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener. It ends the connections too, and waits for what was said.
func (s *streams) Close() error {
	s.mu.Lock()
	again := s.closed
	s.closed = true
	all := s.lines
	s.lines = nil
	s.mu.Unlock()
	if again {
		return nil
	}
	close(s.over)
	err := s.Listener.Close()
	for m := range all {
		m.Close()
		<-m.quiet
	}
	return err
}
