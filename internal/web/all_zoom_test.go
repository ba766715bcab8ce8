package web_test

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// TestForcedColours: with the colours of the system all that can be pressed or filled in has an edge, on every page.
func TestForcedColours(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	s := open(t, 5)
	p := newTab(t, s, phone, anna)
	p.wishes(&emulation.MediaFeature{Name: "forced-colors", Value: "active"})
	for _, path := range []string{"/", "/learn/1", "/replay", "/kasse/", "/puzzle/"} {
		p.visit(s.http.URL + path)
		p.wait(`document.querySelector('button, a.button')`)
		if bare := eval[string](p, `[...document.querySelectorAll('button, a.button, select, textarea')].filter((b) => b.checkVisibility() && !parseFloat(getComputedStyle(b).borderTopWidth))
			.map((b) => b.id || b.innerText).join(', ')`); bare != "" {
			t.Errorf("%s: without an edge are %s", path, bare)
		}
	}
}

// TestZoomedTable: enlarged four times, a window of 1280 by 1024 is one of 320 by 256, and one of 1280 by 740 of 320 by 185.
// The table is that of a small phone then, and scrolls: the own cards are as large as there, they and the question are what
// is seen first, and the answers can be reached.
func TestZoomedTable(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	s := open(t, 5)
	hand := func(z size) float64 {
		p := newTab(t, s, z, anna)
		p.visit(s.http.URL)
		p.tap("#play")
		p.wait(`document.body.dataset.stage === 'playing'`)
		p.ready()
		if z.h == 256 {
			for _, v := range p.violations() {
				t.Errorf("%v: %s", z, v)
			}
		}
		if wide := eval[int](p, `document.scrollingElement.scrollWidth`); wide > int(z.w) {
			t.Errorf("%v: the table is %d pixels wide", z, wide)
		}
		if away := eval[int](p, `[...document.querySelectorAll('#cards .mine, #foot .ask, #foot .acts button')].filter((b) => {
			const r = b.getBoundingClientRect(); return Math.min(r.bottom, innerHeight) - Math.max(r.top, 0) < Math.min(r.height, 30); }).length`); away != 0 {
			t.Errorf("%v: %d cards or answers are away from what is seen at first", z, away)
		}
		if hidden := eval[int](p, `[...document.querySelectorAll('#cards .mine, #foot .acts button')].filter((b) => {
			b.scrollIntoView({block: 'nearest'});
			const r = b.getBoundingClientRect(), at = document.elementFromPoint(r.x + r.width / 2, r.y + Math.min(r.height / 2, 20));
			return !b.contains(at) && !at?.contains(b);
		}).length`); hidden != 0 {
			t.Errorf("%v: %d cards or answers can't be reached", z, hidden)
		}
		return eval[float64](p, `Math.max(...[...document.querySelectorAll('#cards .card')].map((c) => c.getBoundingClientRect().height))`)
	}
	if zoomed, small := min(hand(size{320, 256}), hand(size{320, 185})), hand(size{320, 568}); zoomed < small-1 || small < 60 {
		t.Errorf("enlarged a card is %.0f pixels high, on a small phone %.0f", zoomed, small)
	}
}
