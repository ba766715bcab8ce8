package httpd

import (
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"chratze/history"
	"chratze/internal/server/table"
)

// Rate is how often something may happen: so many at once, then so many a second.
// The zero Rate sets no limit.
type Rate struct {
	PerSecond float64
	Burst     int
}

func (r Rate) limiter() *rate.Limiter {
	if r == (Rate{}) {
		return rate.NewLimiter(rate.Inf, 0)
	}
	return rate.NewLimiter(rate.Limit(r.PerSecond), r.Burst)
}

// Limits are what one address, one connection and all together may do. A zero
// value sets no limit. They are wide, since a whole pub, or a class of 60, shares one address.
type Limits struct {
	Requests    Rate         // HTTP requests of an address, but for files; a large body counts as several (costs)
	Files       Rate         // files that are served as they are, to an address
	Looks       Rate         // tables and evenings looked at by an address without a link
	Books       Rate         // bookings at cash desks by an address
	Tables      Rate         // tables made by an address
	Codes       Rate         // join codes and passwords tried by an address
	AllCodes    Rate         // and by all: what bounds the search for codes of 40 bits
	Messages    Rate         // messages on a connection
	Pace        table.Millis // the least of a table
	Connections int          // open WebSockets of an address
	All         int          // open WebSockets
	Sockets     int          // open connections of an address, WebSockets or not (see Sockets)
}

// DefaultLimits are those of a server that anybody can reach.
func DefaultLimits() Limits {
	return Limits{
		Requests:    Rate{50, 1200},
		Files:       Rate{200, 8000},
		Looks:       Rate{1, 200},
		Books:       Rate{2, 120},
		Tables:      Rate{1.0 / 30, 20},
		Codes:       Rate{0.5, 120},
		AllCodes:    Rate{20, 400},
		Messages:    Rate{20, 60},
		Pace:        200,
		Connections: 200,
		All:         20_000,
		Sockets:     1000,
	}
}

const (
	maxVisitors = 50_000           // addresses that are told apart; more share one
	forgetAfter = 15 * time.Minute // who has not been seen so long has everything back that he used up
)

// visitor is what one address has used up.
type visitor struct {
	requests, files, looks, books, tables, codes *rate.Limiter

	turn sync.Mutex // held while a body is decoded: one at a time
	open int        // WebSockets
	seen time.Time
}

// gate counts what addresses do.
type gate struct {
	limits   Limits
	allCodes *rate.Limiter

	mu       sync.Mutex
	visitors map[netip.Prefix]*visitor
	sweepAt  int             // forget old visitors when there are so many
	open     int             // WebSockets
	empty    []chan struct{} // closed when there are none
}

func newGate(l Limits) *gate {
	return &gate{limits: l, allCodes: l.AllCodes.limiter(), visitors: map[netip.Prefix]*visitor{}, sweepAt: 1024}
}

// network is whom an address stands for: one of IPv4, or the 2^64 of IPv6 that a
// single customer gets.
func network(a netip.Addr) netip.Prefix {
	a = a.Unmap().WithZone("")
	bits := 32
	if a.Is6() {
		bits = 64
	}
	p, err := a.Prefix(bits)
	if err != nil { // the zero Addr: a listener without addresses
		return netip.Prefix{}
	}
	return p
}

// visit returns the visitor of an address; g.mu is held.
func (g *gate) visit(a netip.Addr) *visitor {
	key, now := network(a), time.Now()
	v := g.visitors[key]
	if v == nil {
		if len(g.visitors) >= g.sweepAt {
			g.sweep(now)
		}
		if len(g.visitors) >= maxVisitors {
			key = netip.Prefix{}
			v = g.visitors[key]
		}
	}
	if v == nil {
		l := &g.limits
		v = &visitor{requests: l.Requests.limiter(), files: l.Files.limiter(), looks: l.Looks.limiter(), books: l.Books.limiter(), tables: l.Tables.limiter(), codes: l.Codes.limiter()}
		g.visitors[key] = v
	}
	v.seen = now
	return v
}

func (g *gate) sweep(now time.Time) {
	for key, v := range g.visitors {
		if v.open == 0 && now.Sub(v.seen) > forgetAfter {
			delete(g.visitors, key)
		}
	}
	g.sweepAt = max(1024, 2*len(g.visitors))
}

// The things an address may do only so often.
const (
	doRequest = "requests"
	doFile    = "files"
	doLook    = "looks"
	doBook    = "bookings"
	doWork    = "work"
	doTable   = "tables"
	doCode    = "codes"
	doConnect = "connections"
)

// costPiece is how many bytes of a body count as one request more.
const costPiece = 8 << 10

// costs returns as how many requests one counts: what reading a body takes, and what is then done with it, grows with
// its size.
func costs(r *http.Request) int {
	size := r.ContentLength
	if size < 0 { // it isn't said, and the largest is read
		size = history.MaxLine
	}
	return 1 + int(min(size, history.MaxLine)/costPiece)
}

// allow reports whether an address may do something now, and counts it.
func (g *gate) allow(a netip.Addr, what string) bool { return g.allowN(a, what, 1) }

// allowN is allow for a request that counts as so many.
func (g *gate) allowN(a netip.Addr, what string, n int) bool {
	g.mu.Lock()
	v := g.visit(a)
	g.mu.Unlock()
	switch what {
	case doFile:
		return v.files.Allow()
	case doLook:
		return v.looks.Allow()
	case doBook:
		return v.books.Allow()
	case doTable:
		return v.tables.Allow()
	case doCode:
		return v.codes.Allow() && g.allCodes.Allow()
	}
	return v.requests.AllowN(time.Now(), min(n, max(1, v.requests.Burst())))
}

// inTurn does work of an address that takes a processor for up to some milliseconds, one after the other. Were all
// that it sends at once decoded at once, everybody else would wait behind it for a processor.
func (g *gate) inTurn(a netip.Addr, work func()) {
	g.mu.Lock()
	v := g.visit(a)
	g.mu.Unlock()
	v.turn.Lock()
	defer v.turn.Unlock()
	work()
}

// enter counts a WebSocket that is opened; leave must be called when it is closed.
func (g *gate) enter(a netip.Addr, free bool) (leave func(), ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	v := g.visit(a)
	l := g.limits
	if !free && (l.Connections > 0 && v.open >= l.Connections || l.All > 0 && g.open >= l.All) {
		return nil, false
	}
	v.open++
	g.open++
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		v.open--
		if g.open--; g.open == 0 {
			for _, c := range g.empty {
				close(c)
			}
			g.empty = nil
		}
	}, true
}

// closed returns a channel that is closed as soon as no WebSocket is open.
func (g *gate) closed() <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	c := make(chan struct{})
	if g.open == 0 {
		close(c)
	} else {
		g.empty = append(g.empty, c)
	}
	return c
}

// address returns from where a request comes. Behind trusted proxies it is the
// last address in X-Forwarded-For that is none of theirs.
func address(r *http.Request, proxies []netip.Prefix) netip.Addr {
	at := remote(r)
	if !within(at, proxies) {
		return at
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		if at = hop.Unmap(); !within(at, proxies) {
			break
		}
	}
	return at
}

// remote returns the other end of the connection.
func remote(r *http.Request) netip.Addr {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil { // no TCP
		return netip.Addr{}
	}
	return at.Addr().Unmap()
}

func within(a netip.Addr, list []netip.Prefix) bool {
	for _, p := range list {
		if p.Contains(a) {
			return true
		}
	}
	return false
}
