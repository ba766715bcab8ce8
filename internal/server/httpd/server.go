// Package httpd answers requests for the server: HTTP for making and joining tables, a
// WebSocket for each seat (package wire), another for programs that speak rams-bot/1, pages,
// and what an operator needs. It enforces the limits and checks of docs/security.md. Package
// host runs the tables.
//
// The files: server.go and routes.go lead from a request to its handler; front.go and limits.go say who
// asks, and whether they may; pages.go and what a library has know no table; tables.go
// makes and joins tables; door.go shows a table to people outside; seat.go has links and
// cookies; play.go is the WebSocket of a seat, program.go that of a program; package talk and
// socket.go send messages; metrics.go.
package httpd

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"chratze/history"
	"golang.org/x/net/idna"

	"chratze/internal/hub"
	"chratze/internal/owner"
	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/internal/web/deskwasm"
	practice "chratze/internal/web/practicewasm"
	"chratze/rams"
)

// Options are the parts and settings of a Server.
type Options struct {
	Host         *host.Host
	Logger       *slog.Logger  // nil: none
	Metrics      *Metrics      // nil: New makes them
	BasePath     string        // of a site that the server lies below, such as /cards; "": none, or without a PublicURL what Proxies name
	PublicURL    string        // how people reach the server, such as https://karten.example; "": as they ask for it
	Phones       func() string // where phones in the network reach the server, without a PublicURL; nil, "": as they ask for it
	Password     string        // needed to make tables; "": nobody needs one
	UserHeader   string        // a header in which Proxies name a user, who needs no Password; "": none
	LoadToken    string        // exempts requests from the limits; "": nothing does
	MetricsToken string        // allows reading /metrics; "": only this machine may
	Proxies      []netip.Prefix
	Limits       Limits
	Bots         []string      // the bots that a table may have
	ProgramLimit time.Duration // how long a program at a table may think; 0: 5 s
	Now          func() table.Millis
	Room         func() uint64   // how many bytes can still be written where the log is; nil: enough
	Reached      func() error    // whether the database answers; nil: it does
	PublicTables bool            // there is a public list of tables
	Findable     bool            // search engines may list the rules, words, charts and lessons
	Settings     hub.Settings    // stores the followed cash desks; nil: in memory
	Kasse        deskwasm.Desk   // the cash desk for browsers; zero: the embedded one
	Practice     practice.Module // the table of practice for browsers; zero: the server deals

	// For one of several servers that share their tables; nil: this server has all of them.
	Owner  owner.Owner                                                                                  // who has what
	Pass   func(w http.ResponseWriter, r *http.Request, id int64, client netip.Addr, secure bool) error // lets the owner answer; an error: nothing was answered
	Public func(context.Context) ([][]byte, error)                                                      // what all servers have Listed

	// Review reviews a hand from a seat (package adviser); nil: there are no reviews.
	Review func(context.Context, *history.Hand, rams.Seat) (json.Marshaler, error)
}

// front says who sends a request, how they reach the server, and whether they may now.
type front struct {
	opt  Options // PublicURL with the base path
	gate *gate
	work *host.Pool // runs reviews, exports, long evenings of the cash desk
	down *atomic.Bool
	told *sync.Map // what the operator was told

	logged *host.Throttle
}

// library has what knows no table: files, and pages that are made of rules and words.
type library struct {
	*front
	version      string // of what pages are made of
	rules        asset
	rulesOfUsers asset // rules for those who need no password
	assets       map[string]asset
	kasse        func() map[string]asset // the cash desk, by its name after /kasse/, made on first use
	puzzles      func() map[string]asset
	pages        cache[string, asset] // generated: rules, charts, glossaries
}

// Server answers requests. Make one with New. Its own handlers are those of tables and hands.
type Server struct {
	*front
	shelf    *library
	desks    *desks
	groups   *groups
	operator *operator
	mux      *http.ServeMux
	counts   map[string]string // by pattern: the limit that a request counts towards
	origins  []string          // allowed besides the requested host
	exports  *exports
	lines    *lines
	onward   *sync.Mutex // held while it is settled where people go on
	walls    *codes      // of screens
	paths    *paths      // that proxies name; nil: Options.BasePath or PublicURL is set
}

// New returns a server. An error is about PublicURL.
func New(opt Options) (*Server, error) {
	public, err := PublicURL(opt.PublicURL)
	if err != nil {
		return nil, err
	}
	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}
	if opt.Metrics == nil {
		opt.Metrics = NewMetrics()
	}
	if opt.ProgramLimit == 0 {
		opt.ProgramLimit = 5 * time.Second
	}
	if opt.Now == nil {
		opt.Now = opt.Host.Now // clients get times of the tables' clock
	}
	if opt.Kasse.Wasm == nil {
		opt.Kasse = deskwasm.Embedded()
	}
	var origins []string
	if opt.PublicURL = public; public != "" {
		origins = []string{public}
	}
	f := &front{opt: opt, gate: newGate(opt.Limits), work: opt.Host.Work(), down: new(atomic.Bool), told: new(sync.Map), logged: new(host.Throttle)}
	s := &Server{front: f, origins: origins, exports: newExports(), lines: &lines{by: map[string]*line{}}, onward: new(sync.Mutex), operator: &operator{front: f}, desks: &desks{front: f, hub: hub.New(hub.Desks(), opt.Settings)}}
	s.walls = &codes{front: f, prefix: "wallcode/", letters: 6, no: "wall", why: "no screen shows this code: it is good for ten minutes, one table and six tries; open the page of the screen again"}
	s.groups = &groups{front: f, hub: hub.New(hub.Groups(), opt.Settings), desks: s.desks, fresh: map[string]time.Time{}}
	s.groups.codes = &codes{front: f, prefix: "groupcode/", letters: 8, no: "code", why: "no group has this code: it is good for ten minutes, for one phone and six tries; ask for another"}
	s.desks.booked = s.groups.changed
	if opt.Owner != nil {
		s.desks.hub.Share(opt.Owner)
		s.groups.hub.Share(opt.Owner)
	}
	opt.Metrics.readyBy(s.ready)
	if opt.Practice.Wasm == nil {
		opt.Logger.Info("this program was built without the table of practice for browsers: the server deals")
	}
	if opt.BasePath == "" && public == "" {
		s.paths = &paths{servers: map[string]*Server{}}
	}
	return s.lay(opt.BasePath), nil
}

