package web_test

import (
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestEveryPageLeadsHome: each route of docs/openapi.yaml that answers with a page has a link to
// the start page, in sight or in its menu, in every state in which somebody may meet it.
func TestEveryPageLeadsHome(t *testing.T) {
	s := pages(t, 5)
	practice := s.make(`,"practice":true`)
	friends := s.make(`,"chairs":3,"bot":""`)
	fill := strings.NewReplacer("{table}", practice.Table, "{secret}", "nobody", "{rules}", "chratze", "{lang}", "en", "{seats}", "4", "{lesson}", "1", "{code}", friends.Code, "{desk}", "1")
	spec, err := os.ReadFile("../../docs/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	paths := []string{"/nothing", "/t/99999", "/learn/99", "/replay?table=99999", strings.TrimPrefix(practice.Link, s.http.URL), strings.TrimPrefix(friends.Link, s.http.URL), "/#" + friends.Code}
	for _, path := range regexp.MustCompile(`(?m)^  (/\S*):$`).FindAllStringSubmatch(string(spec), -1) {
		path := fill.Replace(path[1])
		for _, file := range []string{"", "index.html"} { // a folder's own page
			paths = append(paths, strings.Replace(path, "{file}", file, 1))
		}
	}
	seen := map[string]bool{}
	p := newTab(t, s, phone, anna)
	for _, path := range paths {
		answer, err := http.Get(s.http.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/html") || seen[path] || path == "/" {
			continue
		}
		seen[path] = true
		p.visit(s.http.URL + path)
		switch path { // pages that go elsewhere by themselves
		case "/t/new": // nobody has wished for a table
			p.wait(`location.pathname === '/' && document.querySelector('#play')`)
		case "/#" + friends.Code: // one has a chair there
			p.wait(`location.pathname !== '/'`)
		case "/learn/99":
			p.wait(`document.querySelector('#teacher [role=alert]')?.textContent.includes('99')`) // which lesson there isn't
		}
		p.wait(`[...document.querySelectorAll('a[href="/"], #play, #join')].some((e) => e.checkVisibility()) || (document.querySelector('#bar .menu') && document.body.dataset.stage)`)
		if eval[bool](p, `![...document.querySelectorAll('a[href="/"], #play, #join')].some((e) => e.checkVisibility())`) {
			p.open("#bar .menu")
			p.wait(`[...document.querySelectorAll('dialog a[href="/"]')].some((e) => e.checkVisibility())`)
		}
		p.forgive()
	}
	for _, path := range []string{"/tables", "/replay", "/puzzle/", "/rules/chratze/en", "/words/en", "/charts/chratze/4/en", "/learn", "/learn/1", "/kasse/", "/nothing", "/t/" + practice.Table} {
		if !seen[path] {
			t.Errorf("%s has not been looked at", path)
		}
	}
}
