package web_test

import (
	"regexp"
	"slices"
	"testing"

	"chratze/internal/web"
)

var preloaded = regexp.MustCompile(`<link rel="modulepreload" href="/([^"]+)">`)

// TestPreload: a page names all modules that it needs, so that a browser doesn't
// find out about one after the other over a slow line.
func TestPreload(t *testing.T) {
	t.Parallel()
	files := web.Files()
	imports, _ := graph()
	for page, first := range map[string]string{"web/app/index.html": "web/app/start.js", "web/app/table.html": "web/app/table.js"} {
		needed := []string{first}
		for i := 0; i < len(needed); i++ {
			for _, name := range imports[needed[i]] {
				if !slices.Contains(needed, name) {
					needed = append(needed, name)
				}
			}
		}
		var named []string
		for _, m := range preloaded.FindAllSubmatch(files[page], -1) {
			named = append(named, string(m[1]))
		}
		slices.Sort(needed)
		slices.Sort(named)
		if !slices.Equal(needed, named) {
			t.Errorf("%s preloads\n%q, and needs\n%q", page, named, needed)
		}
	}
}
