package httpd

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"chratze/internal/table"

	"chratze/internal/table/talk"
)

// device is a browser, with cookies.
func (s *site) device() *http.Client {
	s.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return &http.Client{Jar: jar}
}

// openLink opens the link of a chair as a browser and its page do, and returns where that
// ends, with which cookies, and how the server answered.
func (s *site) openLink(d *http.Client, link string) (path string, cookies []*http.Cookie, status int) {
	s.t.Helper()
	return s.openAs(d, link, false)
}

func (s *site) openAs(d *http.Client, link string, replace bool) (path string, cookies []*http.Cookie, status int) {
	s.t.Helper()
	page, err := d.Get(link)
	if err != nil {
		s.t.Fatal(err)
	}
	_ = page.Body.Close()
	u := page.Request.URL
	r, err := d.Post(s.http.URL+"/api/seat/"+strings.TrimPrefix(u.Path, "/t/"), "application/json", strings.NewReader(fmt.Sprintf(`{"secret":%q,"replace":%v}`, u.Fragment, replace)))
	if err != nil {
		s.t.Fatal(err)
	}
	_ = r.Body.Close()
	return u.Path, d.Jar.Cookies(u), r.StatusCode
}

// browse opens the WebSocket of a table as a page does: with the cookies and the
// origin.
func (s *site) browse(d *http.Client, table string) *client {
	s.t.Helper()
	ws, _, err := websocket.Dial(context.Background(), strings.Replace(s.http.URL, "http", "ws", 1)+"/ws/"+table,
		&websocket.DialOptions{HTTPClient: d, HTTPHeader: http.Header{"Origin": {s.http.URL}}})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = ws.CloseNow() })
	return &client{t: s.t, ws: ws}
}

// texts returns what a client has been told of the hand.
func (c *client) texts() (list []string) {
	for _, e := range c.events {
		list = append(list, string(e))
	}
	return list
}

// TestComingBackInTheMiddleOfATrick: by the same link, on another device, with the
// first one still connected, and after it has gone.
func TestComingBackInTheMiddleOfATrick(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	seat := s.make("")
	anna := s.play(seat, 3)
	anna.send(`{"t":"start"}`)
	anna.playUntil(func() bool {
		return anna.state.Ask != nil && strings.HasPrefix(anna.state.Ask.Legal[0], "play") && strings.Contains(string(anna.events[len(anna.events)-1]), " play ")
	})
	for _, gone := range []bool{false, true} {
		if gone {
			_ = anna.ws.CloseNow()
		}
		phone := s.device()
		path, _, _ := s.openLink(phone, seat.Link)
		if path != "/t/"+seat.Table {
			t.Errorf("the link ends at %s: the secret stays in the address", path)
		}
		again := s.browse(phone, seat.Table)
		for again.state.Info == nil {
			again.next()
		}
		if len(again.frames) != 2 {
			t.Errorf("it took %d messages to be in step", len(again.frames))
		}
		if !slices.Equal(again.texts(), anna.texts()) || again.state.Ask == nil || again.state.Ask.Q != anna.state.Ask.Q || again.hello.Chair != seat.Chair {
			t.Errorf("gone %v: the other device is told %v, asked %+v", gone, again.texts(), again.state.Ask)
		}
	}
}

