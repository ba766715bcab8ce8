package httpd

import (
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"syscall"
	"time"

	"chratze/internal/table/host"
)

// Sockets counts connections of all kinds, so that no address can use up those of the system.
// Wrap the listener with Listen and pass State to the http.Server.
//
// If there is no room for another connection, of its address or at all, an idle connection is
// closed: the one that has been idle for longest, of the address with the most connections. If
// no connection is idle, the new one is closed.
type Sockets struct {
	All     int            // limit in all, without those that the store and the system need; 0: none
	Address int            // limit of an address; 0: none
	Proxies []netip.Prefix // have no limit of their own
	Metrics *Metrics
	Logger  *slog.Logger

	logged host.Throttle
	mu     sync.Mutex
	by     map[netip.Prefix]map[*countedConn]struct{}
	n      int
}

// idleWhenFull is how long a connection may be idle when more than three quarters of all, or of
// those of its address, are in use.
const idleWhenFull = 30 * time.Second

// countedConn is an open connection.
type countedConn struct {
	net.Conn
	s     *Sockets
	from  netip.Prefix
	idle  bool      // no request is in progress
	since time.Time // start of this state
	once  sync.Once
}

// SyscallConn implements syscall.Conn, if the connection does: a write that doesn't wait needs it.
func (c *countedConn) SyscallConn() (syscall.RawConn, error) {
	own, ok := c.Conn.(syscall.Conn)
	if !ok {
		return nil, errors.ErrUnsupported
	}
	return own.SyscallConn()
}

// Listen returns a listener whose connections are counted.
func (s *Sockets) Listen(l net.Listener) net.Listener { return &counting{l, s} }

type counting struct {
	net.Listener
	s *Sockets
}

// Accept implements net.Listener.
func (l *counting) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
				l.s.full("the system has no file descriptors left: raise the limit (ulimit -n, LimitNOFILE)", err)
				l.s.spare()
			}
			return nil, err
		}
		if c := l.s.enter(conn); c != nil {
			return c, nil
		}
		_ = conn.Close()
	}
}

// full logs that a limit was reached, once a minute.
func (s *Sockets) full(what string, err error) {
	s.Metrics.refusedSockets.Add(1)
	if s.logged.Passes(what) {
		s.Logger.Warn(what, "open", s.open(), "most", s.All, "of one address", s.Address, "err", err)
	}
}

func (s *Sockets) open() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}

// spare closes an idle connection.
func (s *Sockets) spare() {
	s.mu.Lock()
	victim := s.victim(s.most())
	s.mu.Unlock()
	victim.drop()
}

// enter counts a connection. It returns nil if there is no room for it.
func (s *Sockets) enter(conn net.Conn) *countedConn {
	from := netip.Prefix{}
	if at, err := netip.ParseAddrPort(conn.RemoteAddr().String()); err == nil {
		from = network(at.Addr())
	}
	c := &countedConn{Conn: conn, s: s, from: from, idle: true, since: time.Now()}
	s.mu.Lock()
	if s.by == nil {
		s.by = map[netip.Prefix]map[*countedConn]struct{}{}
	}
	ok := true
	var victim *countedConn
	switch {
	case s.Address > 0 && len(s.by[from]) >= s.Address && !within(from.Addr(), s.Proxies):
		victim = s.victim(from)
		ok = victim != nil
	case s.All > 0 && s.n >= s.All:
		victim = s.victim(s.most())
		ok = victim != nil
	}
	if ok {
		if s.by[from] == nil {
			s.by[from] = map[*countedConn]struct{}{}
		}
		s.by[from][c] = struct{}{}
		s.n++
	}
	s.mu.Unlock()
	if victim != nil || !ok {
		s.full("too many connections: idle ones are closed, or new ones refused", nil)
	}
	victim.drop()
	if !ok {
		return nil
	}
	return c
}

// most returns the address with the most connections. The caller holds s.mu.
func (s *Sockets) most() (from netip.Prefix) {
	n := 0
	for a, all := range s.by {
		if len(all) > n {
			from, n = a, len(all)
		}
	}
	return from
}

// victim returns the connection of an address that has been idle for longest, or nil. The
// caller holds s.mu.
func (s *Sockets) victim(from netip.Prefix) (v *countedConn) {
	for c := range s.by[from] {
		if c.idle && (v == nil || c.since.Before(v.since)) {
			v = c
		}
	}
	if v != nil {
		v.idle = false // so that it isn't chosen twice
	}
	return v
}

// drop closes a connection, if c isn't nil.
func (c *countedConn) drop() {
	if c != nil {
		_ = c.Close()
	}
}

// Close implements net.Conn.
func (c *countedConn) Close() error {
	c.once.Do(func() {
		c.s.mu.Lock()
		defer c.s.mu.Unlock()
		delete(c.s.by[c.from], c)
		if len(c.s.by[c.from]) == 0 {
			delete(c.s.by, c.from)
		}
		c.s.n--
	})
	return c.Conn.Close()
}

// State is an http.Server.ConnState.
func (s *Sockets) State(conn net.Conn, state http.ConnState) {
	if t, ok := conn.(interface{ NetConn() net.Conn }); ok { // a TLS connection
		conn = t.NetConn()
	}
	c, ok := conn.(*countedConn)
	if !ok {
		return
	}
	s.mu.Lock()
	c.idle, c.since = state == http.StateIdle || state == http.StateNew, time.Now()
	crowded := s.All > 0 && s.n > s.All*3/4 || s.Address > 0 && len(s.by[c.from]) > s.Address*3/4
	s.mu.Unlock()
	if state == http.StateIdle && crowded {
		time.AfterFunc(idleWhenFull, func() {
			s.mu.Lock()
			long := c.idle && time.Since(c.since) >= idleWhenFull
			s.mu.Unlock()
			if long {
				c.drop()
			}
		})
	}
}
