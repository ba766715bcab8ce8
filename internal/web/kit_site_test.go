package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"chratze/bot"
	"chratze/chance"
	"chratze/internal/fair"
	"chratze/internal/server/hostlog/hosttest"
	"chratze/internal/server/httpd"
	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/internal/teach/adviser"
	"chratze/internal/web/deskwasm"
	practice "chratze/internal/web/practicewasm"
	"chratze/rams"
)

// site is a server with the pages, on a port of its own.
type site struct {
	t        *testing.T
	seed     uint64
	log      *hosttest.Memory
	host     *host.Host
	http     *httptest.Server
	serves   atomic.Pointer[httpd.Server] // nil while the server is down
	bot      string                       // who plays for bots
	clock    *atomic.Int64                // of its tables, in ms, if it stands; nil: it goes by itself
	n        int                          // secrets given out
	pass     string                       // the server's password
	phones   string                       // where phones reach it; "": as they ask
	base     string                       // that the server lies below; the rest of the host belongs to another site
	named    bool                         // a proxy takes the path off and names it, and the server has no setting for it
	strays   sync.Map                     // paths of that other site that were asked for
	desk     deskwasm.Desk                // without one: that of the program
	practice practice.Module              // without one the server deals
	slow     *rate.Limiter                // of bytes a second; nil: as fast as it goes
	now      func() table.Millis          // the tables' clock; nil: it goes
	kept     settings                     // what the server keeps beside the tables
	front    atomic.Pointer[badNet]       // what stands before the server; nil: nothing
	mu       sync.Mutex
}

// open starts a server whose packs are shuffled from a seed.
func open(t *testing.T, seed uint64) *site {
	t.Helper()
	s := &site{t: t, seed: seed, log: hosttest.NewMemory(), bot: table.StandIn}
	s.start()
	t.Cleanup(func() { s.stop() })
	return s
}

// pages is open for a test that runs beside others, in a browser.
func pages(t *testing.T, seed uint64) *site {
	t.Helper()
	t.Parallel()
	needBrowser(t)
	return open(t, seed)
}

// start starts the server. One that was killed keeps its port, and so no other program gets it.
func (s *site) start() {
	s.t.Helper()
	spec, err := bot.Parse(s.bot)
	if err != nil {
		s.t.Fatal(err)
	}
	s.host = host.New(host.Options{
		Log: s.log, Chance: chance.Of(rand.New(rand.NewPCG(s.seed, 1))), Secret: func() string { return s.fresh(22) }, Code: func() string { return s.fresh(8) },
		LinkKey: []byte("the key of the test"),
		Now:     s.now,
		Seed:    func() fair.Secret { return fair.HandSecret(fair.Secret{}, int(s.seed)) },
		Think: func(_ context.Context, a table.Ask) rams.Action {
			return spec.New(rand.New(rand.NewPCG(s.seed, 2))).Act(&a.View)
		},
		Hint: adviser.Hints(0),
	})
	base, trusted := s.base, []netip.Prefix(nil)
	if s.named {
		base, trusted = "", []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
	}
	server, err := httpd.New(httpd.Options{Settings: &s.kept, Host: s.host, BasePath: base, Proxies: trusted, Phones: func() string { return s.phones }, Logger: slog.New(slog.DiscardHandler), Bots: []string{table.StandIn}, LoadToken: loadToken, Kasse: s.desk, Practice: s.practice, Password: s.pass, PublicTables: true, Review: adviser.Reviews()})
	if err != nil {
		s.t.Fatal(err)
	}
	s.serves.Store(server)
	if s.http != nil {
		return
	}
	s.http = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		server := s.serves.Load()
		if server == nil {
			panic(http.ErrAbortHandler) // nothing answers
		}
		if !strings.HasPrefix(r.URL.Path+"/", s.base+"/") {
			s.strays.Store(r.Method+" "+r.URL.Path, true)
			http.NotFound(w, r)
			return
		}
		if s.named && r.URL.Path == s.base {
			http.Redirect(w, r, s.base+"/", http.StatusMovedPermanently)
			return
		}
		if s.named {
			r.Header.Set("X-Forwarded-Prefix", s.base)
			http.StripPrefix(s.base, server).ServeHTTP(w, r)
			return
		}
		if front := s.front.Load(); front != nil {
			front.before(server).ServeHTTP(w, r)
			return
		}
		server.ServeHTTP(w, r)
	}))
	if s.slow != nil {
		s.http.Listener = slowNet{s.http.Listener, s.slow}
	}
	s.http.Start()
}

const loadToken = "load-token-of-the-test"

func (s *site) fresh(letters int) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
	return fmt.Sprintf("%0*d", letters, 47110000+s.n)
}

func (s *site) stop() {
	s.down()
	s.http.Close()
}

// down breaks all connections, and whatever comes next isn't answered.
func (s *site) down() {
	s.serves.Store(nil)
	s.http.CloseClientConnections()
	s.host.Close()
}

// kill ends the server as if its process were gone, and starts another one, on the
// same port, that has only what was durable.
func (s *site) kill() {
	s.t.Helper()
	left := s.log.Kill()
	s.down()
	s.log = left
	s.start()
}

// stands starts the server again with a clock of its tables that stands still, so that nothing ends before a slow
// machine has done its part. It goes on when time is told to pass.
func (s *site) stands() {
	s.t.Helper()
	s.clock = new(atomic.Int64)
	s.clock.Store(time.Now().UnixMilli())
	s.now = func() table.Millis { return table.Millis(s.clock.Load()) }
	s.kill()
}

// passes lets a clock that stands go on by ms milliseconds; another clock goes by itself.
func (s *site) passes(ms int64) {
	if s != nil && s.clock != nil {
		s.clock.Add(ms)
	}
}

// make makes a table; more are further fields of the request. Its deals have no proof,
// so that the same seed deals the same cards: a browser would add numbers of its own.
// It plays for francs: the page always names a money, and a table without one plays for points.
func (s *site) make(more string) httpd.Seat {
	s.t.Helper()
	return s.post("/api/tables", `{"name":"Anna","pace":40,"six_window":100,"proof":"","money":"francs"`+more+`}`)
}

// sits makes a table and sits at it, in a window that runs a script first.
func (s *site) sits(t *testing.T, z size, script, more string) (*tab, httpd.Seat) {
	t.Helper()
	seat := s.make(more)
	p := newTab(t, s, z, script)
	p.visit(seat.Link)
	return p, seat
}

// guest takes a further seat at a table, and sits at it.
func (s *site) guest(t *testing.T, at httpd.Seat, name string, z size, script string) *tab {
	t.Helper()
	p := newTab(t, s, z, script)
	p.visit(s.join(at, name).Link)
	return p
}

// join takes a further seat at a table.
func (s *site) join(at httpd.Seat, name string) httpd.Seat {
	s.t.Helper()
	return s.post("/api/join", fmt.Sprintf(`{"name":%q,"code":%q}`, name, at.Code))
}

func (s *site) post(path, body string) (seat httpd.Seat) {
	s.t.Helper()
	r, err := http.NewRequest(http.MethodPost, s.http.URL+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Load-Token", loadToken)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusCreated {
		s.t.Fatalf("%s %s: %s", path, body, answer.Status)
	}
	if err := json.NewDecoder(answer.Body).Decode(&seat); err != nil {
		s.t.Fatal(err)
	}
	return seat
}