func TestCookie(t *testing.T) {
	t.Parallel()
	s := openNew(t, func(o *Options) { o.PublicURL = "https://karten.example/" })
	seat := s.make("")
	if want := "https://karten.example/t/" + seat.Table + "#" + seat.Secret; seat.Link != want {
		t.Errorf("the link is %s, want %s", seat.Link, want)
	}
	if want := "https://karten.example/#" + seat.Code; seat.Invite != want {
		t.Errorf("the invitation is %s, want %s", seat.Invite, want)
	}
	d := s.device()
	d.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	r, err := d.Get(s.http.URL + "/t/" + seat.Table + "/" + seat.Secret)
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Body.Close()
	if r.StatusCode != http.StatusSeeOther || r.Header.Get("Location") != "/t/"+seat.Table+"#"+seat.Secret || len(r.Cookies()) > 0 || r.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%d to %s, %s", r.StatusCode, r.Header.Get("Location"), r.Header.Get("Cache-Control"))
	}
	r, err = d.Post(s.http.URL+"/api/seat/"+seat.Table, "application/json", strings.NewReader(`{"secret":"`+seat.Secret+`"}`))
	if err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("taking the chair: %v %v", r, err)
	}
	_ = r.Body.Close()
	paths := map[string]bool{}
	for _, c := range r.Cookies() {
		paths[c.Path] = true
		if (c.Value == seat.Secret) != (c.Path != "/api/mine") || !c.HttpOnly || !c.Secure || c.SameSite != http.SameSiteLaxMode {
			t.Errorf("cookie %v", c)
		}
	}
	if len(paths) != 4 || !paths["/ws/"+seat.Table] { // and which table it is, for the first page, without the secret
		t.Errorf("cookies for %v", paths)
	}
}

// TestTakingAnotherChair: a link of another chair changes nothing in a browser that has one at
// this table, until the person asks for it; the chair's own link and links of other tables
// work.
func TestTakingAnotherChair(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	anna, other := s.make(""), s.make("")
	beat := s.join(anna.Code, "Beat")
	d := s.device()
	has := func(want string) {
		t.Helper()
		u, err := url.Parse(s.http.URL + "/t/" + anna.Table)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Jar.Cookies(u); len(got) != 1 || got[0].Value != want {
			t.Errorf("the browser has %v, want %s", got, want)
		}
	}
	for _, step := range []struct {
		link    string
		replace bool
		status  int
		has     string
	}{
		{anna.Link, false, 200, anna.Secret},
		{anna.Link, false, 200, anna.Secret},
		{beat.Link, false, 409, anna.Secret},
		{strings.Replace(beat.Link, "#", "/", 1), false, 409, anna.Secret},
		{other.Link, false, 200, anna.Secret},
		{s.http.URL + "/t/" + anna.Table + "#wrong", true, 403, anna.Secret},
		{beat.Link, true, 200, beat.Secret},
	} {
		if _, _, status := s.openAs(d, step.link, step.replace); status != step.status {
			t.Errorf("%s gives %d, want %d", step.link, status, step.status)
		}
		has(step.has)
	}
}

func TestWrongLinks(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	seat, other := s.make(""), s.make(`,"spectators":true`)
	for _, tt := range []struct{ name, table, secret, bye string }{
		{"no secret", seat.Table, "", talk.ByeChair},
		{"a wrong secret", seat.Table, "AAAAAAAAAAAAAAAAAAAAAA", talk.ByeChair},
		{"another table's secret", seat.Table, other.Secret, talk.ByeChair},
		{"a wrong secret where spectators may be", other.Table, "wrong", talk.ByeChair},
		{"an endless secret", seat.Table, strings.Repeat("x", 5000), talk.ByeChair},
		{"no such table", "4711", seat.Secret, talk.ByeTable},
		{"no number", "x", seat.Secret, talk.ByeTable},
		{"not as numbers are written", "0" + seat.Table, seat.Secret, talk.ByeTable},
		{"too large", "99999999999999999999", seat.Secret, talk.ByeTable},
	} {
		s.playAs(tt.table, tt.secret, 1).expectBye(tt.bye)
		d := s.device()
		if len(tt.secret) > maxSecret {
			continue
		}
		if _, cookies, _ := s.openLink(d, s.http.URL+"/t/"+tt.table+"/"+tt.secret); len(cookies) > 0 {
			t.Errorf("%s: the browser gets %v", tt.name, cookies)
		}
	}
	watcher := s.playAs(other.Table, "", 1)
	for watcher.state.Info == nil {
		watcher.next()
	}
	if watcher.hello.Chair != -1 || watcher.hello.Code != "" {
		t.Errorf("a spectator is told chair %d and code %q", watcher.hello.Chair, watcher.hello.Code)
	}
	watcher.send(`{"t":"start","id":7}`)
	watcher.last("no", func(string) bool { return true })
	if !slices.Equal(watcher.refused, []string{table.RefusedChair}) {
		t.Errorf("a spectator's wish is answered by %q", watcher.refused)
	}
}

