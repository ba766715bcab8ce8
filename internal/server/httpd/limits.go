package httpd

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"chratze/history"
	"chratze/internal/table"
	"chratze/internal/table/host"
)

// Limits bound what one address, one connection, and all together may do. A zero value is no
// limit. They are generous, since a whole pub, or a class of 60, shares one address.
type Limits struct {
	Requests    host.Rate    // HTTP requests of an address, except files; a large body counts as several (costs)
	Files       host.Rate    // static files served to an address
	Looks       host.Rate    // tables and evenings opened by an address without a link
	Books       host.Rate    // bookings at cash desks by an address
	Tables      host.Rate    // tables made by an address
	Practice    host.Rate    // practice tables made by an address: everybody in a class has one
	Codes       host.Rate    // join codes and passwords tried by an address
	AllCodes    host.Rate    // the same for all addresses together, which bounds the search for codes of 40 bits
	Messages    host.Rate    // messages on a connection
	Pace        table.Millis // the smallest that a table may have
	Upgrades    host.Rate    // WebSockets opened by an address
	Connections int          // open WebSockets of an address
	All         int          // open WebSockets
	Sockets     int          // open connections of an address, WebSockets or not (see Sockets)
}

// DefaultLimits are those of a server that anybody can reach.
func DefaultLimits() Limits {
	return Limits{
		Requests:    host.Rate{PerSecond: 50, Burst: 1200},
		Files:       host.Rate{PerSecond: 200, Burst: 10_000}, // a class of 60 takes 9100
		Looks:       host.Rate{PerSecond: 1, Burst: 200},
		Books:       host.Rate{PerSecond: 2, Burst: 120},
		Tables:      host.Rate{PerSecond: 1.0 / 30, Burst: 20},
		Practice:    host.Rate{PerSecond: 1.0 / 15, Burst: 120},
		Codes:       host.Rate{PerSecond: 0.5, Burst: 120},
		AllCodes:    host.Rate{PerSecond: 20, Burst: 400},
		Messages:    host.Rate{PerSecond: 20, Burst: 60},
		Pace:        200,
		Upgrades:    host.Rate{PerSecond: 10, Burst: 600}, // 60 people of an address, who try ten times until a server is back
		Connections: 200,
		All:         20_000,
		Sockets:     1000,
	}
}

const (
	maxVisitors = 50_000           // networks that are counted separately, besides those with open WebSockets
	forgetAfter = 15 * time.Minute // after this time without requests, a network has its full limits again
)

// visitor is what one network has used of its limits.
type visitor struct {
	times    int                         // how many times the limits of one customer it has
	limiters [len(counted)]*rate.Limiter // nil: not used yet; most visitors use two

	turn sync.Mutex // held while a body is decoded: one at a time per network
	open int        // WebSockets
	most int        // WebSockets it may open, 0 for any number
	seen time.Time
}

// limited answers a request that comes too soon after others, and tells the operator by which limit.
func (f *front) limited(w http.ResponseWriter, what string) {
	limit := f.opt.Limits.text(what)
	f.opt.Metrics.limited.WithLabelValues(what).Inc()
	f.tell("a limit refuses requests: " + limit)
	w.Header().Set("Retry-After", "10")
	fail(w, http.StatusTooManyRequests, "limit", limit)
}

// gate counts what networks do.
type gate struct {
	limits   Limits
	allCodes *rate.Limiter

	mu       sync.Mutex
	visitors map[netip.Prefix]*visitor
	forgetAt int             // number of visitors at which old ones are dropped
	open     int             // WebSockets
	empty    []chan struct{} // closed when no WebSocket is open
}

func newGate(l Limits) *gate {
	return &gate{limits: l, allCodes: l.AllCodes.Limiter(), visitors: map[netip.Prefix]*visitor{}}
}

// level is a network that is counted, with how many times the limits of one customer it has.
type level struct {
	of    netip.Prefix
	times int
}

// levels returns the networks that an address counts as, from its smallest. An IPv6 customer has a /64,
// and often a /56 or a /48, with as many /64s as they like.
func levels(a netip.Addr) []level {
	of := network(a)
	list := []level{{of, 1}}
	if of.Addr().Is6() {
		wide, _ := of.Addr().Prefix(56)
		list = append(list, level{wide, 4})
	}
	if of.IsValid() {
		list = append(list, level{host.Customer(of), 16})
	}
	return list
}

// network returns the smallest network that an address counts as: itself for IPv4, for IPv6 its /64. The zero
// Addr, from a listener without addresses, has none.
func network(a netip.Addr) netip.Prefix {
	a = a.Unmap().WithZone("")
	p, _ := a.Prefix(min(a.BitLen(), 64))
	return p
}

// visit returns the visitors that an address counts as, from its smallest network to its largest. The
// caller holds g.mu.
func (g *gate) visit(a netip.Addr) []*visitor {
	now := time.Now()
	var found []*visitor
	for _, l := range levels(a) {
		v := g.visitors[l.of]
		if v == nil {
			if len(g.visitors) >= g.forgetAt {
				g.forget(now)
			}
			v = &visitor{times: l.times, most: g.limits.Connections * l.times}
			g.visitors[l.of] = v
		}
		v.seen = now
		found = append(found, v)
	}
	return found
}

