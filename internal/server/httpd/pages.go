package httpd

import (
	"context"
	"net/http"
	"strings"
	"sync"
)

// keptPages is how many bytes of generated pages are cached.
const keptPages = 8 << 20

// pages caches recently generated pages: rules, charts, glossaries.
type pages struct {
	mu    sync.Mutex
	all   map[string]asset
	order []string // oldest first
	bytes int
}

func (p *pages) find(key string) (asset, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a, ok := p.all[key]
	return a, ok
}

// keep caches a page and evicts the oldest ones.
func (p *pages) keep(key string, a asset) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, ok := p.all[key]; ok || len(a.body) > keptPages/4 {
		return
	}
	if p.all == nil {
		p.all = map[string]asset{}
	}
	p.all[key], p.order = a, append(p.order, key)
	for p.bytes += len(a.body); p.bytes > keptPages; p.order = p.order[1:] {
		p.bytes -= len(p.all[p.order[0]].body)
		delete(p.all, p.order[0])
	}
}

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
		s.pages.keep(name, a)
	}
	return a, true
}
