package httpd

import (
	"net/http"
	"strings"
	"testing"
)

// TestBelow: a server below a path answers requests with the path and without it, as one proxy passes it on and another
// takes it off. What an answer names lies below the path; another path that begins alike is no part of it.
func TestBelow(t *testing.T) {
	t.Parallel()
	s := openNew(t, func(o *Options) { o.BasePath = "/cards" })
	ask := func(path string) *http.Response {
		r, err := http.NewRequestWithContext(t.Context(), "GET", s.http.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		return answer
	}
	for _, c := range []struct {
		path, header, want string
	}{
		{"/cards", "Location", "/cards/"}, {"/cards/kasse", "Location", "/cards/kasse/"}, {"/kasse", "Location", "/cards/kasse/"},
		{"/cards/rules", "Location", "/cards/rules/chratze/en"}, {"/cards/learn/", "Location", "/cards/learn"},
		{"/cards/web/practice/sw.js", "Service-Worker-Allowed", "/cards/"}, {"/cards/readyz", "Location", ""}, {"/readyz", "Location", ""},
	} {
		if got := ask(c.path); got.Header.Get(c.header) != c.want || got.StatusCode >= 400 {
			t.Errorf("%s: %d, %s is %q, want %q", c.path, got.StatusCode, c.header, got.Header.Get(c.header), c.want)
		}
	}
	for _, path := range []string{"/cardsharp/", "/cards/cards/"} {
		if got := ask(path); got.StatusCode != http.StatusNotFound || got.Header.Get("Location") != "" {
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
