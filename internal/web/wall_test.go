package web_test

import (
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestWall: a television shows a code, a phone at the table types it once all have agreed, and the screen shows the table, with letters
// to be read at four metres, without a hand, and nothing jumps at the settlement; a newcomer who hasn't agreed ends it.
func TestWall(t *testing.T) {
	s := pages(t, 5)
	en := `localStorage.setItem('lang', 'en');`
	a, seat := s.sits(t, phone, anna+en, `,"chairs":3,"bot":""`)
	b := s.guest(t, seat, "Beat", phone, en)
	tv := newTab(t, s, size{1280, 720}, en)
	tv.visit(s.http.URL + "/wall")
	tv.wait(`/^[0-9A-Z]{6}$/.test(document.querySelector('.letters')?.innerText ?? '') && document.querySelector('.qr')`)
	code := eval[string](tv, `document.querySelector('.letters').innerText`)
	photo := func(name string) {
		tv.fits(name)
		if high := eval[int](tv, `document.scrollingElement.scrollHeight - innerHeight`); high > 0 {
			t.Errorf("%s: the page is %d pixels higher than the screen", name, high)
		}
		if dir := os.Getenv("CHRATZE_SCREENSHOTS"); dir != "" {
			tv.shot(dir, name)
		}
	}
	photo("wall-code")
	put := func(text, says string) {
		t.Helper()
		a.set("[data-wall] [name=code]", text)
		a.tap("[data-wall] form button")
		a.wait(`document.querySelector('[data-wall] [role=status]').innerText.includes(` + mustQuote(says) + `)`)
	}
	a.open("#bar .menu")
	a.tap("[data-tab=table]")
	a.wait(`document.querySelector('[data-wall] .lines')?.innerText && document.querySelector('[data-wall]').innerText.includes('Still to agree: Anna and Beat.')`)
	put("AAAAAA", "No screen shows this code")
	put(code, "The screen shows the table.")
	tv.wait(`location.pathname.endsWith('/wall') && document.body.innerText.includes("isn't shown here")`) // not all have agreed
	a.tap("[data-wall] [name=wall]")
	b.open("#bar .menu")
	b.tap("[data-tab=table]")
	b.tap("[data-wall] [name=wall]")
	tv.wait(`document.querySelectorAll('.there li').length === 3 && document.body.innerText.includes('Beat')`)
	photo("wall-lobby")
	a.tap("dialog .close button")
	a.tap("[data-act=start]")
	tv.wait(`document.querySelectorAll('.seats li').length === 2`)
	const places = `JSON.stringify([...document.querySelectorAll('#wall header, #wall .seats li, #wall footer')].map((e) => { const r = e.getBoundingClientRect(); return [r.x, r.y, r.width, r.height].map(Math.round); }))`
	first := eval[string](tv, places)
	b.tap("dialog .close button")
	for !a.between() {
		for _, p := range []*tab{a, b} {
			if eval[string](p, `document.body.dataset.ask ?? ''`) != "" && !p.between() {
				p.answer()
			}
		}
	}
	tv.wait(`document.querySelector('#wall footer').innerText.length > 10`)
	if last := eval[string](tv, places); last != first {
		t.Errorf("things are at %s, and at the settlement at %s", first, last)
	}
	if small := eval[[]string](tv, `[...document.querySelectorAll('#wall *')].filter((e) => e.childElementCount === 0 && e.textContent.trim() && parseFloat(getComputedStyle(e).fontSize) < 28).map((e) => e.textContent)`); len(small) > 0 {
		t.Errorf("too small for four metres: %q", small)
	}
	if cut := eval[[]string](tv, `[...document.querySelectorAll('#wall figcaption')].filter((e) => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 2).map((e) => e.textContent)`); len(cut) > 0 {
		t.Errorf("cut off: %q", cut)
	}
	photo("wall-settlement")
	tv.accessible("wall")
	s.join(seat, "Chregu")
	tv.wait(`document.body.innerText.includes("isn't shown here")`)
}

// TestScreenMakesTable: a television can make a table and only show it: it has no seat, and it shows the code to sit down until the
// first hand; who comes first is the host.
func TestScreenMakesTable(t *testing.T) {
	s := pages(t, 5)
	en := `localStorage.setItem('lang', 'en');`
	tv := newTab(t, s, size{1280, 720}, anna+en)
	tv.visit(s.http.URL)
	tv.tap("#friends")
	tv.tap("#start summary")
	tv.tap("[name=watch]")
	tv.tap("[name=screen]")
	tv.tap("#make")
	tv.wait(`location.pathname.endsWith('/wall') && /^[0-9A-Z-]{8,9}$/.test(document.querySelector('.letters')?.innerText ?? '')`)
	code := eval[string](tv, `document.querySelector('.letters').innerText`)
	b := newTab(t, s, phone, en+`localStorage.setItem('name', 'Beat'); localStorage.setItem('set.speed', 'off')`)
	b.visit(s.http.URL + strings.TrimSuffix(eval[string](tv, `location.pathname`), "/wall") + "#" + code)
	b.sitDown("Beat")
	tv.wait(`document.querySelector('.there').innerText.includes('Beat') && !document.querySelector('.there').innerText.includes('TV')`)
	b.tap("[data-act=start]")
	tv.wait(`document.querySelectorAll('.seats li').length > 1 && !document.querySelector('.letters')`)
}

// enlarged looks at a page in a window of 320 by 256 pixels, which is one of 1280 by 1024 enlarged four times: nothing is cut off, and
// nothing scrolls sideways.
func (p *tab) enlarged(state string) {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(320, 256, chromedp.EmulateScale(1)))
	defer p.do(chromedp.EmulateViewport(1280, 720, chromedp.EmulateScale(1)))
	p.accessible(state, "enlarged")
	if cut := eval[[]string](p, `[document.scrollingElement, ...document.querySelectorAll('main, main :is(div, section, header, footer, li, p, h1, h2)')].filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 2 && getComputedStyle(e).overflowY === 'hidden').map((e) => e.outerHTML.slice(0, 90))`); len(cut) > 0 {
		p.t.Errorf("%s, enlarged: cut off or to scroll sideways: %q", state, cut)
	}
}

