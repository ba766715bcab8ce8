package web_test

import (
	"strings"
	"testing"
)

// TestHints: alone with bots one gets hints of every kind, by tap, key and typed word, as
// whole sentences too; nothing lies on a card; at a table with others only when all
// have agreed, which everybody sees.
func TestHints(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	t.Run("alone", func(t *testing.T) {
		t.Parallel()
		s := open(t, 5)
		p, _ := s.sits(t, phone, anna, `,"practice":true,"chairs":4`)
		seen := map[string]bool{}
		for hand := 0; hand < 2; {
			p.ready()
			if p.between() {
				if hand++; hand < 2 {
					p.next()
				}
				continue
			}
			kind := p.asked()
			if kind == "play" && eval[int](p, `document.querySelectorAll('.card.can').length`) == 1 {
				if eval[bool](p, `!!document.querySelector('[data-do=hint]')`) {
					t.Error("a hint is offered where there is nothing to choose")
				}
				p.answer()
				continue
			}
			p.wait(`document.getElementById('panel').hidden && document.querySelector('[data-do=hint]')`)
			if !seen[kind] {
				p.tap("[data-do=hint]")
			} else {
				p.keys("i")
			}
			q := eval[string](p, `document.body.dataset.q`)
			p.wait(`document.querySelector('#foot :is(.why, .note)') || document.body.dataset.q !== '` + q + `' || !document.body.dataset.ask`)
			if p.asked() != kind || eval[string](p, `document.body.dataset.q`) != q {
				continue // the window for the trump six has closed meanwhile
			}
			if eval[bool](p, `!!document.querySelector('#foot .note')`) {
				t.Fatalf("no hint: %s", eval[string](p, `document.querySelector('#foot .note').innerText`))
			}
			if n := eval[int](p, `document.querySelectorAll(':is(#foot, #rim) .worth').length`); n < 1 || eval[int](p, `document.querySelectorAll(':is(#foot, #rim) .worth.best').length`) != 1 {
				t.Errorf("%s: %d values, and the best one isn't marked", kind, n)
			}
			why := eval[string](p, `document.querySelector('#foot .why').innerText`)
			best := strings.TrimSpace(strings.SplitN(why, "\n", 2)[0])
			if best == "" {
				t.Errorf("%s: the hint is %q", kind, why)
			}
			p.wait(`document.getElementById('polite').innerText.includes('Hint: ')`)
			if over := eval[string](p, `(() => { const f = [...document.querySelectorAll('#foot > *')].map((e) => e.getBoundingClientRect()).filter((r) => r.height);
				return [...document.querySelectorAll('.card.mine')].filter((c) => { const r = c.getBoundingClientRect(); return f.some((g) => g.top < r.bottom - 1 && g.bottom > r.top + 1 && g.left < r.right && g.right > r.left); }).map((c) => c.dataset.card).join(' '); })()`); over != "" {
				t.Errorf("%s: the hint covers %s", kind, over)
			}
			if !seen[kind] {
				p.accessible("hint", kind)
			}
			seen[kind] = true
			p.answer()
		}
		if len(seen) < 3 {
			t.Errorf("only hints of the kinds %v were asked for", seen)
		}
	})
	t.Run("together", func(t *testing.T) {
		t.Parallel()
		s := open(t, 7)
		seat := s.make(`,"chairs":3`)
		a, b := newTab(t, s, phone, anna), newTab(t, s, phone, anna)
		a.visit(seat.Link)
		b.visit(s.join(seat, "Beat").Link)
		b.wait(`document.body.dataset.stage === 'lobby'`)
		a.tap("[data-act=start]")
		a.wait(`document.body.dataset.stage === 'playing'`)
		for _, p := range []*tab{a, b} {
			if eval[bool](p, `!!document.querySelector('[data-do=hint]')`) {
				t.Error("there are hints, and nobody has agreed")
			}
			p.menu("table")
			p.tap("[data-do=agree]")
			p.wait(`document.getElementById('polite').innerText.includes('Agreed to hints: ')`)
			p.tap("dialog .close button")
		}
		for !eval[bool](a, `!!document.querySelector('[data-do=hint]')`) && !eval[bool](b, `!!document.querySelector('[data-do=hint]')`) {
			if a.between() {
				a.next(b)
			}
			a.wait(`document.querySelector('[data-do=hint]') || !document.body.dataset.ask`)
		}
		b.menu("table")
		b.tap("[data-do=agree]")
		a.wait(`document.getElementById('polite').innerText.includes('Agreed to hints: Anna.')`)
		a.wait(`!document.querySelector('[data-do=hint]')`)
	})
}
