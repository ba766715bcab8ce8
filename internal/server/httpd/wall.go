package httpd

import (
	"net/http"
	"strconv"

	"chratze/internal/keyhash"
	"chratze/internal/table"
	"chratze/internal/table/host"
)

// A screen on the wall shows a table and can do nothing else. It has no keyboard worth the name, so it shows a code of six letters; who
// sits at the table types that on a phone.
const wallPath = "/wall"

// NewWall is a code that a screen shows.
type NewWall struct {
	Code  string       `json:"code"`
	Until table.Millis `json:"until"`
}

// Wall is what a screen is to show: a table, and the key with which it looks; both empty until its code has been typed.
type Wall struct {
	Table string `json:"table,omitempty"`
	Key   string `json:"key,omitempty"`
}

// WallAsk is a code that was typed at a table.
type WallAsk struct {
	Code string `json:"code"`
}

// makeWall is POST /api/walls.
func (s *Server) makeWall(w http.ResponseWriter, r *http.Request) {
	if !s.walls.kept(w) || !s.may(w, r, doCode) {
		return
	}
	if code, until, ok := s.walls.make(w, r, codeRecord{}); ok {
		answer(w, http.StatusCreated, NewWall{code, until})
	}
}

// lookWall is GET /api/walls/{code}: the screen asks whether its code has been typed.
func (s *Server) lookWall(w http.ResponseWriter, r *http.Request) {
	code := s.walls.read(r.PathValue("code"))
	c := s.walls.at(r.Context(), code)
	switch {
	case c.Until == 0 || !keyhash.Opens(code, c.Hash):
		if s.may(w, r, doCode) { // who guesses is counted, the screen isn't
			s.walls.none(w)
		}
	case c.Table == 0:
		answer(w, http.StatusOK, Wall{})
	default:
		answer(w, http.StatusOK, Wall{strconv.FormatInt(c.Table, 10), s.opt.Host.WallKey(c.Table)})
	}
}

// showWall is POST /api/seat/{table}/wall: who sits there types the code of a screen.
func (s *Server) showWall(w http.ResponseWriter, r *http.Request, id int64) {
	var ask WallAsk
	if !s.readJSON(w, r, &ask) || !s.may(w, r, doCode) {
		return
	}
	d, err := s.opt.Host.Door(r.Context(), id, secret(r))
	switch {
	case err != nil:
		noTable(w, err)
	case d.Chair < 0:
		s.refuse(w, host.ErrNoChair)
	case !s.walls.kept(w):
	case s.walls.use(w, r, s.walls.read(ask.Code), func(c *codeRecord) bool {
		c.Table = id
		return true
	}):
		answer(w, http.StatusOK, Wall{Table: strconv.FormatInt(id, 10)})
	}
}
