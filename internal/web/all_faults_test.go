package web_test

import (
	"strings"
	"testing"

	"chratze/internal/waittest"
)

// shortPhone is the lowest window in which nothing important lies below the edge.
var shortPhone = size{360, 640}

// TestEndOfEveningInSight: when the evening is over who pays whom is in sight on a short phone
// without scrolling, with one button in gold that goes on, and nobody is told of a next hand.
func TestEndOfEveningInSight(t *testing.T) {
	s := pages(t, 7)
	p, _ := s.sits(t, shortPhone, anna, `,"chairs":4,"practice":true`)
	for p.ready(); !p.between(); p.ready() {
		p.answer()
	}
	p.menu("table")
	p.tap("[data-do=end]")
	p.tap("[data-do=yes]")
	p.wait(`document.body.dataset.stage === 'over' && document.querySelector('#panel .pays li')`)
	got := eval[string](p, `(() => {
		const seen = (e) => { const r = e.getBoundingClientRect(); return [[r.x + 4, r.y + 4], [r.right - 4, r.bottom - 4]].every(([x, y]) => e.contains(document.elementFromPoint(x, y))); };
		const pays = [...document.querySelectorAll('#panel .pays li')], on = [...document.querySelectorAll('#panel :is(.button, button)')].filter((e) => e.checkVisibility() && getComputedStyle(e).backgroundColor === 'rgb(255, 211, 107)');
		return JSON.stringify({hidden: pays.filter((e) => !seen(e)).map((e) => e.innerText), on: on.map((e) => e.dataset.do + (seen(e) ? '' : ' out of sight')), next: !!document.querySelector('[data-act=next], .newpot')});
	})()`)
	if want := `{"hidden":[],"on":["same"],"next":false}`; got != want {
		t.Errorf("at the end one sees %s, want %s", got, want)
	}
	p.tap("[data-do=home]")
	p.wait(`document.querySelector('#play')`)
}

// TestFaultsAtTheirField: an amount that doesn't go is said beside its field, in money, and no
// table is made; one that goes is the table's.
func TestFaultsAtTheirField(t *testing.T) {
	s := pages(t, 7)
	p := newTab(t, s, phone, anna+`localStorage.setItem('lang', 'de-CH');`)
	p.visit(s.http.URL)
	p.tap("#friends")
	p.wait(`document.querySelector('input[name=ante]')`)
	for _, typed := range []string{"-5", "0", "0.205", "1000000000000", "viel"} {
		p.set("input[name=ante]", typed)
		p.wait(`document.querySelector('input[name=ante]').ariaInvalid === 'true'`)
		said := eval[string](p, `document.getElementById('fault-ante').innerText`)
		if said == "" || strings.Contains(said, "Rappen") || !strings.Contains(said, "0.") {
			t.Errorf("of %q it is said %q", typed, said)
		}
		if got := eval[string](p, `document.querySelector('input[name=ante]').value`); got != typed {
			t.Errorf("what was typed, %q, is now %q", typed, got)
		}
		eval[any](p, `document.querySelector('#make').click(), 0`)
		if at := eval[string](p, `location.pathname + ' ' + document.activeElement.name`); at != "/ ante" {
			t.Errorf("with %q one is at %s, want the field", typed, at)
		}
	}
	p.set("input[name=ante]", "0,50")
	p.wait(`document.querySelector('input[name=ante]').ariaInvalid !== 'true' && document.querySelector('.rule.changed input[name=ante]')`)
	eval[any](p, `document.querySelectorAll('#start details').forEach((d) => { d.open = true; }), 0`)
	p.wait(`document.querySelector('.rule option:disabled')?.closest('.rule').checkVisibility()`) // a phone shows no title: why it is greyed out stands below it
	if silent := eval[string](p, `[...document.querySelectorAll('.rule option:disabled')].filter((o) => !o.title || !o.closest('.rule').innerText.includes(o.title)).map((o) => o.text).join('|')`); silent != "" {
		t.Errorf("it isn't said why these are greyed out: %s", silent)
	}
	if own := eval[string](p, `[...document.querySelectorAll('svg.sheet')].filter((e) => e.matches('.coins, .swiss, .french, .german')).length + ' ' + !!document.querySelector('[data-sheet=swiss]')`); own != "0 true" {
		t.Errorf("sheets of symbols with a class that the page uses otherwise, and whether the deck's is there: %s", own)
	}
	p.tap("#make")
	p.wait(`document.querySelector('.antes')?.innerText.includes('0.50')`)
}

