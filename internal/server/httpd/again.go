package httpd

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"chratze/internal/table"
	"chratze/internal/table/host"
)

// Next is where the people of an evening that is over have gone on, with the same rules.
type Next struct {
	Table string `json:"table"`
	Code  string `json:"code"`
}

// Again is a request for the same people again.
type Again struct {
	Name string `json:"name"`
	Not  string `json:"not,omitempty"` // a table that isn't the next one any more: it is over, too, or gone
}

// again is POST /api/seat/{table}/again: the first of the people of an evening that is over gets a seat at a new table, and the others are told
// where that is. They needn't know a password: the first table was made with it.
func (s *Server) again(w http.ResponseWriter, r *http.Request, id int64) {
	var ask Again
	if !s.readJSON(w, r, &ask) {
		return
	}
	d, err := s.opt.Host.Door(r.Context(), id, secret(r))
	switch {
	case err == nil && d.Chair < 0 && d.Account == nil:
		err = host.ErrNoChair
		fallthrough
	case err != nil:
		noTable(w, err)
		return
	case d.Stage != table.Over:
		fail(w, http.StatusConflict, table.RefusedStage, "the evening isn't over")
		return
	}
	s.onward.Lock() // of two who ask at once, one makes the table
	defer s.onward.Unlock()
	if next := s.next(r.Context(), id, d); next != nil && next.Table != ask.Not {
		answer(w, http.StatusOK, next)
		return
	}
	if !s.may(w, r, making(d.Config)) {
		return
	}
	d.Config.Deal = nil
	seat, err := s.opt.Host.Create(r.Context(), d.Config, ask.Name)
	if err != nil {
		s.refuse(w, err)
		return
	}
	s.opt.Metrics.made.Add(1)
	if s.opt.Settings != nil {
		b, _ := json.Marshal(Next{strconv.FormatInt(seat.Table, 10), seat.Code}) // two texts
		if err := s.opt.Settings.Set(r.Context(), nextKey(id), b); err != nil {
			s.opt.Logger.Warn("where people have gone isn't kept: those who come later make a table of their own", "err", err)
		}
	}
	s.seated(w, r, seat)
}

func nextKey(id int64) string { return "next/" + strconv.FormatInt(id, 10) }

// next returns where the people of a table have gone, for one of them; nil: nowhere, or it isn't known.
func (s *Server) next(ctx context.Context, id int64, d host.Door) (next *Next) {
	if s.opt.Settings == nil || d.Stage != table.Over || d.Chair < 0 && d.Account == nil {
		return nil
	}
	b, err := s.opt.Settings.Setting(ctx, nextKey(id))
	if err != nil || json.Unmarshal(b, &next) != nil {
		return nil
	}
	return next
}

// ---- which tables a browser knows ----

const (
	minePath    = "/api/mine"
	mostMine    = 12 // are listed, as many as a page remembers
	mostCookies = 40 // are kept
)

// noteMine gives a browser a cookie with the number of a table, and since when it sits there, but without a secret. Those with a secret
// are sent only to their table, so after a browser has forgotten what pages store, nothing else leads back.
func (s *Server) noteMine(w http.ResponseWriter, r *http.Request, id, since string, age int) {
	http.SetCookie(w, &http.Cookie{Name: "t" + id, Value: since, Path: minePath, MaxAge: age, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.secure(r)})
}

// Mine is a table at which this browser has sat.
type Mine struct {
	Table string       `json:"table"`
	At    table.Millis `json:"at"` // since when
}

// mine is GET /api/mine: the newest tables at which this browser has sat.
func (s *Server) mine(w http.ResponseWriter, r *http.Request) {
	all := []Mine{}
	for _, c := range r.Cookies() {
		id, is := strings.CutPrefix(c.Name, "t")
		n, err := strconv.ParseInt(id, 10, 64)
		at, bad := strconv.ParseInt(c.Value, 10, 64)
		if is && err == nil && bad == nil && n > 0 {
			all = append(all, Mine{id, table.Millis(at) * 1000})
		}
	}
	slices.SortStableFunc(all, func(a, b Mine) int { return int(b.At/1000 - a.At/1000) })
	for _, old := range all[min(len(all), mostCookies):] {
		s.noteMine(w, r, old.Table, "", -1)
	}
	answer(w, http.StatusOK, struct {
		Tables []Mine `json:"tables"`
	}{all[:min(len(all), mostMine)]})
}

// now returns the time for noteMine.
func now() string { return strconv.FormatInt(time.Now().Unix(), 10) }
