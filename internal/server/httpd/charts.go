package httpd

import (
	"net/http"
	"strconv"
	"strings"

	"chratze/internal/page/chartpage"
)

// chart is GET /charts/{rules}/{seats}/{lang}: with which hands to play, for games of which a chart is part of
// the program. The page has its style in itself, so that it can be kept; its hash allows just that one.
func (s *Server) chart(w http.ResponseWriter, r *http.Request) {
	v, p, ok := rulesOf(w, r)
	if !ok {
		return
	}
	deck, ok := deckOf(w, r)
	if !ok {
		return
	}
	seats, _ := strconv.Atoi(r.PathValue("seats"))
	if !chartpage.IsShipped(v, seats) {
		fail(w, http.StatusNotFound, "chart", "there is none of these rules and seats: chratze chart makes one")
		return
	}
	page, ok := s.make(w, r, func() asset {
		subject, _ := chartpage.Shipped(v, seats) // it is there
		subject.Deck, subject.Served = deck, true
		return newAsset(kinds[".html"], chartpage.Page(p, subject))
	}, "chart", v.String(), p.Lang(), string(deck), strconv.Itoa(seats))
	if !ok {
		return
	}
	h := w.Header()
	h.Set("Content-Security-Policy", strings.Replace(h.Get("Content-Security-Policy"), "style-src 'self'", "style-src "+chartpage.StyleHash(page.body), 1))
	page.serve(w, r)
}
