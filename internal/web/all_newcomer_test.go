package web_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// TestFirstPageInSight: on a short phone all that you may want first is above the edge, in
// every language: to play, to play with friends, to learn, and the language itself.
func TestFirstPageInSight(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, shortPhone, "")
	for _, lang := range []string{"en", "de-CH", "de-AT", "ja"} {
		eval[any](p, `localStorage.setItem('lang', '`+lang+`'), 0`)
		p.visit(s.http.URL)
		p.wait(`document.querySelector('#play')`)
		if below := eval[string](p, `['#play', '#friends', '#coded', '#learn', '.links', '[name=lang]'].filter((q) => document.querySelector(q).getBoundingClientRect().bottom > innerHeight).join(' ')`); below != "" {
			t.Errorf("%s: below the edge: %s", lang, below)
		}
		if touches := eval[bool](p, `Math.max(...[...document.querySelectorAll('.fan svg')].map((c) => c.getBoundingClientRect().bottom)) > document.querySelector('h1').getBoundingClientRect().top`); touches {
			t.Errorf("%s: the title touches the cards", lang)
		}
		if lines := eval[int](p, `(() => {
			const title = document.querySelector('.title'), felt = getComputedStyle(title, '::before'), [a, b] = [felt.width, felt.height].map((x) => parseFloat(x) / 2);
			const box = title.getBoundingClientRect(), text = title.querySelector('p'), range = document.createRange(), letter = parseFloat(getComputedStyle(text).fontSize);
			range.selectNodeContents(text);
			const lies = (r) => { const dx = Math.max(...[r.left, r.right].map((x) => Math.abs(x - box.left - box.width / 2)));
				return (r.top + r.bottom + letter) / 2 > box.bottom - b + b * Math.sqrt(1 - (dx / a) ** 2); };
			return [...range.getClientRects()].filter(lies).length;
		})()`); lines > 0 {
			t.Errorf("%s: the ends of %d lines below the title lie on the rim", lang, lines)
		}
		p.do(chromedp.EmulateViewport(sideways.w, sideways.h, chromedp.EmulateScale(1)))
		if across := eval[string](p, `['#play', '#friends', '#coded', '#learn', '[name=lang]'].filter((q) => { const r = document.querySelector(q).getBoundingClientRect();
			return r.bottom > innerHeight || q !== '[name=lang]' && r.left < document.querySelector('.title').getBoundingClientRect().right + 26; }).join(' ')`); across != "" {
			t.Errorf("%s: held sideways, below the edge or across the rim of the table: %s", lang, across)
		}
		p.do(chromedp.EmulateViewport(shortPhone.w, shortPhone.h, chromedp.EmulateScale(1)))
	}
}

// TestFirstTrick: the first page shows a trick, once and for less than five seconds, but not where nothing
// is to move; and before the first lesson the link to the lessons leads to it.
func TestFirstTrick(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, shortPhone, `localStorage.setItem('lang', 'en')`)
	p.wishes()
	moving := func() []float64 { // from the style, since a move that is over is no longer among the page's animations
		return eval[[]float64](p, `[...document.querySelectorAll('.fan, .fan *')].map((e) => getComputedStyle(e)).filter((s) => s.animationName !== 'none')
			.flatMap((s) => { const [delays, times] = [s.animationDelay, s.animationDuration].map((t) => t.split(',')); return times.map((t, i) => 1000 * (parseFloat(delays[i]) + parseFloat(t))); })`)
	}
	p.visit(s.http.URL)
	p.wait(`document.querySelector('#start.dealt')`)
	if ends := moving(); len(ends) != 6 || slices.Max(ends) >= 5000 {
		t.Errorf("the cards move until %v ms, want six moves within five seconds", ends)
	}
	if to := eval[string](p, `document.querySelector('#learn').getAttribute('href')`); to != "/learn/1" {
		t.Errorf("the first lesson is at %s", to)
	}
	p.wishes(&emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"})
	p.visit(s.http.URL + "/?still")
	p.wait(`document.querySelector('#start.dealt')`)
	if ends := moving(); len(ends) > 0 {
		t.Errorf("%d moves though nothing is to move", len(ends))
	}
}

// cutSelects lists the selects that don't show the longest of their choices whole; of a house
// rule, whose values are sentences, what is chosen must stand below it then.
const cutSelects = `[...document.querySelectorAll('select')].filter((e) => e.checkVisibility()).filter((e) => {
	const c = e.cloneNode(true);
	if (e.closest('.rule')) for (const o of [...c.options]) if (o.text !== e.selectedOptions[0].text) o.remove();
	c.style.cssText = 'position: absolute; visibility: hidden; width: auto; min-width: 0; max-width: none; font: ' + getComputedStyle(e).font + '; padding: ' + getComputedStyle(e).padding;
	e.parentElement.append(c);
	const wants = c.offsetWidth;
	c.remove();
	return wants > e.offsetWidth + 1 && !e.closest('.rule')?.querySelector('p b')?.innerText.trim();
}).map((e) => (e.name || e.ariaLabel || e.parentElement.innerText.split('\n')[0]) + ': ' + [...e.options].map((o) => o.text).sort((a, b) => b.length - a.length)[0])`

