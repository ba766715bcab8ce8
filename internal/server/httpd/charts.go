package httpd

import (
	"net/http"
	"strconv"
	"strings"

	"chratze/internal/locale"
	"chratze/internal/page/chartpage"
	"chratze/variant"
)

// chart is GET /charts/{rules}/{seats}/{lang}: which hands to play, for games that have a
// chart. The page contains its style, so that people can save it; the policy allows exactly
// that style by its hash.
func (s *library) chart(w http.ResponseWriter, r *http.Request, p *locale.Printer) {
	deck, ok := deckOf(w, r)
	if !ok {
		return
	}
	v, err := variant.Parse(r.PathValue("rules"))
	seats, _ := strconv.Atoi(r.PathValue("seats"))
	if err != nil || !chartpage.IsShipped(v, seats) {
		s.nothing(w, r)
		return
	}
	page, ok := s.make(w, r, func() asset {
		subject, _ := chartpage.Shipped(v, seats) // rules and seats have been checked
		subject.Deck, subject.Served = deck, true
		return s.pageOf(s.previewed(r, p.Lang(), chartpage.Page(p, subject)))
	}, "chart", s.base(r), v.String(), p.Lang(), string(deck), strconv.Itoa(seats))
	if !ok {
		return
	}
	s.translated(w, r, "/charts/"+v.String()+"/"+strconv.Itoa(seats)+"/{lang}", p.Lang())
	serveStyled(w, r, page)
}

// serveStyled serves a page that contains its style, and allows it.
func serveStyled(w http.ResponseWriter, r *http.Request, page asset) {
	h := w.Header()
	h.Set("Content-Security-Policy", strings.Replace(h.Get("Content-Security-Policy"), "style-src 'self'", "style-src "+chartpage.StyleHash(page.body), 1))
	page.serve(w, r)
}

// chartPaths are the pages of all charts, with {lang} for the language.
func chartPaths() (list []string) {
	for _, t := range chartpage.All() {
		list = append(list, "/charts/"+t.Preset+"/"+strconv.Itoa(t.Seats)+"/{lang}")
	}
	return list
}

// charts is GET /charts/{lang}: the games that have a chart.
func (s *library) charts(w http.ResponseWriter, r *http.Request, p *locale.Printer) {
	page, ok := s.make(w, r, func() asset { return s.pageOf(s.previewed(r, p.Lang(), chartpage.Index(p))) }, "charts", s.base(r), p.Lang())
	if ok {
		s.translated(w, r, "/charts/{lang}", p.Lang())
		serveStyled(w, r, page)
	}
}
