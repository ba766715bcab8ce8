package httpd

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"chratze/internal/table/talk"
)

// The secret of a chair comes in a link, which is stored in a cookie for this table only, or in
// the header of a program.

const (
	cookieName = "seat"
	cookieAge  = 180 * 24 * 60 * 60 // seconds
)

// cookiePaths are the paths to which the cookie of a table is sent.
func cookiePaths(id string) [3]string { return [...]string{"/t/" + id, "/ws/" + id, "/api/seat/" + id} }

func (s *Server) setCookie(w http.ResponseWriter, r *http.Request, id, secret string) {
	s.noteMine(w, r, id, now(), cookieAge)
	for _, path := range cookiePaths(id) {
		http.SetCookie(w, &http.Cookie{
			Name: cookieName, Value: secret, Path: path, MaxAge: cookieAge,
			HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.secure(r),
		})
	}
}

// bearer returns the token of a program.
func bearer(r *http.Request) (string, bool) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.TrimSpace(token), strings.EqualFold(scheme, "Bearer")
}

// maxSecret is the limit for a secret, in letters; ours have 22 and a seal.
const maxSecret = 64

// secret returns the secret in a request, or "".
func secret(r *http.Request) string {
	found, ok := bearer(r)
	if !ok {
		if c, err := r.Cookie(cookieName); err == nil {
			found = c.Value
		}
	}
	if len(found) > maxSecret {
		return "too long"
	}
	return found
}

// tableID returns the number of the table in the path, or 0 if it isn't a number.
func tableID(r *http.Request) int64 {
	text := r.PathValue("table")
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id <= 0 || strconv.FormatInt(id, 10) != text {
		return 0
	}
	return id
}

// chairLink returns the link of a chair. The secret comes after the #, which a browser doesn't
// send, so it is in no log and no preview.
func (s *Server) chairLink(r *http.Request, id, secret string) string {
	return s.base(r) + "/t/" + id + "#" + secret
}

// link is GET /t/{table}/{secret}, an old form of link, without the #. It changes nothing: the
// page that it leads to takes the chair.
func (s *Server) link(w http.ResponseWriter, r *http.Request) {
	id, given := tableID(r), r.PathValue("secret")
	if id == 0 || len(given) > maxSecret {
		s.lost(w, r)
		return
	}
	http.Redirect(w, r, "/t/"+strconv.FormatInt(id, 10)+"#"+url.PathEscape(strings.TrimPrefix(given, "#")), http.StatusSeeOther)
}

// Taking is a request for a cookie for the chair of a link.
type Taking struct {
	Secret  string `json:"secret"`
	Replace bool   `json:"replace,omitempty"` // even if this browser has another chair at this table
}

// take is POST /api/seat/{table}: a browser takes the chair of a link. An invalid link changes
// nothing. If the browser has another chair at the table, Replace must be set.
func (s *Server) take(w http.ResponseWriter, r *http.Request, id int64) {
	var ask Taking
	if !s.readJSON(w, r, &ask) {
		return
	}
	if ask.Secret == "" || len(ask.Secret) > maxSecret {
		fail(w, http.StatusForbidden, talk.ByeChair, "")
		return
	}
	chair, _, err := s.opt.Host.Chair(r.Context(), id, ask.Secret)
	if err != nil {
		noTable(w, err)
		return
	}
	if own := secret(r); own != "" && own != ask.Secret && !ask.Replace {
		if other, _, err := s.opt.Host.Chair(r.Context(), id, own); err == nil && other != chair {
			fail(w, http.StatusConflict, "other", "this browser has chair "+strconv.Itoa(other)+" of this table: send replace to leave it")
			return
		}
	}
	text := strconv.FormatInt(id, 10)
	s.setCookie(w, r, text, ask.Secret)
	answer(w, http.StatusOK, Seat{Table: text, Chair: chair, Link: s.chairLink(r, text, ask.Secret)})
}

// noTable answers a request about a table that isn't there or can't be read, or whose secret belongs to no chair.
func noTable(w http.ResponseWriter, err error) {
	code, _ := talk.Trouble(err)
	status, known := map[string]int{talk.ByeTable: http.StatusNotFound, talk.ByeChair: http.StatusForbidden}[code]
	if !known {
		status = http.StatusServiceUnavailable
	}
	fail(w, status, code, "")
}

// seat is GET /api/seat/{table}: the client's own link, for another device, and the code for
// friends.
func (s *Server) seat(w http.ResponseWriter, r *http.Request, id int64) {
	given := secret(r)
	chair, code, err := s.opt.Host.Chair(r.Context(), id, given)
	if err != nil {
		noTable(w, err)
		return
	}
	text := strconv.FormatInt(id, 10)
	out := Seat{Table: text, Chair: chair, Link: s.chairLink(r, text, given)}
	s.invite(r, &out, code)
	answer(w, http.StatusOK, out)
}