// forget drops the visitors that have full limits again. If there are still too many, it drops the least
// recently seen of the largest networks that have the most, since those crowd out everybody else.
func (g *gate) forget(now time.Time) {
	type known struct {
		key  netip.Prefix
		seen time.Time
	}
	of := map[netip.Prefix][]known{}
	left := 0
	for key, v := range g.visitors {
		switch {
		case v.open > 0:
		case now.Sub(v.seen) > forgetAfter:
			delete(g.visitors, key)
		default:
			left++
			of[host.Customer(key)] = append(of[host.Customer(key)], known{key, v.seen})
		}
	}
	defer func() { g.forgetAt = len(g.visitors) + max(1024, min(left, maxVisitors-left)) }()
	if left <= maxVisitors {
		return
	}
	crowds := slices.SortedFunc(maps.Values(of), func(a, b []known) int { return len(b) - len(a) })
	for _, crowd := range crowds {
		if left <= maxVisitors*7/8 {
			return
		}
		slices.SortFunc(crowd, func(a, b known) int { return cmp.Or(a.seen.Compare(b.seen), b.key.Bits()-a.key.Bits()) })
		for _, k := range crowd[:(len(crowd)+1)/2] {
			delete(g.visitors, k.key)
			left--
		}
	}
}

// What an address may do only so often.
const (
	doRequest = "requests"
	doFile    = "files"
	doLook    = "looks" // without a link, which can make the server read a table from the log
	doBook    = "bookings"
	doWork    = "work"
	doTable   = "tables"
	doAlone   = "practice tables"
	doCode    = "codes"
	doConnect = "connections"
)

// counted is what has a limiter, in the order of Limits; all else counts as requests.
//
//lattice:table
var counted = [...]string{doRequest, doFile, doLook, doBook, doTable, doAlone, doCode, doConnect}

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

// allow counts one use by an address, and reports whether it is within the limits of its networks.
func (g *gate) allow(a netip.Addr, what string) bool { return g.allowN(a, what, 1) }

// allowN is allow for n uses.
func (g *gate) allowN(a netip.Addr, what string, n int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, v := range g.visit(a) {
		l := v.limiter(g.limits, what)
		if !l.AllowN(time.Now(), min(n, max(1, l.Burst()))) {
			return false
		}
	}
	return what != doCode || g.allCodes.Allow()
}

// rates are the limits of what is counted.
func (l *Limits) rates() [len(counted)]host.Rate {
	return [...]host.Rate{l.Requests, l.Files, l.Looks, l.Books, l.Tables, l.Practice, l.Codes, l.Upgrades}
}

// text says how much of something is allowed, and which setting raises that.
func (l *Limits) text(what string) string {
	if what == doWork {
		return "work: the server has too much to do"
	}
	text := what + ": from one address "
	if r := l.rates()[max(0, slices.Index(counted[:], what))]; r.PerSecond > 0 {
		text += fmt.Sprintf("%d at once, then one every %v", r.Burst, time.Duration(float64(time.Second)/r.PerSecond).Round(time.Millisecond))
	}
	switch what {
	case doTable:
		text += " (--address-tables)"
	case doConnect:
		text += fmt.Sprintf("; %d open (--address-connections), from all %d (--max-connections)", l.Connections, l.All)
	}
	return text
}

// limiter returns what limits one kind of use.
func (v *visitor) limiter(l Limits, what string) *rate.Limiter {
	i := max(0, slices.Index(counted[:], what))
	if v.limiters[i] == nil {
		r := l.rates()[i]
		v.limiters[i] = host.Rate{PerSecond: r.PerSecond * float64(v.times), Burst: r.Burst * v.times}.Limiter()
	}
	return v.limiters[i]
}

// inTurn runs work of an address that takes up to some milliseconds of CPU, one piece after
// another. If an address could have everything decoded at once, everybody else would wait for a
// processor.
func (g *gate) inTurn(a netip.Addr, work func()) {
	g.mu.Lock()
	v := g.visit(a)[0]
	g.mu.Unlock()
	v.turn.Lock()
	defer v.turn.Unlock()
	work()
}

// enter counts a new WebSocket. Call leave when it is closed.
func (g *gate) enter(a netip.Addr, free bool) (leave func(), ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	from := g.visit(a)
	full := func(v *visitor) bool { return v.most > 0 && v.open >= v.most }
	if !free && (slices.ContainsFunc(from, full) || g.limits.All > 0 && g.open >= g.limits.All) {
		return nil, false
	}
	for _, v := range from {
		v.open++
	}
	g.open++
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		for _, v := range from {
			v.open--
		}
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
	return slices.ContainsFunc(list, func(p netip.Prefix) bool { return p.Contains(a) })
}
