package httpd

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
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
