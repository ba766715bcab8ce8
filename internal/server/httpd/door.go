package httpd

import (
	"cmp"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"

	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/internal/table/wire"
	"chratze/variant"
)

// Door is the answer of GET /api/seat/{table}/door and GET /api/code/{code}: what a page tells
// somebody who may sit down, watch, or come back. It shows nothing of the play. Names are
// included only for people with a chair or the code, or if anybody may watch.
type Door struct {
	Table  string          `json:"table"`
	Rules  variant.Variant `json:"rules"`
	Stage  string          `json:"stage"` // lobby, playing, between, paused, over
	Chairs int             `json:"chairs"`
	Free   int             `json:"free"` // chairs that a person can take
	People int             `json:"people"`
	Host   string          `json:"host,omitempty"`
	Chair  *int            `json:"chair,omitempty"` // the reader's own
	Left   bool            `json:"left,omitempty"`  // the reader has left their chair, and may sit down again
	Code   string          `json:"code,omitempty"`  // of a public table, or for a reader who has left it, while chairs are free
	Money  string          `json:"money,omitempty"` // as in the table's config
	Ante   int64           `json:"ante,omitempty"`  // as in hello, in Rappen
	Antes  string          `json:"antes,omitempty"`
	Cap    int64           `json:"cap,omitempty"` // the most that anybody pays for a hand, in Rappen; absent: no limit
	Deck   string          `json:"deck,omitempty"`
	Watch  bool            `json:"watch,omitempty"` // spectators are allowed
	Delay  table.Millis    `json:"delay,omitempty"` // the delay for spectators, in ms

	Next    *Next          `json:"next,omitempty"`    // of somebody who has a chair or an account at an evening that is over
	Group   string         `json:"group,omitempty"`   // that this evening is in, for those too
	Account *table.Account `json:"account,omitempty"` // of a reader who has left their chair
}

// door is GET /api/seat/{table}/door. A valid code shows more; trying a code counts towards the
// limits.
func (s *Server) door(w http.ResponseWriter, r *http.Request, id int64) {
	code := ReadCode(r.FormValue("code"))
	if code != "" && !s.may(w, r, doCode) || !s.may(w, r, doLook) {
		return
	}
	d, err := s.opt.Host.Door(r.Context(), id, secret(r))
	if err != nil {
		noTable(w, err)
		return
	}
	out := doorOf(id, d)
	out.Next = s.next(r.Context(), id, d)
	if d.Chair >= 0 || d.Account != nil {
		out.Group = s.groups.groupOf(r.Context(), &GroupEntry{Table: out.Table})
		if d.Stage == table.Over {
			s.groups.changed(r, GroupEntry{Table: out.Table})
		}
	}
	if d.Chair < 0 && !d.Config.Public && !d.Config.Spectators && (code == "" || !same(code, d.Code)) {
		out.Host = ""
	}
	answer(w, http.StatusOK, out)
}

// doorOfCode is GET /api/code/{code}: the table that an invitation leads to.
func (s *Server) doorOfCode(w http.ResponseWriter, r *http.Request) {
	if !s.may(w, r, doCode) {
		return
	}
	code := ReadCode(r.PathValue("code"))
	if code == "" {
		s.refuse(w, host.ErrNoTable)
		return
	}
	if s.codeElsewhere(w, r, code, nil) {
		return
	}
	id, err := s.opt.Host.ByCode(r.Context(), code)
	if err != nil {
		s.refuse(w, err)
		return
	}
	d, err := s.opt.Host.Door(r.Context(), id, "")
	if err != nil {
		s.refuse(w, err)
		return
	}
	answer(w, http.StatusOK, doorOf(id, d))
}

func doorOf(id int64, d host.Door) Door {
	cfg := d.Config
	out := Door{
		Table: strconv.FormatInt(id, 10), Rules: cfg.Variant, Stage: d.Stage.String(), Chairs: cfg.Chairs, Free: d.Free, People: d.People,
		Host: d.Host, Money: cfg.Money, Deck: cfg.Deck, Watch: cfg.Spectators, Delay: cfg.SpectatorDelay, Left: d.Left && d.Free > 0,
		Account: d.Account, Cap: int64(cfg.Variant.Rules().PenaltyCap),
	}
	ante, antes := wire.Antes(&cfg)
	out.Ante, out.Antes = int64(ante), antes
	if d.Chair >= 0 {
		out.Chair = &d.Chair
	}
	if (cfg.Public || d.Left) && d.Free > 0 {
		out.Code = d.Code
	}
	return out
}

// lostPage is what stands at an address at which there is nothing. The service worker has it for
// what can't be reached.
const lostPage = "web/start/notfound.html"

// hashes are ways in which programs for mail and messages encode a #, even twice.
//
//lattice:table
var hashes = regexp.MustCompile(`(?i)%(?:25)*23|(?:&|%(?:25)*26)(?:#|%(?:25)*23)?(?:0*35|x23|num)(?:;|%3b)`)

// WithHash returns an address whose # has been encoded as it was before.
func WithHash(address string) string { return hashes.ReplaceAllString(address, "#") }

// plain is whether a path can be led to: one with .., // or an encoded slash could lead to another site.
func plain(to string) bool {
	return to == "" || path.Clean("/"+to) == to && !strings.Contains(to, "\\")
}

// mended leads an address whose # has been encoded, or that has a sentence's punctuation at its end, to what it was. A browser keeps
// what is behind the # by itself.
func mended(w http.ResponseWriter, r *http.Request) bool {
	before, behind, encoded := strings.Cut(WithHash(r.URL.Path), "#")
	to := strings.TrimRight(before, "/.,:;!?*'\"<>()[]{}|&% \t\r\n")
	if r.Method != http.MethodGet || !plain(to) || !encoded && to == strings.TrimRight(r.URL.Path, "/") {
		return false
	}
	http.Redirect(w, r, (&url.URL{Path: cmp.Or(to, "/"), RawQuery: r.URL.RawQuery, Fragment: behind}).String(), http.StatusSeeOther)
	return true
}

// lost answers requests for unknown addresses with a page that leads on, or below /api/ with JSON. An address that is known
// without its last slash leads there.
func (s *Server) lost(w http.ResponseWriter, r *http.Request) {
	to := &url.URL{Path: strings.TrimRight(r.URL.Path, "/"), RawQuery: r.URL.RawQuery}
	if to.Path != r.URL.Path && plain(to.Path) {
		_, pattern := s.mux.Handler(&http.Request{Method: http.MethodGet, Host: r.Host, URL: to})
		if pattern != "GET /" {
			http.Redirect(w, r, to.String(), http.StatusMovedPermanently)
			return
		}
	}
	if strings.HasPrefix(r.URL.Path, "/api/") {
		s.noCall(w, r)
		return
	}
	s.shelf.nothing(w, r)
}

// nothing answers with the page of addresses at which there is nothing.
func (s *library) nothing(w http.ResponseWriter, r *http.Request) {
	a := s.card(r, strings.TrimPrefix(lostPage, "web/"), nil)
	a.missing = true
	a.serve(w, r)
}
