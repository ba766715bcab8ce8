package httpd

import (
	"net/http"

	"chratze/internal/teach/lessons"
)

// Course is the answer of GET /api/lessons.
type Course struct {
	Lessons []lessons.Lesson `json:"lessons"`
}

// lessons is GET /api/lessons/{lang}.
func (s *library) lessons(w http.ResponseWriter, r *http.Request) {
	if deck, ok := deckOf(w, r); ok {
		c := catalogue()
		p := c.For(r.PathValue("lang"))
		s.made(w, r, func() asset { return jsonAsset(Course{lessons.Course(p, deck)}) }, "lessons", p.Lang(), string(deck))
	}
}
