package web_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp/kb"

	"chratze/history"
	"chratze/internal/locale"
	"chratze/internal/page/reviewpage"
	"chratze/internal/teach/coach"
	"chratze/variant"
)

// spills says which text leaves its place. A text may be cut with an ellipsis, and it may be
// scrolled to; it may not be cut otherwise, leave what it is written on, or the window.
const spills = `(() => {
	const faults = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	const open = document.querySelector('dialog[open]') ?? document.querySelector('.veil') ?? document.body;
	const ground = (s) => (s.backgroundColor !== 'rgba(0, 0, 0, 0)' && s.backgroundColor !== 'transparent') || s.backgroundImage !== 'none' || s.borderTopWidth !== '0px';
	for (let node; (node = walker.nextNode());) {
		const own = node.parentElement, text = node.data.trim();
		if (!text || !open.contains(own) || !own.checkVisibility({opacityProperty: true, visibilityProperty: true}) || own.closest('.hush, [hidden], script, style, option, textarea, svg, .card')) continue;
		const range = document.createRange();
		range.selectNodeContents(node);
		const r = range.getBoundingClientRect();
		if (!r.width || !r.height) continue;
		let {left, right, top, bottom} = r, x = true, y = true, free = false; // free: in something that stands beside its parent, as a bubble does
		const say = (e, what, by) => faults.push('"' + text.slice(0, 40) + '" ' + what + ' ' + (e.outerHTML.slice(0, 90).replace(/<!--.*?-->/g, '')) + ' by ' + Math.round(by * 10) / 10);
		for (let e = own; e && (x || y); e = e.parentElement) {
			const s = getComputedStyle(e), b = e.getBoundingClientRect();
			if (s.clipPath !== 'none') { x = y = false; break; } // only heard
			if (s.display === 'inline' || s.display === 'contents' || e === document.documentElement) continue;
			const over = Math.max(b.left - left, right - b.right), under = Math.max(b.top - top, bottom - b.bottom) - (own.tagName === 'SELECT' ? 99 : 3); // the line of a glyph may be higher than its ink
			const beside = free; // of e and what it stands in
			free ||= s.position === 'absolute';
			const scrolls = (o) => o === 'auto' || o === 'scroll';
			if (x && scrolls(s.overflowX) && e !== document.body) x = false; // TestFonts looks whether something has to be scrolled for sideways
			if (y && (scrolls(s.overflowY) || e === document.body)) y = false;
			if (e === document.body) break;
			const cuts = s.overflowX === 'hidden' || s.overflowX === 'clip';
			if (x && cuts && s.textOverflow === 'ellipsis' && s.whiteSpaceCollapse !== 'preserve' && (s.whiteSpace === 'nowrap' || s.textWrapMode === 'nowrap')) { x = false; continue; }
			if (s.webkitLineClamp && s.webkitLineClamp !== 'none') { x = y = false; continue; }
			if (x && over > 1.5 && (cuts || (ground(s) && !beside))) { say(e, cuts ? 'is cut by' : 'leaves', over); break; }
			if (y && under > 1.5 && (s.overflowY === 'hidden' || s.overflowY === 'clip' || (ground(s) && !beside))) { say(e, s.overflowY === 'hidden' ? 'is cut below by' : 'leaves above or below', under); break; }
			if (s.position === 'fixed') break;
		}
		if (x && (left < -1 || right > innerWidth + 1)) say(own, 'leaves the window,', Math.max(-left, right - innerWidth));
	}
	for (const e of [document.scrollingElement, ...document.querySelectorAll('dialog[open], main, #panel, #foot, .sheet, #answer, #teacher, .flows')]) {
		// What isn't a scroller itself shows in the document's width, or is clipped there.
		if (e !== document.scrollingElement && getComputedStyle(e).overflowX === 'visible') continue;
		if (e.checkVisibility() && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 && getComputedStyle(e).display !== 'inline') faults.push('has to be scrolled for sideways: ' + e.outerHTML.slice(0, 60).replace(/\s+/g, ' ') + ' ' + e.scrollWidth + ' in ' + e.clientWidth + ', because of ' + [...e.querySelectorAll('*')].filter((c) => c.checkVisibility() && !c.parentElement.closest('.scroll') && c.getBoundingClientRect().right > e.getBoundingClientRect().left + e.clientLeft + e.clientWidth + 1).slice(-3).map((c) => c.outerHTML.replace(/<!--.*?-->/g, '').slice(0, 70)).join(' | '));
	}
	const scrolled = (e) => e && (/auto|scroll/.test(getComputedStyle(e).overflowX) || scrolled(e.parentElement));
	for (const e of open.querySelectorAll('button, a, select, input, img')) {
		const r = e.getBoundingClientRect();
		if (e.checkVisibility() && r.width > 1 && (r.left < -1 || r.right > innerWidth + 1) && !e.matches('.card') && !e.closest('.hush') && !scrolled(e.parentElement)) faults.push('leaves the window: ' + e.outerHTML.slice(0, 100) + ' from ' + Math.round(r.left) + ' to ' + Math.round(r.right));
	}
	return [...new Set(faults)];
})()`

