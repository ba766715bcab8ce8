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
		p := newTab(t, s, size{320, 640}, anna+`localStorage.setItem('lang', '`+lang+`')`)
		p.visit(s.make(`,"practice":true,"pace":40,"chairs":3,"rules":{"preset":"rams","penalty":10,"score":"up","goal":4,"prize_fine":50}`).Link)
		for hand := 1; ; hand++ {
			for p.ready(); !p.between(); p.ready() {
				p.answer()
			}
			p.settle()
			p.fits(lang + ", the settlement")
			if got := eval[string](p, `document.querySelector('#bar .ante')?.innerText ?? [...document.querySelectorAll('#rim .seat .money')].find((e) => /[.,]/.test(e.innerText))?.innerText ?? ''`); got != "" {
				t.Errorf("%s: %q stands in the head or at a name, and not strokes", lang, got)
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
	}
}
