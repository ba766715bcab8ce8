package web_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestGroupNew: a group begins empty on its page, with the password of the server, and goes to another server as a file. One with a changed line is refused.
func TestGroupNew(t *testing.T) {
	s := pages(t, 1)
	s.pass = "Eichel"
	s.kill()
	p := filing(t, s)
	p.visit(s.http.URL)
	p.tap("footer [href='/g/new']")
	p.set("#new [name=name]", "Rössli")
	p.tap("#new .do")
	p.set("#new [name=password]", "Laub")
	p.tap("#new .do")
	p.shows("The password is wrong")
	p.pictured("new")
	if asked := eval[int](p, `performance.getEntriesByType('resource').filter((e) => e.name.includes('/api/groups/new')).length`); asked != 0 {
		t.Errorf("the page of no group asked for one %d times", asked)
	}
	p.set("#new [name=password]", "Eichel")
	p.set("#new [name=mode]", "jar")
	p.set("#new [name=money]", "points")
	p.tap("#new .do")
	p.shows("Points are no money")
	p.set("#new [name=money]", "francs")
	p.tap("#new .do")
	p.wait(`document.querySelector('#standings') && document.title === 'Rössli'`)
	first := eval[string](p, `location.pathname`)
	p.opened()
	file := p.savedFile("[data-do=export]")
	for text, says := range map[string]string{"nothing": "no file of a group", strings.Replace(file, "jar", "carried", 1): "a line of it was changed"} {
		p.visit(s.http.URL + "/g/new")
		p.giveFile("#new input[type=file]", text)
		p.set("#new [name=password]", "Eichel")
		p.giveFile("#new input[type=file]", text)
		p.shows(says)
	}
	p.giveFile("#new input[type=file]", file)
	p.wait(`document.querySelector('#standings') && document.title === 'Rössli' && location.pathname !== '` + first + `'`)
}

// TestGroupLinkEnds: when a link is replaced, the pages that are open with it say so, and the phone that replaced it goes on.
func TestGroupLinkEnds(t *testing.T) {
	s := pages(t, 1)
	g := s.group("settled")
	english := `localStorage.lang = 'en'`
	a, b, eve := g.at(t, g.Members, phone, english), g.at(t, g.Members, phone, english), g.at(t, g.Look, phone, english)
	for _, p := range []*tab{a, b} {
		p.shows("Who are you?")
	}
	a.opened()
	a.tap("[data-do=replace-look]")
	eve.shows("No group is here")
	a.wait(`document.querySelectorAll('#links output').length === 1`)
	a.tap("[data-do=replace-members]")
	b.shows("No group is here")
	a.press("Anna")
	a.shows("This is Anna")
	link := eval[string](a, `document.querySelector('#links output').innerText`)
	b.visit(link)
	b.shows("Who are you?")
}

// TestGroupRefused: the desk says why the server makes no group.
func TestGroupRefused(t *testing.T) {
	p := openDesk(t, `localStorage.lang = 'en'`)
	p.evening("chratze", "Anna", "Beat", "Carl")
	p.press("More")
	p.press("End the evening")
	p.tap(".sheet .bold")
	p.tap("[data-do=group]")
	p.shows("no hand has been played")
}

// TestGroupWide: long names, also those written from the right, have room on a small phone, with all parts of the page open.
func TestGroupWide(t *testing.T) {
	g := pages(t, 1).group("jar", `next 2031-10-17T20:00+02:00 "Restaurant Vierwaldstätterhof im Hinterzimmer"`, "paid 1 2 5000000.00")
	names := []string{strings.Repeat("W", 24), strings.Repeat("🎴", 24), "مرد عبد الرحمن بن محمد", "Donaudampfschifffahrtsge", "Hans-Peter von Allmen-Zg", "安奈三郎左衛門尉義輝", "Zoé", "Q", "R"}
	for i, name := range names {
		g.writes(fmt.Sprintf(`member %d "%s"`, i+4, name))
	}
	g.writes(`evening 1 hand 2026-09-01 1 +11234.50 2 -11234.50 4 +120.00 5 -120.00 6 +10.00 7 -10.00 8 +1.00 9 -1.00 10 +5.00 11 -5.00 12 +2.50 3 -2.50`)
	p := g.at(t, g.Members, phone, `localStorage.lang = 'de-CH'`)
	p.wait(`document.querySelector('#claim')`)
	p.narrow("long names")
	p.tap("#claim .names button")
	p.wait(`!document.querySelector('#claim')`)
	eval[any](p, `document.querySelectorAll('details').forEach((d) => d.open = true), 0`)
	p.narrow("long names, open")
	p.wait(`[...document.querySelectorAll('.pays li')].filter((li) => !li.querySelector('small')).length === 1`) // no evening
	p.wait(`[...document.querySelectorAll('.sum > :first-child')].every((e) => e.offsetWidth >= 120)`)
}
