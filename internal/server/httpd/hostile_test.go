package httpd

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"chratze/history"
	"chratze/internal/hub"
	"chratze/internal/server/hostlog/hosttest"
	"chratze/internal/server/httpd/httpdtest"
	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/internal/waittest"
	"chratze/internal/web"
)

// messageKinds returns the kinds of messages that a client can send.
func messageKinds() (kinds []string) {
	for d := table.DoAct; d < table.DoSit; d++ {
		kinds = append(kinds, d.String())
	}
	return kinds
}

// TestEveryRouteIsAttacked: a route, or a kind of message, without an entry among the attacks can't be forgotten.
func TestEveryRouteIsAttacked(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	var routes []string
	for _, r := range s.server.routes() {
		routes = append(routes, r.pattern)
	}
	for what, pair := range map[string][2][]string{
		"route":   {routes, slices.Collect(maps.Keys(httpdtest.Routes(100)))},
		"message": {messageKinds(), slices.Collect(maps.Keys(httpdtest.Messages()))},
	} {
		have, attacked := pair[0], pair[1]
		for _, name := range have {
			if !slices.Contains(attacked, name) {
				t.Errorf("the %s %q has no attack: add the inputs that cost most to internal/server/httpd/httpdtest", what, name)
			}
		}
		for _, name := range attacked {
			if !slices.Contains(have, name) {
				t.Errorf("there is no %s %q", what, name)
			}
		}
		if len(have) < 20 {
			t.Errorf("only %d: %v", len(have), have)
		}
	}
	says := fmt.Sprintf("each of the %d routes and %d kinds of message", len(routes), len(messageKinds()))
	if !bytes.Contains(read(t, "../../../docs/security.md"), []byte(says)) {
		t.Errorf("docs/security.md doesn't say %q", says)
	}
}

// counter is a Settings that counts what is written.
type counter struct {
	*kept
	bytes int
}

func (c *counter) Set(ctx context.Context, key string, value []byte) error {
	c.mu.Lock()
	c.bytes += len(value)
	c.mu.Unlock()
	return c.kept.Set(ctx, key, value)
}

// besieged is a server with the limits of one that anybody can reach, and a guest.
func besieged(t *testing.T) (*site, *httpdtest.Guest, *counter) {
	t.Helper()
	settings := &counter{kept: &kept{rows: map[string][]byte{}}}
	s := openWith(t, hosttest.NewMemory(), func(o *host.Options) { o.Limits, o.MaxTables = host.DefaultLimits(), 1000 }, func(o *Options) {
		o.Limits, o.Settings, o.PublicTables = DefaultLimits(), settings, true
	})
	hand := played(t)
	view, err := hand.View(history.SeatView(1))
	if err != nil {
		t.Fatal(err)
	}
	g := &httpdtest.Guest{Hand: hand.String(), View: view.String(), Deal: hand.Deal()}
	var seat Seat
	if status := s.post("/api/tables", `{"name":"Anna","pace":200,"bot":"stammtisch-1","chairs":4,"spectators":true,"proof":"hand"}`, &seat); status != 201 {
		t.Fatal(status)
	}
	g.Seat = httpdtest.Seat{ID: seat.Table, Secret: seat.Secret}
	if status := s.post("/api/tables", `{"name":"Anna","chairs":7,"bot":""}`, &seat); status != 201 {
		t.Fatal(status)
	}
	g.Code = seat.Code
	var desk hub.Links
	s.desk("", "", `{"lines":["seats a b c d"]}`, &desk)
	g.Desk = httpdtest.Seat{ID: desk.ID, Secret: desk.Write}
	var group GroupKeys
	if status := s.post("/api/groups", `{"name":"G"}`, &group); status != 201 {
		t.Fatal(status)
	}
	g.Group = httpdtest.Seat{ID: group.ID, Secret: group.Members}
	return s, g, settings
}

