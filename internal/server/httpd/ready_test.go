package httpd

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"chratze/internal/server/hostlog/hosttest"
	"chratze/internal/table/host"
)

// fullLog is a log on a disk that can be full.
type fullLog struct {
	*hosttest.Memory
	full chan bool // holds whether it is
}

func (l *fullLog) Append(ctx context.Context, batch []host.Entry) error {
	full := <-l.full
	l.full <- full
	if full {
		return errors.New("no room is left")
	}
	return l.Memory.Append(ctx, batch)
}

// TestReadyz: while nothing can be written nobody new is sent here, and what was played can be read.
func TestReadyz(t *testing.T) {
	t.Parallel()
	log := &fullLog{hosttest.NewMemory(), make(chan bool, 1)}
	log.full <- false
	s := openWith(t, log.Memory, func(o *host.Options) { o.Log = log }, nil)
	seat := s.make("")
	c := s.play(seat, 1)
	c.send(`{"t":"start","id":1}`)
	c.playUntil(func() bool { return c.hand() >= 2 })
	ready := func() int { return s.request("GET", "/readyz", "", http.Header{}) }
	if got := ready(); got != http.StatusOK {
		t.Fatalf("at first: %d", got)
	}
	<-log.full
	log.full <- true
	c.playUntil(func() bool { return c.bye != "" })
	if got := ready(); c.bye != "store" || got != http.StatusServiceUnavailable {
		t.Errorf("goodbye %q, and then %d", c.bye, got)
	}
	own := http.Header{"Authorization": {"Bearer " + seat.Secret}}
	for _, path := range []string{"/api/seat/" + seat.Table, "/api/seat/" + seat.Table + "/hands"} {
		if got := s.request("GET", path, "", own); got != http.StatusOK {
			t.Errorf("%s: %d", path, got)
		}
	}
	<-log.full
	log.full <- false
	again := s.play(seat, 2)
	again.playUntil(func() bool { return again.hand() >= 3 })
	if got := ready(); got != http.StatusOK {
		t.Errorf("in the end: %d", got)
	}
}

// TestReadyzFindsRoom: with hardly any room left nobody new is sent here, though a write has just
// gone through.
func TestReadyzFindsRoom(t *testing.T) {
	t.Parallel()
	var free atomic.Uint64
	s := openNew(t, func(o *Options) { o.Room = free.Load })
	for room, want := range map[uint64]int{0: 503, LeastRoom - 1: 503, LeastRoom: 200, 1 << 40: 200} {
		free.Store(room)
		if got := s.request("GET", "/readyz", "", http.Header{}); got != want {
			t.Errorf("with room for %d bytes: %d", room, got)
		}
	}
}

// TestTellsAboutTheProxy: what a proxy lacks is in the log once, with what to do, and nothing is said
// about requests as they should be.
func TestTellsAboutTheProxy(t *testing.T) {
	t.Parallel()
	handshake := http.Header{"Sec-Websocket-Key": {"dGhlIHNhbXBsZSBub25jZQ=="}, "Sec-Websocket-Version": {"13"}}
	elsewhere := http.Header{"Origin": {"https://karten.example"}, "Content-Type": {"application/json"}, "Sec-Fetch-Site": {"cross-site"}}
	for _, tt := range []struct {
		change       func(*Options)
		method, path string
		header       http.Header
		want         string // "": nothing is said
	}{
		{nil, "GET", "/", http.Header{}, ""},
		{nil, "GET", "/", http.Header{"X-Forwarded-For": {"192.0.2.1"}}, "--proxies"},
		{func(o *Options) { o.Proxies, o.PublicURL = here, "https://karten.example" }, "GET", "/", http.Header{"X-Forwarded-For": {"192.0.2.1"}}, ""},
		{func(o *Options) { o.Proxies = here }, "GET", "/", http.Header{}, "--public-url"},
		{func(o *Options) { o.Proxies, o.PublicURL = here, "https://karten.example" }, "GET", "/", http.Header{"X-Forwarded-Prefix": {"/cards/"}}, "--base-path"},
		{func(o *Options) { o.Proxies, o.PublicURL, o.BasePath = here, "https://karten.example", "/karten" }, "GET", "/", http.Header{"X-Forwarded-Prefix": {"/cards/"}}, "--base-path"},
		{func(o *Options) { o.Proxies, o.PublicURL, o.BasePath = here, "https://karten.example", "/cards" }, "GET", "/", http.Header{"X-Forwarded-Prefix": {"/cards/"}}, ""},
		{nil, "GET", "/", http.Header{"X-Forwarded-Prefix": {"/cards"}}, ""},
		{nil, "GET", "/ws/1", handshake, "WebSockets"},
		{nil, "POST", "/api/tables", elsewhere, "403 origin"},
	} {
		s := openNew(t, tt.change)
		for range 3 {
			s.request(tt.method, tt.path, "", tt.header)
		}
		n, want := strings.Count(s.logged.String(), `"level":"WARN"`), 0
		if tt.want != "" {
			want = 1
		}
		if n != want || !strings.Contains(s.logged.String(), tt.want) {
			t.Errorf("%s %s %v: want %q once, and the log says %s", tt.method, tt.path, tt.header, tt.want, s.logged)
		}
	}
}

// TestMetricsBehindAProxy: where others reach the server through this machine, asking from it is no proof of being
// the operator.
func TestMetricsBehindAProxy(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*Options){
		"proxies":    func(o *Options) { o.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")} },
		"public-url": func(o *Options) { o.PublicURL = "https://karten.example" },
		"":           func(*Options) {},
	} {
		s := openNew(t, func(o *Options) { change(o); o.MetricsToken = "the token" })
		want := http.StatusNotFound
		if name == "" {
			want = http.StatusOK
		}
		if got := s.request("GET", "/metrics", "", http.Header{}); got != want {
			t.Errorf("with %q and no token: %d, want %d", name, got, want)
		}
		if got := s.request("GET", "/metrics", "", http.Header{"Authorization": {"Bearer the token"}}); got != http.StatusOK {
			t.Errorf("with %q and the token: %d", name, got)
		}
	}
}
