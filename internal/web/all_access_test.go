package web_test

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"chratze/internal/locale"
	"chratze/internal/server/httpd"
	"chratze/internal/waittest"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

//go:embed testdata/axe.min.js
var axe string

// violations returns what axe finds wrong on the page as it stands.
func (p *tab) violations() []string {
	p.t.Helper()
	if !eval[bool](p, `'axe' in window`) {
		eval[any](p, "(() => {"+axe+"})()")
	}
	text := eval[string](p, `(async () => {
		const symbols = [...document.querySelectorAll('svg.sheet')].map((s) => [s, s.nextSibling, s.parentNode]); // nobody is told of them, and there are thousands of nodes
		symbols.forEach(([s]) => s.remove());
		const r = await axe.run(document, {resultTypes: ['violations'], preload: false, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})
		symbols.reverse().forEach(([s, next, parent]) => parent.insertBefore(s, next));
		return JSON.stringify(r.violations.map((v) => v.id + ': ' + v.help + ' ' + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160) + ' ' + (n.any[0]?.message ?? '')).join(' | ')));
	})()`)
	var list []string
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		p.t.Fatal(err)
	}
	return list
}

// accessible fails the test if something doesn't fit, or if axe finds something in a state that this test has it look at.
func (p *tab) accessible(state string, more ...string) {
	p.t.Helper()
	where := strings.Join(append([]string{state}, more...), ", ")
	if p.due(state) {
		for _, v := range p.violations() {
			p.t.Errorf("%s: %s", where, v)
		}
	}
	p.fits(where)
}

// fits fails the test if a target is too small, a sign lies on a card, or a text is
// too long for its place.
func (p *tab) fits(where string) {
	p.t.Helper()
	small := eval[[]string](p, `[...document.querySelectorAll('button, select, input, summary, .button')].filter((e) => e.checkVisibility() && !e.closest('[aria-hidden=true], [inert]') && !(['checkbox', 'radio'].includes(e.type) && e.closest('label')))
		.map((e) => [e, e.getBoundingClientRect()]).filter(([e, r]) => r.width > 0 && (r.width < 43.5 || r.height < 43.5)).map(([e, r]) => e.outerHTML.slice(0, 100) + ' ' + r.width + 'x' + r.height)`)
	for _, s := range small {
		p.t.Errorf("%s: smaller than 44 px: %s", where, s)
	}
	for _, c := range eval[[]string](p, covering) {
		p.t.Errorf("%s: %s", where, c)
	}
	wide := eval[[]string](p, `[document.scrollingElement, ...document.querySelectorAll('button, #answer, #panel, #foot > *, .role, .flows li, dialog[open], .bubble')].filter((e) => e.checkVisibility() && !e.matches('.card') && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 && !e.closest('[aria-hidden=true]') && getComputedStyle(e).display !== 'inline')
		.map((e) => e.outerHTML.slice(0, 60) + ' ' + e.innerText + ' ' + e.scrollWidth + ' in ' + e.clientWidth)`)
	for _, s := range wide {
		p.t.Errorf("%s: a text is too long for its place: %s", where, s)
	}
}

// covering says which sign lies on a card as the page is drawn, or beyond its edge; a card that
// is chosen is lifted towards your own sign.
const covering = `(() => {
	const cards = [...document.querySelectorAll('.card:not([hidden], .gone, [aria-pressed=true])')].map((e) => [e.dataset.card ?? 'a back', e.getBoundingClientRect()]);
	return [...document.querySelectorAll('#rim > :is(.seat, .pot, .trumpsign, .lasttrick), #rim .bubble')].filter((e) => e.checkVisibility()).flatMap((e) => {
		const r = e.getBoundingClientRect(), name = e.className + ' ' + e.innerText.slice(0, 20);
		const on = cards.filter(([, c]) => c.left < r.right - 1.5 && r.left < c.right - 1.5 && c.top < r.bottom - 1.5 && r.top < c.bottom - 1.5).map(([c]) => name + ' lies on ' + c);
		return r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1 ? [...on, name + ' is beyond the edge'] : on;
	});
})()`

