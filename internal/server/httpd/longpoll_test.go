package httpd

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"chratze/internal/server/hostlog/hosttest"
	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/internal/table/talk"
	"chratze/internal/waittest"
)

// carrier carries messages: a WebSocket, or a line.
type carrier interface {
	Read(context.Context) (websocket.MessageType, []byte, error)
	Write(context.Context, websocket.MessageType, []byte) error
	CloseNow() error
}

// carried connects to a table in the way of the site's players.
func (s *site) carried(id, secret string) carrier {
	s.t.Helper()
	if s.polls {
		p := &polled{s: s, secret: secret, at: "/api/seat/" + id + "/line"}
		var l Line
		if status, body := p.ask(s.t.Context(), http.MethodPost, "?knows=spare,price", nil); status != http.StatusCreated || json.Unmarshal(body, &l) != nil {
			s.t.Fatalf("opening a line gives %d %s", status, body)
		}
		p.at += "/" + l.Line
		return p
	}
	ws, _, err := s.dial("/ws/"+id+"?knows=spare,price", secret, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	ws.SetReadLimit(1 << 20)
	return ws
}

// polled is the client's side of a line.
type polled struct {
	s          *site
	secret, at string
	got, sent  int
	list       []json.RawMessage
	gone       bool
}

// ask makes a request; status 0: it was given up.
func (p *polled) ask(ctx context.Context, method, query string, body []byte) (status int, answer []byte) {
	r, err := http.NewRequestWithContext(ctx, method, p.s.http.URL+p.at+query, strings.NewReader(string(body)))
	if err != nil {
		p.s.t.Fatal(err)
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
	}
	if p.secret != "" {
		r.Header.Set("Authorization", "Bearer "+p.secret)
	}
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, nil
	}
	defer w.Body.Close()
	answer, err = io.ReadAll(w.Body)
	if err != nil {
		return 0, nil
	}
	return w.StatusCode, answer
}

func (p *polled) Read(ctx context.Context) (websocket.MessageType, []byte, error) {
	for len(p.list) == 0 {
		status, body := p.ask(ctx, http.MethodGet, fmt.Sprint("?after=", p.got), nil)
		if p.gone || status != http.StatusOK {
			return 0, nil, fmt.Errorf("the line ends: %d %s", status, body)
		}
		mustJSON(p.s.t, body, &p.list)
	}
	m := p.list[0]
	p.list = p.list[1:]
	p.got++
	return websocket.MessageText, m, nil
}

func (p *polled) Write(ctx context.Context, _ websocket.MessageType, message []byte) error {
	status, body := p.ask(ctx, http.MethodPost, fmt.Sprint("?n=", p.sent), message)
	p.sent++
	if status != http.StatusNoContent {
		return fmt.Errorf("%d %s", status, body)
	}
	return nil
}

func (p *polled) CloseNow() error {
	p.gone = true
	return nil
}

// bothWays runs a test with players on WebSockets, and with players on lines.
func bothWays(t *testing.T, test func(t *testing.T, polls bool)) {
	for name, polls := range map[string]bool{"WebSocket": false, "line": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, polls)
		})
	}
}

// TestLineRepeats: requests that are made again, since their answers were lost on the way, lose no message and bring none twice; other
// numbers end the line.
func TestLineRepeats(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	s.polls = true
	seat := s.make("")
	p := s.carried(seat.Table, seat.Secret).(*polled)
	ask := func(method, query, body string, want int) []byte {
		t.Helper()
		status, answer := p.ask(t.Context(), method, query, []byte(body))
		if status != want {
			t.Fatalf("%s %s: %d %s, want %d", method, query, status, answer, want)
		}
		return answer
	}
	one := ask("GET", "?after=0", "", 200)
	if two := ask("GET", "?after=0", "", 200); string(one) != string(two) || !strings.Contains(string(one), `"t":"hello"`) {
		t.Errorf("asked again, it gets\n%s\nand not\n%s", two, one)
	}
	var list []json.RawMessage
	mustJSON(t, one, &list)
	n := len(list)
	chat := `{"t":"chat","text":"once","id":1}`
	ask("POST", "?n=0", chat, 204)
	ask("POST", "?n=0", chat, 204)
	ask("POST", "?n=1", `{"t":"ping","id":2}`, 204)
	var all strings.Builder
	for !strings.Contains(all.String(), `"t":"pong"`) {
		got := ask("GET", fmt.Sprint("?after=", n), "", 200)
		mustJSON(t, got, &list)
		n += len(list)
		all.Write(got)
	}
	if got := strings.Count(all.String(), "once"); got != 1 {
		t.Errorf("the message was heard %d times:\n%s", got, all.String())
	}
	ask("POST", "?n=5", chat, http.StatusGone)
	ask("GET", fmt.Sprint("?after=", n), "", http.StatusGone)
	p = s.carried(seat.Table, seat.Secret).(*polled)
	ask("GET", "?after=7", "", http.StatusGone)
	ask("GET", "?after=0", "", http.StatusGone)
}