// holds fails the test if a text leaves its place.
func (p *tab) holds(where string) {
	p.t.Helper()
	for _, f := range eval[[]string](p, spills) {
		p.t.Errorf("%s: %s", where, f)
	}
	p.photograph(where)
}

// longest is a name as long as one may be.
const longest = "Maximiliane-Wilhelmina-F"

// look is how somebody sees the pages.
type look struct {
	font   string
	window size
	text   int64 // percent
	lang   string
}

func (l look) String() string {
	return fmt.Sprintf("%s-%d-%d-%s", l.font, l.window.w, l.text, l.lang)
}

// TestFonts: with narrow and with wide fonts, on small phones, with letters of twice the size, in every
// language no text leaves its place, on no page; people have long names. The second of the sample's looks goes through half
// of the pages.
func TestFonts(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	looks := []look{{widest, size{320, 640}, 200, "de-AT"}, {widest, size{360, 740}, 200, "ja"}} // the least room there is, and a usual phone
	if verify {
		looks = nil
		langs := []string{"en", "de-CH", "de-AT", "ja"}
		for i, font := range []string{widest, "liberation", "noto", "narrow"} {
			for j, w := range []int64{320, 360, 390} {
				for k, text := range []int64{100, 200} {
					some := langs
					if font != widest { // each of them with some
						some = []string{langs[(i+j+2*k)%len(langs)]}
					}
					for _, lang := range some {
						looks = append(looks, look{font, size{w, 2 * w}, text, lang})
					}
				}
			}
		}
	}
	for i, l := range looks {
		t.Run(l.String(), func(t *testing.T) {
			t.Parallel()
			if l.font != widest {
				needFont(t, l.font)
			}
			s := open(t, 5)
			p := newTabWith(t, s, l.window, `localStorage.setItem('name', '`+longest+`'); localStorage.setItem('set.speed', 'off'); localStorage.setItem('set.pace', '40'); localStorage.setItem('lang', '`+l.lang+`')`, l.font)
			p.letters(l.text)
			for _, part := range share(0, 1+i, []func(*site, look){p.tourOfTables, p.tourOfDesk, p.tourOfHands, p.tourOfLessons, p.reviewed}) {
				part(s, l)
			}
		})
	}
}

// letters sets how large a reader wants letters, in percent. A browser forgets it on the way to a file.
func (p *tab) letters(percent int64) {
	p.t.Helper()
	call(p, page.SetFontSizes, page.SetFontSizesParams{FontSizes: &page.FontSizes{Standard: 16 * percent / 100, Fixed: 13 * percent / 100}})
}

