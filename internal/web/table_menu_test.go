package web_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestMenuInParts: the menu has five parts of which one is shown; it opens at the talk if somebody has said something, and else
// at the table; arrows go from part to part; and one talks from the own seat too.
func TestMenuInParts(t *testing.T) {
	s := pages(t, 7)
	a, seat := s.sits(t, phone, anna, `,"chairs":3`)
	b := s.guest(t, seat, "Beat", phone, anna+`localStorage.setItem('lang', 'ja')`)
	b.wait(`document.body.dataset.stage === 'lobby'`)
	a.tap("[data-act=start]")
	b.wait(`document.querySelector('.seat.me')`)
	b.open(".seat.me")
	b.tap("dialog .ready button")
	b.wait(`document.querySelector('dialog .chatlines')?.innerText.includes('お見事！')`)
	a.wait(`document.querySelector('#bar .count')?.innerText === '1'`)
	b.do(chromedp.SendKeys(chromedp.CSS("dialog input[name=text]"), "Salü\r"))
	b.wait(`document.querySelector('dialog .chatlines')?.innerText.includes('Salü')`)
	b.accessible("own seat")
	b.tap("dialog .close button")
	a.wait(`document.querySelector('#bar .count')?.innerText === '2'`)
	const part = `document.querySelector('dialog [role=tab][aria-selected=true]').dataset.tab`
	a.open("#bar .menu")
	a.wait(part + ` === 'chat' && document.querySelector('.chatlines').innerText.includes('Salü') && document.querySelector('.chatlines').innerText.includes('Well played!') && !document.querySelector('#bar .count')`)
	a.tap("[data-tab=chat]")
	for _, want := range []string{"log", "rules", "settings", "table", "chat"} {
		a.keys(kb.ArrowRight)
		a.wait(part + ` === '` + want + `' && document.activeElement.dataset.tab === '` + want + `'`)
		if n := eval[int](a, `[...document.querySelectorAll('dialog :is(.chatlines, .options, .log, [data-do=rules], [data-do=leave])')].length`); n != 1 {
			t.Errorf("%s shows %d parts", want, n)
		}
	}
	a.tap("dialog .close button")
	a.open("#bar .menu")
	a.wait(part + ` === 'table'`)
	if text := eval[string](a, `document.querySelector('#menu').innerText`); !strings.Contains(text, "This table has no clock.") {
		t.Errorf("the host reads nothing of the clock: %q", text)
	}
	a.keys(kb.Escape)
	eval[any](a, `localStorage.setItem('lang', 'de-AT'), 0`)
	a.visit(eval[string](a, "location.href"))
	a.wait(`document.querySelector('#rim .seat')`)
	a.open("#bar .menu")
	if rows := eval[int](a, `new Set([...document.querySelectorAll('dialog [role=tab]')].map((e) => e.getBoundingClientRect().top)).size`); rows != 1 || eval[int](a, `document.querySelectorAll('dialog [role=tab]').length`) != 5 {
		t.Errorf("in German the parts of the menu stand in %d rows", rows)
	}
}

// TestMenuWithBots: with bots alone there is no talk; the tabs stay where they are whichever is tapped, in the longest language (with
// CHRATZE_VERIFY in all) and on the smallest phone; the log tells a hand in order and stands at its end; settings have four groups, and say that sounds are off.
func TestMenuWithBots(t *testing.T) {
	s := pages(t, 3)
	for _, lang := range sample(1, "de", "ja", "en") {
		p, _ := s.sits(t, size{320, 568}, anna+`localStorage.setItem('lang', '`+lang+`')`, `,"chairs":3,"practice":true`)
		for range 3 {
			p.ready()
			if !p.between() {
				p.answer()
			}
		}
		p.open("#bar .menu")
		const places = `JSON.stringify([...document.querySelectorAll('dialog [role=tab]')].map((e) => {
			const r = e.getBoundingClientRect(); return [e.dataset.tab, Math.round(r.x), Math.round(r.y)]; }))`
		first := eval[string](p, places)
		if strings.Contains(first, "chat") || !strings.Contains(first, "log") {
			t.Errorf("%s: the parts with bots are %s", lang, first)
		}
		for _, part := range []string{"settings", "rules", "log", "table"} {
			p.tap("[data-tab=" + part + "]")
			if now := eval[string](p, places); now != first {
				t.Errorf("%s: at %s the tabs are at %s, before at %s", lang, part, now, first)
			}
			if part == "settings" {
				p.wait(`document.querySelectorAll('dialog fieldset[data-group]').length === 4 && document.querySelector('[data-silent]')`)
				p.tap("[name=sound]")
				p.wait(`!document.querySelector('[data-silent]')`)
			}
			if part == "log" && eval[float64](p, `(() => { const log = document.querySelector('dialog .log');
				return [...log.querySelectorAll('li')].at(-1).getBoundingClientRect().bottom - log.getBoundingClientRect().bottom; })()`) > 2 {
				t.Errorf("%s: the log doesn't stand at its end", lang)
			}
		}
		p.tap("[data-tab=settings]")
		eval[any](p, `document.querySelector('#menu').scrollTop = 200, 0`)
		p.tap("[data-tab=table]")
		if down := eval[float64](p, `document.querySelector('#menu').scrollTop`); down != 0 {
			t.Errorf("%s: the next part begins %v below its top", lang, down)
		}
		const rows = `[...document.querySelectorAll('dialog .log li')].map((e) => e.innerText).join('\n')`
		p.tap("[data-tab=log]")
		before := eval[string](p, rows)
		p.tap("dialog .close button")
		p.ready()
		if p.between() {
			p.next()
		} else {
			p.answer()
		}
		p.ready()
		p.open("#bar .menu")
		p.tap("[data-tab=log]")
		if now := eval[string](p, rows); !strings.HasPrefix(now, before+"\n") {
			t.Errorf("%s: what happened later doesn't stand below what happened before:\n%s\n\n%s", lang, before, now)
		}
	}
}

