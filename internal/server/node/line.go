package node

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"sync"
	"time"

	"github.com/hashicorp/yamux"
)

// Between two nodes there is one connection in each direction, made by the one that passes on,
// and all that it passes on goes over it: thousands of people who come at once need one
// handshake, and what is said to many of them at once is one write and one read.

// line is the connection to another node, or the attempt to make it.
type line struct {
	made    chan struct{} // closed when the other fields are there
	session *yamux.Session
	err     error
}

// over reports whether a new line is needed.
func (l *line) over() bool {
	select {
	case <-l.made:
		return l.err != nil || l.session.IsClosed()
	default:
		return false
	}
}

// session returns the connection to a node, which it makes if there is none. The other node has
// the limit for answering; whoever comes meanwhile waits for the same attempt.
func (p *Peers) session(ctx context.Context, address string, limit time.Duration) (*yamux.Session, error) {
	p.mu.Lock()
	l := p.lines[address]
	if l == nil || l.over() {
		l = &line{made: make(chan struct{})}
		p.lines[address] = l
		go func() {
			defer close(l.made)
			l.session, l.err = p.dial(address, limit)
		}()
	}
	p.mu.Unlock()
	select {
	case <-l.made:
		return l.session, l.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// dial connects to another node.
func (p *Peers) dial(address string, limit time.Duration) (*yamux.Session, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	conn, err := (&tls.Dialer{NetDialer: &net.Dialer{}, Config: p.client}).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	return yamux.Client(newGather(conn), manner(limit))
}

// open returns a way to a node for one request or WebSocket. The way ends, with all others to that
// node, if the node doesn't take it within the limit.
func (p *Peers) open(ctx context.Context, address string, limit time.Duration) (net.Conn, error) {
	s, err := p.session(ctx, address, limit)
	if err != nil {
		return nil, err
	}
	st, err := s.OpenStream()
	if err != nil {
		return nil, err
	}
	return &stream{Stream: st}, nil
}

// probe asks a node whether it is there. If it isn't, all ways to it end.
func (p *Peers) probe(ctx context.Context, address string, limit time.Duration) error {
	s, err := p.session(ctx, address, limit)
	if err != nil {
		return err
	}
	if _, err = s.Ping(); err != nil {
		_ = s.Close() // it can't fail
	}
	return err
}

// manner is how two nodes speak: with a limit for taking what is new, and twice that for a ping.
func manner(limit time.Duration) *yamux.Config {
	c := yamux.DefaultConfig()
	c.LogOutput = io.Discard // what goes wrong shows where it is used
	c.AcceptBacklog = 1 << 12
	c.KeepAliveInterval = 10 * time.Second
	c.StreamOpenTimeout = limit
	c.ConnectionWriteTimeout = 2 * limit
	c.StreamCloseTimeout = 10 * time.Second
	return c
}

// stream is one request or WebSocket between two nodes.
type stream struct {
	*yamux.Stream
	large bool // what was read since its buffer was empty was more than one read took
}

// Read implements net.Conn. It keeps no large buffer after a large message.
func (s *stream) Read(b []byte) (int, error) {
	n, err := s.Stream.Read(b)
	if n == len(b) {
		s.large = true
	} else if s.large {
		s.large = false
		s.Shrink()
	}
	return n, err
}

// Close implements net.Conn: as with any other, reading ends too.
func (s *stream) Close() error {
	err := s.Stream.Close()
	_ = s.SetReadDeadline(time.Unix(1, 0)) // it can't fail
	return err
}

// streams is a listener for what other nodes pass on.
type streams struct {
	net.Listener
	config *tls.Config
	came   chan net.Conn
	over   chan struct{}

	mu       sync.Mutex
	closed   bool
	sessions map[*yamux.Session]*gather
}

// answerLimit is how long another node may take for a handshake, and to take part in what it has
// begun.
const answerLimit = 10 * time.Second

// Listen returns the listener for what other nodes pass on, by way of a listener for connections.
// Who doesn't have the key doesn't get beyond a handshake.
func (p *Peers) Listen(l net.Listener) net.Listener {
	s := &streams{Listener: l, config: p.server, came: make(chan net.Conn), over: make(chan struct{}), sessions: map[*yamux.Session]*gather{}}
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
	g := newGather(conn)
	session, err := yamux.Server(g, manner(answerLimit))
	if err != nil {
		panic(err) // manner is right
	}
	if !s.enter(session, g) {
		_ = session.Close() // it can't fail
		return
	}
	defer s.leave(session)
	for {
		st, err := session.AcceptStream()
		if err != nil {
			return
		}
		select {
		case s.came <- &stream{Stream: st}:
		case <-s.over:
			return
		}
	}
}

func (s *streams) enter(session *yamux.Session, g *gather) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.sessions[session] = g
	}
	return !s.closed
}

func (s *streams) leave(session *yamux.Session) {
	_ = session.Close() // it can't fail
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sessions, session)
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
	all := s.sessions
	s.sessions = nil
	s.mu.Unlock()
	if again {
		return nil
	}
	close(s.over)
	err := s.Listener.Close()
	for session, g := range all {
		_ = session.Close() // it can't fail
		<-g.written
	}
	return err
}