// grows fails the test if letters in one of these places are smaller than those of a page by more than a quarter.
func (p *tab) grows(places string) {
	p.t.Helper()
	for _, small := range eval[[]string](p, fmt.Sprintf(`[...document.querySelectorAll('%s')].filter((e) => parseFloat(getComputedStyle(e).fontSize) < .75 * parseFloat(getComputedStyle(document.documentElement).fontSize)).map((e) => e.innerText)`, places)) {
		p.t.Errorf("small letters: %s", small)
	}
}

// reviewed looks at the page of chratze review --html. It comes last: on the way back the browser would forget the letters.
func (p *tab) reviewed(_ *site, l look) {
	p.t.Helper()
	review := coach.New(coach.Default(64)).NewReview()
	for _, line := range strings.SplitN(recorded(p.t, "kratzen"), "\n", 5)[:4] {
		hand, err := history.Read(line)
		must(p.t, err)
		must(p.t, review.Add(hand, 0))
	}
	review.Finish()
	words := locale.For(l.lang)
	v, _ := variant.Lookup("kratzen")
	file := filepath.Join(p.t.TempDir(), "review.html")
	must(p.t, os.WriteFile(file, reviewpage.Page(words, reviewpage.Options{Sheet: words.SheetOf(v, 4), Name: longest}, review), 0o600))
	p.visit("file://" + file)
	p.letters(l.text)
	eval[any](p, `document.querySelectorAll('details').forEach((d) => { d.open = true; }), 0`)
	p.holds(l.String() + " review")
	p.grows(".why, .lead, .situation, td, summary b, .sums small")
}

// tourOfTables goes from the first page to the settlement.
func (p *tab) tourOfTables(s *site, l look) {
	p.t.Helper()
	at := func(where string) { p.holds(l.String() + " " + where) }
	p.visit(s.http.URL)
	p.wait(`document.querySelector('#play')`)
	at("start")
	p.tap("#friends")
	p.tap("summary")
	at("friends")
	p.visit(s.http.URL + "/#ABCD1234")
	p.wait(`document.querySelector('#join')`)
	at("guest")
	p.forgive() // there is no table with this code

	lobby := s.post("/api/tables", `{"name":"`+longest+`","pace":40,"proof":"","chairs":4}`)
	s.join(lobby, "Ottokar von der Wagenburg")
	p.visit(lobby.Link)
	p.wait(`document.querySelectorAll('.chairs b').length > 1`)
	at("lobby")
	if tall := eval[[]string](p, `[...document.querySelectorAll('.chairs button > :is(small, i)')].filter((e) => e.offsetHeight > (1 + e.innerText.split(" ").length) * parseFloat(getComputedStyle(e).fontSize)).map((e) => e.innerText)`); len(tall) > 0 {
		p.t.Errorf("%v: in the lobby words are broken: %q", l, tall)
	}
	p.tap("[data-act=start]")
	p.wait(`document.querySelector('#rim .seat')`)
	at("table of friends")
	for _, part := range []string{"table", "settings"} {
		p.menu(part)
		at("menu " + part)
		p.tap("dialog .close button")
	}

	p.visit(s.make(`,"practice":true,"chairs":5`).Link)
	p.walk(1, func(phase string) { at("practice " + phase) })
	p.open(".flows li") // the seats of five leave a phone's settlement their room
	p.wait(`document.querySelector('dialog dd')`)
	at("about")
}

// tourOfDesk goes through the cash desk.
func (p *tab) tourOfDesk(s *site, l look) {
	p.t.Helper()
	at := func(where string) { p.holds(l.String() + " " + where) }
	p.visit(s.http.URL + "/kasse/")
	p.wait(`document.querySelector('#new')`)
	at("kasse")
	p.evening("chratze", longest, "Ottokar Wagenburger", "Carl", "Dora")
	at("kasse hand")
	p.hand(longest, "Carl", longest+" 3", "Carl 1")
	p.wait(`document.querySelector('#book')`)
	at("kasse booking")
	p.tap("#book")
	p.wait(`!document.querySelector('#book')`)
	for i, tab := range []string{"hand", "stand", "past", "more"} {
		p.tap(fmt.Sprintf("nav button:nth-of-type(%d)", i+1))
		at("kasse " + tab)
	}
}

