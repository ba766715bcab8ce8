package web_test

import (
	"strings"
	"testing"
)

// TestRaceInSight: an evening for strokes on a small phone: they stand at the names, in each settlement and in the end,
// where the prizes are, too; nothing is covered or cut, and the evening ends by itself.
func TestRaceInSight(t *testing.T) {
	s := pages(t, 5)
	for _, lang := range share(0, 2, []string{"ja", "en"}) {
		p := newTab(t, s, map[string]size{"ja": {320, 640}, "en": {360, 640}}[lang], anna+`localStorage.setItem('lang', '`+lang+`')`)
		p.visit(s.make(`,"practice":true,"pace":40,"chairs":3,"rules":{"preset":"rams","penalty":10,"score":"up","goal":4,"prize_fine":50}`).Link)
		for hand := 1; ; hand++ {
			for p.ready(); !p.between(); p.ready() {
				if has := map[string]string{"en": " of 4 strokes", "ja": "4点のうち"}[lang]; p.asked() == "join" && !strings.Contains(eval[string](p, `document.querySelector('#foot .ask').innerText`), has) {
					t.Errorf("%s: the question doesn't say how many strokes the person has", lang)
				}
				p.answer()
			}
			p.settle()
			p.fits(lang + ", the settlement")
			if got := eval[string](p, `[...document.querySelectorAll('#rim .seat .money')].find((e) => /[.,]/.test(e.innerText))?.innerText ?? ''`); got != "" {
				t.Errorf("%s: %q at a name, and not strokes", lang, got)
			}
			if got, want := eval[string](p, `document.querySelector('#bar .ante').innerText`), map[string]string{"en": "4 strokes win", "ja": "4点で勝ち"}[lang]; got != want {
				t.Errorf("%s: the head says %q, want %q", lang, got, want)
			}
			if eval[string](p, `document.body.dataset.stage`) == "over" {
				break
			}
			if hand > 20 {
				t.Fatal("the evening has no end")
			}
			p.next()
		}
		p.wait(`document.querySelector('.final')`)
		if end := eval[string](p, `document.querySelector('.final').innerText`); !strings.Contains(end, map[string]string{"en": "prize 2", "ja": "2等"}[lang]) {
			t.Errorf("%s: no prize in the end: %s", lang, end)
		}
		if first := eval[string](p, `[...document.querySelectorAll('.final li span:not(.sum, .unit)')].slice(0, 2).map((e) => e.innerText).join(', ')`); first != map[string]string{"en": "prize 1, prize 2", "ja": "1等, 2等"}[lang] {
			t.Errorf("%s: in the end %q stand first, not the prizes", lang, first)
		}
		if broken := eval[int](p, `[...document.querySelectorAll('.final b')].filter((e) => { const r = document.createRange(); r.selectNodeContents(e); return new Set([...r.getClientRects()].map((x) => Math.round(x.bottom))).size > 1; }).length`); broken > 0 {
			t.Errorf("%s: %d names are broken in two", lang, broken)
		}
	}
}

// TestAccountsWhole: on the smallest phone, an account and five cards have room beside each other.
func TestAccountsWhole(t *testing.T) {
	s := pages(t, 3)
	p := newTab(t, s, size{320, 640}, anna+`localStorage.setItem('lang', 'de-AT');`)
	p.visit(s.make(`,"practice":true,"pace":40,"chairs":5,"rules":{"preset":"bourre"}`).Link)
	for p.ready(); p.asked() != "lay"; p.ready() {
		p.answer()
	}
	p.settle()
	if cut := eval[[]string](p, `[...document.querySelectorAll('#rim .seat:not(.me) .money')].map((e) => [e, e.closest('.seat').getBoundingClientRect(), e.getBoundingClientRect()])
		.filter(([e, s, m]) => m.left < s.left - 0.5 || m.right > s.right + 0.5 || [...e.parentNode.querySelectorAll('i, svg')].some((c) => c.getBoundingClientRect().right > s.right + 0.5)).map(([e, s, m]) => [e.textContent, m.left - s.left, s.right - m.right, ...[...e.parentNode.querySelectorAll("i, svg")].map((c) => Math.round((s.right - c.getBoundingClientRect().right) * 10) / 10)].join(" "))`); len(cut) > 0 {
		t.Errorf("cut: %q", cut)
	}
}