// moneyLeft is what all accounts at the table and the pot make up: nothing, from the ante to the settlement. In a race
// the seats have strokes and no accounts.
const moneyLeft = `(() => {
	if (document.querySelector('#rim .seat .unit')) return 0;
	const amount = (e) => Number(e.textContent.replace(/[−–]/g, '-').replace(/[^-0-9]/g, ''));
	return [...document.querySelectorAll('#rim .seat .money'), document.querySelector('#rim .pot b')].map(amount).reduce((a, b) => a + b, 0);
})()`

// phase names what a person sees, by the question to them.
func (p *tab) phase() string {
	return eval[string](p, `(() => {
		const {stage, ask} = document.body.dataset;
		if (stage !== 'playing') return stage;
		if (document.querySelector('#rim .cut')) return 'cut-' + ask;
		if (ask !== 'play') return ask;
		return document.querySelector('.card.lying') ? 'play-follow' : 'play-lead';
	})()`)
}

// walk plays n hands, and calls look once for each phase that it meets.
func (p *tab) walk(hands int, look func(phase string)) {
	p.t.Helper()
	seen := map[string]bool{}
	for hand := 0; hand < hands; {
		p.ready()
		if name := p.phase(); !seen[name] {
			seen[name] = true
			look(name)
		}
		if p.between() {
			if hand++; hand < hands {
				p.next()
			}
			continue
		}
		p.answer()
	}
}

// TestAccess: no page and no phase has anything that axe finds wrong, on a phone, held sideways in Japanese with
// the colours of the system, on a laptop in the dark; from the first page to the next hand by keys alone. With
// CHRATZE_VERIFY also in other languages, with 320 pixels, with more contrast.
func TestAccess(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	t.Run("start", func(t *testing.T) {
		t.Parallel()
		s := open(t, 1)
		p := newTab(t, s, phone, anna)
		p.visit(s.http.URL)
		p.wait(`document.querySelector('#play')`)
		p.accessible("first page")
		p.tap("#friends")
		p.tap("summary")
		p.accessible("form for friends")
		p.tap("#make")
		p.wait(`document.querySelector('.qr')`)
		p.accessible("lobby")
		s.join(httpd.Seat{Code: eval[string](p, `document.querySelector('.code').innerText.replace(/\s/g, '')`)}, "Beat") // else there is no chat
		p.wait(`document.body.innerText.includes('Beat')`)
		for _, part := range []string{"table", "chat", "log", "rules", "settings"} {
			p.menu(part)
			p.accessible("menu: " + part)
			p.tap("dialog .close button")
		}
		p.visit(s.http.URL + "/#ABCD1234")
		p.wait(`document.querySelector('#join')`)
		p.accessible("guest")
		p.forgive() // there is no table with this code
		for _, lang := range []string{"de-AT", "ja"} {
			eval[any](p, `localStorage.setItem('lang', '`+lang+`'), 0`)
			p.visit(s.http.URL + "/?" + lang)
			p.tap("#friends")
			p.tap("summary")
			p.accessible("form for friends", lang)
		}
	})
	type game struct {
		preset string
		seed   uint64
		window size
		lang   string
		wishes []*emulation.MediaFeature
	}
	for _, g := range sample(2,
		game{"zwicken", 2, sideways, "ja", []*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}}},
		game{"kratzen", 2, laptop, "de-AT", []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}},
		game{"chratze", 5, phone, "en", nil},
		game{"chratze", 5, size{320, 720}, "de-CH", []*emulation.MediaFeature{{Name: "prefers-contrast", Value: "more"}, {Name: "prefers-reduced-motion", Value: "reduce"}}},
	) {
		t.Run(g.preset+" "+g.lang, func(t *testing.T) {
			t.Parallel()
			s, words := open(t, g.seed), locale.New().For(g.lang)
			p := newTab(t, s, g.window, anna+`localStorage.setItem('lang', '`+g.lang+`'); localStorage.setItem('preset', '`+g.preset+`')`)
			p.wishes(g.wishes...)
			link := s.http.URL
			second := g.preset == "kratzen" // she has a second device: it needs the link to her chair
			if second {
				link = s.make(`,"practice":true,"rules":{"preset":"` + g.preset + `"}`).Link
			}
			p.visit(link)
			if !second {
				p.wait(`document.querySelector('#play')`)
				p.tabTo("#play")
				p.keys(kb.Enter)
			}
			p.wait(`document.body.dataset.stage === 'playing'`)
			seen := map[string]bool{}
			look := func() {
				if phase := p.phase(); !seen[phase] {
					seen[phase] = true
					p.accessible("phase: " + phase)
					if left := eval[int](p, moneyLeft); left != 0 {
						t.Errorf("%s, %s: accounts and pot make up %d: they agree at no moment", g.preset, phase, left)
					}
				}
			}
			for p.ready(); !p.between(); p.ready() {
				look()
				p.byKeys(words)
			}
			look()
			if !seen["play-lead"] && !seen["play-follow"] {
				t.Error("the seed gave no hand that Anna plays: nothing was tested")
			}
			p.tabTo("[data-act=next]")
			p.after(func() { p.keys(kb.Enter) })
			p.ready()
			p.open("#rim .seat:has(.dealer)")             // who has a word for certain, whatever was dealt
			p.wait(`document.querySelector('dialog dd')`) // the glossary has come
			p.accessible("about a seat")
			p.tap("dialog .close button")
			p.open("#rim .pot")
			p.wait(`document.querySelector('dialog dd')`)
			if title := eval[string](p, `document.querySelector('dialog dt').innerText`); title != words.T("word.pot", nil) {
				t.Errorf("who taps on the pot is told of %q", title)
			}
			p.tap("dialog .close button")
			for p.ready(); !p.between(); p.ready() {
				look()
				p.answer()
			}
			q := p
			if second { // another device of hers, where nothing is kept
				q = newTab(t, s, g.window, anna)
				q.visit(link)
			}
			q.menu("table")
			q.wait(`document.querySelector('.chart polyline')?.points.length === 2`)
			q.accessible("menu after a hand")
		})
	}
}

