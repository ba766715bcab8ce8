package httpd

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// TestVersions: what a page is made of has an address with its version, and is kept for ever there; nothing else is, no page of
// another version is, and manifests, icons and service workers keep their address. Each module that a file names is there, too.
func TestVersions(t *testing.T) {
	t.Parallel()
	s := serverOf(t, Options{})
	links, imports := regexp.MustCompile(`\b(?:href|src)="(/[^"#?]*\.[a-z0-9]+)`), regexp.MustCompile(`(?m)(?:^import .*|\bfrom |\bimport\()'(\.[^']*)'`)
	found := 0
	for _, page := range []string{"/", "/t/1", "/learn", "/learn/1", "/replay", "/puzzle/", "/kasse/", "/tables", "/rules/chratze/en", "/words/en"} {
		for _, m := range links.FindAllStringSubmatch(sent(s, page, "en").Body.String(), -1) {
			r := sent(s, m[1], "en")
			stays := strings.HasPrefix(m[1], "/kasse/") || strings.Contains(m[1], "icon") || strings.HasSuffix(m[1], ".webmanifest")
			want := map[bool]string{true: "no-cache", false: forEver}[stays]
			if r.Code != http.StatusOK || r.Header().Get("Cache-Control") != want || strings.HasPrefix(m[1], "/v/"+s.shelf.version+"/") == stays {
				t.Errorf("%s names %s: %d, kept %q", page, m[1], r.Code, r.Header().Get("Cache-Control"))
			}
			found++
			if strings.HasSuffix(m[1], ".js") && !stays {
				for _, i := range imports.FindAllStringSubmatch(r.Body.String(), -1) {
					at := m[1][:strings.LastIndex(m[1], "/")+1] + i[1]
					if got := sent(s, resolved(at), "en"); got.Code != http.StatusOK {
						t.Errorf("%s imports %s: %d", m[1], i[1], got.Code)
					}
				}
			}
		}
	}
	if found < 60 {
		t.Errorf("the pages name %d files", found)
	}
	for path, want := range map[string]string{
		"/v/0000000000000000/web/live/app.js": "no-cache", "/web/live/app.js": "no-cache", "/web/practice/sw.js": "no-cache", "/kasse/sw.js": "no-cache",
		"/v/" + s.shelf.version + "/app/words/ja.json": forEver, "/v/" + s.shelf.version + "/learn/words/ja.json": forEver, "/": "no-cache",
	} {
		if got := sent(s, path, "en").Header().Get("Cache-Control"); got != want {
			t.Errorf("%s is kept %q, want %q", path, got, want)
		}
	}
	for _, path := range []string{"docs/protocol.md", "web/nothing.js", "t/1", "app/words/x.json", "healthz", "../healthz"} {
		if r := sent(s, "/v/"+s.shelf.version+"/"+path, "en"); r.Code == http.StatusOK || r.Header().Get("Cache-Control") == forEver {
			t.Errorf("%s: %d, kept %q", path, r.Code, r.Header().Get("Cache-Control"))
		}
	}
}

// resolved is a path without its dots.
func resolved(at string) string {
	r, err := http.NewRequest(http.MethodGet, "http://x"+at, nil)
	if err != nil {
		return at
	}
	return r.URL.JoinPath().Path
}
