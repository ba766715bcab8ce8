package web_test

import (
	"fmt"
	"strings"
	"testing"

	"chratze/internal/server/hostlog/hosttest"
	"chratze/internal/table"
)

// TestBasePath: a server lies below /cards of a host whose other paths are another site's, as its proxy or a setting says. Two friends sit down by a link and
// play, one is back after a reload, plays alone, looks at a hand, a lesson, a puzzle, the rules, shares a cash desk; then
// without the server everything kept is there. Nothing is asked of the other site.
func TestBasePath(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	for _, named := range sample(1, true, false) {
		t.Run(fmt.Sprintf("named=%t", named), func(t *testing.T) {
			t.Parallel()
			testBasePath(t, named)
		})
	}
}

func testBasePath(t *testing.T, named bool) {
	m, err := module()
	if err != nil {
		t.Fatal(err)
	}
	s := &site{t: t, seed: 5, log: hosttest.NewMemory(), bot: table.StandIn, practice: m, base: "/cards", named: named}
	s.start()
	t.Cleanup(func() { s.stop() })
	home := s.http.URL + "/cards/"
	a := newTab(t, s, phone, anna)
	a.visit(home)
	a.tap("#friends")
	a.tap("#make")
	a.wait(`document.body.dataset.stage === 'lobby' && document.querySelector('.qr').naturalWidth > 0`)
	link := eval[string](a, `document.querySelector('.invitation a').href`)
	if !strings.HasPrefix(link, home+"#") {
		t.Errorf("friends come by %q", link)
	}
	b := newTab(t, s, phone, "localStorage.setItem('name', 'Beat')")
	b.visit(link)
	b.tap("#join")
	b.wait(`document.body.dataset.stage === 'lobby' && document.body.innerText.includes('Anna')`)
	a.wait(`document.body.innerText.includes('Beat')`)
	a.tap("[data-act=start]")
	a.wait(`document.body.dataset.stage === 'playing'`)
	b.wait(`document.body.dataset.stage === 'playing' && location.pathname.startsWith('/cards/t/')`)
	b.visit(eval[string](b, `location.href`)) // its cookie is that of the path
	b.wait(`document.body.dataset.stage === 'playing' && document.querySelector('#cards .mine')`)

	p := newTab(t, s, phone, anna)
	p.playing(home)
	p.wait(`location.pathname === '/cards/t/p1' && document.body.dataset.stage === 'playing'`)
	for p.ready(); !p.between(); p.ready() {
		p.answer()
	}
	pages := [][2]string{
		{"", `document.querySelector('#play')`},
		{"learn", `document.querySelectorAll('#lessons ol li').length === ` + count},
		{"learn/2", `document.querySelector('#go')`},
		{"rules/kratzen/en", `document.body.innerText.includes('Kratzen')`},
		{"charts/chratze/4/en", `document.querySelector('.grid')`},
		{"puzzle/", `document.body.innerText.includes('Puzzle of')`},
		{"replay?table=p1#hand=1", `document.querySelector('#bar').innerText.includes('Hand 1 of ')`},
		{"t/p1", `document.body.dataset.stage && document.body.dataset.stage !== 'door'`},
		{"kasse/", `document.querySelector('#new')`},
	}
	for _, page := range share(0, 2, pages) { // and others without the server
		p.visit(home + page[0])
		p.wait(page[1])
	}
	for path, want := range map[string]string{"": "/cards/", "rules": "/cards/rules/", "kasse": "/cards/kasse/"} {
		p.visit(strings.TrimSuffix(home+path, "/"))
		if at := eval[string](p, `location.pathname`); !strings.HasPrefix(at, want) {
			t.Errorf("/cards/%s leads to %s", path, at)
		}
	}
	p.visit(home)
	for _, path := range []string{"rules/zwicken/en", "charts/zwicken/4/en", "kasse/desk.wasm", "puzzle/zwicken.jsonl"} {
		p.keeps("/cards/" + path)
	}
	s.down()
	p.forgive()
	for _, page := range append(share(1, 2, pages), [2]string{"nothing", `document.querySelector('a.button[href="/cards/"]')`}) {
		p.visit(home + page[0])
		p.wait(page[1])
	}
	p.forgive()
	a.forgive()
	b.forgive()
	// Where the tests begin, to fill what a browser keeps, is the other site's.
	s.strays.Range(func(path, _ any) bool {
		if path != "GET /web/icon.svg" {
			t.Errorf("another site is asked: %s", path)
		}
		return true
	})
}
