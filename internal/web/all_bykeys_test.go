package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"chratze/internal/locale"
)

// unheld says why what has the focus is no place to go on from: it is nothing, or it can't be seen. At the foot of a table it waits for the next question.
const unheld = `(document.activeElement === document.body ? 'the focus is on nothing' : document.activeElement.id === 'foot' && !document.querySelector('#foot [data-act], #panel [data-act]') ? '' : ` + unseen + `)`

// by presses keys, waits for what they bring, and fails the test if the focus is then lost or can't be seen, or if a live region hasn't said that.
func (p *tab) by(keys, brings, says string) {
	p.t.Helper()
	at := eval[string](p, `document.activeElement.outerHTML.slice(0, 70)`)
	p.keys(keys)
	p.wait(brings)
	if held, _ := soon[bool](p, unheld+` === ''`); !held {
		p.t.Errorf("after %q at %s: %s", keys, at, eval[string](p, unheld))
	}
	if says != "" {
		p.wait(`[...document.querySelectorAll('#polite, #now, #said, [role=alert], [role=status]')].some((e) => e.textContent.replace(/\s/g, ' ').includes(` + mustQuote(says) + `))`)
	}
}

// handByKeys plays a hand by keys alone: each of these answers its questions, by the number of an answer or with the arrows at a card.
func (p *tab) handByKeys(others ...*tab) {
	p.t.Helper()
	all := append(others, p)
	for over := false; !over; {
		over = true
		for _, p := range all {
			if p.between() {
				continue
			}
			if over = false; p.asked() == "" {
				continue
			}
			p.byKeys(locale.New().For("en"))
			if held, _ := soon[bool](p, unheld+` === ''`); !held {
				p.t.Errorf("after an answer: %s", eval[string](p, unheld))
			}
		}
	}
	for _, p := range all {
		p.wait(`document.querySelector('#polite').textContent.includes('The hand was played for') && document.activeElement.matches('#panel [data-act]')`)
		if why := eval[string](p, unheld); why != "" {
			p.t.Errorf("at the settlement: %s", why)
		}
	}
}

// chooses goes through the menu to what can be done with an evening.
func (p *tab) chooses(do string) {
	p.t.Helper()
	p.tabTo("#bar .menu")
	p.by(kb.Enter, `document.querySelector('dialog[open] [data-do=`+do+`]')`, "")
	p.tabTo("[data-do=" + do + "]")
	p.by(kb.Enter, `!document.querySelector('dialog[open] [data-do=`+do+`]')`, "")
}

// byKeysOnly is a browser in English, in which nothing moves.
const byKeysOnly = `localStorage.setItem('lang', 'en'); localStorage.setItem('set.speed', 'off'); localStorage.setItem('set.pace', '40'); localStorage.setItem('told.forced', '0');`

// TestEveningByKeys: two people play a whole evening without a pointer, from the first page and the invitation to the payments.
func TestEveningByKeys(t *testing.T) {
	s := pages(t, 5)
	a := newTab(t, s, laptop, byKeysOnly)
	a.visit(s.http.URL)
	a.wait(`document.querySelector('#friends')`)
	a.tabTo("#friends")
	a.by(kb.Enter, `document.querySelector('#make')`, "")
	a.tabTo("[name=name]")
	a.by("Anna\t", `document.querySelector('[name=name]').value === 'Anna'`, "")
	a.tabTo("#make")
	a.by(kb.Enter, `document.body.dataset.stage === 'lobby' && document.querySelector('[data-act=start]')`, "")
	link := eval[string](a, `document.querySelector('.invitation a').href`)

	b := newTab(t, s, phone, byKeysOnly)
	b.visit(link)
	b.wait(`document.querySelector('.host')`)
	b.tabTo("[name=name]")
	b.by(kb.Enter, `document.querySelector('.trouble').textContent`, "name")
	b.by("Beat", `document.querySelector('[name=name]').value === 'Beat'`, "")
	b.by(kb.Enter, `document.body.dataset.stage === 'lobby'`, "")
	a.wait(`document.body.innerText.includes('Beat')`)
	a.tabTo("[data-act=start]")
	a.by(kb.Enter, `document.body.dataset.stage === 'playing'`, "")
	a.talks(b)
	a.handByKeys(b)
	a.chooses("last")
	for _, p := range []*tab{a, b} {
		p.wait(`document.querySelector('#polite').textContent.includes('Anna: last hand.')`)
	}
	a.tabTo("[data-act=next]")
	a.by(kb.Enter, `document.querySelector('[data-waits]')`, "")
	b.by(kb.Enter, `document.body.dataset.stage === 'playing'`, "You are dealt")
	a.handByKeys(b)
	for _, p := range []*tab{a, b} {
		p.wait(`document.activeElement.matches('#panel h2')`)
		p.hearsTheEnd()
	}
}

