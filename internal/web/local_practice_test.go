package web_test

import (
	"strings"
	"testing"
)

// known is what the page knows of the hand, and what lies on the accounts.
func (p *tab) known() string { return eval[string](p, known) }

const known = `[...document.querySelectorAll('.card:not([hidden]):not(.back):not(.gone)')].map((c) => c.dataset.card + '@' + c.style.transform).join(' ') + ' | ' +
		[...document.querySelectorAll('#rim .money, #rim .pot b')].map((e) => e.innerText).join(' ')`

// TestPractice: alone with bots one takes back, by tap, key and typed word, to the
// beginning of the hand and after its end; plays the same deal again; turns the hands
// up and down; and hears of it. When another person sits down it is over with that.
func TestPractice(t *testing.T) {
	s := pages(t, 5)
	p, seat := s.sits(t, phone, anna+`localStorage.setItem('set.line', 'yes');`, `,"practice":true,"chairs":4`)
	p.wait(`document.querySelectorAll('[data-practice]').length === 3`)
	p.ready()
	p.accessible("practice")
	var before []string
	var asked []string
	for !p.between() {
		before, asked = append(before, p.known()), append(asked, p.asked())
		p.answer()
		p.ready()
	}
	if len(before) < 3 {
		t.Fatal("the seed gives a hand with too few decisions: nothing is tested")
	}
	p.accessible("practice settled")
	settled := p.known()
	if href := eval[string](p, `document.querySelector('[data-do=look]').getAttribute('href')`); href != "/replay?table="+seat.Table+"&review#hand=1" {
		t.Errorf("the hand can be looked at again at %s", href)
	}
	for i := len(before) - 1; i >= 0; i-- {
		switch (len(before) - 1 - i) % 3 {
		case 0:
			p.tap("[data-practice=back]")
		case 1:
			p.keys("u")
		default:
			p.set("input[name=line]", "undo")
			eval[any](p, `document.querySelector('form.line').requestSubmit(), 0`)
		}
		p.wait(`document.body.dataset.ask === '` + asked[i] + `' && document.body.dataset.stage === 'playing' && document.querySelectorAll('.bubble.in').length === 0`)
		p.wait(known + " === `" + before[i] + "`")
	}
	p.wait(`document.querySelector('[data-practice=back]').ariaDisabled === 'true'`)
	p.wait(`document.getElementById('polite').innerText.includes('Taken back.')`)
	p.keys("u")
	p.wait(`document.querySelector('#foot .note')?.innerText.includes('nothing to take back')`)

	for first := true; !p.between(); first = false {
		p.answer()
		p.ready()
		if !first || p.between() {
			continue
		}
		now := p.known()
		p.tap("[data-practice=again]")
		p.wait(`document.querySelector('dialog[open] [data-do=yes]')`) // a hand is not thrown away at a tap
		p.tap("[data-do=no]")
		if got := p.known(); got != now {
			t.Errorf("who doesn't want the same deal again sees %s, and saw %s", got, now)
		}
	}
	if got := p.known(); got == "" || strings.Count(got, "|") != strings.Count(settled, "|") {
		t.Error("the hand ends otherwise")
	}
	p.tap("[data-practice=again]")
	p.wait(`document.body.dataset.stage === 'playing' && document.body.dataset.ask`)
	if asked[0] == p.asked() && p.known() != before[0] {
		t.Errorf("the same deal again looks\n%s\nand was\n%s", p.known(), before[0])
	}

	p.tap("[data-practice=show]")
	p.wait(`document.querySelectorAll('.seat.shows .backs svg').length >= 6`)
	p.wait(`document.querySelector('[data-practice=show]').ariaPressed === 'true'`)
	p.wait(`document.getElementById('polite').innerText.includes(' holds ')`)
	p.accessible("open hands")
	p.tap("[data-practice=show]")
	p.wait(`document.querySelectorAll('.seat.shows').length === 0`)
	p.tap("[data-practice=show]")
	p.wait(`document.querySelectorAll('.seat.shows').length === 3`)

	b := s.guest(t, seat, "Beat", phone, anna)
	b.wait(`document.querySelectorAll('#rim .seat').length === 4`)
	p.wait(`document.querySelectorAll('[data-practice], .seat.shows').length === 0`)
	if n := eval[int](b, `document.querySelectorAll('[data-practice], .seat.shows').length`); n != 0 {
		t.Error("who comes to a practice table sees what is for one alone")
	}
}
