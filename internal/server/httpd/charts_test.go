package httpd

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"chratze/internal/page/chartpage"
)

// TestChart: the chart of a game that has one is a page that needs nothing, whose style alone is allowed.
func TestChart(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	for _, lang := range []string{"en", "de-CH", "ja"} {
		r, body := s.get("/charts/chratze/4/"+lang+"?deck=french", nil)
		csp := r.Header.Get("Content-Security-Policy")
		if r.StatusCode != http.StatusOK || !strings.Contains(body, `<html lang="`+lang+`">`) || !strings.Contains(body, "<th>AK") {
			t.Fatalf("%s: %d %.200s", lang, r.StatusCode, body)
		}
		if !strings.Contains(csp, "style-src "+chartpage.StyleHash([]byte(body))+";") || strings.Contains(csp, "unsafe") || !strings.Contains(csp, "script-src 'self'") {
			t.Errorf("%s: the policy %q", lang, csp)
		}
		answers := regexp.MustCompile(`<script type="module" src="/[^"]*/rules/mycards.js"></script>`)
		if !answers.MatchString(body) {
			t.Errorf("%s: nothing answers for your own cards", lang)
		}
		for _, out := range []string{"<script", " src=", `href="http`, `href="//`, "<link"} {
			if strings.Contains(answers.ReplaceAllString(body, ""), out) {
				t.Errorf("%s: the page has %s", lang, out)
			}
		}
	}
	for path, want := range map[string]int{
		"/charts/chratze/7/en": http.StatusNotFound, "/charts/chratze,ante=50/4/en": http.StatusNotFound, "/charts/chratze/x/en": http.StatusNotFound,
		"/charts/nothing/4/en": http.StatusNotFound, "/charts/chratze/4/en?deck=tarot": http.StatusBadRequest, "/charts/chratze/4": http.StatusNotFound,
	} {
		if r, _ := s.get(path, nil); r.StatusCode != want {
			t.Errorf("%s: %d, want %d", path, r.StatusCode, want)
		}
	}
}
