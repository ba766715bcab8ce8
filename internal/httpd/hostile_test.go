package httpd

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"chratze/internal/host"
	"chratze/internal/host/hosttest"
	"chratze/internal/httpd/hostile"
)

// kinds of messages, from the constants of package wire themselves.
func messageKinds(t *testing.T) (kinds []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "../wire/wire.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		v, ok := n.(*ast.ValueSpec)
		if !ok || len(v.Values) != 1 || !strings.HasPrefix(v.Names[0].Name, "T") {
			return true
		}
		if text, ok := v.Values[0].(*ast.BasicLit); ok && text.Kind == token.STRING {
			kind, err := strconv.Unquote(text.Value)
			if err != nil {
				t.Fatal(err)
			}
			kinds = append(kinds, kind)
		}
		return true
	})
	return kinds
}

// TestEveryRouteIsAttacked: a route, or a kind of message, without an entry among the attacks can't be forgotten.
func TestEveryRouteIsAttacked(t *testing.T) {
	t.Parallel()
	s := open(t, hosttest.NewMemory(), nil)
	var routes []string
	for _, r := range s.server.routes() {
		routes = append(routes, r.pattern)
	}
	for what, pair := range map[string][2][]string{
		"route":   {routes, slices.Collect(maps.Keys(hostile.Routes()))},
		"message": {messageKinds(t), slices.Collect(maps.Keys(hostile.Messages()))},
	} {
		have, attacked := pair[0], pair[1]
		for _, name := range have {
			if !slices.Contains(attacked, name) {
				t.Errorf("the %s %q has no attack: add the inputs that cost most to internal/httpd/hostile", what, name)
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
func besieged(t *testing.T) (*site, *hostile.Guest, *counter) {
	t.Helper()
	settings := &counter{kept: &kept{rows: map[string][]byte{}}}
	s := openWith(t, hosttest.NewMemory(), func(o *host.Options) { o.Limits, o.MaxTables = host.DefaultLimits(), 1000 }, func(o *Options) {
		o.Limits, o.Settings, o.PublicTables = DefaultLimits(), settings, true
	})
	g := &hostile.Guest{Hand: played(t).String()}
	var seat Seat
	if status := s.post("/api/tables", `{"name":"Anna","pace":200,"bot":"stammtisch-1","chairs":4,"spectators":true,"proof":"hand"}`, &seat); status != 201 {
		t.Fatal(status)
	}
	g.Seat = hostile.Seat{ID: seat.Table, Secret: seat.Secret}
	if status := s.post("/api/tables", `{"name":"Anna","chairs":7,"bot":""}`, &seat); status != 201 {
		t.Fatal(status)
	}
	g.Code = seat.Code
	var desk DeskLinks
	s.desk("", "", `{"lines":["seats a b c d"]}`, &desk)
	g.Desk = hostile.Seat{ID: desk.ID, Secret: desk.Write}
	return s, g, settings
}

// TestHostileGuest counts what each kind of input brings about: records, bytes kept and bytes sent. Times are
// measured by the program's test of the same name, with CHRATZE_VERIFY=1.
func TestHostileGuest(t *testing.T) {
	t.Parallel()
	for pattern, attack := range hostile.Routes() {
		t.Run(pattern, func(t *testing.T) {
			s, g, settings := besieged(t)
			for k, try := range attack.Try {
				before, kept := s.recorded(), settings.bytes
				times := 1
				if os.Getenv("CHRATZE_VERIFY") != "" {
					times = 3
				} else if k > 1 && strings.Contains(pattern, "kasse") {
					continue
				}
				for i := range times {
					q := try(g, i)
					r, err := q.New(s.http.URL)
					if err != nil {
						t.Fatal(err)
					}
					ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // a hang, not a measurement
					if strings.Contains(q.Path, "wait=") || q.Upgrade {
						cancel()
						ctx, cancel = context.WithTimeout(t.Context(), 100*time.Millisecond)
					}
					answer, err := (&http.Transport{DisableCompression: true, DisableKeepAlives: true}).RoundTrip(r.WithContext(ctx))
					if err != nil {
						cancel()
						continue
					}
					if answer.StatusCode == http.StatusSwitchingProtocols {
						_ = answer.Body.Close()
						cancel()
						continue
					}
					n, _ := io.Copy(io.Discard, answer.Body)
					_ = answer.Body.Close()
					cancel()
					if int(n) > attack.Bytes {
						t.Errorf("input %d: %d bytes are sent, at most %d", k, n, attack.Bytes)
					}
					if answer.StatusCode >= 500 && answer.StatusCode != http.StatusServiceUnavailable {
						t.Errorf("input %d: status %d", k, answer.StatusCode)
					}
				}
				if n := s.recorded() - before; n > times*attack.Writes {
					t.Errorf("input %d: %d records, at most %d", k, n, times*attack.Writes)
				}
				if n := settings.bytes - kept; n > times*maxDesk {
					t.Errorf("input %d: %d bytes are kept", k, n)
				}
			}
		})
	}
	for kind, m := range hostile.Messages() {
		t.Run("message "+kind, func(t *testing.T) {
			s, g, settings := besieged(t)
			const times = 30
			for k, try := range m.Try {
				h := http.Header{}
				h.Set("Authorization", "Bearer "+g.Seat.Secret)
				ws, _, err := websocket.Dial(t.Context(), strings.Replace(s.http.URL, "http", "ws", 1)+"/ws/"+g.Seat.ID, &websocket.DialOptions{HTTPHeader: h})
				if err != nil {
					t.Fatal(err)
				}
				ws.SetReadLimit(1 << 20)
				sent := s.server.opt.Metrics.sent.Load()
				rows := s.recorded()
				for i := range times {
					if err := ws.Write(t.Context(), websocket.MessageText, []byte(try(g, i))); err != nil {
						t.Fatal(err)
					}
				}
				if err := ws.Write(t.Context(), websocket.MessageText, []byte(`{"t":"ping","id":987654321}`)); err != nil {
					t.Fatal(err)
				}
				for done := false; !done; {
					ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second) // a hang, not a measurement
					_, b, err := ws.Read(ctx)
					cancel()
					var said struct {
						T  string
						ID uint64
					}
					done = err != nil || json.Unmarshal(b, &said) == nil && said.T == "pong" && said.ID == 987654321
				}
				_ = ws.CloseNow()
				if n := s.recorded() - rows; n > times*m.Writes+20 {
					t.Errorf("input %d: %d records of %d messages", k, n, times)
				}
				if n := s.server.opt.Metrics.sent.Load() - sent; n > 20*times {
					t.Errorf("input %d: %d messages are sent for %d", k, n, times)
				}
			}
			if settings.bytes > 1<<20 {
				t.Errorf("%d bytes are kept", settings.bytes)
			}
		})
	}
}

var localhost = netip.MustParseAddr("127.0.0.1")

// recorded returns how many records have been written.
func (s *site) recorded() int { return int(s.server.opt.Metrics.records.Load()) }

// TestClassBehindOneAddress: 16 and 60 people behind one address open the page and all it needs, make tables, sit
// down and play, at the same moment, and none is refused.
func TestClassBehindOneAddress(t *testing.T) {
	t.Parallel()
	for _, people := range []int{16, 60} {
		t.Run(fmt.Sprint(people), func(t *testing.T) {
			s := openWith(t, hosttest.NewMemory(), func(o *host.Options) { o.Limits = host.DefaultLimits() }, func(o *Options) { o.Limits = DefaultLimits() })
			files := []string{"/", "/api/rules", "/t/1", "/app/words/de-CH.json", "/rules/chratze/de-CH"}
			for name := range s.server.assets {
				if strings.HasPrefix(name, "web/app/") || strings.HasPrefix(name, "web/vendor/") {
					files = append(files, "/"+name)
				}
			}
			if os.Getenv("CHRATZE_VERIFY") == "" {
				files = []string{"/", "/rules/chratze/de-CH"} // the rest is counted below
			}
			refused := map[string]int{}
			ask := func(path string) {
				if status := s.request("GET", path, "", http.Header{}); status == http.StatusTooManyRequests {
					refused[path]++
				}
			}
			for range people {
				for _, f := range files {
					ask(f)
				}
			}
			for range people * 43 {
				if !s.server.gate.allow(localhost, doFile) {
					refused["files"]++
				}
			}
			for range people * 10 {
				if !s.server.gate.allow(localhost, doRequest) {
					refused["requests"]++
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
