package web_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// sitDown fills in a name on the door's page and takes a seat.
func (p *tab) sitDown(name string) {
	p.t.Helper()
	p.wait(`document.querySelector('[name=name]')`)
	p.set("[name=name]", name)
	p.tap("[data-do=sit]")
	p.wait(`document.body.dataset.stage !== 'door' && document.querySelector('#rim .seat, .chairs')`)
}

// TestDoor: a table's address without a seat says what stands there and leads on. An address
// that somebody copied from the table carries its code; without the code no name is told, and
// one has to know it. A table that isn't there, or is over, says so.
func TestDoor(t *testing.T) {
	s := pages(t, 5)
	a, seat := s.sits(t, phone, anna, `,"chairs":3,"bot":""`)
	a.wait(`location.hash === '#` + seat.Code + `'`)
	address := eval[string](a, `location.href`)

	b := newTab(t, s, phone, "")
	b.visit(strings.Split(address, "#")[0])
	b.wait(`document.querySelector('[data-do=sit]') && document.querySelector('[data-do=home]')`)
	if text := eval[string](b, `document.body.innerText`); strings.Contains(text, "Anna") || !strings.Contains(text, "2 seats are free") || !strings.Contains(text, "code") {
		t.Errorf("without the code a stranger reads %q", text)
	}
	b.accessible("door")
	b.set("[name=name]", "Beat")
	b.set("[name=code]", "WRONG123")
	b.tap("[data-do=sit]")
	b.wait(`document.querySelector('.trouble').textContent.includes('no table with this code') && document.activeElement.name === 'code'`)
	b.set("[name=code]", strings.ToLower(seat.Code))
	b.sitDown("Beat")
	a.wait(`document.body.innerText.includes('Beat')`)

	c := newTab(t, s, laptop, "")
	c.visit(address)
	c.wait(`document.body.innerText.includes('Anna plays Chratze') && /1 seat is free. Before every deal everybody pays an ante of Fr.\s0.20 into the pot./.test(document.body.innerText) && !document.querySelector('[name=code]')`)
	c.sitDown("Cara")

	b.forgive()

	d := newTab(t, s, phone, "")
	d.visit(address)
	d.wait(`document.body.innerText.includes('All seats are taken')`)
	if eval[bool](d, `!!document.querySelector('[data-do=sit]')`) {
		t.Error("a full table offers a seat")
	}
	d.visit(s.http.URL + "/#" + seat.Code) // the invitation leads to the same page
	d.wait(`document.querySelector('[data-do=tell]')`)
	d.tap("[data-do=tell]")
	d.accessible("door of a full table")
	a.wait(`document.querySelector('#panel .full')?.innerText.includes('` + seat.Code[:4] + ` ` + seat.Code[4:] + `')`)
	a.tap("#panel [data-chair='2']")
	a.tap("[data-do=kick]")
	a.tap("[data-do=yes]")
	a.wait(`document.querySelector('#panel .code')?.innerText.replace(' ', '') === '` + seat.Code + `'`)
	d.wait(`document.querySelector('[data-do=sit]') && document.title === 'A seat is free'`)
	d.sitDown("Dora")
	a.wait(`document.body.innerText.includes('Dora')`)
	d.visit(s.http.URL + "/t/99999")
	d.wait(`document.body.innerText.includes('There is no table 99999')`)
	d.wishes(&emulation.MediaFeature{Name: "prefers-color-scheme", Value: "dark"})
	d.accessible("no table, in the dark")
	d.tap("[data-do=home]")
	d.wait(`document.querySelector('#play')`)
	d.visit(s.http.URL + "/#NOBODYS2") // an invitation to nothing says so before anybody has typed a name
	d.wait(`document.querySelector('.trouble')?.textContent.includes('no table with this code')`)
	d.forgive()
}

// forgive forgets what the browser has noted: that a request was refused, as it had to be.
func (p *tab) forgive() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults = nil
}

// TestLostPage: an address at which there is nothing gives a page that leads home, in the reader's
// language.
func TestLostPage(t *testing.T) {
	s := pages(t, 5)
	p := newTab(t, s, phone, "localStorage.setItem('lang', 'ja')")
	for _, path := range []string{"/nothing", "/t/1/2/3", "/t/x/y"} {
		p.visit(s.http.URL + path)
		p.wait(`document.body.innerText.includes('このアドレスには何もありません')`)
		p.accessible("lost page", path)
	}
	p.tap("a.button")
	p.wait(`document.querySelector('#play')`)
	p.forgive()
}