// lay returns the server below a path. What has addresses in it is its own. Limits, cash desks and what the operator was told are
// those of s.
func (s *Server) lay(base string) *Server {
	f, laid := *s.front, *s
	if f.opt.BasePath = base; f.opt.PublicURL != "" {
		f.opt.PublicURL += base
	}
	laid.front, laid.mux, laid.counts = &f, http.NewServeMux(), map[string]string{}
	assets, version := withPractice(f.opt.Practice, manifestsBelow(loadAssets(), base), f.opt.Logger)
	laid.shelf = &library{front: &f, pages: cache[string, asset]{most: keptPages}, version: version, assets: assets, rules: s.ruleBook(f.opt.Password != ""), rulesOfUsers: s.ruleBook(false), puzzles: puzzleFiles(version, assets)}
	laid.shelf.kasse = sync.OnceValue(func() map[string]asset { return kasseFiles(version, f.opt.Kasse, assets, f.opt.Logger) })
	for _, r := range laid.routes() {
		laid.mux.HandleFunc(r.pattern, r.handle)
		laid.counts[r.pattern] = r.counts
	}
	laid.mux.HandleFunc("GET /", laid.lost) // everything else
	laid.counts["GET /"] = doFile
	return &laid
}

// PublicURL returns the address by which people reach a server, as browsers write it: the name in small letters and
// in ASCII, without the usual port. The error says that it is no such address. See Options.PublicURL.
func PublicURL(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || strings.Trim(u.Path, "/") != "" || u.User != nil || strings.ContainsAny(text, "?#") {
		return "", &urlError{text}
	}
	name, port := u.Hostname(), u.Port()
	if strings.Contains(name, ":") {
		name = "[" + name + "]"
	} else if name, err = names.ToASCII(name); err != nil {
		return "", &urlError{text}
	}
	if port != "" && port != map[string]string{"http": "80", "https": "443"}[u.Scheme] {
		name += ":" + port
	}
	return u.Scheme + "://" + name, nil
}

// names writes names as browsers do.
var names = idna.New(idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(false))

type urlError struct{ url string }

func (e *urlError) Error() string {
	return "httpd: " + e.url + " must be http:// or https:// and a name, without a user, a path or anything after it"
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if within(remote(r), s.opt.Proxies) {
		s = s.below(prefix(r))
	}
	s.answer(w, r)
}

// Passed answers requests that another server has passed on.
func (s *Server) Passed(w http.ResponseWriter, r *http.Request) { s.below(prefix(r)).answer(w, r) }

func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	rec := &recorder{ResponseWriter: w, base: s.opt.BasePath}
	r = s.inside(r)
	_, pattern := s.mux.Handler(r)
	defer func() {
		if what := recover(); what != nil && what != http.ErrAbortHandler {
			s.opt.Metrics.panics.Add(1)
			s.opt.Logger.Error("panic in a request", "route", r.Pattern, "what", what, "stack", string(debug.Stack()))
			if rec.status == 0 {
				fail(rec, http.StatusInternalServerError, "error", "")
			}
		}
		s.opt.Metrics.requests.WithLabelValues(pattern, strconv.Itoa(rec.status)).Inc()
		s.opt.Logger.Debug("request", "route", r.Pattern, "status", rec.status, "ms", time.Since(start).Milliseconds())
	}()
	s.headers(rec, r)
	if !s.mayFind(r.URL.Path) {
		rec.Header().Set("X-Robots-Tag", "noindex")
	}
	s.operator.lookAtProxy(r, s.opt.BasePath)
	if s.opt.BasePath != "" && r.URL.Path == s.opt.BasePath {
		http.Redirect(rec, r, "/", http.StatusMovedPermanently)
		return
	}
	if what := cmp.Or(s.counts[pattern], doRequest); !s.exempt(r) && !s.gate.allowN(s.from(r), what, costs(r)) {
		s.limited(rec, what)
		return
	}
	if pattern == "" && strings.HasPrefix(r.URL.Path, "/api/") {
		s.noCall(rec, r)
		return
	}
	if !mended(rec, r) {
		s.mux.ServeHTTP(rec, r)
	}
}

// Stop makes the server refuse new work: /readyz fails, and no table can be made or opened.
// Close the host next; then Wait waits for the connections.
func (s *Server) Stop() { s.down.Store(true) }

// Wait returns when all WebSockets are closed, or after the given time.
func (s *Server) Wait(most time.Duration) {
	select {
	case <-s.gate.closed():
	case <-time.After(most):
	}
}

// same compares secrets in constant time.
func same(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}
