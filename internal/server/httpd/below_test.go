package httpd

import (
	"io"
	"net/http"
	"net/netip"
	"strings"
	"testing"
)

// ask sends a request, follows no redirect, and returns the answer with its body.
func (s *site) ask(method, path, body string, h http.Header) (*http.Response, string) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.http.URL+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	if h != nil {
		r.Header = h.Clone()
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		s.t.Fatal(err)
	}
	text, err := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	if err != nil {
		s.t.Fatal(err)
	}
	return answer, string(text)
}

// TestBelow: a server below a path answers requests with the path and without it, as one proxy passes it on and another
// takes it off. What an answer names lies below the path; another path that begins alike is no part of it.
func TestBelow(t *testing.T) {
	t.Parallel()
	s := openNew(t, func(o *Options) { o.BasePath = "/cards" })
	for _, c := range []struct {
		path, header, want string
	}{
		{"/cards", "Location", "/cards/"}, {"/cards/kasse", "Location", "/cards/kasse/"}, {"/kasse", "Location", "/cards/kasse/"},
		{"/cards/rules", "Location", "/cards/rules/chratze/en"}, {"/cards/learn/", "Location", "/cards/learn"},
		{"/cards/web/practice/sw.js", "Service-Worker-Allowed", "/cards/"}, {"/cards/readyz", "Location", ""}, {"/readyz", "Location", ""},
	} {
		if got, _ := s.ask("GET", c.path, "", nil); got.Header.Get(c.header) != c.want || got.StatusCode >= 400 {
			t.Errorf("%s: %d, %s is %q, want %q", c.path, got.StatusCode, c.header, got.Header.Get(c.header), c.want)
		}
	}
	for _, path := range []string{"/cardsharp/", "/cards/cards/"} {
		if got, _ := s.ask("GET", path, "", nil); got.StatusCode != http.StatusNotFound || got.Header.Get("Location") != "" {
			t.Errorf("%s: %d, %q", path, got.StatusCode, got.Header.Get("Location"))
		}
	}
	var seat Seat
	if status := s.post("/cards/api/tables", `{"name":"Anna"}`, &seat); status != http.StatusCreated || !strings.HasPrefix(seat.Link, s.http.URL+"/cards/t/") || !strings.HasPrefix(seat.Invite, s.http.URL+"/cards/#") {
		t.Errorf("%d: a table at %s, invitations to %s", status, seat.Link, seat.Invite)
	}
	for _, base := range []string{"cards", "/", "/a b", "/a//b", "/../a", `/"`} {
		if CheckBasePath(base) {
			t.Errorf("%q is taken for a path", base)
		}
	}
}

// TestPathOnTheWay: the answer of another server that has a table names the path once.
func TestPathOnTheWay(t *testing.T) {
	t.Parallel()
	has := openNew(t, func(o *Options) { o.BasePath = "/cards" })
	passes := openNew(t, func(o *Options) {
		o.BasePath, o.Owner = "/cards", &elsewhere{}
		o.Pass = func(w http.ResponseWriter, r *http.Request, _ int64, _ netip.Addr, _ bool) error {
			has.server.ServeHTTP(w, r)
			return nil
		}
	})
	seat := has.make("")
	answer, _ := passes.ask("POST", "/cards/api/seat/"+seat.Table+"/join", `{"name":"Beat","code":"`+seat.Code+`"}`, nil)
	if len(answer.Cookies()) == 0 {
		t.Errorf("%d, and no cookie", answer.StatusCode)
	}
	for _, cookie := range answer.Cookies() {
		if !strings.HasPrefix(cookie.Path, "/cards/") || strings.HasPrefix(cookie.Path, "/cards/cards/") {
			t.Errorf("a cookie for %s", cookie.Path)
		}
	}
}
