package httpd

import (
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"chratze/history"
	"chratze/internal/table"
)

// Rate limits how often something may happen: Burst times at once, then PerSecond. The
// zero Rate is no limit.
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

// Limits bound what one address, one connection, and all together may do. A zero value is no
// limit. They are generous, since a whole pub, or a class of 60, shares one address.
type Limits struct {
	Requests    Rate         // HTTP requests of an address, except files; a large body counts as several (costs)
	Files       Rate         // static files served to an address
	Looks       Rate         // tables and evenings opened by an address without a link
	Books       Rate         // bookings at cash desks by an address
	Tables      Rate         // tables made by an address
	Codes       Rate         // join codes and passwords tried by an address
	AllCodes    Rate         // the same for all addresses together, which bounds the search for codes of 40 bits
	Messages    Rate         // messages on a connection
	Pace        table.Millis // the smallest that a table may have
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
	maxVisitors = 50_000           // addresses that are counted separately; further ones share one counter
	forgetAfter = 15 * time.Minute // after this time without requests, an address has its full limits again
)

// visitor is what one address has used of its limits.
type visitor struct {
	requests, files, looks, books, tables, codes *rate.Limiter

	turn sync.Mutex // held while a body is decoded: one at a time per address
	open int        // WebSockets
	seen time.Time
}

// gate counts what addresses do.
type gate struct {
	limits   Limits
	allCodes *rate.Limiter

	mu       sync.Mutex
	visitors map[netip.Prefix]*visitor
	sweepAt  int             // number of visitors at which old ones are dropped
	open     int             // WebSockets
	empty    []chan struct{} // closed when no WebSocket is open
}

func newGate(l Limits) *gate {
	return &gate{limits: l, allCodes: l.AllCodes.limiter(), visitors: map[netip.Prefix]*visitor{}, sweepAt: 1024}
}

// network returns the prefix that an address counts as: itself for IPv4, for IPv6 the /64 that
// a single customer gets.
func network(a netip.Addr) netip.Prefix {
	a = a.Unmap().WithZone("")
	bits := 32
	if a.Is6() {
		bits = 64
	}
	p, err := a.Prefix(bits)
	if err != nil { // the zero Addr, from a listener without addresses
		return netip.Prefix{}
	}
	return p
}

// visit returns the visitor of an address. The caller holds g.mu.
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

// What an address may do only so often.
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

// costPiece is how many bytes of a body count as one more request.
const costPiece = 8 << 10

// costs returns the number of requests that a request counts as. Reading a body and working on
// it cost more the larger it is.
func costs(r *http.Request) int {
	size := r.ContentLength
	if size < 0 { // unknown: assume the largest that is read
		size = history.MaxLine
	}
	return 1 + int(min(size, history.MaxLine)/costPiece)
}

// allow counts one use by an address, and reports whether it is within the limit.
func (g *gate) allow(a netip.Addr, what string) bool { return g.allowN(a, what, 1) }

// allowN is allow for n uses.
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

// inTurn runs work of an address that takes up to some milliseconds of CPU, one piece after
// another. If an address could have everything decoded at once, everybody else would wait for a
// processor.
func (g *gate) inTurn(a netip.Addr, work func()) {
	g.mu.Lock()
	v := g.visit(a)
	g.mu.Unlock()
	v.turn.Lock()
	defer v.turn.Unlock()
	work()
}

// enter counts a new WebSocket. Call leave when it is closed.
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

// closed returns a channel that is closed when no WebSocket is open.
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

// address returns the address that a request comes from. Behind trusted proxies it is the last
// address in X-Forwarded-For that isn't one of theirs.
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

// remote returns the address at the other end of the connection.
func remote(r *http.Request) netip.Addr {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil { // not TCP
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
