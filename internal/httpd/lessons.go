package httpd

import (
	"net/http"

	"chratze/internal/msg"
	"chratze/internal/tutor"
)

// Course is the answer of GET /api/lessons.
type Course struct {
	Lessons []tutor.Lesson `json:"lessons"`
}

// lessons is GET /api/lessons/{lang}.
func (s *Server) lessons(w http.ResponseWriter, r *http.Request) {
	if deck, ok := deckOf(w, r); ok {
		c := catalogue()
		jsonAsset(Course{tutor.Lessons(c.For(msg.Choose(c.Languages(), r.PathValue("lang"))), deck)}).serve(w, r)
	}
}
