package httpd

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"chratze/internal/keyhash"
	"chratze/internal/table"
	"chratze/internal/table/host"
)

// A screen on the wall shows a table and can do nothing else. It has no keyboard worth the name, so it shows a code of six letters; who
// sits at the table types that on a phone. The first three letters find the code, so that wrong tries of the others can be counted.
const (
	wallPath = "/wall"

	wallLives  = 10 * time.Minute
	wallTries  = 6
	wallFinder = 3
)

// wallCode is the record of a code.
type wallCode struct {
	Hash  string `json:"hash"`
	Until int64  `json:"until"` // Unix time
	Wrong int    `json:"wrong,omitempty"`
	Table int64  `json:"table,omitempty"` // that is to be shown
}

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

// readWallCode returns a code as it is kept; "" if it is none.
func readWallCode(text string) string {
	if code := ReadCode("00" + text); code != "" {
		return code[2:]
	}
	return ""
}

// makeWall is POST /api/walls.
func (s *Server) makeWall(w http.ResponseWriter, r *http.Request) {
	if s.opt.Settings == nil {
		fail(w, http.StatusServiceUnavailable, "store", "")
		return
	}
	if !s.may(w, r, doCode) {
		return
	}
	s.walls.Lock()
	defer s.walls.Unlock()
	for range 100 {
		code := newCode()[2:]
		if c := s.wallAt(r.Context(), code); c.Until > 0 {
			continue
		}
		until := time.Now().Add(wallLives)
		if !s.keepWall(w, r, code, wallCode{Hash: keyhash.Of(code), Until: until.Unix()}) {
			return
		}
		answer(w, http.StatusCreated, NewWall{code, table.Millis(until.UnixMilli())})
		return
	}
	s.limited(w, doCode)
}

// lookWall is GET /api/walls/{code}: the screen asks whether its code has been typed.
func (s *Server) lookWall(w http.ResponseWriter, r *http.Request) {
	code := readWallCode(r.PathValue("code"))
	c := s.wallAt(r.Context(), code)
	switch {
	case c.Until == 0 || !keyhash.Opens(code, c.Hash):
		if s.may(w, r, doCode) { // who guesses is counted, the screen isn't
			s.noWall(w)
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
		return
	case d.Chair < 0:
		s.refuse(w, host.ErrNoChair)
		return
	case s.opt.Settings == nil:
		fail(w, http.StatusServiceUnavailable, "store", "")
		return
	}
	s.walls.Lock()
	defer s.walls.Unlock()
	code := readWallCode(ask.Code)
	c := s.wallAt(r.Context(), code)
	if c.Until == 0 || c.Table != 0 {
		s.noWall(w)
		return
	}
	right := keyhash.Opens(code, c.Hash)
	if c.Table = id; !right {
		c.Table = 0
		c.Wrong++
	}
	if !s.keepWall(w, r, code, c) {
		return
	}
	if !right {
		s.noWall(w)
		return
	}
	answer(w, http.StatusOK, Wall{Table: strconv.FormatInt(id, 10)})
}

func (s *Server) noWall(w http.ResponseWriter) {
	fail(w, http.StatusNotFound, "wall", "no screen shows this code: it is good for ten minutes, one table and six tries; open the page of the screen again")
}

func wallSetting(code string) string { return "wallcode/" + code[:wallFinder] }

// wallAt returns the code that a code's first letters find; the zero wallCode if it can't be used any longer.
func (s *Server) wallAt(ctx context.Context, code string) (c wallCode) {
	if code == "" {
		return c
	}
	b, err := s.opt.Settings.Setting(ctx, wallSetting(code))
	if err != nil || json.Unmarshal(b, &c) != nil || time.Now().Unix() >= c.Until || c.Wrong >= wallTries {
		return wallCode{}
	}
	return c
}

func (s *Server) keepWall(w http.ResponseWriter, r *http.Request, code string, c wallCode) bool {
	b, _ := json.Marshal(c) // texts and numbers
	if err := s.opt.Settings.Set(r.Context(), wallSetting(code), b); err != nil {
		s.refuse(w, host.ErrStore)
		return false
	}
	return true
}
