package web_test

import (
	"strings"
	"testing"

	"chratze/internal/waittest"
)

// What stands before the server accepts each request and never answers it, not even once others are answered again.

// TestSilentAtTable: at a table one reads since when there is no connection, and tries again by a tap. The page goes on by itself.
func TestSilentAtTable(t *testing.T) {
	s := pages(t, 5)
	net := s.behind()
	p := newTab(t, s, phone, anna)
	p.unkept()
	p.visit(s.make(`,"practice":true,"chairs":3`).Link)
	p.ready()
	q := eval[string](p, `document.body.dataset.q`)
	net.set("mute")
	s.kill()
	p.wait(`document.querySelector('[data-do=retry]') && /No connection since \d+ s. Your seat is kept./.test(document.querySelector('#foot').innerText)`)
	waittest.Until(t, "another way is tried", func() bool { return net.first("/web/live/longpoll.js") >= 0 })
	net.set("")
	p.wait(`!document.querySelector('[data-do=retry]')`)
	p.answer()
	p.wait(`document.body.dataset.q !== '` + q + `'`)
}

// TestSilentRules: where only the table's own line is answered, rules and words that don't come are said to be missing.
func TestSilentRules(t *testing.T) {
	s := pages(t, 5)
	net := s.behind()
	net.wrong = func(path string) bool {
		return strings.HasPrefix(path, "/rules/") || strings.HasPrefix(path, "/api/glossary/")
	}
	net.set("mute")
	p := newTab(t, s, phone, anna)
	p.unkept()
	p.visit(s.make(`,"practice":true,"chairs":3`).Link)
	p.ready()
	p.menu("rules")
	p.tap("dialog summary")
	p.tap("[data-do=rules]")
	p.wait(`document.body.innerText.includes("The rules can't be reached just now")`)
	p.wait(`document.querySelector('#stuck')?.innerText.includes('A part of this page')`)
	p.forgive()
}

// TestSilentDoor: who comes by an invitation reads that nothing arrives, and that the page goes on by itself: it does.
func TestSilentDoor(t *testing.T) {
	s := pages(t, 5)
	net := s.behind()
	net.wrong = func(path string) bool { return strings.HasSuffix(path, "/door") }
	net.set("mute")
	p := newTab(t, s, phone, "")
	seat := s.make(`,"chairs":3`)
	p.visit(s.http.URL + "/t/" + seat.Table + "#" + seat.Code)
	p.wait(`document.querySelector('#stuck')?.innerText.includes('Nothing has arrived')`)
	waittest.Until(t, "the page asks what the table is", func() bool { return net.first("/api/seat/"+seat.Table+"/door") >= 0 })
	net.set("")
	p.wait(`document.querySelector('[data-do=sit]') && !document.querySelector('#stuck')`)
}

// TestSilentDesk: what is booked at a desk that others follow stays on the phone, which says that there is no network, and is told to
// the others later. A link that is opened meanwhile isn't lost.
func TestSilentDesk(t *testing.T) {
	s := pages(t, 1)
	net := s.behind()
	p, other := newTab(t, s, phone, ""), newTab(t, s, phone, "")
	p.unkept()
	other.unkept()
	other.visit(s.http.URL + "/kasse/")
	other.wait(`document.querySelector('#new')`)
	p.visit(s.http.URL + "/kasse/")
	p.booked()
	p.press("More")
	p.press("Follow on other devices")
	p.wait(`document.querySelectorAll('.sheet output').length === 2`)
	link := eval[string](p, `document.querySelectorAll('.sheet output')[1].innerText`)
	p.press("Close")
	p.press("Hand")
	p.wait(`document.querySelector('.live')?.innerText === 'live'`)

	net.set("mute")
	eval[any](other, `location.hash = '`+link[strings.Index(link, "#"):]+`', 0`)
	p.hand("Carl", "Dora", "Carl 4", "Dora 0")
	p.tap("#book")
	p.shows("Hand 3")
	p.wait(`document.querySelector('.live').innerText === 'no network'`)
	other.shows("be reached.")
	net.set("")
	p.wait(`document.querySelector('.live').innerText === 'live'`)
	eval[any](other, `location.reload(), 0`)
	other.shows("Hand 3")
	if at := eval[string](other, `location.hash`); at != "" {
		t.Errorf("the address keeps %s", at)
	}
}
