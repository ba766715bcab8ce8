package httpd

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"chratze/internal/server/hostlog/hosttest"
	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/internal/table/talk"
)

// TestLogKnowsNoSecrets: a sitting is played, with all its links, wrong ones too,
// and everything is logged; afterwards the log has no card, no secret, no code and
// no name.
func TestLogKnowsNoSecrets(t *testing.T) {
	t.Parallel()
	s := openNew(t, func(o *Options) { o.Password = "Wilhelm-Tell" })
	seat := s.make(`,"password":"Wilhelm-Tell","away":1`)
	beats, doras := s.join(seat.Code, "Beatrix"), s.join(seat.Code, "Dorothea")
	s.openLink(s.device(), seat.Link)
	s.openLink(s.device(), s.http.URL+"/t/"+seat.Table+"/WRONGSECRETWRONGSECRET")
	s.post("/api/join", `{"name":"Eve","code":"ZZZZZZZZ"}`, nil)
	s.post("/api/tables", `{"name":"Eve","password":"Gessler"}`, nil)
	anna, beat := s.play(seat, 1), s.play(beats, 2)
	dora := s.robot(doras, `{"t":"ready","name":"Dorothea"}`)
	dora.say = func(m robotMessage, act string) string { return `{"id":` + jsonText(m.ID) + `,"act":"` + act + ` "}` } // a fault
	ended := make(chan struct{}, 2)
	go func() {
		dora.serve()
		ended <- struct{}{}
	}()
	go func() {
		beat.playUntil(func() bool { return beat.state.Info != nil && beat.state.Info.Stage == "over" })
		ended <- struct{}{}
	}()
	anna.send(`{"t":"start"}`)
	key := ""
	anna.onFrame = func(b []byte) {
		if _, rest, ok := strings.Cut(string(b), `"key":"`); ok {
			key, _, _ = strings.Cut(rest, `"`)
		}
	}
	last := false
	anna.playUntil(func() bool {
		if anna.hand() == 10 && !last {
			last = true
			anna.send(`{"t":"chat","text":"Ich habe As Td"}`)
			anna.send(`{"t":"act","q":1,"act":"play As"}`)
			anna.send(`{"t":"key","chair":3}`)
			anna.send(`{"t":"key","chair":%d}`, doras.Chair)
			anna.send(`{"t":"last"}`)
		}
		return anna.state.Info != nil && anna.state.Info.Stage == "over"
	})
	for key == "" && anna.next() { // it may come in one batch with the end, and behind it
	}
	_ = anna.ws.CloseNow()
	_ = beat.ws.CloseNow()
	s.close()
	<-ended
	<-ended
	log := s.logged.String()
	for what, text := range map[string]string{
		"a secret": seat.Secret, "Beat's secret": beats.Secret, "the program's secret": doras.Secret, "the new secret": key, "the code": seat.Code, "a wrong code": "ZZZZZZZZ",
		"a wrong secret": "WRONGSECRET", "the password": "Wilhelm-Tell", "a wrong password": "Gessler", "a name": "Beatrix", "another name": "Dorothea", "the load token": "load-token-of-the-test",
	} {
		if text == "" {
			t.Errorf("%s is missing", what)
		} else if strings.Contains(log, text) {
			t.Errorf("%s stands in the log", what)
		}
	}
	if found := cardText.FindString(log); found != "" {
		t.Errorf("the card %s stands in the log:\n%s", found, log)
	}
	if strings.Count(log, "\n") < 20 || !strings.Contains(log, `"route":"GET /t/{table}/{secret}"`) || !strings.Contains(log, "a program at a table erred") {
		t.Errorf("the log is\n%s", log)
	}
}