// TestOwnSeatAgain: whoever opens an invitation again on the same phone comes to the own seat and
// takes no second one, also when the table is full; and the first page leads back to a table.
func TestOwnSeatAgain(t *testing.T) {
	s := pages(t, 5)
	a, seat := s.sits(t, phone, anna, `,"chairs":3,"bot":""`)
	a.wait(`document.body.dataset.stage === 'lobby'`)
	b := newTab(t, s, phone, "")
	invitation := s.http.URL + "/#" + seat.Code
	b.visit(invitation)
	b.wait(`document.querySelector('.host')?.innerText.includes('Anna plays Chratze. 2 seats are free.')`)
	b.set("[name=name]", "Beat")
	b.tap("#join")
	b.wait(`document.body.dataset.stage === 'lobby'`)
	for range 2 {
		b.visit(s.http.URL + "/rules")
		b.visit(invitation)
		b.wait(`location.pathname.startsWith('/t/') && document.body.dataset.stage === 'lobby'`)
		if n := eval[int](b, `[...document.querySelectorAll('.chairs b')].filter((e) => e.innerText === 'Beat').length`); n != 1 {
			t.Fatalf("Beat has %d seats", n)
		}
		if s.http.URL != "" { // the second time the table is full
			newTab(t, s, phone, anna).visitDoor(s, seat.Table, seat.Code)
		}
	}
	b.visit(s.http.URL)
	b.wait(`document.querySelector('.mine a')?.innerText.includes('Back to your table')`)
	b.accessible("first page with a table")
	b.tap(".mine a")
	b.wait(`document.body.dataset.stage === 'lobby'`)
}

// visitDoor sits down by an address with a code, if there is a seat.
func (p *tab) visitDoor(s *site, table, code string) {
	p.t.Helper()
	p.visit(s.http.URL + "/t/" + table + "#" + code)
	p.wait(`document.body.dataset.stage === 'door' && document.querySelector('[data-do=home]') && !document.body.innerText.includes('Connecting')`)
	if eval[bool](p, `!!document.querySelector('[data-do=sit]')`) {
		p.sitDown("Cara")
	}
}

// TestLeaving: who leaves is asked first, plays no more, is told what the account is and when it
// is settled, and comes home; so is somebody whom the host sends away.
func TestLeaving(t *testing.T) {
	s := pages(t, 5)
	a, seat := s.sits(t, phone, anna, `,"chairs":3,"bot":"stammtisch-1","pace":3600000`)
	var guests []*tab
	for _, name := range []string{"Beat", "Cara"} {
		g := newTab(t, s, phone, anna)
		g.visit(s.join(seat, name).Link)
		g.wait(`document.body.dataset.stage === 'lobby'`)
		guests = append(guests, g)
	}
	a.tap("[data-act=start]")
	b, c := guests[0], guests[1]
	b.wait(`document.querySelectorAll('#rim .seat').length === 3`)
	b.menu("table")
	b.tap("[data-do=leave]")
	b.wait(`document.querySelector('.sure')`)
	b.accessible("before leaving")
	b.tap("[data-do=no]")
	b.wait(`!document.querySelector('dialog[open]') && document.body.dataset.stage === 'playing'`)
	b.menu("table")
	b.tap("[data-do=leave]")
	b.tap("[data-do=yes]")
	b.wait(`document.querySelector('#foot').innerText.includes('You leave after this hand') || document.body.dataset.stage === 'door'`)
	eval[any](b, `window.was = true, location.reload(), 0`) // the phone was put away meanwhile
	b.wait(`!window.was && document.body.dataset.stage && document.readyState === 'complete'`)
	b.wait(`document.querySelector('#foot').innerText.includes('You leave after this hand') || document.body.dataset.stage === 'door'`)
	over := func() bool { return eval[bool](b, `document.body.dataset.stage === 'door'`) }
	for !over() {
		for _, p := range []*tab{a, c} {
			if p.asked() != "" && !p.between() {
				p.answer()
			}
		}
	}
	hand := eval[string](a, `[...document.querySelectorAll('#panel .flows li')].find((e) => e.innerText.includes('Beat'))?.querySelector('.sum').innerText`)
	b.wait(`document.body.innerText.includes('You have left the table.') && /balance is [+-]?\d+\.\d\d/.test(document.body.innerText) && document.body.innerText.includes('settled')`)
	if text := eval[string](b, `document.querySelector('#panel').innerText`); !strings.Contains(text, " +0.10") || hand != "+0.30" { // the ante was 0.20
		t.Errorf("the hand gave %s, and whoever has left reads %q", hand, text)
	}
	b.wait(`document.querySelector('[data-do=again]')`)
	b.accessible("left")
	b.tap("[data-do=again]")
	b.wait(`document.body.dataset.stage === 'between'`)
	b.menu("table")
	if text := eval[string](b, `document.querySelector('dialog table').innerText`); !strings.Contains(text, "Beat\t+0.10") || strings.Contains(text, "(Beat)") {
		t.Errorf("who has sat down again isn't who they were: %q", text)
	}

	a.wait(`document.body.dataset.stage === 'between'`)
	a.open(`#rim .seat[data-chair="2"]`)
	a.tap("[data-do=kick]")
	a.tap("[data-do=yes]")
	c.wait(`document.body.innerText.includes('The host has given your seat away.') && document.querySelector('[data-do=again]')`)
	c.mustFit("sent away")
	a.menu("table")
	a.tap("[data-do=end]")
	a.tap("[data-do=yes]")
	c.learnsTheEnd("at the open page")
	eval[any](c, `window.was = true, location.reload(), 0`)
	c.wait(`!window.was && document.body.dataset.stage === 'door'`)
	c.learnsTheEnd("after the page was loaded again")
}