func TestLinkForAnotherDevice(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	seat := s.make("")
	for secret, want := range map[string]int{seat.Secret: 200, "": 403, "wrong": 403} {
		req, err := http.NewRequest("GET", s.http.URL+"/api/seat/"+seat.Table, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.AddCookie(&http.Cookie{Name: cookieName, Value: secret})
		r, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(r.Body)
		_ = r.Body.Close()
		if r.StatusCode != want || (want == 200) != strings.Contains(string(b), seat.Link) {
			t.Errorf("secret %q: %d %s", secret, r.StatusCode, b)
		}
	}
}

// TestNewLink: the host gives a chair a new link; the old one is dead at once.
func TestNewLink(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	beats, anna, beat := s.couple()
	anna.send(`{"t":"key","chair":%d,"id":9}`, beats.Chair)
	key := ""
	anna.onFrame = func(b []byte) {
		if _, rest, ok := strings.Cut(string(b), `"key":"`); ok {
			key, _, _ = strings.Cut(rest, `"`)
		}
	}
	for key == "" && anna.next() {
	}
	beat.expectBye("link")
	s.play(beats, 3).expectBye(talk.ByeChair)
	again := s.playAs(beats.Table, key, 3)
	for again.state.Info == nil {
		again.next()
	}
	if again.hello.Chair != beats.Chair {
		t.Errorf("the new link is of chair %d", again.hello.Chair)
	}
}

func TestOtherSites(t *testing.T) {
	t.Parallel()
	s := openNew(t, func(o *Options) { o.PublicURL = "https://karten.example" })
	seat := s.make("")
	own := s.http.URL
	for origin, allowed := range map[string]bool{
		"": true, own: true, "https://karten.example": true,
		"https://evil.example": false, "null": false, "http://karten.example": false, own + ".evil.example": false,
	} {
		h := http.Header{}
		if origin != "" {
			h.Set("Origin", origin)
		}
		ws, _, err := s.dial("/ws/"+seat.Table, seat.Secret, h)
		if (err == nil) != allowed {
			t.Errorf("a WebSocket from %q: %v", origin, err)
		}
		if err == nil {
			_ = ws.CloseNow()
		}
		req, err := http.NewRequest("POST", own+"/api/tables", strings.NewReader(`{"name":"Eve"}`))
		if err != nil {
			t.Fatal(err)
		}
		req.Header = h
		req.Header.Set("Content-Type", "application/json")
		r, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Body.Close()
		if (r.StatusCode == http.StatusCreated) != allowed {
			t.Errorf("a request from %q: %d", origin, r.StatusCode)
		}
	}
	if r, err := http.Post(own+"/api/tables", "text/plain", strings.NewReader(`{"name":"Eve"}`)); err != nil || r.StatusCode != http.StatusUnsupportedMediaType {
		t.Errorf("a form of another site: %v %v", r.StatusCode, err)
	}
}

// TestLastSlash: an address with a slash too many leads where it would without, and nowhere else.
func TestLastSlash(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	for path, want := range map[string]string{
		"/learn/": "/learn", "/learn/3/": "/learn/3", "/replay/?table=7": "/replay?table=7", "/rules/chratze/en//": "/rules/chratze/en",
		"/puzzle/": "/puzzle/", "/nothing/": "", "/web/": "", "//example.org/": "", "/\\example.org/": "",
		"/%2Fexample.org/%2e%2e/kasse/": "", "/%2Fexample.org/%2e%2e/replay/?table=7": "", "/%5Cexample.org/%2e%2e/kasse/": "", "/x/%2e%2e/kasse/": "",
	} {
		r, _ := s.get(path, nil)
		switch at := r.Request.URL; {
		case "http://"+at.Host != s.http.URL:
			t.Errorf("%s leads away to %s", path, at)
		case want == "" && r.StatusCode != http.StatusNotFound, want != "" && (r.StatusCode != http.StatusOK || at.RequestURI() != want):
			t.Errorf("%s leads to %s: %d", path, at.RequestURI(), r.StatusCode)
		}
	}
}

// TestComingAgain: a browser that has the cookie of the chair it has left goes on with the
// account, and so does a program with the secret. The name alone, and the secret of another
// table, are worth nothing.
func TestComingAgain(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	seat, other := s.make(`,"bot":"random","chairs":4`), s.make("")
	ask := func(d *http.Client, path, secret, name string) (came Seat) {
		t.Helper()
		r, err := http.NewRequest(http.MethodPost, s.http.URL+path, strings.NewReader(fmt.Sprintf(`{"code":%q,"name":%q}`, seat.Code, name)))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		if secret != "" {
			r.Header.Set("Authorization", "Bearer "+secret)
		}
		answer, err := d.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		if err := json.NewDecoder(answer.Body).Decode(&came); err != nil || answer.StatusCode != http.StatusCreated {
			t.Fatalf("%s as %s gives %d, %v", path, name, answer.StatusCode, err)
		}
		return came
	}
	person := func(at Seat) int {
		t.Helper()
		id, err := strconv.ParseInt(at.Table, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		e, err := s.host.Evening(t.Context(), id, at.Secret)
		if err != nil {
			t.Fatal(err)
		}
		return e.Person
	}
	leave := func(at Seat) {
		t.Helper()
		c := s.play(at, 1)
		c.send(`{"t":"leave"}`)
		c.expectBye("link")
	}
	again := "/api/seat/" + seat.Table + "/join"
	browser := s.device()
	beat := ask(browser, "/api/join", "", "Beat")
	leave(beat)
	for _, tt := range []struct {
		what, path, secret string
		browser            *http.Client
		same               bool
	}{
		{"the name alone", "/api/join", "", s.device(), false},
		{"another browser", again, "", s.device(), false},
		{"the secret of another table", "/api/join", other.Secret, s.device(), false},
		{"a secret that is too long", "/api/join", strings.Repeat("x", 100), s.device(), false},
		{"the browser with the cookie", again, "", browser, true},
		{"the secret", "/api/join", "last", s.device(), true},
	} {
		secret := tt.secret
		if secret == "last" {
			secret = beat.Secret
		}
		came := ask(tt.browser, tt.path, secret, "Beat")
		if same := person(came) == 2+3; same != tt.same { // Anna and three bots came before
			t.Errorf("with %s it is person %d", tt.what, person(came))
		}
		leave(came)
		if tt.same {
			beat = came
		}
	}
}

// TestDoorOfALeftSeat: the secret of a chair that was left shows that at the table's door, with the code to come
// again. Others are told neither, nor is a person who still sits there.
func TestDoorOfALeftSeat(t *testing.T) {
	s := openNew(t, nil)
	beats, _, beat := s.couple()
	door := func(secret string) (d Door) {
		_, text := s.get("/api/seat/"+beats.Table+"/door", http.Header{"Authorization": {"Bearer " + secret}})
		if err := json.Unmarshal([]byte(text), &d); err != nil {
			t.Fatal(err)
		}
		return d
	}
	if d := door(beats.Secret); d.Left || d.Code != "" || d.Chair == nil {
		t.Errorf("to a person at the table: %+v", d)
	}
	code := beat.hello.Code
	beat.send(`{"t":"leave"}`)
	for beat.bye == "" && beat.next() {
	}
	if d := door(beats.Secret); !d.Left || d.Code != code || d.Chair != nil {
		t.Errorf("to the person who has left: %+v, want the code %s", d, code)
	}
	if d := door(beats.Secret); d.Account == nil || d.Account.Person == 0 {
		t.Errorf("to the person who has left: %+v, want an account", d)
	}
	if d := door(strings.Repeat("x", len(beats.Secret))); d.Left || d.Code != "" || d.Account != nil {
		t.Errorf("to another: %+v", d)
	}
}
