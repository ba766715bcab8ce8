package httpd

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/internal/table/talk"
	"chratze/internal/table/wire"

	"chratze/internal/server/hostlog/hosttest"
	"chratze/internal/waittest"
)

func TestMessagesThatAreNone(t *testing.T) {
	t.Parallel()
	bothWays(t, messagesThatAreNone)
}

func messagesThatAreNone(t *testing.T, polls bool) {
	s := openNew(t, nil)
	s.polls = polls
	seat := s.make("")
	for _, tt := range []struct {
		name    string
		kind    websocket.MessageType
		message string
		refused string               // the code of the answer
		status  websocket.StatusCode // or how the connection ends
	}{
		{"nothing", websocket.MessageText, "", "json", 0},
		{"no JSON", websocket.MessageText, "{", "json", 0},
		{"a list", websocket.MessageText, "[1]", "json", 0},
		{"no UTF-8", websocket.MessageText, "{\"t\":\"chat\",\"text\":\"\xff\"}", "", 0},
		{"two values", websocket.MessageText, `{"t":"ping"}{"t":"ping"}`, "json", 0},
		{"deep", websocket.MessageText, strings.Repeat("[", 2000), "json", 0},
		{"no kind", websocket.MessageText, `{}`, "kind", 0},
		{"an unknown kind", websocket.MessageText, `{"t":"deal"}`, "kind", 0},
		{"a wrong type", websocket.MessageText, `{"t":"act","q":"1"}`, "json", 0},
		{"a negative question", websocket.MessageText, `{"t":"act","q":-1}`, "json", 0},
		{"no such question", websocket.MessageText, `{"t":"act","q":9,"act":"pass"}`, table.RefusedTurn, 0},
		{"no such chair", websocket.MessageText, `{"t":"key","chair":99}`, table.RefusedChair, 0},
		{"a chair below", websocket.MessageText, `{"t":"key","chair":-1}`, table.RefusedChair, 0},
		{"no such bot", websocket.MessageText, `{"t":"bot","chair":1,"bot":"shark"}`, "bot", 0},
		{"empty chat", websocket.MessageText, `{"t":"chat","text":"\u202e \u0000"}`, "text", 0},
		{"binary", websocket.MessageBinary, `{"t":"ping"}`, "", websocket.StatusUnsupportedData},
		{"huge", websocket.MessageText, `{"t":"chat","text":"` + strings.Repeat("x", wire.MaxMessage) + `"}`, "", websocket.StatusMessageTooBig},
	} {
		if polls && tt.kind == websocket.MessageBinary { // a request is neither
			continue
		}
		c := s.play(seat, 1)
		for c.state.Info == nil {
			c.next()
		}
		err := c.ws.Write(context.Background(), tt.kind, []byte(tt.message))
		if polls && tt.status != 0 {
			if err == nil || !strings.HasPrefix(err.Error(), "413") || c.next() {
				t.Errorf("%s: %v, want 413 and the end", tt.name, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if tt.status != 0 {
			ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit)
			_, _, err := c.ws.Read(ctx)
			cancel()
			if websocket.CloseStatus(err) != tt.status {
				t.Errorf("%s: %v, want status %d", tt.name, err, tt.status)
			}
			continue
		}
		c.send(`{"t":"chat","text":"hü","id":5}`)
		for !bytes.Contains(c.frames[len(c.frames)-1], []byte(`"t":"ok","id":5`)) && c.next() {
		}
		var want []string
		if tt.refused != "" {
			want = []string{tt.refused}
		}
		if !slices.Equal(c.refused, want) || c.bye != "" {
			t.Errorf("%s: refused %q, goodbye %q; want %q", tt.name, c.refused, c.bye, want)
		}
		_ = c.ws.CloseNow()
	}
}

func TestRequestsThatAreNone(t *testing.T) {
	t.Parallel()
	s := openNew(t, func(o *Options) { o.Limits.Pace = 200 })
	for _, tt := range []struct {
		path, body string
		status     int
		code       string
	}{
		{"/api/tables", ``, 400, "json"},
		{"/api/tables", `{"name":"Anna"}{}`, 400, "json"},
		{"/api/tables", `{"name":"Anna","colour":"red"}`, 400, "json"},
		{"/api/tables", `{"name":"Anna","rules":{"preset":"skat"}}`, 400, "rules"},
		{"/api/tables", `{"name":"Anna","rules":{"preset":"chratze","susi":"maybe"}}`, 400, "rules"},
		{"/api/tables", `{"name":"` + strings.Repeat("x", maxBody) + `"}`, 413, "large"},
		{"/api/tables", `{"name":" \u200b "}`, 400, table.RefusedName},
		{"/api/tables", `{"name":"Anna","chairs":9}`, 400, table.RefusedConfig},
		{"/api/tables", `{"name":"Anna","chairs":-1}`, 400, table.RefusedConfig},
		{"/api/tables", `{"name":"Anna","away":-5}`, 400, table.RefusedConfig},
		{"/api/tables", `{"name":"Anna","bot":"shark"}`, 400, "bot"},
		{"/api/tables", `{"name":"Anna","pace":199}`, 400, "pace"},
		{"/api/join", `{"name":"Anna"}`, 404, "code"},
		{"/api/join", `{"name":"Anna","code":"AAAAAAAA"}`, 404, "code"},
		{"/api/join", `{"name":"Anna","code":"' OR 1=1"}`, 404, "code"},
		{"/api/join", `{"code":"AAAAAAAA"}`, 400, table.RefusedName},
	} {
		var p Problem
		if status := s.post(tt.path, tt.body, &p); status != tt.status || p.Code != tt.code {
			t.Errorf("%s %.60s: %d %+v, want %d %s", tt.path, tt.body, status, p, tt.status, tt.code)
		} else if (p.Code == table.RefusedName || p.Code == table.RefusedConfig) && p.Detail == "" {
			t.Errorf("%s %.60s: it isn't said what would do", tt.path, tt.body)
		}
	}
	var seat Seat
	if status := s.post("/api/tables", `{"name":"  An\u202ena\u0007 <b>  ","chairs":2,"bot":""}`, &seat); status != 201 {
		t.Fatalf("a table for two: %d", status)
	}
	s.join(" "+strings.ToLower(seat.Code[:4])+"-"+seat.Code[4:], "Beat")
	var p Problem
	if status := s.post("/api/join", `{"name":"Chregu","code":"`+seat.Code+`"}`, &p); status != 409 || p.Code != "full" {
		t.Errorf("at a full table: %d %+v, want that it is full", status, p)
	}
	c := s.play(seat, 1)
	for c.state.Info == nil {
		c.next()
	}
	if name := c.state.Info.Chairs[0].Name; name != "Anna <b>" {
		t.Errorf("the name is %q", name)
	}
}

func TestPasswordForTables(t *testing.T) {
	t.Parallel()
	s := openNew(t, func(o *Options) { o.Password = "geheim"; o.Limits.Codes = host.Rate{PerSecond: 0.001, Burst: 3} })
	for i, want := range []int{403, 201, 403, 429, 429} {
		password := map[bool]string{true: "geheim", false: "offen"}[want != 403]
		if status := s.post("/api/tables", `{"name":"Anna","password":"`+password+`"}`, nil); status != want {
			t.Errorf("try %d: %d, want %d", i, status, want)
		}
	}
}

// TestLooksAreLimited: without a link an address can open only a limited number of tables, in
// any way; with a link it isn't counted.
func TestLooksAreLimited(t *testing.T) {
	t.Parallel()
	s := openNew(t, func(o *Options) { o.Limits = Limits{Looks: host.Rate{PerSecond: 1e-9, Burst: 5}} })
	seat := s.make(`,"spectators":true`)
	own := http.Header{"Authorization": {"Bearer " + seat.Secret}}
	ask := func(h http.Header) (refused bool) {
		return s.request("GET", "/api/seat/"+seat.Table+"/hands", "", h) == http.StatusTooManyRequests
	}
	for i := range 5 {
		if ask(http.Header{}) {
			t.Errorf("look %d is refused", i+1)
		}
	}
	if _, r, err := s.dial("/ws/"+seat.Table, "", nil); err == nil || r.StatusCode != http.StatusTooManyRequests || !ask(http.Header{}) {
		t.Errorf("more are not refused: %v", err)
	}
	if ask(own) {
		t.Error("who has a link is refused")
	}
}

// TestLargeBodiesCountMore: what an address may ask for is counted by the size of what it sends, also if it doesn't say it.
func TestLargeBodiesCountMore(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]func(n int) io.Reader{
		"said":   func(n int) io.Reader { return strings.NewReader(strings.Repeat("[", n)) },
		"unsaid": func(n int) io.Reader { return io.MultiReader(strings.NewReader(strings.Repeat("[", n))) },
	} {
		s := openNew(t, func(o *Options) { o.Limits = Limits{Requests: host.Rate{PerSecond: 1e-9, Burst: 400}} })
		taken := 0
		for ; taken < 100; taken++ {
			r, err := http.Post(s.http.URL+"/api/hand/en", "text/plain", body(1<<20))
			if err != nil {
				t.Fatal(err)
			}
			_ = r.Body.Close()
			if r.StatusCode == http.StatusTooManyRequests {
				break
			}
		}
		if taken != 400/(1+1<<20/costPiece) {
			t.Errorf("%s: %d of 1 MB are read", name, taken)
		}
	}
	if costs(httptest.NewRequest("POST", "/", strings.NewReader(strings.Repeat("x", 5000)))) != 1 {
		t.Error("a hand as people play it counts as more than one request")
	}
}

// TestLimits: each is kept for every address by itself, and the load token lifts
// it.
func TestLimits(t *testing.T) {
	t.Parallel()
	few := host.Rate{PerSecond: 0.0001, Burst: 3}
	proxies := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	for name, tt := range map[string]struct {
		limits Limits
		do     func(s *site, h http.Header) int // returns the status
	}{
		"requests": {Limits{Requests: few}, func(s *site, h http.Header) int { return s.request("GET", "/healthz", "", h) }},
		"practice": {Limits{Practice: few}, func(s *site, h http.Header) int {
			return s.request("POST", "/api/tables", `{"name":"Anna","practice":true}`, h)
		}},
		"tables": {Limits{Tables: few}, func(s *site, h http.Header) int { return s.request("POST", "/api/tables", `{"name":"Anna"}`, h) }},
		"codes": {Limits{Codes: few}, func(s *site, h http.Header) int {
			return s.request("POST", "/api/join", `{"name":"Eve","code":"AAAAAAAA"}`, h)
		}},
		"connections": {Limits{Connections: 3}, func(s *site, h http.Header) int {
			return s.upgraded(h, func(ws *websocket.Conn) { s.t.Cleanup(func() { _ = ws.CloseNow() }) })
		}},
		"upgrades": {Limits{Upgrades: few}, func(s *site, h http.Header) int {
			return s.upgraded(h, func(ws *websocket.Conn) { _ = ws.CloseNow() })
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openNew(t, func(o *Options) { o.Limits = tt.limits; o.Proxies = proxies })
			s.makeFree(`,"spectators":true`)
			for i, from := range []string{"198.51.100.1", "198.51.100.1", "198.51.100.1", "198.51.100.1", "198.51.100.2", "2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8::4", "2001:db8:0:1::1"} {
				h := http.Header{"X-Forwarded-For": {"203.0.113.9, " + from}}
				limited := tt.do(s, h) == http.StatusTooManyRequests
				if want := i == 3 || i == 8; limited != want {
					t.Errorf("request %d, from %s: limited is %v, want %v", i, from, limited, want)
				}
			}
			h := http.Header{"X-Forwarded-For": {"198.51.100.1"}, "Load-Token": {"load-token-of-the-test"}}
			if status := tt.do(s, h); status == http.StatusTooManyRequests {
				t.Error("the load token doesn't lift the limit")
			}
			h.Set("Load-Token", "wrong")
			if status := tt.do(s, h); status != http.StatusTooManyRequests {
				t.Errorf("a wrong load token lifts the limit: %d", status)
			}
		})
	}
}

// TestFullTable: a full table says that it is full, with the same limit for guesses as a code that
// doesn't exist, whichever way it is asked.
func TestFullTable(t *testing.T) {
	t.Parallel()
	s := openNew(t, func(o *Options) { o.Limits = Limits{Codes: host.Rate{PerSecond: 0.0001, Burst: 6}} })
	seat := s.make(`,"chairs":3,"bot":""`)
	s.join(seat.Code, "Beat")
	s.join(seat.Code, "Chregu")
	var no Problem
	if status := s.post("/api/join", `{"name":"Emil","code":"`+seat.Code+`"}`, &no); status != http.StatusConflict || no.Code != table.RefusedFull {
		t.Errorf("a full table gives %d %q", status, no.Code)
	}
	if status := s.post("/api/join", `{"name":"Emil","code":"NOBODYS2"}`, &no); status != http.StatusNotFound || no.Code != "code" {
		t.Errorf("a code that doesn't exist gives %d %q", status, no.Code)
	}
	for i, path := range []string{"/api/code/" + seat.Code, "/api/seat/" + seat.Table + "/door?code=" + seat.Code, "/api/code/" + seat.Code} {
		status := s.request("GET", path, "", http.Header{})
		if limited := status == http.StatusTooManyRequests; limited != (i == 2) {
			t.Errorf("try %d: %d", i+5, status)
		}
	}
	if status := s.request("POST", "/api/join", `{"name":"Emil","code":"`+seat.Code+`"}`, http.Header{}); status != http.StatusTooManyRequests {
		t.Errorf("after too many guesses a full table gives %d", status)
	}
}

// request asks with the given headers and returns the status.
func (s *site) request(method, path, body string, h http.Header) int {
	s.t.Helper()
	req, err := http.NewRequest(method, s.http.URL+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header = h.Clone()
	req.Header.Set("Content-Type", "application/json")
	r, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	_ = r.Body.Close()
	return r.StatusCode
}

// makeFree makes a table that doesn't count for the limits.
func (s *site) makeFree(more string) {
	s.t.Helper()
	if status := s.request("POST", "/api/tables", `{"name":"Anna"`+more+`}`, http.Header{"Load-Token": {"load-token-of-the-test"}}); status != 201 {
		s.t.Fatalf("making a table gives %d", status)
	}
}

func TestAddress(t *testing.T) {
	t.Parallel()
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	for _, tt := range []struct{ remote, forwarded, want string }{
		{"198.51.100.1:55", "", "198.51.100.1"},
		{"198.51.100.1:55", "203.0.113.9", "198.51.100.1"}, // not a trusted proxy
		{"10.0.0.1:55", "203.0.113.9", "203.0.113.9"},
		{"10.0.0.1:55", "203.0.113.9, 198.51.100.7", "198.51.100.7"}, // only the last is the proxy's word
		{"10.0.0.1:55", "203.0.113.9, 10.2.3.4", "203.0.113.9"},
		{"10.0.0.1:55", "203.0.113.9, nonsense", "10.0.0.1"},
		{"10.0.0.1:55", "", "10.0.0.1"},
		{"[::1]:55", "2001:db8::7", "2001:db8::7"},
		{"[::ffff:198.51.100.1]:55", "", "198.51.100.1"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = tt.remote
		if tt.forwarded != "" {
			r.Header.Set("X-Forwarded-For", tt.forwarded)
		}
		if got := address(r, proxies).String(); got != tt.want {
			t.Errorf("from %s for %q: %s, want %s", tt.remote, tt.forwarded, got, tt.want)
		}
	}
}

// TestCodesCantBeSearched: whatever the number of addresses, all together try no
// more codes than AllCodes lets them; so a table with a code of 40 bits is not
// found in years.
func TestCodesCantBeSearched(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := DefaultLimits()
		g := newGate(l)
		tried := 0.0
		const minutes = 60
		for range minutes * 60 {
			for range 200 { // addresses anew in every second
				if g.allow(netip.AddrFrom4([4]byte{byte(tried), byte(time.Now().Unix()), byte(time.Now().Unix() >> 8), 1}), doCode) {
					tried++
				}
			}
			time.Sleep(time.Second)
		}
		if most := float64(l.AllCodes.Burst) + minutes*60*l.AllCodes.PerSecond; tried > most+1 {
			t.Errorf("%v codes were tried in an hour, at most %v may be", tried, most)
		}
		const live = 10_000.0 // tables with free chairs
		if found := l.AllCodes.PerSecond * 86400 * live / (1 << 40); found > 0.02 {
			t.Errorf("a search finds %v tables a day", found)
		}
	})
}

// TestGateForgets: addresses that are seen no more don't fill the memory, and one
// that is connected is not forgotten.
func TestGateForgets(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate(Limits{Connections: 1})
		stays := netip.MustParseAddr("198.51.100.1")
		leave, ok := g.enter(stays, false)
		if !ok {
			t.Fatal("the first connection is refused")
		}
		visit := func(hour byte) {
			for i := range 2000 {
				g.allow(netip.AddrFrom4([4]byte{10, hour, byte(i >> 8), byte(i)}), doRequest)
			}
		}
		visit(0)
		time.Sleep(time.Hour)
		visit(1)
		if len(g.visitors) > 2100 {
			t.Errorf("%d visitors are remembered", len(g.visitors))
		}
		if _, ok := g.enter(stays, false); ok {
			t.Error("a second connection is let in")
		}
		leave()
		if _, ok := g.enter(stays, false); !ok {
			t.Error("after the first has gone the next is refused")
		}
	})
}