// TestChatFromItsStart: a long line in a seat's bubble begins at its start, at every size.
func TestChatFromItsStart(t *testing.T) {
	s := pages(t, 7)
	seat := s.make(`,"chairs":4`)
	link := s.join(seat, "Beat").Link
	for _, window := range sample(2, shortPhone, laptop, phone, sideways) {
		a := newTab(t, s, window, anna)
		a.visit(seat.Link)
		a.wait(`document.querySelector('#rim .seat, [data-act=start]')`)
		eval[any](a, `document.querySelector('[data-act=start]')?.click(), 0`)
		a.wait(`document.querySelectorAll('#rim .seat').length === 4`)
		b := newTab(t, s, phone, anna)
		b.visit(link)
		b.wait(`document.querySelectorAll('#rim .seat').length === 4`)
		say(b, "Hello everybody, this is a longer message that goes on and on, and doesn't end before the bubble does")
		a.wait(`document.querySelector('.bubble.chat span')?.firstChild`)
		if cut := eval[string](a, `(() => {
			const text = document.querySelector('.bubble.chat span'), words = document.createRange(), node = [...text.childNodes].find((n) => n.nodeType === 3 && n.data.trim());
			words.setStart(node, 0); words.setEnd(node, 5);
			const a = words.getBoundingClientRect(), b = text.closest('.bubble').getBoundingClientRect();
			return a.top < b.top || a.left < b.left || a.bottom > b.bottom ? JSON.stringify([a, b]) : '';
		})()`); cut != "" {
			t.Errorf("%s: the first word is cut: %s", window, cut)
		}
		a.close()
		b.close()
	}
}

// TestWhoComesAndWhoWaits: a person who sits down in the middle of a hand reads their name and the next hand at
// their seat, and plays from the next hand on; and while the dealer thinks about double blind, the others read who thinks, and what about.
func TestWhoComesAndWhoWaits(t *testing.T) {
	s := pages(t, 7)
	a, seat := s.sits(t, phone, anna, `,"chairs":4`)
	a.tap("[data-act=start]")
	a.ready()
	b := newTab(t, s, phone, "")
	b.visit(s.http.URL + "/#" + seat.Code)
	b.wait(`document.querySelector('#join')`)
	b.set("[name=name]", "Beat")
	b.tap("#join")
	b.wait(`[...document.querySelectorAll('#rim .seat')].some((e) => e.innerText.includes('Beat') && e.innerText.includes('next hand'))`)
	if eval[bool](b, `!!document.querySelector('#rim .seat.me')`) {
		t.Error("who has just come is shown a hand of somebody else as the own one")
	}
	if note := eval[string](b, `document.querySelector('#foot .note')?.innerText ?? ''`); !strings.Contains(note, "next hand") {
		t.Errorf("who has just come is told %q", note)
	}
	two := s.make(`,"chairs":2,"bot":""`)
	const asks = anna + `localStorage.setItem('set.double', 'yes'); localStorage.setItem('lang', 'en');`
	c, d := newTab(t, s, phone, asks), newTab(t, s, phone, asks)
	c.visit(two.Link)
	d.visit(s.join(two, "Cara").Link)
	d.wait(`document.body.dataset.stage === 'lobby'`)
	c.tap("[data-act=start]")
	for _, p := range []*tab{c, d} {
		p.wait(`document.body.dataset.stage === 'playing'`)
	}
	asked, waits := c, d
	const blind = `document.querySelector('[data-act="double-blind"]')`
	waittest.Until(t, "one of two is asked about double blind", func() bool {
		if eval[bool](d, `!!`+blind) {
			asked, waits = d, c
		}
		return eval[bool](asked, `!!`+blind)
	})
	name := map[*tab]string{c: "Anna", d: "Cara"}[asked]
	waits.wait(`document.querySelector('#foot').innerText.includes('Before the upcard, ` + name + ` is thinking: “double blind”?')`)
}

// TestOneMoneyOneDeck: everybody at a table reads the same money and the same suits, whatever
// language the own page has.
func TestOneMoneyOneDeck(t *testing.T) {
	s := pages(t, 7)
	seat := s.make(`,"chairs":3,"bot":"","spectators":true,"money":"euro","deck":"german"`)
	readers := []struct{ lang, name string }{{"de-CH", ""}, {"de-AT", "Beat"}, {"ja", "Cara"}, {"de-CH", "watch"}}
	var all []*tab
	for _, r := range readers {
		link := seat.Link
		switch r.name {
		case "":
		case "watch":
			link = s.http.URL + "/t/" + seat.Table
		default:
			link = s.join(seat, r.name).Link
		}
		p := newTab(t, s, phone, anna+`localStorage.setItem('lang', '`+r.lang+`');`)
		p.visit(link)
		p.wait(`document.body.dataset.stage === 'lobby'`)
		all = append(all, p)
	}
	all[0].tap("[data-act=start]")
	for _, p := range all {
		p.wait(`document.querySelector('#rim .pot')`)
	}
	for eval[bool](all[0], `!document.querySelector('.trumpsign')`) {
		for _, p := range all[:3] {
			if p.asked() != "" {
				p.answer()
			}
		}
	}
	suits := map[string]bool{}
	for i, p := range all {
		p.wait(`document.querySelector('.trumpsign')`)
		if ante := eval[string](p, `document.querySelector('#bar .ante').innerText`); !strings.Contains(ante, "€") && !strings.Contains(ante, "ユーロ") {
			t.Errorf("%s reads %q", readers[i].lang, ante)
		}
		if readers[i].lang != "ja" {
			suits[eval[string](p, `document.querySelector('.trumpsign').ariaLabel`)] = true
		}
	}
	if len(suits) != 1 {
		t.Errorf("trump is called %v at one table", suits)
	}
}