// TestStaying: a person who has said in a hand that they leave sees no way to take a decision back, but one to stay,
// and then keeps their chair.
func TestStaying(t *testing.T) {
	s := pages(t, 2)
	a, seat := s.sits(t, phone, anna, `,"chairs":3,"bot":"","pace":3600000`)
	b, c := newTab(t, s, phone, anna), newTab(t, s, phone, anna)
	for g, name := range map[*tab]string{b: "Beat", c: "Cara"} {
		g.visit(s.join(seat, name).Link)
		g.wait(`document.body.dataset.stage === 'lobby'`)
	}
	a.tap("[data-act=start]")
	b.wait(`document.body.dataset.stage === 'playing'`)
	b.menu("table")
	b.tap("[data-do=leave]")
	b.tap("[data-do=yes]")
	b.wait(`document.querySelector('#foot').innerText.includes('You leave after this hand') && document.querySelector('[data-do=stay]')`)
	if eval[bool](b, `!!document.querySelector('[data-do=undo]')`) {
		t.Error("a decision could be taken back by a person who leaves")
	}
	eval[any](b, `window.was = true, 0`)
	b.tap("[data-do=stay]")
	b.wait(`!window.was && document.body.dataset.stage === 'playing' && document.querySelector('.seat.me')`)
	if text := eval[string](b, `document.querySelector('#foot').innerText`); strings.Contains(text, "You leave") {
		t.Errorf("after staying it says %q", text)
	}
}

// mustFit checks that each button of the panel is wide enough for what stands on it.
func (p *tab) mustFit(when string) {
	p.t.Helper()
	if squeezed := eval[[]string](p, `[...document.querySelectorAll('#panel .acts > *')].filter((e) => e.scrollWidth > e.clientWidth + 1
		|| e.clientWidth < 90).map((e) => e.innerText)`); len(squeezed) > 0 {
		p.t.Errorf("%s: %q are squeezed", when, squeezed)
	}
}

// learnsTheEnd waits until a person who has no chair any more reads that the evening is over, and whom they pay or
// who pays them.
func (p *tab) learnsTheEnd(when string) {
	p.t.Helper()
	p.wait(`document.querySelector('#panel').innerText.includes('The evening at this table is over.')`)
	text := eval[string](p, `document.querySelector('#panel').innerText`)
	even, pays := strings.Contains(text, "balance is 0.00"), regexp.MustCompile(`You pay \w+ Fr\.|\w+ pays you Fr\.`).MatchString(text)
	if even == pays || strings.Contains(text, "settled") {
		p.t.Errorf("%s a person who was sent away reads %q", when, text)
	}
	if eval[bool](p, `!!document.querySelector('[data-do=again]')`) {
		p.t.Errorf("%s one may sit down again", when)
	}
}