// byKeys answers the question by keys alone, and looks whether one sees where one is.
func (p *tab) byKeys(words *locale.Printer) {
	p.t.Helper()
	q := eval[string](p, `document.body.dataset.q`)
	p.wait(`document.getElementById('polite').innerText.includes('` + words.T("ui.yourturn", nil) + `')`)
	switch kind := p.asked(); kind {
	case "play":
		p.tabTo(".card.mine")
		for !eval[bool](p, `document.activeElement.matches('.can')`) {
			p.keys(kb.ArrowRight)
		}
		if label := eval[string](p, `document.activeElement.ariaLabel`); !strings.Contains(label, words.T("ui.playable", nil)) {
			p.t.Errorf("a card that can be played is called %q", label)
		}
	case "lay", "drop":
		for !eval[bool](p, `document.querySelector('[data-act=confirm]').ariaDisabled === 'false'`) {
			p.tabTo(".card.mine")
			for eval[bool](p, `document.activeElement.ariaPressed === 'true'`) {
				p.keys(kb.ArrowRight)
			}
			p.keys(" ")
		}
		p.tabTo("[data-act=confirm]")
	default:
		p.tabTo(good)
	}
	p.keys(kb.Enter)
	p.wait(`document.body.dataset.q !== '` + q + `' || ['between', 'over'].includes(document.body.dataset.stage)`)
}

// good is an answer with which one plays, where there is one.
const good = "#foot :is([data-act=see], [data-act=open], [data-act=join], [data-act=schlagen], [data-act=keep], .acts:not(:has([data-act=see], [data-act=open], [data-act=join], [data-act=schlagen], [data-act=keep])) button)"

// unseen says why one can't see what has the focus: it has no ring, or something lies on it.
const unseen = `(() => {
	const e = document.activeElement, r = e.getBoundingClientRect(), {outlineStyle, outlineWidth} = getComputedStyle(e);
	if (outlineStyle === 'none' || parseFloat(outlineWidth) * r.width / e.offsetWidth < 2) return 'no ring around ' + e.outerHTML.slice(0, 100);
	const top = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
	return top && (e.contains(top) || top.contains(e)) ? '' : e.outerHTML.slice(0, 100) + ' lies under ' + top?.outerHTML.slice(0, 100);
})()`

// tabTo presses the Tab key until what has the focus matches a selector.
func (p *tab) tabTo(selector string) {
	p.t.Helper()
	for range 60 {
		if eval[bool](p, `!!document.activeElement?.matches(`+"`"+selector+"`"+`)`) {
			if fault := eval[string](p, unseen); fault != "" {
				p.t.Errorf("what has the focus can't be seen: %s", fault)
			}
			return
		}
		p.keys(kb.Tab)
	}
	p.fail("the Tab key never comes to " + selector)
}