// TestHostileGuest counts what each kind of input brings about: records, bytes kept and bytes sent. Times are
// measured by the program's test of the same name, with CHRATZE_VERIFY=1; then the inputs are of full size here too.
func TestHostileGuest(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it counts work, one request after the other, and takes long")
	}
	percent, times := 5, 1
	if os.Getenv("CHRATZE_VERIFY") != "" {
		percent, times = 100, 3
	}
	s, g, settings := besieged(t)
	routes, messages := httpdtest.Routes(percent), httpdtest.Messages()
	for n, pattern := range slices.Sorted(maps.Keys(routes)) {
		attack := routes[pattern]
		for k, try := range attack.Try {
			records, kept := s.recorded(), settings.bytes
			for i := range times {
				status, bytes := s.attacked(try(g, i), fmt.Sprintf("198.51.100.%d:5", n+1))
				if bytes > attack.Bytes {
					t.Errorf("%s: input %d: %d bytes are sent, at most %d", pattern, k, bytes, attack.Bytes)
				}
				if status >= 500 && status != http.StatusServiceUnavailable {
					t.Errorf("%s: input %d: status %d", pattern, k, status)
				}
			}
			if n := s.recorded() - records; n > times*attack.Writes {
				t.Errorf("%s: input %d: %d records, at most %d", pattern, k, n, times*attack.Writes)
			}
			if n := settings.bytes - kept; n > times*maxDesk {
				t.Errorf("%s: input %d: %d bytes are kept", pattern, k, n)
			}
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(messages)) {
		for k, try := range messages[kind].Try {
			s.talkedTo(t, g, kind, k, func(i int) string { return try(g, i) }, messages[kind].Writes)
		}
	}
	if settings.bytes > 1<<20 {
		t.Errorf("%d bytes are kept", settings.bytes)
	}
}

// attacked returns the status of a request that comes from an address, and how many bytes are answered.
func (s *site) attacked(q httpdtest.Request, from string) (status, bytes int) {
	s.t.Helper()
	most := waittest.Limit
	if strings.Contains(q.Path, "wait=") {
		most = 100 * time.Millisecond // nothing ever comes, so it ends by this limit on any machine
	}
	ctx, cancel := context.WithTimeout(s.t.Context(), most)
	defer cancel()
	r, err := q.New(s.http.URL)
	if err != nil {
		s.t.Fatal(err)
	}
	if !q.Upgrade {
		r.RemoteAddr = from
		w := httptest.NewRecorder()
		s.server.ServeHTTP(w, r.WithContext(ctx))
		return w.Code, w.Body.Len()
	}
	answer, err := http.DefaultTransport.RoundTrip(r.WithContext(ctx))
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusSwitchingProtocols {
		n, _ := io.Copy(io.Discard, answer.Body)
		bytes = int(n)
	}
	return answer.StatusCode, bytes
}

// talkedTo sends messages of one kind to a table of its own, and counts what comes of them.
func (s *site) talkedTo(t *testing.T, g *httpdtest.Guest, kind string, k int, message func(i int) string, writes int) {
	t.Helper()
	const times = 30
	at := s.free(`{"name":"Eve","pace":200,"bot":"stammtisch-1","chairs":4,"spectators":true,"proof":"hand"}`)
	g.Seat = httpdtest.Seat{ID: at.Table, Secret: at.Secret}
	s.polls = k%2 == 1
	ws := s.carried(at.Table, at.Secret)
	defer ws.CloseNow()
	sent, rows := s.server.opt.Metrics.sent.Load(), s.records(at)
	for i := range times {
		if err := ws.Write(t.Context(), websocket.MessageText, []byte(message(i))); err != nil {
			t.Fatal(err)
		}
	}
	const last = 987654321 // is answered when all before it are
	if err := ws.Write(t.Context(), websocket.MessageText, fmt.Appendf(nil, `{"t":"agree","id":%d}`, last)); err != nil {
		t.Fatal(err)
	}
	for done := false; !done; {
		ctx, cancel := context.WithTimeout(t.Context(), waittest.Limit)
		_, b, err := ws.Read(ctx)
		cancel()
		if t.Context().Err() == nil && ctx.Err() == context.DeadlineExceeded {
			t.Fatal(waittest.Late("an answer to message " + kind))
		}
		var said struct{ ID uint64 }
		done = err != nil || json.Unmarshal(b, &said) == nil && said.ID == last
	}
	if n := s.records(at) - rows; n > times*writes+20 {
		t.Errorf("message %s: input %d: %d records of %d messages", kind, k, n, times)
	}
	if n := s.server.opt.Metrics.sent.Load() - sent; n > 20*times {
		t.Errorf("message %s: input %d: %d messages are sent for %d", kind, k, n, times)
	}
}

