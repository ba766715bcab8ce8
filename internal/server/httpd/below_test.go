package httpd

import (
	"io"
	"net/http"
	"net/netip"
	"regexp"
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
	for _, base := range []string{"cards", "/", "/a b", "/a//b", "/../a", `/"`, "/" + strings.Repeat("a", maxPath)} {
		if CheckBasePath(base) {
			t.Errorf("%q is taken for a path", base)
		}
	}
}

var here = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}

// prefixed is the header by which a proxy names a path.
func prefixed(base string) http.Header { return http.Header{"X-Forwarded-Prefix": {base}} }

// TestPathOfAProxy: what an answer names lies below the path that a trusted proxy has named, and proxies may name four. The
// header of another client, one that is no path, the fifth, one that differs from BasePath, and any beside a PublicURL change nothing.
func TestPathOfAProxy(t *testing.T) {
	t.Parallel()
	public := func(o *Options) { o.Proxies, o.PublicURL, o.Findable = here, "https://club.example", true }
	trusts, fixed := openNew(t, func(o *Options) { o.Proxies, o.Findable = here, true }), openNew(t, public)
	suspects := openNew(t, func(o *Options) { public(o); o.Proxies = []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")} })
	set := openNew(t, func(o *Options) { public(o); o.BasePath = "/set" })
	for _, c := range []struct {
		s          *site
		says, base string
	}{
		{trusts, "", ""}, {trusts, "/cards", "/cards"}, {trusts, "/club/karten/", "/club/karten"}, {trusts, `/"`, ""}, {trusts, "//evil.example", ""}, {trusts, "/c", "/c"},
		{trusts, "/d", "/d"}, {trusts, "/e", ""}, {trusts, "/cards", "/cards"}, {suspects, "/cards", ""}, {set, "/cards", "/set"}, {set, "/set", "/set"},
		{fixed, "/cards", ""}, {fixed, "", ""},
	} {
		at := "https://club.example"
		if c.s == trusts {
			at = trusts.http.URL
		}
		c.s.liesBelow(prefixed(c.says), at, c.base)
	}
	trusts.liesBelow(http.Header{"X-Forwarded-Prefix": {"/said-by-a-client", "/cards"}}, trusts.http.URL, "/cards")
	for s, want := range map[*site]int{trusts: 1, fixed: 1, suspects: 0, set: 1} {
		if n := strings.Count(s.logged.String(), `"msg":"the proxy names a path`); n != want {
			t.Errorf("the operator is told %d times, want %d", n, want)
		}
	}
}

// TestPathOnTheWay: a server that passes a request on names the path of its proxy. The table's own server takes that of no client.
func TestPathOnTheWay(t *testing.T) {
	t.Parallel()
	has := openNew(t, nil)
	passes := func(change func(*Options)) *site {
		return openNew(t, func(o *Options) {
			change(o)
			o.Owner = &elsewhere{}
			o.Pass = func(w http.ResponseWriter, r *http.Request, _ int64, _ netip.Addr, _ bool) error {
				has.server.Passed(w, r)
				return nil
			}
		})
	}
	trusts, set := passes(func(o *Options) { o.Proxies = here }), passes(func(o *Options) { o.Proxies, o.BasePath = here, "/set" })
	for _, c := range []struct {
		by         *site
		says, base string
	}{{has, "/cards", ""}, {trusts, "", ""}, {trusts, "/cards", "/cards"}, {trusts, "no path", ""}, {set, "/cards", "/set"}, {passes(func(*Options) {}), "/cards", ""}} {
		seat := has.make("")
		answer, text := c.by.ask("POST", "/api/seat/"+seat.Table+"/join", `{"name":"Beat","code":"`+seat.Code+`"}`, prefixed(c.says))
		if answer.StatusCode != http.StatusCreated || !strings.Contains(text, `"link":"`+c.by.http.URL+c.base+"/t/") {
			t.Errorf("%q: %d %s", c.says, answer.StatusCode, text)
		}
		for _, cookie := range answer.Cookies() {
			if !strings.HasPrefix(cookie.Path, c.base+"/") || c.base != "" && strings.HasPrefix(cookie.Path, c.base+c.base) {
				t.Errorf("%q: a cookie for %s", c.says, cookie.Path)
			}
		}
	}
}

var ours = regexp.MustCompile(`\b(?:href|src|action)="(/[^"]*)|(?:"scope":|"start_url":) ?"(/[^"]*)|<loc>([^<]*)|og:image" content="([^"]*)`)

// liesBelow asks for each kind of address with a header, and looks whether it lies below the path.
func (s *site) liesBelow(h http.Header, public, base string) {
	s.t.Helper()
	for path, named := range map[string][2]string{"/kasse": {"Location", "/kasse/"}, "/learn/": {"Location", "/learn"}, "/web/practice/sw.js": {"Service-Worker-Allowed", "/"}} {
		if answer, _ := s.ask("GET", path, "", h); answer.Header.Get(named[0]) != base+named[1] {
			s.t.Errorf("%q: %s of %s is %q", h, named[0], path, answer.Header.Get(named[0]))
		}
	}
	for _, path := range []string{"/", "/t/new", "/rules/kratzen/en", "/words/de", "/kasse/", "/kasse/manifest.webmanifest", "/puzzle/", "/web/app/app.ja.webmanifest", "/sitemap.xml", "/nothing"} {
		_, page := s.ask("GET", path, "", h)
		all := ours.FindAllStringSubmatch(page, -1)
		for _, found := range all {
			if whole := found[3] + found[4]; !strings.HasPrefix(found[1]+found[2]+strings.TrimPrefix(whole, public), base+"/") || whole != "" && !strings.HasPrefix(whole, public) {
				s.t.Errorf("%q: %s names %s", h, path, found[0])
			}
		}
		if all == nil {
			s.t.Errorf("%s names nothing: %.200s", path, page)
		}
	}
	answer, text := s.ask("POST", "/api/tables", `{"name":"Anna"}`, http.Header{"X-Forwarded-Prefix": h["X-Forwarded-Prefix"], "Load-Token": {"load-token-of-the-test"}})
	if !strings.Contains(text, `"link":"`+public+base+"/t/") || !strings.Contains(text, `"invite":"`+public+base+"/#") {
		s.t.Errorf("%q: %d %s", h, answer.StatusCode, text)
	}
	for _, cookie := range answer.Cookies() {
		if !strings.HasPrefix(cookie.Path, base+"/") {
			s.t.Errorf("%q: a cookie for %s", h, cookie.Path)
		}
	}
}
