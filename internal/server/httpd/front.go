package httpd

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"chratze/internal/table/host"
)

// from returns the address that a request comes from.
func (f *front) from(r *http.Request) netip.Addr { return address(r, f.opt.Proxies) }

// exempt reports whether a request is exempt from the limits, as load tests are.
func (f *front) exempt(r *http.Request) bool {
	return f.opt.LoadToken != "" && same(r.Header.Get("Load-Token"), f.opt.LoadToken)
}

// base returns the address under which people reach the server. Without a PublicURL it is as a request says, which
// isn't proven: a name goes into links, and the operator is told.
func (f *front) base(r *http.Request) string {
	if f.opt.PublicURL != "" {
		return f.opt.PublicURL
	}
	if name := (&url.URL{Host: r.Host}).Hostname(); !leadsHome(name) && net.ParseIP(name) == nil {
		f.tell("links have the name that a request gives the server, and any request may give another: set --public-url", "host", clipped(r.Host))
	}
	if f.secure(r) {
		return "https://" + r.Host + f.opt.BasePath
	}
	return "http://" + r.Host + f.opt.BasePath
}

// leadsHome reports whether a host's name or address leads each device to itself.
func leadsHome(name string) bool {
	ip := net.ParseIP(name)
	return name == "localhost" || ip != nil && ip.IsLoopback()
}

// invites returns the address for an invitation that somebody asks for. On the server's own machine that isn't
// the one that they use: localhost is another machine on each phone. If they came from elsewhere, as into a container, it
// isn't known which address leads phones here, and the operator is told.
func (f *front) invites(r *http.Request) string {
	base := f.base(r)
	switch at, err := url.Parse(base); {
	case err != nil || !leadsHome(at.Hostname()):
	case !f.from(r).IsLoopback():
		f.tell("invitations lead each phone to itself: set --public-url to an address that leads phones here, such as http://192.168.1.5:8080", "address", base)
	case f.opt.PublicURL == "" && f.opt.Phones != nil:
		return cmp.Or(f.opt.Phones(), base)
	}
	return base
}

// secure reports whether the client's connection is encrypted.
func (f *front) secure(r *http.Request) bool {
	return r.TLS != nil || strings.HasPrefix(f.opt.PublicURL, "https:") ||
		within(remote(r), f.opt.Proxies) && r.Header.Get("X-Forwarded-Proto") == "https"
}

// headers sets the security headers of every answer: nothing is loaded from elsewhere, the
// pages can't be framed, and no referrer is sent.
func (f *front) headers(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "+
		"connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()")
	h.Set("Cache-Control", "no-store")
	if f.secure(r) {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
}

// maxBody is the limit for the body of a request, in bytes.
const maxBody = 16 << 10

// decode reads the body of a request, up to a limit in bytes, and decodes it when it is the
// address's turn.
func (f *front) decode(w http.ResponseWriter, r *http.Request, most int64, into any) error {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	if err != nil {
		return err
	}
	f.gate.inTurn(f.from(r), func() {
		dec := json.NewDecoder(bytes.NewReader(body))
		dec.DisallowUnknownFields()
		if err = dec.Decode(into); err != nil {
			return
		}
		if _, more := dec.Token(); more != io.EOF {
			err = errors.New("the body has more than one value")
		}
	})
	return err
}

// isJSON reports whether a body says that it is JSON, which no form of another site can. If it
// doesn't, isJSON answers the request.
func isJSON(w http.ResponseWriter, r *http.Request) bool {
	return isOf(w, r, "json", "application/json")
}

// isOf reports whether a body says that it is of one of these types. If it doesn't, isOf answers the request.
func isOf(w http.ResponseWriter, r *http.Request, code string, types ...string) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || !slices.Contains(types, kind) {
		fail(w, http.StatusUnsupportedMediaType, code, "Content-Type must be "+strings.Join(types, " or "))
		return false
	}
	return true
}

// readJSON reads the body of a request. If it is invalid it answers the request.
func (f *front) readJSON(w http.ResponseWriter, r *http.Request, into any) bool {
	return f.readUpTo(w, r, maxBody, into)
}

// readUpTo is readJSON with a limit in bytes.
func (f *front) readUpTo(w http.ResponseWriter, r *http.Request, most int64, into any) bool {
	if !isJSON(w, r) {
		return false
	}
	err := f.decode(w, r, most, into)
	var large *http.MaxBytesError
	switch {
	case err == nil:
		return true
	case refuseRules(w, err, languagesOf(r)...):
	case errors.As(err, &large):
		fail(w, http.StatusRequestEntityTooLarge, "large", "at most "+strconv.FormatInt(most, 10)+" bytes")
	default:
		fail(w, http.StatusBadRequest, "json", notJSON(err))
	}
	return false
}

// notDone answers a request whose work the pool hasn't done.
func (f *front) notDone(w http.ResponseWriter, err error) {
	switch {
	case errors.Is(err, host.ErrCrowd):
		f.limited(w, doWork)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded): // the client has gone
		fail(w, http.StatusServiceUnavailable, "restart", "")
	default:
		fail(w, http.StatusServiceUnavailable, "store", "")
	}
}

// may counts one use by the address of a request. After too many it answers the request and
// returns false.
func (f *front) may(w http.ResponseWriter, r *http.Request, what string) bool {
	if f.exempt(r) || f.gate.allow(f.from(r), what) {
		return true
	}
	f.limited(w, what)
	return false
}

// mayMake reports whether a request may make a table or a desk: with the password, if the server wants one, or by a
// proxy that knows the user. If not, it answers the request.
func (f *front) mayMake(w http.ResponseWriter, r *http.Request, password string) bool {
	if f.opt.Password == "" || f.knows(r) {
		return true
	}
	if !f.may(w, r, doCode) {
		return false
	}
	if !same(password, f.opt.Password) {
		fail(w, http.StatusForbidden, "password", "wrong or missing password")
		return false
	}
	return true
}

// knows reports whether a trusted proxy names the user that a request is from.
func (f *front) knows(r *http.Request) bool {
	return f.opt.UserHeader != "" && within(remote(r), f.opt.Proxies) && r.Header.Get(f.opt.UserHeader) != ""
}

// enter counts a new WebSocket. If there are too many, or the server is stopping, it answers
// the request.
func (f *front) enter(w http.ResponseWriter, r *http.Request) (leave func(), ok bool) {
	if f.down.Load() {
		fail(w, http.StatusServiceUnavailable, "restart", "")
		return nil, false
	}
	if leave, ok = f.gate.enter(f.from(r), f.exempt(r)); !ok {
		f.limited(w, doConnect)
	}
	return leave, ok
}
