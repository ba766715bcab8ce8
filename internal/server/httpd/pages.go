package httpd

import (
	"context"
	"net/http"
	"strings"
)

// keptPages is how many bytes of generated pages are cached.
const keptPages = 8 << 20

// made serves the generated page with a key.
func (s *library) made(w http.ResponseWriter, r *http.Request, make func() asset, key ...string) {
	if a, ok := s.make(w, r, make, key...); ok {
		a.serve(w, r)
	}
}

// make returns a page from the cache, or lets the pool generate it. If that fails it answers
// the request.
func (s *library) make(w http.ResponseWriter, r *http.Request, make func() asset, key ...string) (asset, bool) {
	name := strings.Join(key, " ")
	a, ok := s.pages.find(name)
	if !ok {
		err := s.work.Do(r.Context(), network(s.from(r)), func(context.Context) error {
			a = make()
			a.zipped()
			return nil
		})
		if err != nil {
			s.notDone(w, err)
			return a, false
		}
		s.pages.keep(name, a, len(a.body))
	}
	return a, true
}