// talks says something in the chat whose letters are keys at a table: another hears it, and nothing is asked or answered by it.
func (p *tab) talks(other *tab) {
	p.t.Helper()
	const stays = `[document.body.dataset.q, document.querySelector('#polite').textContent, localStorage.length].join()`
	p.ready()
	p.tabTo("#bar .menu")
	p.by(kb.Enter, `document.querySelector('dialog[open] [role=tab]')`, "")
	p.tabTo("[role=tab][aria-selected=true]")
	p.by(kb.ArrowRight, `document.activeElement.id === 'tab-chat'`, "")
	p.tabTo("dialog [name=text]")
	before := eval[string](p, stays)
	p.by("1 h v u g,b?", `document.activeElement.value === '1 h v u g,b?'`, "")
	if after := eval[string](p, stays); after != before {
		p.t.Errorf("letters of the chat are taken for keys: %s, before %s", after, before)
	}
	p.by(kb.Enter, `document.querySelector('.chatlines li')`, "Anna: 1 h v u g,b?")
	other.wait(`document.querySelector('#polite').textContent.includes('Anna: 1 h v u g,b?')`)
	p.by(kb.Escape, `!document.querySelector('dialog[open]')`, "")
}

// hearsTheEnd fails the test unless who pays whom at the end of an evening was said, once, and Tab leads on.
func (p *tab) hearsTheEnd() {
	p.t.Helper()
	p.wait(`document.querySelector('.pays li')`)
	pays := eval[string](p, `[...document.querySelectorAll('.pays li')].map((l) => l.textContent).join(' ').replace(/\s/g, ' ')`)
	p.by(kb.Tab, `true`, pays)
	if n := strings.Count(eval[string](p, `document.querySelector('#polite').textContent.replace(/\s/g, ' ')`), pays); pays == "" || n != 1 {
		p.t.Errorf("%q is said %d times", pays, n)
	}
	p.tabTo("#panel :is(button, a)")
}

// TestBourréByKeys: from the first page an evening of Bourré against bots, without a pointer.
func TestBourréByKeys(t *testing.T) {
	onlyVerify(t, "as make test plays an evening of Chratze by keys")
	s := pages(t, 5)
	p := newTab(t, s, laptop, byKeysOnly)
	p.visit(s.http.URL)
	p.wait(`document.querySelector('#play')`)
	p.tabTo("[name=preset]")
	p.by("bour", `document.querySelector('[name=preset]').value === 'bourre'`, "")
	p.tabTo("#play")
	p.by(kb.Enter, `document.body.dataset.ask`, "Your turn.")
	for range 3 {
		p.handByKeys()
		p.by(kb.Enter, `document.body.dataset.ask`, "Your turn.")
	}
	p.handByKeys()
	p.chooses("end")
	p.wait(`document.activeElement.matches('[data-do=no]')`)
	p.tabTo("[data-do=yes]")
	p.by(kb.Enter, `document.body.dataset.stage === 'over'`, "")
	p.hearsTheEnd()
}
