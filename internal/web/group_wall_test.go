package web_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestGroupWall: a television shows where eight people stand, their last evening and the next one, with letters to be read at four metres
// and nothing to scroll. It takes the key to look: not the members', nor a member's cookie. A network that goes and comes back is told.
func TestGroupWall(t *testing.T) {
	s := pages(t, 1)
	g := s.group("settled", `next 2031-10-17T20:00+02:00 "Rössli, im Säli oben links"`)
	for i, name := range []string{"Dominique", "Eliane", "Franz-Josef", "Gabriela-Maria", "Hansueli"} {
		g.writes(fmt.Sprintf("member %d %q", i+4, name))
	}
	g.writes("evening 1 hand 2026-10-03 1 -2.00 2 +5.00 3 -3.00", "evening 2 hand 2026-10-10 1 +1.20 2 -0.40 3 -0.40 4 -0.40 5 +2.00 6 -2.00 7 +130.00 8 -130.00", "come 1", "come 2")
	at := func(hash string) string { return s.http.URL + "/g/" + g.ID + "?wall#" + hash }
	p := g.at(t, g.Look, size{1280, 720}, `localStorage.lang = 'en'`)
	p.tap("[data-do=wall]")
	p.wait(`document.querySelectorAll('[data-wall] .standings li').length === 8 && document.querySelector('#next')`)
	look := func(state string) {
		t.Helper()
		if small := eval[[]string](p, `[...document.querySelectorAll('[data-wall] *')].filter((e) => e.checkVisibility() && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) && parseFloat(getComputedStyle(e).fontSize) < 28).map((e) => e.textContent)`); len(small) > 0 {
			t.Errorf("%s: too small for four metres: %q", state, small)
		}
		if cut := eval[[]string](p, `[document.scrollingElement, ...document.querySelectorAll('[data-wall], [data-wall] :is(section, li, p, h2, b)')].filter((e) => e.scrollHeight > e.clientHeight + 2 && getComputedStyle(e).display !== 'inline' || e.scrollWidth > e.clientWidth + 2 && getComputedStyle(e).display !== 'inline').map((e) => e.outerHTML.slice(0, 80))`); len(cut) > 0 {
			t.Errorf("%s: cut off, or to scroll: %q", state, cut)
		}
		if dir := os.Getenv("CHRATZE_SCREENSHOTS"); dir != "" {
			p.shot(dir, state)
		}
	}
	look("group-wall")
	p.accessible("group: wall")
	p.enlarged("group: wall")
	loaded := eval[string](p, `Promise.all([...new Set(performance.getEntriesByType('resource').map((e) => e.name))].map(async (u) => u + await (await fetch(u, {credentials: 'omit', headers: {Authorization: 'Bearer `+g.Look+`'}})).text())).then((all) => all.join('\n') + document.documentElement.outerHTML)`)
	if !strings.Contains(loaded, "Hansueli") || strings.Contains(loaded, g.Members) || strings.Contains(loaded, g.Key) {
		t.Error("what the screen has loaded isn't the group, or has a member's key in it")
	}
	net := s.behind()
	net.set("cut")
	s.http.CloseClientConnections()
	p.wait(`document.querySelector('[data-wall] [role=status]').innerText.includes('No connection')`)
	look("group-wall-offline")
	net.set("")
	p.wait(`document.querySelector('[data-wall] [role=status]').innerText === ''`)

	m := g.at(t, g.Members, size{1280, 720}, `localStorage.lang = 'en'`)
	m.press("Anna")
	m.shows("This is Anna") // it has a cookie
	for _, hash := range []string{g.Members, ""} {
		m.visit(s.http.URL + "/web/icon.svg")
		m.visit(at(hash))
		m.wait(`document.querySelector('[data-wall] [role=status]').innerText.includes('the newest link for a television')`)
		if eval[bool](m, `!!document.querySelector('#standings')`) {
			t.Errorf("with %q a screen shows the group", hash)
		}
	}
}
