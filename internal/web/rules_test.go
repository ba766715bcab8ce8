package web_test

import (
	"bytes"
	"regexp"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
)

// TestRules: the rules of every game fit on two sides of A4, can be searched, and
// open at a table where the hand is.
func TestRules(t *testing.T) {
	s := pages(t, 3)
	p := newTab(t, s, phone, anna)
	leaf := regexp.MustCompile(`/Type\s*/Page\b`)
	for _, path := range sample(2, "chratze,susi=forced,penalty_cap=500,last_word=must/de-CH", "zwicken/ja", "kratzen/de-AT", "chratzen/en", "chratze/ja") {
		p.visit(s.http.URL + "/rules/" + path)
		pdf := call(p, page.PrintToPDF, page.PrintToPDFParams{PreferCSSPageSize: new(true)}).Data
		if n := len(leaf.FindAll(bytes.ReplaceAll(pdf, []byte("/Pages"), nil), -1)); n < 1 || n > 2 {
			t.Errorf("%s: %d sides", path, n)
		}
	}
	p.accessible("rules")
	for _, lang := range sample(1, "ja", "de-AT", "en") { // the words: reached from the rules, as wide as the window, each found by its address
		p.visit(s.http.URL + "/rules/zwicken/" + lang)
		p.tap(`a[href="/words/` + lang + `"]`)
		p.wait(`location.pathname === '/words/` + lang + `' && document.querySelector('#upcard td:nth-child(3)')`)
		p.picked("words-" + lang)
		p.fits("the words in " + lang)
	}
	p.accessible("words")
	p.visit(s.http.URL + "/words/en#exploitability")
	p.wait(`document.querySelector('#exploitability').getBoundingClientRect().bottom <= innerHeight && document.querySelector('#exploitability').innerText.includes('搾取可能量')`)
	p.visit(s.http.URL + "/rules/chratze/en")
	if wide := eval[int64](p, `document.documentElement.scrollWidth`); wide > phone.w {
		t.Errorf("the page is %d wide", wide)
	}
	eval[any](p, `(() => { const f = document.querySelector('input[name=q]'); f.value = 'upcard'; f.dispatchEvent(new Event('input')); })();0`)
	p.wait(`document.querySelectorAll('mark.hit').length > 3 && document.querySelector('#settle').hidden && !document.querySelector('#deal').hidden`)
	eval[any](p, `(() => { const f = document.querySelector('input[name=q]'); f.value = 'zzz'; f.dispatchEvent(new Event('input')); })();0`)
	p.wait(`document.querySelector('output').textContent !== '' && ![...document.querySelectorAll('section')].some((s) => !s.hidden)`)

	p.visit(s.make(`,"practice":true,"pace":200,"rules":{"preset":"chratze"}`).Link)
	p.walk(1, func(phase string) {
		want := map[string]string{"open": "auction", "join": "join", "lay": "exchange", "play-lead": "play", "play-follow": "play"}[phase]
		if want == "" {
			return
		}
		p.menu("rules")
		p.tap("[data-do=rules]")
		p.wait(`document.querySelector('.rulebox #` + want + `.here')?.getBoundingClientRect().top < innerHeight / 2`)
		if phase == "lay" {
			p.wait(`document.querySelector('.rulebox .close a[href^="/charts/chratze/4/"]')`)
			p.accessible("rules at a table")
			// The pictures are as on the page of the rules, although the table has a style sheet of its own: every card is whole within its figure.
			if out := eval[[]string](p, `[...document.querySelectorAll('.rulebox figure')].flatMap((f) => [...f.querySelectorAll('.face svg')].map((c) => [f.getBoundingClientRect(), c.getBoundingClientRect(), f.className]))
				.filter(([f, c]) => c.width < 20 || c.height < 30 || c.left < f.left || c.right > f.right || c.top < f.top || c.bottom > f.bottom).map(([f, c, name]) => name + ' ' + [c.left - f.left, f.right - c.right, c.top - f.top, f.bottom - c.bottom].map(Math.round))`); len(out) > 0 {
				t.Errorf("cards of the figures %q aren't in them", out)
			}
			if n := eval[int](p, `document.querySelectorAll('.rulebox .face svg').length`); n < 50 {
				t.Errorf("the rules at a table show %d cards", n)
			}
		}
		p.tap(".rulebox .close button")
		p.wait(`!document.querySelector('.rulebox')`)
	})
}

// TestCharts: axe finds nothing on the pages with the charts of hands, on a phone, in the light and in the dark; and they
// lead home.
func TestCharts(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, phone, "")
	charts := map[string]string{"dark": "/charts/chratze/2/en"}
	if verify {
		charts["light"] = "/charts/kratzen/4/de-CH"
	}
	for scheme, path := range charts {
		p.wishes(&emulation.MediaFeature{Name: "prefers-color-scheme", Value: scheme})
		p.visit(s.http.URL + path)
		p.wait(`document.querySelector('a[href="/"]')?.checkVisibility()`)
		if p.due("charts") { // with thousands of cells it takes its time
			for _, v := range p.violations() {
				t.Errorf("%s, %s: %s", scheme, path, v)
			}
		}
	}
}