// tourOfHands goes through a replay.
func (p *tab) tourOfHands(s *site, l look) {
	p.t.Helper()
	at := func(where string) { p.holds(l.String() + " " + where) }
	p.visit(s.http.URL + "/replay")
	p.wait(`document.querySelector('textarea')`)
	at("replay files")
	p.paste(recorded(p.t, "chratze"))
	p.wait(`document.body.dataset.shown === 'hand'`)
	at("replay")
	p.keys(kb.End)
	p.wait(`!document.getElementById('panel').hidden`)
	at("replay end")
	if over := eval[float64](p, `document.querySelector('#bar').getBoundingClientRect().bottom - document.querySelector('#panel').getBoundingClientRect().top`); over > 0 {
		p.t.Errorf("%v: the settlement of a replay lies %.0f pixels below the head", l, over)
	}
	p.tap("[data-do=list]")
	p.wait(`document.querySelector('.hands li')`)
	at("replay list")
	p.grows(".hands *")
}

// tourOfLessons goes through what is read: lessons, a puzzle, rules, words, a chart.
func (p *tab) tourOfLessons(s *site, l look) {
	p.t.Helper()
	at := func(where string) { p.holds(l.String() + " " + where) }
	p.visit(s.http.URL + "/learn")
	p.wait(`document.querySelectorAll('ol a').length === ` + count)
	at("lessons")
	p.visit(s.http.URL + "/learn/1")
	p.wait(`document.querySelector('#go')`)
	at("lesson")
	if wide := eval[float64](p, `document.querySelector('#teacher h1').offsetWidth / innerWidth`); wide < .8 {
		p.t.Errorf("%v: a lesson's title has %.0f %% of the width", l, 100*wide)
	}
	p.tap("#go")
	p.wait(`document.body.dataset.q === '1'`)
	at("lesson question")
	p.visit(s.http.URL + "/puzzle/?game=chratze&date=2026-01-03")
	p.wait(`document.body.dataset.ask`)
	at("puzzle")
	p.visit(s.http.URL + "/rules/chratze/" + l.lang)
	p.wait(`document.querySelector('.rules h1')`)
	at("rules")
	p.visit(s.http.URL + "/words/" + l.lang)
	p.wait(`document.querySelector('.words table')`)
	at("words")
	p.visit(s.http.URL + "/charts/chratze/4/" + l.lang)
	p.wait(`document.querySelector('#mine form').checkVisibility()`)
	at("chart")
	p.grows("p, label, figcaption")
}

// TestLargerLetters: in the settings letters can be made larger, and stay so. Names, amounts and the menu of a table grow with
// them, as far as the cards leave them room.
func TestLargerLetters(t *testing.T) {
	s := pages(t, 1)
	p, _ := s.sits(t, size{360, 740}, anna, `,"practice":true,"chairs":5`)
	p.wait(`document.querySelector('#foot .acts')`)
	const all = `Promise.resolve(Object.fromEntries(['html', '.seat:not(.me) .name b', '.seat:not(.me) .money', '.pot b', '#bar .menu', '#foot .ask'].map((e) => [e, parseFloat(getComputedStyle(document.querySelector(e)).fontSize)])))`
	before := eval[map[string]float64](p, all)
	p.menu("settings")
	p.set("dialog select[name=text]", "200%")
	p.visit(eval[string](p, `location.href`))
	p.wait(`document.querySelector('#foot .acts')`)
	for place, now := range eval[map[string]float64](p, all) {
		least := 1.15
		if place == "html" {
			least = 2
		}
		if now < least*before[place] {
			t.Errorf("letters of %s had %.1f pixels and have %.1f", place, before[place], now)
		}
	}
}
