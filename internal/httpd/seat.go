package httpd

import (
	"net/http"
	"strconv"
	"strings"
)

// The secret of a chair reaches the server as a link, which leaves it in a cookie
// for this table alone, or in the header of a program.

const (
	cookieName = "seat"
	cookieAge  = 180 * 24 * 60 * 60 // seconds
)

// cookiePaths are where the cookie of a table is sent.
func cookiePaths(id string) [3]string { return [...]string{"/t/" + id, "/ws/" + id, "/api/seat/" + id} }

func (s *Server) setCookie(w http.ResponseWriter, r *http.Request, id, secret string) {
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

// maxSecret is how long a secret may be; ours have 22 letters.
const maxSecret = 64

// secret returns the secret of a request, "" if it has none.
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

// tableID returns the number of the table in the path, 0 if it can't be one.
func tableID(r *http.Request) int64 {
	text := r.PathValue("table")
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id <= 0 || strconv.FormatInt(id, 10) != text {
		return 0
	}
	return id
}

// link is GET /t/{table}/{secret}: it puts the secret where nobody reads it over
// somebody's shoulder. A wrong one changes nothing.
func (s *Server) link(w http.ResponseWriter, r *http.Request) {
	id, given := tableID(r), r.PathValue("secret")
	if id == 0 || len(given) > maxSecret {
		http.NotFound(w, r)
		return
	}
	if _, _, err := s.opt.Host.Chair(r.Context(), id, given); err == nil {
		s.setCookie(w, r, strconv.FormatInt(id, 10), given)
	}
	http.Redirect(w, r, "/t/"+strconv.FormatInt(id, 10), http.StatusSeeOther)
}

// seat is GET /api/seat/{table}: one's own link, for another device, and the code
// for friends.
func (s *Server) seat(w http.ResponseWriter, r *http.Request) {
	id, given := tableID(r), secret(r)
	if id == 0 {
		fail(w, http.StatusNotFound, byeTable, "")
		return
	}
	chair, code, err := s.opt.Host.Chair(r.Context(), id, given)
	if err != nil {
		code, _ := trouble(err)
		status := http.StatusForbidden
		if code == byeTable {
			status = http.StatusNotFound
		}
		fail(w, status, code, "")
		return
	}
	text := strconv.FormatInt(id, 10)
	out := Seat{Table: text, Chair: chair, Link: s.base(r) + "/t/" + text + "/" + given}
	s.invite(r, &out, code)
	answer(w, http.StatusOK, out)
}