// TestGateIsBounded: a customer with 65 536 networks of a /48, and one with as many /48s, use up what is
// theirs. Whoever comes after them is counted for themselves, and the memory is bounded.
func TestGateIsBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate(Limits{Requests: host.Rate{PerSecond: 0.0001, Burst: 1}, Connections: 1})
		at := func(a, b, c, d byte) netip.Addr { return netip.AddrFrom16([16]byte{0x20, 1, a, b, c, d, 0, 0}) }
		stays := netip.MustParseAddr("2001:db8:ffff::1")
		if _, ok := g.enter(stays, false); !ok {
			t.Fatal("the first connection is refused")
		}
		allowed := 0
		for i := range 1 << 16 {
			if i%256 == 0 {
				time.Sleep(time.Microsecond)
			}
			if g.allow(netip.AddrFrom16([16]byte{0x20, 1, 0xd, 0xb8, 0, 1, byte(i >> 8), byte(i)}), doRequest) {
				allowed++
			}
		}
		if allowed != 16 {
			t.Errorf("a /48 is allowed %d requests, want 16", allowed)
		}
		for i := range 1000 {
			if a := at(0xe, 0, byte(i>>8), byte(i)); !g.allow(a, doRequest) || g.allow(a, doRequest) {
				t.Fatalf("newcomer %d isn't counted for themselves", i)
			}
		}
		for i := range 1 << 17 {
			if i%256 == 0 {
				time.Sleep(time.Microsecond)
			}
			g.allow(at(byte(i>>16), 1, byte(i>>8), byte(i)), doRequest)
		}
		if a := at(0xf, 0xf, 0, 0); !g.allow(a, doRequest) || g.allow(a, doRequest) {
			t.Error("a newcomer after 131 072 networks isn't counted for themselves")
		}
		if n := len(g.visitors); n > maxVisitors+1024+6 {
			t.Errorf("%d visitors are remembered", n)
		}
		if _, ok := g.enter(stays, false); ok {
			t.Error("a second connection is let in")
		}
	})
}

