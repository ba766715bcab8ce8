package web_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// hiddenNames lists the seats whose face lies on a letter of the name, or on what stands before it.
const hiddenNames = `[...document.querySelectorAll('#rim .seat')].flatMap((seat) => {
	const face = seat.querySelector('.who').getBoundingClientRect(), line = seat.querySelector('.name').getBoundingClientRect();
	return [...seat.querySelectorAll('.name > :is(b, .dealer, .points)')].filter((part) => {
		const r = part.getBoundingClientRect(), x = Math.max(r.x, line.x);
		return r.width && x < face.right - 1 && r.right > face.left && r.y < face.bottom - 4 && r.bottom > face.top + 4;
	}).map((part) => part.innerText + ' ' + seat.className + ' ' + Math.round(face.right - part.getBoundingClientRect().x));
})`

// cutNames lists the seats that show less than eight letters of a name, with seven at a small phone six.
const cutNames = `[...document.querySelectorAll('#rim .seat')].flatMap((seat) => {
	const line = seat.querySelector('.name'), box = line.getBoundingClientRect(), text = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
	while (text.nextNode() && text.currentNode.data.trim() === '');
	const range = document.createRange(), most = innerWidth < 350 && document.querySelectorAll('#rim .seat').length > 6 ? 6 : 8;
	range.setStart(text.currentNode, 0), range.setEnd(text.currentNode, Math.min(most, text.currentNode.length));
	return [...range.getClientRects()].some((r) => r.right > box.right + 1 || r.bottom > box.bottom + 2) ? [seat.className + ' ' + range] : [];
})`

// TestLongNames: a face covers no letter of a name, be it as long as it may be, and eight letters of each are in sight.
func TestLongNames(t *testing.T) {
	s := pages(t, 7)
	a, seat := s.sits(t, phone, anna, `,"chairs":7,"bot":"","pace":3600000`)
	for i := range 6 {
		s.join(seat, "Wilhelmine Bartholomäa "+string(rune('A'+i)))
	}
	a.wait(`document.querySelectorAll('#panel .chairs b').length === 7`)
	a.tap("[data-act=start]")
	a.wait(`document.body.dataset.stage === 'playing' && document.querySelectorAll('#rim .seat').length === 7`)
	for _, z := range []size{{320, 568}, phone, {430, 932}, sideways, {844, 390}, tablet, laptop, {1920, 1080}} {
		a.do(chromedp.EmulateViewport(z.w, z.h, chromedp.EmulateScale(1)))
		a.wait(fmt.Sprintf(`innerWidth === %d && innerHeight === %d`, z.w, z.h))
		a.settle()
		if hidden := eval[[]string](a, hiddenNames); len(hidden) > 0 {
			t.Errorf("%v: a face lies on %s", z, strings.Join(hidden, ", "))
		}
		if cut := eval[[]string](a, cutNames); len(cut) > 0 {
			t.Errorf("%v: less than eight letters: %s", z, strings.Join(cut, ", "))
		}
		if dir := os.Getenv("CHRATZE_SCREENSHOTS"); dir != "" {
			a.shot(dir, "names-"+z.String()+fmt.Sprint(z.w))
		}
	}
}

// TestSaidInWindow: what is said and promised at the seats stays within a narrow window, with six at the table and long words.
func TestSaidInWindow(t *testing.T) {
	s := pages(t, 5)
	p, _ := s.sits(t, size{320, 640}, anna+`localStorage.setItem('lang', 'de-AT')`, `,"practice":true,"chairs":6,"rules":{"preset":"kratzen"}`)
	seen := map[string]bool{}
	for hands := 0; hands < 2; {
		p.ready()
		if p.between() {
			hands++
			p.next()
			continue
		}
		p.settle()
		for _, said := range eval[[]string](p, `[...document.querySelectorAll('#rim .seat :is(.bubble, .role, .name)')].filter((e) => e.checkVisibility()).map((e) => e.innerText)`) {
			seen[said] = true
		}
		if out := eval[[]string](p, `[...document.querySelectorAll('#rim .seat :is(.bubble, .role, .name)')].filter((e) => e.checkVisibility()
			&& (e.getBoundingClientRect().left < 0 || e.getBoundingClientRect().right > innerWidth)).map((e) => e.innerText)`); len(out) > 0 {
			t.Fatalf("beyond the edge of the window: %q", out)
		}
		p.answer()
	}
	for _, said := range []string{"muss spielen", "mitgehen"} {
		if !seen[said] {
			t.Errorf("nothing was tested with %q, only with %q", said, slices.Sorted(maps.Keys(seen)))
		}
	}
}

