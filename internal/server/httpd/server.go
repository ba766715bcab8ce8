// Package httpd answers requests for the server: HTTP for making and joining tables, a
// WebSocket for each seat (package wire), another for programs that speak
// rams-bot/1, pages, and what an operator needs. It holds the limits and checks of
// docs/security.md; what happens at a table is package host's business.
//
// The files: server.go and routes.go, from a request to its handler; limits.go;
// tables.go, people make and join tables; door.go, what a table is to those outside; seat.go, links and cookies; play.go, the
// WebSocket of a seat; program.go, that of a program; package talk and
// socket.go, how messages get out; metrics.go.
package httpd

import (
	"cmp"
	"crypto/sha256"
	"crypto/subtle"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"chratze/internal/desk/hub"
	"chratze/internal/desk/wasm"
	practice "chratze/internal/practice/wasm"
	"chratze/internal/server/host"
	"chratze/internal/server/table"
	"chratze/internal/teach/coach"
)

// Options are what a Server is made of.
type Options struct {
	Host         *host.Host
	Logger       *slog.Logger // nil: none
	Metrics      *Metrics     // nil: of its own
	PublicURL    string       // how people reach the server, such as https://karten.example; "": as they ask for it
	Password     string       // of those who may make tables; "": everybody
	LoadToken    string       // who has it is exempt from the limits; "": nobody
	MetricsToken string       // who has it may read /metrics; "": only this machine
	Proxies      []netip.Prefix
	Limits       Limits
	Bots         []string      // that a table may have
	ProgramLimit time.Duration // how long a program at a table may take to decide; 0: 5 s
	Now          func() table.Millis
	PublicTables bool            // whether there is a list of the tables that want to be found
	Settings     hub.Settings    // keeps the cash desks that are followed; nil: memory does
	Kasse        wasm.Desk       // the cash desk for browsers; without one, that of this program
	Practice     practice.Module // the table of practice for browsers; without one, the server deals
}

// Server answers requests. Make one with New.
type Server struct {
	opt     Options
	gate    *gate
	mux     *http.ServeMux
	counts  map[string]string // by pattern: as what a request counts
	origins []string          // beside the host that is asked
	rules   asset
	assets  map[string]asset
	words   map[string]asset        // by file
	kasse   func() map[string]asset // the cash desk by the name behind /kasse/, made when it is first asked for
	desks   *hub.Hub
	work    *host.Pool          // for reviews, exports, long evenings of the cash desk
	judge   func() coach.Config // of a review
	exports *exports
	pages   pages
	told    told // when the log of the operator was last told of what
	puzzles func() map[string]asset
	down    atomic.Bool
}

// New returns a server. The error is about PublicURL.
func New(opt Options) (*Server, error) {
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
		opt.Now = opt.Host.Now // moments that clients are told are those that tables wait by
	}
	s := &Server{opt: opt, gate: newGate(opt.Limits), mux: http.NewServeMux(), counts: map[string]string{}, assets: withPractice(opt.Practice, loadAssets(), opt.Logger), words: words(), exports: newExports(), work: opt.Host.Work(), judge: func() coach.Config { return coach.Default(reviewWorlds) }}
	s.puzzles = puzzleFiles(s.assets, s.words)
	if opt.Kasse.Wasm == nil {
		opt.Kasse = wasm.Embedded()
	}
	s.kasse = sync.OnceValue(func() map[string]asset { return kasseFiles(opt.Kasse, s.assets, s.opt.Logger) })
	s.desks = hub.New(opt.Settings)
	s.opt.PublicURL = strings.TrimRight(opt.PublicURL, "/")
	if opt.PublicURL != "" {
		u, err := url.Parse(opt.PublicURL)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || strings.Trim(u.Path, "/") != "" {
			return nil, &urlError{opt.PublicURL}
		}
		s.origins = []string{u.Scheme + "://" + u.Host}
	}
	s.rules = newAsset("application/json", s.ruleBook())
	for _, r := range s.routes() {
		s.mux.HandleFunc(r.pattern, r.handle)
		s.counts[r.pattern] = r.counts
	}
	s.mux.HandleFunc("GET /", s.lost) // what is nowhere else
	s.counts["GET /"] = doFile
	return s, nil
}

type urlError struct{ url string }

func (e *urlError) Error() string {
	return "httpd: " + e.url + " is no public address: give http:// or https:// and a name, without a path"
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	rec := &recorder{ResponseWriter: w}
	defer func() {
		if what := recover(); what != nil && what != http.ErrAbortHandler {
			s.opt.Metrics.panics.Add(1)
			s.opt.Logger.Error("panic in a request", "route", r.Pattern, "what", what, "stack", stack())
			if rec.status == 0 {
				fail(rec, http.StatusInternalServerError, "error", "")
			}
		}
		s.opt.Logger.Debug("request", "route", r.Pattern, "status", rec.status, "ms", time.Since(start).Milliseconds())
	}()
	s.headers(rec, r)
	_, pattern := s.mux.Handler(r)
	if what := cmp.Or(s.counts[pattern], doRequest); !s.exempt(r) && !s.gate.allowN(address(r, s.opt.Proxies), what, costs(r)) {
		s.limited(rec, what)
		return
	}
	s.mux.ServeHTTP(rec, r)
}

// Stop makes the server refuse what is new: /readyz fails, and no table is made or
// looked at any more. Close the host next; Wait then waits for the connections.
func (s *Server) Stop() { s.down.Store(true) }

// Wait returns when all WebSockets are closed, or the time is over.
func (s *Server) Wait(most time.Duration) {
	select {
	case <-s.gate.closed():
	case <-time.After(most):
	}
}

// exempt reports whether a request is exempt from the limits, as those of load
// tests are.
func (s *Server) exempt(r *http.Request) bool {
	return s.opt.LoadToken != "" && same(r.Header.Get("Load-Token"), s.opt.LoadToken)
}

// same compares secrets in a time that tells nothing of them.
func same(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// base returns the address under which people reach the server.
func (s *Server) base(r *http.Request) string {
	if s.opt.PublicURL != "" {
		return s.opt.PublicURL
	}
	if s.secure(r) {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// secure reports whether the client's connection is encrypted.
func (s *Server) secure(r *http.Request) bool {
	return r.TLS != nil || strings.HasPrefix(s.opt.PublicURL, "https:") ||
		within(remote(r), s.opt.Proxies) && r.Header.Get("X-Forwarded-Proto") == "https"
}