// pipeListener is a network without a network, for synctest.
type pipeListener struct{ conns chan net.Conn }

func (l *pipeListener) Accept() (net.Conn, error) {
	c, ok := <-l.conns
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}
func (l *pipeListener) Close() error   { return nil }
func (l *pipeListener) Addr() net.Addr { return pipeAddr{} }

type pipeAddr struct{}

func (pipeAddr) Network() string { return "pipe" }
func (pipeAddr) String() string  { return "pipe" }

// TestWhoDoesNotAnswerIsCutOff: a connection over which nothing comes back is
// closed after some time without a word, whether it is written to or not; and one
// that answers stays.
func TestWhoDoesNotAnswerIsCutOff(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		news  bool // the server has more and more to say
		reads bool
		want  string
	}{
		"reads and answers":   {false, true, ""},
		"is told and answers": {true, true, ""},
		"gone":                {false, false, talk.ByeGone},
		"doesn't read at all": {true, false, talk.ByeSlow},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				opened, ended := make(chan *socket, 1), make(chan struct{})
				s := &Server{front: &front{opt: Options{Metrics: NewMetrics(), Logger: quiet()}, gate: newGate(Limits{}), down: new(atomic.Bool)}}
				l := &pipeListener{make(chan net.Conn, 1)}
				server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					k := s.connect(w, r)
					opened <- k
					k.run(func([]byte) {}, func() {})
					close(ended)
				})}
				go func() { _ = server.Serve(l) }()
				there, here := net.Pipe()
				l.conns <- there
				ws, _, err := websocket.Dial(t.Context(), "ws://pipe/", &websocket.DialOptions{
					HTTPClient: &http.Client{Transport: &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return here, nil }}},
				})
				if err != nil {
					t.Fatal(err)
				}
				q := (<-opened).queue
				if tt.reads {
					go func() {
						for {
							if _, _, err := ws.Read(context.Background()); err != nil {
								return
							}
						}
					}()
				}
				for i := 0; i < 600; i++ { // ten minutes
					if tt.news {
						q.Add(func(b []byte) []byte { return append(b, strings.Repeat("x", 10_000)...) })
					}
					time.Sleep(time.Second)
				}
				synctest.Wait()
				if _, bye := q.Take(); bye != tt.want {
					t.Errorf("the connection ends with %q, want %q", bye, tt.want)
				}
				q.Close("test")
				_ = ws.CloseNow()
				_ = here.Close()
				<-ended
				close(l.conns)
				_ = server.Close()
				synctest.Wait()
			})
		})
	}
}