// TestChoicesAreWhole: no form cuts what can be chosen, on a phone, in the longest language and in Japanese (with
// CHRATZE_VERIFY in every one); and with letters twice as large the form for friends scrolls in one direction alone.
func TestChoicesAreWhole(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, shortPhone, "")
	for _, lang := range sample(2, "de-AT", "ja", "en", "de-CH") {
		eval[any](p, `localStorage.setItem('lang', '`+lang+`'), 0`)
		p.visit(s.http.URL)
		p.tap("#friends")
		p.wait(`document.querySelector('select[name=susi]')`)
		eval[any](p, `document.querySelectorAll('#start details').forEach((d) => { d.open = true; }), 0`)
		p.tap("[name=watch]")
		if cut := eval[[]string](p, cutSelects); len(cut) > 0 {
			t.Errorf("%s: cut: %s", lang, strings.Join(cut, " | "))
		}
		p.do(chromedp.EmulateViewport(shortPhone.w/2, shortPhone.h/2, chromedp.EmulateScale(2))) // 200 %
		if wide := eval[int](p, `document.documentElement.scrollWidth`); wide > int(shortPhone.w/2) {
			t.Errorf("%s: at 200 %% the form is %d wide, of %d: %s", lang, wide, shortPhone.w/2, eval[string](p, `[...document.querySelectorAll('#start *')].filter((e) => e.getBoundingClientRect().right > innerWidth + 1).slice(0, 5).map((e) => e.tagName + ' ' + e.className + ' ' + e.innerText?.slice(0, 20)).join(' | ')`))
		}
		p.do(chromedp.EmulateViewport(shortPhone.w, shortPhone.h, chromedp.EmulateScale(1)))
		p.visit(s.http.URL + "/kasse/")
		p.tap("#new")
		p.wait(`document.querySelector('.setup select')`)
		if cut := eval[[]string](p, cutSelects); len(cut) > 0 {
			t.Errorf("%s, cash desk: cut: %s", lang, strings.Join(cut, " | "))
		}
	}
}

// TestOwnWords: your own chat is no news to you; and what you do with the trump six at one
// table is not the default of the next.
func TestOwnWords(t *testing.T) {
	s := pages(t, 5)
	friends, seat := s.sits(t, phone, anna, `,"chairs":3`)
	s.join(seat, "Beat")
	friends.wait(`document.body.innerText.includes('Beat')`)
	say(friends, "Prost")
	friends.wait(`document.body.innerText.includes('Prost')`)
	if eval[bool](friends, `!!document.querySelector('#bar .count')`) {
		t.Error("what one has said oneself is counted as unread")
	}
	p, _ := s.sits(t, phone, anna+`localStorage.setItem('set.six', 'keep');`, `,"practice":true,"six_window":60000`)
	p.wait(`document.querySelector('#rim .seat')`)
	for !eval[bool](p, `!!document.querySelector('[data-do=six]')`) {
		if p.ready(); p.between() {
			p.next()
		} else {
			p.answer()
		}
	}
	if eval[string](p, `document.querySelector('[data-do=six]').ariaChecked`) != "true" {
		t.Error("what was chosen at another table is still chosen")
	}
}

// TestCorrectionLeft: a correction at the cash desk that one leaves changes nothing, also not what
// has been tapped of the next hand; one that is booked says what each still has to take or put in, and why.
func TestCorrectionLeft(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	p := newTab(t, open(t, 1), phone, "")
	p.visit(eval[string](p, "location.origin") + "/kasse/")
	p.evening("chratze", "Anna", "Beat", "Carl")
	p.hand("Anna", "Beat", "Carl", "Anna 2", "Beat 0", "Carl 2")
	p.tap("#book")
	p.hand("Anna", "Beat", "Anna 2", "Beat 2")
	p.tap("#book")
	p.hand("Carl")
	before := eval[string](p, `document.querySelector('main').innerText`)
	p.press("History")
	p.press("Change entry 1")
	p.press("Enter this hand again")
	p.hand("Carl 0", "Beat 2")
	p.press("History") // and not booked
	p.press("Hand")
	if after := eval[string](p, `document.querySelector('main').innerText`); after != before {
		t.Errorf("after a correction that was left one sees\n%s\nbefore\n%s", after, before)
	}
	p.press("History")
	p.press("Change entry 1")
	p.press("Enter this hand again")
	p.hand("Carl 0", "Beat 2")
	p.tap("#book")
	p.wait(`document.querySelector('main').innerText.includes('corrected')`)
	text := strings.ReplaceAll(eval[string](p, `document.querySelector('main').innerText`), "\n", " ")
	for _, order := range []string{"Anna gets 0.80, owes 0.20 takes 0.60", "Beat Hand 2 +0.20 and corrected from Hand 1 on +0.80 takes 1.00", "Carl Hand 2 -0.20 and corrected from Hand 1 on -0.80 puts in 1.00"} {
		if !strings.Contains(text, order) {
			t.Errorf("after the correction it is not said %q, but %s", order, text)
		}
	}
	p.look("corrected")
}