// get asks for a page.
func (s *site) get(path string, h http.Header) (*http.Response, string) {
	s.t.Helper()
	req, err := http.NewRequest("GET", s.http.URL+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	if h != nil {
		req.Header = h
	}
	r, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	b, err := io.ReadAll(r.Body)
	_ = r.Body.Close()
	if err != nil {
		s.t.Fatal(err)
	}
	return r, string(b)
}

// TestEveryAnswerIsGuarded: nothing is loaded from elsewhere, framed, guessed or
// kept, whatever is asked.
func TestEveryAnswerIsGuarded(t *testing.T) {
	t.Parallel()
	s := openNew(t, func(o *Options) { o.PublicURL = "https://karten.example" })
	seat := s.make("")
	for _, path := range []string{"/", "/t/" + seat.Table, "/t/" + seat.Table + "/x", "/web/app/base.css", "/docs/protocol.md", "/api/rules", "/api/seat/1", "/ws/1", "/bot/1", "/healthz", "/readyz", "/metrics", "/nowhere", "/api/tables"} {
		r, _ := s.get(path, nil)
		csp := r.Header.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"} {
			if !strings.Contains(csp, want) {
				t.Errorf("%s: the policy %q lacks %s", path, csp, want)
			}
		}
		if strings.Contains(csp, "unsafe") || strings.Contains(csp, "*") || strings.Contains(csp, "http") {
			t.Errorf("%s: the policy %q", path, csp)
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
			"Strict-Transport-Security": "max-age=31536000",
		} {
			if got := r.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
		if c := r.Header.Get("Cache-Control"); c != "no-store" && c != "no-cache" {
			t.Errorf("%s may be kept: %q", path, c)
		}
	}
}

func TestPagesAreOursAlone(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	for _, path := range []string{"/", "/t/1"} {
		r, page := s.get(path, nil)
		if r.StatusCode != 200 || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") || !strings.Contains(page, "<script") {
			t.Errorf("%s: %d %s", path, r.StatusCode, page)
		}
		page = strings.ReplaceAll(page, `content="`+s.http.URL+"/", `content="/`) // the picture for messengers, which fetch it by its whole address
		for _, no := range []string{"http:", "https:", "//", "<style", "style=", "onclick=", "onload="} {
			if strings.Contains(page, no) {
				t.Errorf("%s has %s, which the policy forbids", path, no)
			}
		}
		if again, _ := s.get(path, http.Header{"If-None-Match": {r.Header.Get("ETag")}}); again.StatusCode != http.StatusNotModified {
			t.Errorf("%s is sent again: %d", path, again.StatusCode)
		}
	}
	for _, path := range []string{"/web/nothing.js", "/web/../web.go", "/docs/security.md", "/web/"} {
		if r, _ := s.get(path, nil); r.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", path, r.StatusCode)
		}
	}
	if _, rules := s.get("/api/rules", nil); !strings.Contains(rules, `"name":"zwicken"`) || !strings.Contains(rules, `"defaults":{"rules":{"preset":"chratze"}`) {
		t.Errorf("the rules are %.300s", rules)
	}
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	s := openNew(t, func(o *Options) {
		o.MetricsToken, o.Metrics = "for-prometheus", NewMetrics()
		o.Metrics.Built("0.1.0", "0123abcd")
	})
	s.make("")
	for name, tt := range map[string]struct {
		h    http.Header
		want int
	}{
		"this machine":    {nil, 200},
		"behind a proxy":  {http.Header{"X-Forwarded-For": {"127.0.0.1"}}, 404},
		"behind another":  {http.Header{"X-Real-Ip": {"127.0.0.1"}}, 404},
		"a wrong token":   {http.Header{"X-Forwarded-For": {"198.51.100.1"}, "Authorization": {"Bearer x"}}, 404},
		"with the token":  {http.Header{"X-Forwarded-For": {"198.51.100.1"}, "Authorization": {"Bearer for-prometheus"}}, 200},
		"no token at all": {http.Header{"X-Forwarded-For": {"198.51.100.1"}, "Authorization": {"Bearer "}}, 404},
	} {
		r, text := s.get("/metrics", tt.h)
		if r.StatusCode != tt.want || tt.want == 200 && !strings.Contains(text, "\nchratze_tables_made_total 1\n") || tt.want == 200 && !strings.Contains(text, `revision="0123abcd",version="0.1.0"} 1`+"\n") {
			t.Errorf("%s: %d %.200s", name, r.StatusCode, text)
		}
	}
}

