package httpd

import (
	"net/http"
	"strconv"
	"strings"

	"chratze/internal/page/chartpage"
)

// chart is GET /charts/{rules}/{seats}/{lang}: which hands to play, for games that have a
// chart. The page contains its style, so that people can save it; the policy allows exactly
// that style by its hash.
func (s *library) chart(w http.ResponseWriter, r *http.Request) {
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
		subject, _ := chartpage.Shipped(v, seats) // rules and seats have been checked
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