// free makes a table without limits.
func (s *site) free(body string) (seat Seat) {
	s.t.Helper()
	r := httptest.NewRequest("POST", "/api/tables", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Load-Token", s.server.opt.LoadToken)
	w := httptest.NewRecorder()
	s.server.ServeHTTP(w, r)
	if err := json.Unmarshal(w.Body.Bytes(), &seat); err != nil || w.Code != http.StatusCreated {
		s.t.Fatalf("making a table gives %d %s", w.Code, w.Body)
	}
	return seat
}

// records returns how many records a table has.
func (s *site) records(at Seat) int {
	s.t.Helper()
	id := mustID(s.t, at.Table)
	if _, err := s.host.Evening(s.t.Context(), id, at.Secret); err != nil && !errors.Is(err, host.ErrNoChair) { // comes behind all that was wished
		s.t.Fatal(err)
	}
	records, err := s.host.Records(s.t.Context(), id)
	if err != nil {
		s.t.Fatal(err)
	}
	return len(records)
}

var localhost = netip.MustParseAddr("127.0.0.1")

// recorded returns how many records have been written.
func (s *site) recorded() int { return int(s.server.opt.Metrics.records.Load()) }

// TestClassBehindOneAddress: 60 people behind one address open the page and all it needs, make tables, sit
// down and play, at the same moment, and none is refused. With CHRATZE_VERIFY=1 also 16, and each asks for each file.
func TestClassBehindOneAddress(t *testing.T) {
	t.Parallel()
	all := os.Getenv("CHRATZE_VERIFY") != ""
	for _, people := range []int{60, 16} {
		if people == 16 && !all {
			continue // has all that 60 have
		}
		t.Run(fmt.Sprint(people), func(t *testing.T) {
			s := openWith(t, hosttest.NewMemory(), func(o *host.Options) { o.Limits = host.DefaultLimits() }, func(o *Options) { o.Limits = DefaultLimits() })
			files := []string{"/", "/api/rules", "/t/1", "/app/words/de-CH.json", "/rules/chratze/de-CH"}
			for name := range s.server.shelf.assets {
				if slices.ContainsFunc(append(web.Folders(), "web/app/", "web/vendor/"), func(f string) bool { return strings.HasPrefix(name, f) }) {
					files = append(files, "/"+name)
				}
			}
			refused := map[string]int{}
			for i := range people {
				for _, f := range files {
					_, pattern := s.server.mux.Handler(httptest.NewRequest("GET", f, nil))
					if !all && i > 0 { // the others' are counted, as ServeHTTP does
						if !s.server.gate.allow(localhost, cmp.Or(s.server.counts[pattern], doRequest)) {
							refused[f]++
						}
					} else if status := s.request("GET", f, "", http.Header{}); status != http.StatusOK {
						refused[f]++
					}
				}
			}
			for range people * 10 {
				if !s.server.gate.allow(localhost, doRequest) {
					refused["requests"]++
				}
			}
			for range people { // everybody taps on Play now
				if status := s.post("/api/tables", `{"name":"Anna","practice":true}`, nil); status != http.StatusCreated {
					refused["practice"]++
				}
			}
			var at Seat
			for i := range people {
				if i%4 == 0 {
					if status := s.post("/api/tables", `{"name":"Anna","chairs":4,"bot":""}`, &at); status != http.StatusCreated {
						refused["tables"]++
						continue
					}
				} else if status := s.post("/api/join", fmt.Sprintf(`{"code":%q,"name":"Pupil %d"}`, at.Code, i), nil); status != http.StatusCreated {
					refused["join"]++
				}
				ws, r, err := s.dial("/ws/"+at.Table, at.Secret, nil)
				if err != nil || r.StatusCode == http.StatusTooManyRequests {
					refused["play"]++
					continue
				}
				t.Cleanup(func() { _ = ws.CloseNow() })
			}
			if len(refused) > 0 {
				t.Errorf("of %d people are refused: %v", people, refused)
			}
		})
	}
}