// TestMussInWindow: with six at the table, all of whom must play, no role lies on a neighbour's or beyond the edge of a narrow
// window, and the head says all it says within its own height.
func TestMussInWindow(t *testing.T) {
	s := pages(t, 5)
	for _, lang := range []string{"ja", "de-AT"} {
		p, _ := s.sits(t, size{320, 640}, anna+`localStorage.setItem('lang', '`+lang+`')`, `,"practice":true,"chairs":6,"rules":{"preset":"kratzen"}`)
		p.ready()
		for _, z := range []size{{320, 568}, {360, 640}, {390, 740}} {
			p.do(chromedp.EmulateViewport(z.w, z.h, chromedp.EmulateScale(1)))
			p.wait(fmt.Sprintf(`innerWidth === %d`, z.w))
			p.settle()
			roles, faults := eval[int](p, `document.querySelectorAll('#rim .role').length`), eval[[]string](p, `(() => {
				const box = (e) => e.getBoundingClientRect(), roles = [...document.querySelectorAll('#rim .role')], bar = box(document.querySelector('#bar'));
				const meet = (a, b) => a.left < b.right - .5 && b.left < a.right - .5 && a.top < b.bottom - .5 && b.top < a.bottom - .5;
				const texts = document.createTreeWalker(document.querySelector('#bar .state'), NodeFilter.SHOW_TEXT), range = document.createRange(), head = [];
				while (texts.nextNode()) { range.selectNodeContents(texts.currentNode); head.push(...range.getClientRects()); }
				return [...roles.flatMap((a, i) => [...roles.slice(i + 1), ...document.querySelectorAll('#rim .seat .who')].filter((b) => a.closest('.seat') !== b.closest('.seat') && meet(box(a), box(b))).map((b) => a.innerText + ' on ' + b.className)),
					...roles.filter((a) => box(a).left < 0 || box(a).right > innerWidth).map((a) => a.innerText + ' beyond the edge'),
					...head.filter((r) => r.width > 1 && (r.bottom > bar.bottom + 1 || r.top < -1)).map((r) => 'the head reaches from ' + r.top + ' to ' + r.bottom)];
			})()`)
			if roles != 6 || len(faults) > 0 {
				t.Errorf("%s, %d wide: %d roles; %s", lang, z.w, roles, strings.Join(faults, ", "))
			}
		}
	}
}

// TestTricksInAMuss: what a seat must do and has won lies on no other's plate, of three that stand side by side.
func TestTricksInAMuss(t *testing.T) {
	s := pages(t, 11)
	p, _ := s.sits(t, phone, anna+`localStorage.setItem('lang', 'de-AT');`, `,"practice":true,"chairs":4,"rules":{"preset":"kratzen"}`)
	won := 0
	for p.ready(); !p.between(); p.ready() {
		p.settle()
		won += eval[int](p, `document.querySelectorAll('#rim .seat:not(.me) .won i').length`)
		if on := eval[[]string](p, `[...document.querySelectorAll('#rim .seat:not(.me) :is(.role, .won i)')].filter((e) => {
			const r = e.getBoundingClientRect(), seat = e.closest('.seat');
			return r.left < -1 || r.right > innerWidth + 1 || [...document.querySelectorAll('#rim .seat:not(.me)')].some((o) => { const b = o.getBoundingClientRect(); return o !== seat && r.left < b.right - 1 && b.left < r.right - 1; });
		}).map((e) => e.closest('.seat').innerText)`); len(on) > 0 {
			t.Fatalf("on another's plate, or beyond the edge: %q", on)
		}
		p.answer()
	}
	if won == 0 {
		t.Error("no other player won a trick")
	}
}

// TestFiveCards: six players with five cards each, and how many they exchanged, have room on a phone.
func TestFiveCards(t *testing.T) {
	s := pages(t, 7)
	p, _ := s.sits(t, phone, anna+`localStorage.setItem('lang', 'de-AT');`, `,"practice":true,"chairs":6,"rules":{"preset":"bourre"}`)
	swaps := 0
	p.walk(2, func(phase string) {
		p.settle()
		swaps += eval[int](p, `document.querySelectorAll('#rim .seat:not(.me) .swap').length`)
		p.fits(phase)
	})
	if swaps == 0 {
		t.Error("no other player exchanged cards")
	}
}
