package httpd

import (
	"encoding/xml"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"chratze/internal/server/hostlog/hosttest"
	"chratze/internal/table/host"
)

func serverOf(t *testing.T, opt Options) *Server {
	t.Helper()
	h := host.New(host.Options{Log: hosttest.NewMemory()})
	t.Cleanup(h.Close)
	opt.Host = h
	opt.LoadToken = "load"
	s, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// sent is the answer to a reader of a language, without limits.
func sent(s *Server, path, lang string) *httptest.ResponseRecorder {
	r, w := httptest.NewRequest(http.MethodGet, path, nil), httptest.NewRecorder()
	r.Header.Set("Accept-Language", lang)
	r.Header.Set("Load-Token", "load")
	s.ServeHTTP(w, r)
	return w
}

// TestFoundIfWanted: search engines may list pages that know no table, if the operator wants it, and else nothing; tables,
// replays and answers never. All that the sitemap names is there, is alone in its language, and names its translations.
func TestFoundIfWanted(t *testing.T) {
	t.Parallel()
	for _, wanted := range []bool{false, true} {
		s := serverOf(t, Options{Findable: wanted, PublicURL: "https://karten.example"})
		listed := func(path string) bool {
			r := sent(s, path, "")
			return !strings.Contains(r.Header().Get("X-Robots-Tag"), "noindex")
		}
		for _, path := range []string{"/", "/rules/chratze/en", "/words/ja", "/charts/en", "/learn/1", "/puzzle/", "/kasse/"} {
			if listed(path) != wanted {
				t.Errorf("wanted %v, %s listed %v", wanted, path, !wanted)
			}
		}
		for _, path := range []string{"/t/1", "/t/1/secret", "/replay", "/tables", "/api/rules", "/ws/1", "/nothing", "/healthz"} {
			if listed(path) {
				t.Errorf("%s may be listed", path)
			}
		}
		robots, sitemap := sent(s, "/robots.txt", "").Body.String(), sent(s, "/sitemap.xml", "")
		if strings.Contains(robots, "Sitemap: https://karten.example/sitemap.xml") != wanted || (sitemap.Code == http.StatusOK) != wanted {
			t.Errorf("wanted %v: %q, sitemap %d", wanted, robots, sitemap.Code)
		}
		if !wanted {
			continue
		}
		var urls struct {
			URL []struct {
				Loc string `xml:"loc"`
			} `xml:"url"`
		}
		if err := xml.Unmarshal(sitemap.Body.Bytes(), &urls); err != nil || len(urls.URL) < 40 {
			t.Fatalf("%v: %d addresses", err, len(urls.URL))
		}
		for _, u := range urls.URL {
			path, ok := strings.CutPrefix(u.Loc, "https://karten.example")
			r := sent(s, path, "ja")
			if !ok || r.Code != http.StatusOK || !listed(path) {
				t.Errorf("%s: %d", u.Loc, r.Code)
			}
			if body := r.Body.String(); !strings.Contains(body, `<meta name="description" content="`) {
				t.Errorf("%s says nothing of itself", path)
			}
			if link := r.Header().Get("Link"); strings.Count(path, "/") > 1 && !slices.Contains([]string{"/puzzle/", "/kasse/"}, path) &&
				(!strings.Contains(link, "<"+u.Loc+`>; rel="canonical"`) || strings.Count(link, "hreflang") != len(catalogue().Languages())) {
				t.Errorf("%s has the links %q", path, link)
			}
		}
	}
}

// TestPagesInTheReadersLanguage: the page that is sent says its language, and what depends on the reader's says so; a lesson has
// its title, and what there is not is a page with status 404, whatever was asked for.
func TestPagesInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	s := serverOf(t, Options{})
	titles := map[string]bool{}
	for path, status := range map[string]int{"/": 200, "/t/1": 200, "/learn": 200, "/learn/1": 200, "/learn/2": 200, "/puzzle/": 200, "/replay": 200, "/tables": 200,
		"/nothing": 404, "/learn/99": 404, "/rules/nothing": 404, "/rules/nothing/ja": 404, "/rules/chratze,ante=x/ja": 404, "/charts/nothing/4/ja": 404, "/charts/chratze/7/ja": 404, "/charts/chratze": 404, "/charts/chratze/4/x": 404, "/words/chratze": 404, "/rules/kratzen/x": 404} {
		r := sent(s, path, "ja")
		body := r.Body.String()
		if r.Code != status || !strings.Contains(body, `<html lang="ja">`) || strings.Contains(body, "{lesson.") {
			t.Errorf("%s: %d %.60s", path, r.Code, body)
		}
		if !slices.Contains(strings.Split(strings.Join(r.Header().Values("Vary"), ", "), ", "), "Accept-Language") {
			t.Errorf("%s may be kept for readers of another language", path)
		}
		_, title, _ := strings.Cut(body, "<title>")
		if title, _, _ = strings.Cut(title, "</title>"); status == 200 && path != "/t/1" {
			if titles[title] || title == "Chratze" || title == "" {
				t.Errorf("%s has the title %q", path, title)
			}
			titles[title] = true
		}
	}
	for _, path := range []string{"/rules", "/rules/kratzen", "/words", "/charts"} {
		if r := sent(s, path, "ja"); r.Code != http.StatusFound || !strings.HasSuffix(r.Header().Get("Location"), "/ja") || r.Header().Get("Vary") != "Accept-Language" {
			t.Errorf("%s: %d to %s", path, r.Code, r.Header().Get("Location"))
		}
	}
}

// TestSharedWithoutWorker: hands that another program shares lead to the page that reads them, before its service worker is there.
func TestSharedWithoutWorker(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	serverOf(t, Options{}).ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/replay/shared", strings.NewReader("hands")))
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/replay" {
		t.Errorf("%d to %q", w.Code, w.Header().Get("Location"))
	}
}