// TestWallEnlarged: a screen that is enlarged four times shows all there is; one whose network goes says so, and goes on when it is back,
// while it waits for its code and at a table. A code is good for one table, and a second screen has one of its own.
func TestWallEnlarged(t *testing.T) {
	s := pages(t, 5)
	en := `localStorage.setItem('lang', 'en');`
	a, seat := s.sits(t, phone, anna+en, `,"chairs":4,"spectators":true`)
	b := s.guest(t, seat, "Beat-Alexander von Greyerz", phone, en)
	a.wait(`document.body.dataset.stage === 'lobby'`)
	var all []*tab
	for range 2 {
		tv := newTab(t, s, size{1280, 720}, en)
		tv.visit(s.http.URL + "/wall")
		all = append(all, tv)
	}
	code := func(tv *tab) string {
		t.Helper()
		tv.wait(`/^[0-9A-Z]{6}$/.test(document.querySelector('.letters')?.innerText ?? '')`)
		return eval[string](tv, `document.querySelector('.letters').innerText`)
	}
	first, second := code(all[0]), code(all[1])
	if first == second {
		t.Errorf("two screens show the code %s", first)
	}
	all[0].enlarged("wall")
	net := s.behind()
	for _, how := range []string{"cut", "502"} {
		net.set(how)
		all[0].wait(`document.querySelector('[role=status]')?.innerText`)
		net.set("")
		if again := code(all[0]); again != first {
			t.Errorf("when the network is back a screen shows %s, before it %s", again, first)
		}
	}
	s.front.Store(nil)
	put := func(text, says string) {
		t.Helper()
		a.set("[data-wall] [name=code]", text)
		a.tap("[data-wall] form button")
		a.wait(`document.querySelector('[data-wall] [role=status]').innerText.includes(` + mustQuote(says) + `)`)
	}
	a.menu("table")
	put(first, "The screen shows the table.")
	put(first, "No screen shows this code")
	put(second, "The screen shows the table.")
	for _, tv := range all {
		tv.wait(`document.querySelectorAll('.there li').length === 4`)
	}
	all[0].enlarged("wall")
	a.tap("dialog .close button")
	a.tap("[data-act=start]")
	b.wait(`document.body.dataset.stage === 'playing'`)
	const seats = `document.querySelectorAll('.seats li').length > 1`
	for _, tv := range all {
		tv.wait(seats)
	}
	all[0].enlarged("wall")
	left := s.log.Kill()
	s.down()
	for _, tv := range all {
		tv.wait(`document.querySelector('#wall header [role=status]')?.innerText.includes('Connecting') && ` + seats)
	}
	s.log = left
	s.start()
	for _, tv := range all {
		tv.wait(`!document.querySelector('#wall header [role=status]') && ` + seats)
	}
	a.forgive()
}

