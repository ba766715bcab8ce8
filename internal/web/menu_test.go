package web_test

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestMenuInParts: the menu has four parts of which one is shown; it opens at the talk if somebody has said something, and else
// at the table; arrows go from part to part; and one talks from the own seat too.
func TestMenuInParts(t *testing.T) {
	s := pages(t, 7)
	a, seat := s.sits(t, phone, anna, `,"chairs":3`)
	b := s.guest(t, seat, "Beat", phone, anna)
	b.wait(`document.body.dataset.stage === 'lobby'`)
	a.tap("[data-act=start]")
	b.wait(`document.querySelector('.seat.me')`)
	b.open(".seat.me")
	b.do(chromedp.SendKeys(chromedp.CSS("dialog input[name=text]"), "Salü\r"))
	b.wait(`document.querySelector('dialog .chatlines')?.innerText.includes('Salü')`)
	b.accessible("own seat")
	b.tap("dialog .close button")
	a.wait(`document.querySelector('#bar .count')?.innerText === '1'`)
	const part = `document.querySelector('dialog [role=tab][aria-selected=true]').dataset.tab`
	a.open("#bar .menu")
	a.wait(part + ` === 'chat' && document.querySelector('.chatlines').innerText.includes('Salü') && !document.querySelector('#bar .count')`)
	a.tap("[data-tab=chat]")
	for _, want := range []string{"rules", "settings", "table", "chat"} {
		a.keys(kb.ArrowRight)
		a.wait(part + ` === '` + want + `' && document.activeElement.dataset.tab === '` + want + `'`)
		if n := eval[int](a, `[...document.querySelectorAll('dialog :is(.chatlines, .options, .log, [data-do=leave])')].length`); n != 1 {
			t.Errorf("%s shows %d parts", want, n)
		}
	}
	a.tap("dialog .close button")
	a.open("#bar .menu")
	a.wait(part + ` === 'table'`)
}

// TestStandingsGoOn: a hand ends behind the open menu, whose standings are those after it.
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