// TestStopping: the server says that it isn't ready, takes nothing new, tells
// everybody, and what was granted is there after the restart.
func TestStopping(t *testing.T) {
	t.Parallel()
	log := hosttest.NewMemory()
	s := open(t, log, nil)
	seat := s.make("")
	anna := s.play(seat, 1)
	anna.send(`{"t":"start","id":1}`)
	anna.playUntil(func() bool { return anna.hand() >= 3 })
	if r, _ := s.get("/readyz", nil); r.StatusCode != 200 {
		t.Errorf("before: %d", r.StatusCode)
	}
	s.server.Stop()
	for path, want := range map[string]int{"/readyz": 503, "/healthz": 200, "/api/seat/" + seat.Table: 503, "/ws/" + seat.Table: 503} {
		if r, _ := s.get(path, nil); r.StatusCode != want {
			t.Errorf("%s while stopping: %d, want %d", path, r.StatusCode, want)
		}
	}
	if status := s.post("/api/tables", `{"name":"Beat"}`, nil); status != 503 {
		t.Errorf("a table is made while stopping: %d", status)
	}
	s.host.Close()
	anna.expectBye("restart")
	before := anna.texts()
	s.close()

	s = open(t, log, nil)
	again := s.play(seat, 1)
	for again.state.Info == nil {
		again.next()
	}
	after := again.texts()
	if again.hand() < anna.hand() || again.hand() == anna.hand() && (len(after) < len(before) || strings.Join(after[:len(before)], "\n") != strings.Join(before, "\n")) {
		t.Errorf("hand %d\n%q\nafter the restart hand %d\n%q", anna.hand(), before, again.hand(), after)
	}
	again.playUntil(func() bool { return again.hand() > anna.hand()+1 })
}

// TestPanicOfATableClosesItOnly: a fault in one table, whatever it is, ends the
// connections of this table, and it can be read again.
func TestPanicOfATableClosesItOnly(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	one, two := s.make(""), s.make("")
	anna, beat := s.play(one, 1), s.play(two, 2)
	bad := &bomb{talk.Sender{Queue: talk.NewQueue()}}
	if _, err := s.host.Attach(context.Background(), mustID(t, one.Table), one.Secret, bad); err != nil {
		t.Fatal(err)
	}
	anna.expectBye("error")
	if n := s.server.opt.Metrics.panics.Load(); n == 0 {
		t.Error("no panic is counted")
	}
	beat.send(`{"t":"start"}`)
	beat.playUntil(func() bool { return beat.hand() >= 2 })
	again := s.play(one, 3)
	again.send(`{"t":"start"}`)
	again.playUntil(func() bool { return again.hand() >= 2 })
}

// bomb is a connection that panics when it is told something.
type bomb struct{ talk.Sender }

var _ host.Sender = (*bomb)(nil)

// News implements host.Sender.
func (*bomb) News(*table.News) { panic("a fault") }

// TestUserHeader: who is named by a trusted proxy makes tables and desks without the password, and is told that none is
// wanted; a name that comes by any other way counts for nothing.
func TestUserHeader(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		proxies []netip.Prefix
		header  http.Header
		want    int
	}{
		"named by the proxy":     {[]netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, http.Header{"Remote-User": {"vreni"}}, http.StatusCreated},
		"not named":              {[]netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, http.Header{"Remote-User": {""}}, http.StatusForbidden},
		"named by another proxy": {[]netip.Prefix{netip.MustParsePrefix("192.0.2.1/32")}, http.Header{"Remote-User": {"vreni"}}, http.StatusForbidden},
	} {
		t.Run(name, func(t *testing.T) {
			s := openNew(t, func(o *Options) { o.Password, o.UserHeader, o.Proxies = "geheim", "Remote-User", c.proxies })
			json := c.header.Clone()
			json.Set("Content-Type", "application/json")
			for path, body := range map[string]string{"/api/tables": `{"name":"Anna"}`, "/api/kasse": `{"lines":["rules chratze","seats a b c"]}`} {
				if status := s.request("POST", path, body, json); status != c.want {
					t.Errorf("%s: %d, want %d", path, status, c.want)
				}
			}
			wants := fmt.Sprintf(`"password":%v`, c.want == http.StatusForbidden)
			if _, book := s.get("/api/rules", c.header); !strings.Contains(book, wants) {
				t.Errorf("the form isn't told %s", wants)
			}
		})
	}
}