// TestWallOfMany: with as many as a game takes each has a place on the screen, and so have cards and settlement: nothing lies on
// something else, and all can be read.
func TestWallOfMany(t *testing.T) {
	s := pages(t, 5)
	for _, seats := range sample(1, "8", "5", "3") {
		a, _ := s.sits(t, phone, anna, `,"chairs":`+seats+`,"rules":{"preset":"chratzen"}`)
		tv := newTab(t, s, size{1280, 720}, `localStorage.setItem('lang', 'de-CH')`)
		tv.visit(s.http.URL + "/wall")
		tv.wait(`/^[0-9A-Z]{6}$/.test(document.querySelector('.letters')?.innerText ?? '')`)
		code := eval[string](tv, `document.querySelector('.letters').innerText`)
		a.open("#bar .menu")
		a.tap("[data-tab=table]")
		a.wait(`document.querySelector('[data-wall] [name=code]')`)
		a.set("[data-wall] [name=code]", code)
		a.tap("[data-wall] form button")
		a.tap("[data-wall] [name=wall]")
		tv.wait(`location.pathname.endsWith('/wall')`)
		a.tap("dialog .close button")
		a.tap("[data-act=start]")
		tv.wait(`document.querySelectorAll('.seats li').length === ` + seats)
		whole := func() {
			t.Helper()
			if cut := eval[[]string](tv, `[document.scrollingElement, ...document.querySelectorAll('#wall, #wall > *, #wall li, #wall figcaption, #wall footer p')].filter((e) => e.scrollHeight > e.clientHeight + 3 || e.scrollWidth > e.clientWidth + 1 && !e.matches('figure:not(.trump) figcaption')).map((e) => e.outerHTML.slice(0, 90))`); len(cut) > 0 {
				t.Errorf("%s seats: cut off: %q", seats, cut)
			}
			if over := eval[[]string](tv, `(() => { const foot = document.querySelector('#wall footer').getBoundingClientRect().top, seats = document.querySelector('.seats').getBoundingClientRect().bottom;
				return [...document.querySelectorAll('#wall figure > *')].filter((e) => { const r = e.getBoundingClientRect(); return r.bottom > foot + 1 || r.top < seats - 1 || r.left < 0 || r.right > innerWidth; }).map((e) => e.outerHTML.slice(0, 90)); })()`); len(over) > 0 {
				t.Errorf("%s seats: not in the middle: %q", seats, over)
			}
			if small := eval[[]string](tv, `[...document.querySelectorAll('#wall *')].filter((e) => e.childElementCount === 0 && e.textContent.trim() && parseFloat(getComputedStyle(e).fontSize) < 28).map((e) => e.textContent)`); len(small) > 0 {
				t.Errorf("%s seats: too small for four metres: %q", seats, small)
			}
		}
		for a.ready(); !a.between(); a.ready() {
			whole()
			a.answer()
		}
		tv.wait(`document.querySelector('#wall footer').innerText.length > 10`)
		whole()
		if dir := os.Getenv("CHRATZE_SCREENSHOTS"); dir != "" {
			tv.shot(dir, "wall-of-"+seats)
		}
	}
}
