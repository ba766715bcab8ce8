package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// TestAtOnce: who has given no name plays at once and is called "You"; with friends a name
// is asked for. That name isn't kept as the person's own.
func TestAtOnce(t *testing.T) {
	s := pages(t, 5)
	p := newTab(t, s, phone, "")
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `new MutationObserver(() => { if (document.querySelector('#panel .chairs')?.checkVisibility()) sessionStorage.lobby = 'seen'; }).observe(document, {subtree: true, childList: true, attributes: true})`})
	p.visit(s.http.URL + "/?lang=de-CH")
	p.tap("#friends")
	p.tap("#make")
	p.wait(`document.querySelector('.trouble').textContent !== '' && document.activeElement.name === 'name'`)
	p.tap("#friends")
	p.tap("#play")
	p.wait(`location.pathname.startsWith('/t/') && document.body.dataset.stage === 'playing'`)
	if eval[bool](p, `'lobby' in sessionStorage`) {
		t.Error("before the first hand of a practice table the lobby flashes up")
	}
	if name := eval[string](p, `localStorage.getItem('name') ?? ''`); name != "" {
		t.Errorf("the name %q is kept, and nobody gave it", name)
	}
}

// TestEveningsApart: evenings of one game on one day, even in one minute, are told apart, and
// a lesson that an older page has kept is none.
func TestEveningsApart(t *testing.T) {
	s := pages(t, 5)
	p := newTab(t, s, phone, `localStorage.setItem('lang', 'en'); localStorage.setItem('evenings', JSON.stringify([
		{id: '7', preset: 'chratze', at: 1700000000000}, {id: '8', preset: 'chratze', at: 1700000001000}, {id: '9', preset: 'chratze', at: 1700000001000},
		{id: 'lesson', preset: 'chratze', at: 1700000002000}, {id: '10', preset: 'kratzen', at: 1700000000000}]))`)
	p.visit(s.http.URL + "/replay")
	p.wait(`document.querySelectorAll('ul.evenings a').length > 0`)
	rows := strings.Split(eval[string](p, `[...document.querySelectorAll('ul.evenings a')].map((a) => a.innerText).join('|')`), "|")
	seen := map[string]bool{}
	for _, row := range rows {
		seen[row] = true
	}
	if len(rows) != 4 || len(seen) != 4 {
		t.Errorf("rows that can't be told apart, or a lesson: %q", rows)
	}
}

// TestBackFromTable: the table has taken the first page's place in one document; with the
// browser's own button one comes back to the first page, and on to the table.
func TestBackFromTable(t *testing.T) {
	s := pages(t, 5)
	p := newTab(t, s, phone, anna)
	p.visit(s.http.URL)
	eval[any](p, `window.same = true, 0`)
	p.tap("#play")
	p.ready()
	if !eval[bool](p, `!!window.same`) {
		t.Error("the table is another document")
	}
	eval[any](p, `setTimeout(() => history.back()), 0`)
	p.wait(`location.pathname === '/' && document.querySelector('#play') && !document.querySelector('#rim')`)
	eval[any](p, `setTimeout(() => history.forward()), 0`)
	p.wait(`location.pathname.startsWith('/t/')`)
	p.ready()

	p.visit(s.http.URL)
	p.tap("#play")
	p.ready()
	eval[any](p, `window.same = true, setTimeout(() => location.reload()), 0`)
	p.wait(`!window.same && document.body.dataset.stage === 'playing'`)
	eval[any](p, `setTimeout(() => history.back()), 0`) // the first page was in this document before
	p.wait(`location.pathname === '/' && document.querySelector('#play') && !document.querySelector('#rim')`)
}

// TestStartFits: on the first page of a phone held sideways every link is in sight; with letters twice as large all of them
// stand in the middle, and the choices are read whole.
func TestStartFits(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, sideways, "")
	for _, lang := range []string{"en", "de-CH", "de-AT", "ja"} {
		p.do(chromedp.EmulateViewport(sideways.w, sideways.h, chromedp.EmulateScale(1)))
		p.visit(s.http.URL + "/?lang=" + lang)
		p.wait(`document.querySelector('#start footer a')`)
		if below := eval[[]string](p, `[...document.querySelectorAll('#start :is(a, button, select)')].filter((e) => e.checkVisibility() && e.getBoundingClientRect().bottom > innerHeight).map((e) => e.innerText)`); len(below) > 0 {
			t.Errorf("%s: below the window are %q", lang, below)
		}
		p.do(chromedp.EmulateViewport(320, 568, chromedp.EmulateScale(1)))
		eval[any](p, `document.documentElement.style.fontSize = '200%', 0`)
		if aside := eval[[]string](p, `[...document.querySelectorAll('#start .links a')].filter((e) => {
			const text = document.createRange();
			text.selectNodeContents(e);
			return [...text.getClientRects()].some((r) => Math.abs(r.left + r.right - innerWidth) > 60 && Math.abs(r.width - e.offsetWidth) > 1);
		}).map((e) => e.innerText)`); len(aside) > 0 {
			t.Errorf("%s: aside stand %q", lang, aside)
		}
		eval[any](p, `localStorage.setItem('set.text', '200%'), 0`)
		p.visit(s.http.URL + "/?lang=" + lang)
		p.wait(`document.querySelector('#start footer a')`)
		if cut := eval[[]string](p, `[...document.querySelectorAll('#start select')].filter((e) => {
			const text = document.body.appendChild(document.createElement('span'));
			Object.assign(text.style, {font: getComputedStyle(e).font, whiteSpace: 'pre', position: 'absolute'});
			text.textContent = e.selectedOptions[0].text;
			const {width, height} = text.getBoundingClientRect();
			text.remove();
			return width > e.clientWidth - 24 && e.offsetHeight < 1.8 * height;
		}).map((e) => e.selectedOptions[0].text)`); len(cut) > 0 {
			t.Errorf("%s: cut are %q", lang, cut)
		}
		eval[any](p, `localStorage.removeItem('set.text'), 0`)
	}
}
