package httpd

import (
	"net/http"
	"net/netip"
	"strconv"
)

// LeastRoom is how many bytes must be free for the server to be ready.
const LeastRoom = 1 << 20

// operator tells the operator what they should know.
type operator struct{ *front }

// tell says something to the operator once.
func (f *front) tell(what string, args ...any) {
	if _, told := f.told.LoadOrStore(what, true); !told {
		f.opt.Logger.Warn(what, args...)
	}
}

// broken tells the operator what fails, once a minute.
func (f *front) broken(what string, args ...any) {
	if f.logged.Passes(what) {
		f.opt.Logger.Error(what, args...)
	}
}

// Proxy says from which address a request came directly, whether that is a trusted proxy, and whether it told whose request it is.
func Proxy(r *http.Request, proxies []netip.Prefix) (at netip.Addr, trusted, told bool) {
	at = remote(r)
	return at, within(at, proxies), r.Header.Get("X-Forwarded-For") != ""
}

// lookAtProxy tells the operator what a proxy in front of the server lacks, or the server behind it, which answers below a path.
func (s *operator) lookAtProxy(r *http.Request, base string) {
	at, trusted, told := Proxy(r, s.opt.Proxies)
	if told && !trusted && (at.IsLoopback() || at.IsPrivate()) {
		s.tell("a proxy that isn't trusted passes requests on: all who come by it share its address, and its limits. Name it in --proxies", "proxy", at)
	}
	if trusted && s.opt.PublicURL == "" {
		s.tell("people come by a proxy: set --public-url, so that links don't depend on the Host that it passes on", "proxy", at)
	}
	if named := prefix(r); trusted && named != "" && named != base {
		s.tell("the proxy names a path in X-Forwarded-Prefix that doesn't count: if it is this server's, set it as --base-path. Without --public-url and --base-path the first "+strconv.Itoa(mostPaths)+" count that are like /cards", "prefix", clipped(named), "base-path", s.opt.BasePath)
	}
	if r.Header.Get("Sec-WebSocket-Key") != "" && r.Header.Get("Upgrade") == "" {
		s.tell("a proxy in front doesn't pass WebSockets on (Upgrade and Connection are missing): no table can be played. See docs/operations.md, behind a reverse proxy")
	}
}

// tellOrigin tells the operator that a page of another site asked: behind a proxy it may be our own.
func (s *operator) tellOrigin(r *http.Request) {
	s.tell("a page of another site asked, and was refused (403 origin). If it is this server's own page, its proxy must pass Host on, or set --public-url", "origin", clipped(r.Header.Get("Origin")), "host", clipped(r.Host))
}

// measured answers with the metrics: to clients on this machine, unless the server is behind a proxy, and to clients
// with the token.
func (s *operator) measured(w http.ResponseWriter, r *http.Request) {
	token, _ := bearer(r)
	local := remote(r).IsLoopback() && len(s.opt.Proxies) == 0 && s.opt.PublicURL == "" && r.Header.Get("X-Forwarded-For")+r.Header.Get("Forwarded")+r.Header.Get("X-Real-IP") == ""
	if !local && (s.opt.MetricsToken == "" || !same(token, s.opt.MetricsToken)) {
		http.NotFound(w, r)
		return
	}
	s.opt.Metrics.Handler().ServeHTTP(w, r)
}
