package httpd

import (
	"cmp"
	"maps"
	"net/http"
	"path"
	"regexp"
	"strings"
	"sync"
)

// A server may lie below a path of a site, such as /cards: Options.BasePath, or what a proxy names. Handlers know nothing of it: the path is
// taken off requests that have it, since a proxy may have taken it off already, and stands before each address of ours
// in redirects, cookies, the scope of service workers, pages and manifests.

// CheckBasePath reports whether a server can lie below this path: /cards, or "" for the root of its host.
func CheckBasePath(base string) bool {
	return base == "" || base != "/" && len(base) <= maxPath && path.Clean(base) == base && plainPath.MatchString(base)
}

var (
	plainPath = regexp.MustCompile(`^(/[A-Za-z0-9._~-]+)+$`)
	addressed = regexp.MustCompile(`\b(href|src|action)="/`)
	quoted    = regexp.MustCompile(`"/`)
)

// Limits: how many bytes a path may have, and how many paths proxies may name. Each has pages of its own in memory.
const (
	maxPath   = 200
	mostPaths = 4
)

// paths has the servers below the paths that proxies have named.
type paths struct {
	mu      sync.Mutex
	servers map[string]*Server
}

// prefix returns the path that a proxy says it has taken off a request: the last one, for a proxy may leave what a client says before it.
func prefix(r *http.Request) string {
	all := append([]string{""}, r.Header.Values("X-Forwarded-Prefix")...)
	return strings.TrimRight(all[len(all)-1], "/")
}

// below returns the server below a path that a trusted proxy has named, or s if the path doesn't count.
func (s *Server) below(base string) *Server {
	if s.paths == nil || base == "" || !CheckBasePath(base) {
		return s
	}
	s.paths.mu.Lock()
	defer s.paths.mu.Unlock()
	if s.paths.servers[base] == nil && len(s.paths.servers) < mostPaths {
		s.paths.servers[base] = s.lay(base)
	}
	return cmp.Or(s.paths.servers[base], s)
}

// inside returns a request without the path that the server lies below.
func (f *front) inside(r *http.Request) *http.Request {
	rest, below := strings.CutPrefix(r.URL.Path, f.opt.BasePath)
	if f.opt.BasePath == "" || !below || !strings.HasPrefix(rest, "/") {
		return r
	}
	inner := r.Clone(r.Context())
	inner.URL.Path, inner.URL.RawPath = rest, strings.TrimPrefix(r.URL.RawPath, f.opt.BasePath)
	return inner
}

// outside puts the path in front of the addresses in an answer's headers.
func outside(h http.Header, base string) {
	for _, name := range [...]string{"Location", "Service-Worker-Allowed"} {
		if to := h.Get(name); strings.HasPrefix(to, "/") {
			h.Set(name, base+to)
		}
	}
	for i, cookie := range h["Set-Cookie"] {
		h["Set-Cookie"][i] = strings.Replace(cookie, "Path=/", "Path="+base+"/", 1)
	}
}

// belowPath returns a page whose own addresses begin with the path.
func (f *front) belowPath(page []byte) []byte {
	if f.opt.BasePath == "" {
		return page
	}
	return addressed.ReplaceAll(page, []byte(`$1="`+f.opt.BasePath+`/`))
}

// manifestsBelow puts the path before the addresses in manifests.
func manifestsBelow(all map[string]asset, base string) map[string]asset {
	if base == "" {
		return all
	}
	all = maps.Clone(all)
	for name, a := range all {
		if strings.HasSuffix(name, ".webmanifest") {
			all[name] = newAsset(a.kind, quoted.ReplaceAll(a.body, []byte(`"`+base+`/`)))
		}
	}
	return all
}