// TestLine: everything is asked for and a hand is played by typing.
func TestLine(t *testing.T) {
	s := pages(t, 5)
	p, _ := s.sits(t, phone, anna+`localStorage.setItem('set.line', 'yes')`, `,"practice":true`)
	typed := func(text string) {
		p.do(chromedp.SendKeys(chromedp.CSS("input[name=line]"), text+"\r"))
	}
	asked := false
	for p.ready(); !p.between(); p.ready() {
		q, kind := eval[string](p, `document.body.dataset.q`), p.asked()
		text := kind
		switch kind {
		case "play":
			if !asked {
				asked = true
				for key, want := range map[string]string{"h": "hand", "p": "Pot", "?": "suit", "w": "Vreni", "x y": "be done now"} {
					typed(key)
					p.wait(`document.querySelector('#foot .note')?.innerText.includes('` + want + `')`)
				}
			}
			text = eval[string](p, `document.querySelector('.card.can').dataset.card`)
		case "lay", "drop":
			n := eval[int](p, `document.querySelectorAll('.card.mine').length`) - 4
			text = strings.Join(eval[[]string](p, fmt.Sprintf(`[...document.querySelectorAll('.card.mine')].slice(0, %d).map((c) => c.dataset.card)`, max(n, 0))), " ")
			if text == "" {
				text = "0"
			}
		case "double-blind", "blind":
			text = "see"
		}
		typed(text)
		p.wait(`document.body.dataset.q !== '` + q + `' || ['between', 'over'].includes(document.body.dataset.stage)`)
	}
	if !asked {
		t.Error("the seed gave no hand that Anna plays: nothing was tested")
	}
}

// TestRefused: a card that can't be played can be tapped, and it is said why.
func TestRefused(t *testing.T) {
	s := pages(t, 5)
	p, _ := s.sits(t, phone, anna, `,"practice":true`)
	waittest.Until(t, "a card that can't be played", func() bool {
		p.ready()
		if p.between() {
			p.next()
			return false
		}
		if p.asked() == "play" && eval[bool](p, `!!document.querySelector('.card.cannot')`) {
			return true
		}
		p.answer()
		return false
	})
	p.tap(".card.cannot")
	p.wait(`document.querySelector('#foot .note')?.innerText.length > 10`)
}

// TestTwice: if you want to be asked twice, one tap plays no card, nor does one on another card
// after it; the second tap on the same card does, by pointer and by key. All of it in a
// laptop's window at 200 %, where nothing covers a card or needs sideways scrolling.
func TestTwice(t *testing.T) {
	s := pages(t, 5)
	p := newTab(t, s, size{640, 400}, anna+`localStorage.setItem('set.twice', 'yes')`)
	p.visit(s.http.URL)
	p.wait(`document.querySelector('#play')`)
	p.accessible("first page")
	p.visit(s.make(`,"practice":true`).Link)
	seen, twice := map[string]bool{}, 0
	for p.ready(); twice < 2; p.ready() {
		if phase := p.phase(); !seen[phase] {
			seen[phase] = true
			p.accessible("phase: " + phase)
		}
		if p.between() {
			p.next()
			continue
		}
		if p.asked() != "play" {
			p.answer()
			continue
		}
		can := eval[[]string](p, `[...document.querySelectorAll('.card.can')].map((c) => c.dataset.card)`)
		can = can[:min(2, len(can))] // the first is a slip, if there is another one
		lying := eval[int](p, `document.querySelectorAll('.card.mine').length`)
		for _, c := range can {
			p.tap(".card[data-card='" + c + "']")
			p.wait(fmt.Sprintf(`document.querySelector('.card[aria-pressed=true]')?.dataset.card === '%s' && document.querySelectorAll('.card.mine').length === %d`, c, lying))
		}
		p.wait(`document.getElementById('polite').innerText.includes('gain')`)
		if len(can) == 2 {
			twice++
		}
		if twice == 1 {
			p.tap(".card[data-card='" + can[len(can)-1] + "']")
		} else {
			p.keys(kb.Enter)
		}
		p.wait(`document.querySelectorAll('.card.mine').length < ` + strconv.Itoa(lying) + " || document.body.dataset.stage !== 'playing'")
	}
}
