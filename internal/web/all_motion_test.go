package web_test

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"chratze/internal/waittest"
)

// timers lets a test say that the time of a page's timers is over.
const timers = `(() => {
	const {setTimeout, clearTimeout} = window, timers = new Map();
	const over = (id) => { const f = timers.get(id); clearTimeout(id); timers.delete(id); f(); };
	window.setTimeout = (f, ms, ...more) => {
		const id = setTimeout(() => over(id), ms);
		timers.set(id, () => f(...more));
		return id;
	};
	window.clearTimeout = (id) => { timers.delete(id); clearTimeout(id); };
	window.due = () => { for (const id of [...timers.keys()]) if (timers.has(id)) over(id); };
})(), 0`

// TestMotion: cards move; a trick that is to stay does so until a tap, and nothing is lost
// after it. If you want no motion, nothing moves.
func TestMotion(t *testing.T) {
	s := pages(t, 5)
	p := newTab(t, s, phone, `localStorage.setItem('name', 'Anna'); localStorage.setItem('set.linger', 'yes')`)
	still := newTab(t, s, phone, `localStorage.setItem('name', 'Anna')`)
	still.wishes(&emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"})
	count := `new Promise((done) => { window.moved = 0; const animate = Element.prototype.animate; Element.prototype.animate = function (...a) { window.moved++; return animate.apply(this, a); }; done(0); })`
	link := s.make(`,"practice":true,"pace":400`).Link
	for _, q := range []*tab{p, still} {
		q.visit(link)
		q.wait(`document.querySelector('#rim .seat')`)
		eval[int](q, count)
	}
	eval[any](p, timers)
	lingered := false
	waittest.Until(t, "a trick of others that stays, and a card that moves", func() bool {
		p.wait(`document.body.dataset.ask || document.body.dataset.stage !== 'playing' || document.querySelector('.seat.winner')`)
		switch {
		case p.between():
			p.next()
		case p.asked() == "" && eval[bool](p, `!!document.querySelector('.seat.winner')`):
			still.wait(`!document.querySelector('.seat.winner')`) // there the next card has come
			eval[any](p, `due(), 0`)
			if !eval[bool](p, `!!document.querySelector('.seat.winner')`) {
				t.Fatal("a trick that was to stay has gone by itself")
			}
			lingered = true
			p.click(180, 420)
			p.wait(`!document.querySelector('.seat.winner')`)
		default:
			p.answer()
		}
		return lingered && eval[int](p, `window.moved`) > 0
	})
	if n := eval[int](still, `window.moved`); n != 0 {
		t.Errorf("for who wants no motion, %d things have moved", n)
	}
}