// TestPanicClosesOneRequestOnly also for a request that nobody recovers but the
// server.
func TestPanicClosesOneRequestOnly(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	s.server.mux.HandleFunc("GET /panic", func(http.ResponseWriter, *http.Request) { panic("a fault") })
	if status := s.request("GET", "/panic", "", http.Header{}); status != http.StatusInternalServerError {
		t.Errorf("a panic gives %d", status)
	}
	if status := s.request("GET", "/healthz", "", http.Header{}); status != http.StatusOK {
		t.Errorf("afterwards the server gives %d", status)
	}
	if n := s.server.opt.Metrics.panics.Load(); n != 1 || !strings.Contains(s.logged.String(), "panic in a request") {
		t.Errorf("%d panics are counted", n)
	}
}

// FuzzMessage: no message ends the server, and each that is no wish is answered.
func FuzzMessage(f *testing.F) {
	for _, m := range []string{
		`{"t":"act","q":1,"act":"open"}`, `{"t":"six","act":"keep"}`, `{"t":"start"}`, `{"t":"next"}`, `{"t":"chat","text":"hü"}`,
		`{"t":"bot","chair":3,"bot":"random"}`, `{"t":"leave","chair":0}`, `{"t":"host","chair":1}`, `{"t":"ping","id":18446744073709551615}`, `{`, ``, `[]`, `null`,
	} {
		f.Add([]byte(m))
	}
	log := hosttest.NewMemory()
	f.Fuzz(func(t *testing.T, message []byte) {
		s := open(t, log, nil)
		seat := s.make("")
		q := talk.NewQueue()
		to := talk.Sender{Queue: q, Now: func() table.Millis { return 0 }}
		c, err := s.server.attach(mustID(t, seat.Table), seat.Secret, &host.Conn{Sender: to, Free: true})
		if err != nil {
			t.Fatal(err)
		}
		s.server.hear(c, to, netip.Prefix{}, []byte(`{"t":"start","id":1}`))
		s.server.hear(c, to, netip.Prefix{}, message)
		s.server.hear(c, to, netip.Prefix{}, []byte(`{"t":"ping","id":2}`))
		own := !strings.Contains(string(message), "key") && !strings.Contains(string(message), "leave") // whose link these take is without a seat
		if _, _, err := s.host.Chair(context.Background(), mustID(t, seat.Table), seat.Secret); err != nil && own {
			t.Fatalf("after %q the table is gone: %v", message, err)
		}
		if n := s.server.opt.Metrics.panics.Load(); n > 0 {
			t.Fatalf("%q panics:\n%s", message, s.logged)
		}
		w, _ := q.Take()
		_ = w.Each(func(answer []byte) error {
			var m map[string]any
			mustJSON(t, answer, &m)
			return nil
		})
		s.close()
	})
}

func mustID(t *testing.T, text string) int64 {
	t.Helper()
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return id
}