// TestLineBelongsToWhoOpenedIt: its name alone reads and says nothing, and no page of another site gets anything through.
func TestLineBelongsToWhoOpenedIt(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	s.polls = true
	annas := s.make("")
	beats := s.join(annas.Code, "Beat")
	p := s.carried(annas.Table, annas.Secret).(*polled)
	for _, secret := range []string{"", beats.Secret, "wrong"} {
		other := &polled{s: s, secret: secret, at: p.at}
		for method, query := range map[string]string{"GET": "?after=0", "POST": "?n=0"} {
			if status, body := other.ask(t.Context(), method, query, []byte(`{"t":"start"}`)); status != http.StatusGone {
				t.Errorf("%s with the secret %q: %d %s", method, secret, status, body)
			}
		}
	}
	cookie := "seat=" + annas.Secret
	for path, body := range map[string]string{"/api/seat/" + annas.Table + "/line": "", p.at + "?n=0": `{"t":"start"}`} {
		for want, h := range map[int]http.Header{
			http.StatusForbidden:            {"Cookie": {cookie}, "Content-Type": {"application/json"}, "Origin": {"https://evil.example"}, "Sec-Fetch-Site": {"cross-site"}},
			http.StatusUnsupportedMediaType: {"Cookie": {cookie}, "Content-Type": {"text/plain"}},
		} {
			r := httptest.NewRequest("POST", path, strings.NewReader(body))
			r.Header = h
			w := httptest.NewRecorder()
			if s.server.ServeHTTP(w, r); w.Code != want {
				t.Errorf("POST %s with %v: %d, want %d", path, h, w.Code, want)
			}
		}
	}
	if m, b, err := p.Read(t.Context()); m != websocket.MessageText || err != nil || !strings.Contains(string(b), `"chair":0`) {
		t.Errorf("its owner gets %s, %v", b, err)
	}
}

// TestLinesAreCounted: an address may have as many lines and WebSockets together as WebSockets alone, and so may a chair.
func TestLinesAreCounted(t *testing.T) {
	t.Parallel()
	s := openWith(t, hosttest.NewMemory(), func(o *host.Options) { o.Limits.Chair = 4 }, func(o *Options) { o.Limits = Limits{Connections: 6} })
	seat := s.make("")
	ws := s.play(seat, 1)
	s.polls = true
	first := s.play(seat, 1)
	for range 4 {
		s.play(seat, 1)
	}
	ws.expectBye("elsewhere")
	first.expectBye("elsewhere")
	waittest.Until(t, "the end of the two", func() bool { return s.server.opt.Metrics.open.Load() == 4 })
	h := http.Header{"Authorization": {"Bearer " + seat.Secret}}
	for i, want := range []int{http.StatusCreated, http.StatusCreated, http.StatusTooManyRequests} { // the lines that a fifth and a sixth end still have something to say
		if status := s.request("POST", "/api/seat/"+seat.Table+"/line", "", h); status != want {
			t.Errorf("line %d: %d, want %d", i, status, want)
		}
	}
}