// TestStandingsGoOn: during a hand the standings are what the plates say, less the antes; it ends behind the open menu, whose
// standings are those after it.
func TestStandingsGoOn(t *testing.T) {
	s := pages(t, 2)
	p, _ := s.sits(t, phone, anna, `,"chairs":2,"practice":true`)
	for {
		p.ready()
		if p.between() { // nobody has played
			p.next()
			continue
		}
		if p.asked() == "play" && eval[int](p, `document.querySelectorAll('.card.mine:not([hidden])').length`) == 1 {
			break
		}
		p.answer()
	}
	const shown = `document.querySelector('dialog table').innerText`
	p.open("#bar .menu")
	before := eval[string](p, shown)
	plates := eval[[]string](p, `[...document.querySelectorAll('.seat')].map((s) => s.querySelector('.name b').innerText + ' ' + s.querySelector('.money').innerText).sort()`)
	stand := eval[[]string](p, `[...document.querySelectorAll('dialog tr')].map((r) => r.children[0].innerText + ' ' + r.children[1].innerText).sort()`)
	if !slices.Equal(plates, stand) || !strings.Contains(plates[0]+plates[1], "-") && !strings.Contains(plates[0]+plates[1], "−") {
		t.Errorf("plates say %q, standings %q", plates, stand)
	}
	eval[any](p, `document.querySelector('.card.can').click(), 0`)
	p.wait(`['between', 'over'].includes(document.body.dataset.stage)`)
	p.wait(shown + ` !== ` + strconv.Quote(before))
}

// TestSettingsStayOpen: another language or other drawings load the page again, and the settings
// are as they were. They don't open a second time.
func TestSettingsStayOpen(t *testing.T) {
	s := pages(t, 2)
	p, _ := s.sits(t, phone, anna, `,"chairs":2,"practice":true`)
	p.wait(`document.querySelector('#bar .menu')`)
	p.open("#bar .menu")
	p.tap("[data-tab=settings]")
	p.set("dialog [name=lang]", "de-CH")
	p.wait(`document.documentElement.lang.startsWith('de') && document.querySelector('dialog[open] .options')`)
	p.tap("dialog .close button")
	p.do(chromedp.Reload())
	p.wait(`document.body.dataset.stage === 'playing' && document.querySelector('#bar .menu')`)
	if eval[bool](p, `!!document.querySelector('dialog[open]')`) {
		t.Error("the settings open again")
	}
}

// TestSettingsStayOpenAtOnce: so they are if the page that is left opens what was marked as open as soon as it is marked.
func TestSettingsStayOpenAtOnce(t *testing.T) {
	p, _ := pages(t, 2).sits(t, phone, anna, `,"chairs":2,"practice":true`)
	p.wait(`document.querySelector('#bar .menu')`)
	p.open("#bar .menu")
	p.tap("[data-tab=settings]")
	p.wait(`document.querySelector('dialog [name=lang]')`)
	eval[any](p, `import(performance.getEntriesByType('resource').find((r) => r.name.endsWith('/live/menu.js')).name).then(({reopen}) => {
		const mark = history.replaceState.bind(history);
		history.replaceState = (state, title) => { mark(state, title); if (state.settings) reopen({}); };
	})`)
	p.set("dialog [name=lang]", "de-CH")
	p.wait(`document.documentElement.lang.startsWith('de') && document.querySelector('dialog[open] .options')`)
}

// TestDigitsAnswer: 1, 2 and so on are the answers to a question, shown on a large screen only; with the letters switched off they are nothing.
func TestDigitsAnswer(t *testing.T) {
	needBrowser(t)
	const mark = `getComputedStyle(document.querySelector('#foot .offers button'), '::before').content`
	for _, z := range []size{phone, {1280, 800}} {
		p, _ := open(t, 5).sits(t, z, anna+`localStorage.setItem('lang', 'en')`, `,"practice":true,"chairs":4`)
		p.wait(`document.querySelector('#foot .offers')`)
		if shown := strings.Contains(eval[string](p, mark), "1"); shown != (z.w > 1000) {
			t.Errorf("%v: the digit is shown: %v (%s)", z, shown, eval[string](p, mark))
		}
		p.keys("1")
		p.wait(`document.querySelector('.seat.me.declarer')`)
	}
	p, _ := open(t, 5).sits(t, phone, anna+`localStorage.setItem('set.nokeys', 'yes')`, `,"practice":true,"chairs":4`)
	p.wait(`document.querySelector('#foot .offers')`)
	p.keys("1")
	if eval[bool](p, `!document.querySelector('#foot .offers') || !!document.querySelector('.offers [aria-keyshortcuts]')`) {
		t.Error("digits answer though keys are switched off")
	}
}