// TestLineEnds: a line whose client doesn't come back ends after a while, one whose client is far behind at once, and one that is asked stays.
func TestLineEnds(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		news, polls bool
		hangsUp     bool
		want        string
		after       time.Duration
	}{
		"is asked":           {false, true, false, "", 0},
		"is told and asked":  {true, true, false, "", 0},
		"is never asked":     {false, false, false, talk.ByeGone, pongLimit},
		"falls behind":       {true, false, false, talk.ByeSlow, 7 * time.Second},
		"the client hung up": {false, false, true, talk.ByeGone, hungUp},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				begun, ended := time.Now(), time.Duration(0)
				l := newLine("", NewMetrics(), host.Rate{}.Limiter(), func() { ended = time.Since(begun) })
				ctx, stop := context.WithCancel(t.Context())
				if tt.hangsUp {
					stop()
					l.read(ctx, 0)
				}
				if tt.polls {
					go func() {
						for got := 0; ctx.Err() == nil; {
							list, _ := l.read(ctx, got)
							got += len(list)
						}
					}()
				}
				for range 600 { // ten minutes
					if tt.news {
						l.queue.Add(func(b []byte) []byte { return append(b, strings.Repeat("x", 10_000)...) })
					}
					time.Sleep(time.Second)
				}
				if _, bye := l.queue.Take(); bye != tt.want || ended.Round(time.Second) != tt.after && tt.want != talk.ByeSlow {
					t.Errorf("the line ends with %q after %v, want %q after %v", bye, ended, tt.want, tt.after)
				}
				stop()
				l.finish()
				synctest.Wait()
			})
		})
	}
}

// TestLineAtARestart: whoever waits is told that the server stops, and the server doesn't wait for the line any more.
func TestLineAtARestart(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	s.polls = true
	c := s.play(s.make(""), 1)
	for c.state.Info == nil {
		c.next()
	}
	said := make(chan string, 1)
	go func() {
		for c.next() {
		}
		said <- c.bye
	}()
	waittest.Until(t, "a request that waits", func() bool {
		s.server.lines.mu.Lock()
		defer s.server.lines.mu.Unlock()
		for _, l := range s.server.lines.by {
			l.mu.Lock()
			defer l.mu.Unlock()
			return l.readers > 0
		}
		return false
	})
	s.server.Stop()
	s.host.Close()
	if bye := <-said; bye != "restart" {
		t.Errorf("the line ends with %q", bye)
	}
	s.server.Wait(waittest.Limit)
	if n := s.server.opt.Metrics.open.Load(); n != 0 {
		t.Errorf("%d are open", n)
	}
}

// TestLineTakesTurns: of two requests that wait, the newer one gets what comes.
func TestLineTakesTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLine("", NewMetrics(), host.Rate{}.Limiter(), func() {})
		got := make(chan []string, 2)
		for range 2 {
			go func() {
				list, ok := l.read(t.Context(), 0)
				texts := []string{fmt.Sprint(ok)}
				for _, m := range list {
					texts = append(texts, string(m))
				}
				got <- texts
			}()
			synctest.Wait()
		}
		talk.Sender{Queue: l.queue, Now: func() table.Millis { return 7 }}.Refuse(1, "json")
		first, second := <-got, <-got
		if !slices.Equal(first, []string{"true"}) || len(second) != 2 || !strings.Contains(second[1], "json") {
			t.Errorf("they get %q and %q", first, second)
		}
		l.finish()
	})
}

// TestSlowMessages: who says too much is heard later, and nothing is lost.
func TestSlowMessages(t *testing.T) {
	t.Parallel()
	bothWays(t, slowMessages)
}

func slowMessages(t *testing.T, polls bool) {
	s := openNew(t, func(o *Options) { o.Limits.Messages = host.Rate{PerSecond: 1000, Burst: 1} })
	s.polls = polls
	c := s.play(s.make(""), 1)
	const n = 50
	for i := range n {
		c.send(`{"t":"ping","id":%d}`, i+1)
	}
	for i := 0; i < n && c.next(); {
		if bytes.Contains(c.frames[len(c.frames)-1], []byte(`"t":"pong","id":`+strconv.Itoa(i+1))) {
			i++
		}
	}
	if c.bye != "" {
		t.Errorf("goodbye %q", c.bye)
	}
}
