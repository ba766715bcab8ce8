package web_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// cutOff names the texts that aren't whole: cut off by their box, or beyond the edge of the window; an address may go on,
// and what is for ears alone has no width.
const cutOff = `[...document.querySelectorAll('body *')].filter((e) => e.checkVisibility({visibilityProperty: true, opacityProperty: true}) && e.closest(':not(bdi)').getBoundingClientRect().width > 2 && !e.closest('svg, .here') && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())).flatMap((e) => {
	const r = e.getBoundingClientRect(), hides = (x) => ['hidden', 'clip'].includes(getComputedStyle(e)[x]), name = e.tagName + '.' + e.className + ' ' + e.innerText;
	return [r.left < -1 || r.right > document.documentElement.clientWidth + 1 ? name + ' is beyond the edge' : '',
		hides('overflowX') && e.scrollWidth > e.clientWidth + 1 || hides('overflowY') && e.scrollHeight > e.clientHeight + 2 ? name + ' is cut off' : ''].filter(Boolean);
})`

// allShown lets nothing be cut off in any of these widths.
func (p *tab) allShown(where string, widths []int64) {
	p.t.Helper()
	for _, w := range widths {
		p.do(chromedp.EmulateViewport(w, 740, chromedp.EmulateScale(1)))
		p.settle() // a table is drawn anew in a window of another shape
		for _, text := range eval[[]string](p, cutOff) {
			p.t.Errorf("%s, %d wide: %s", where, w, text)
		}
	}
}

// TestDeskAndReviewAreWhole: every state of the desk, and the review of a hand, shows all of its texts: in each language,
// on small phones and on a desk. A sample has each language but Swiss German, which is shorter than Austrian, and each width.
func TestDeskAndReviewAreWhole(t *testing.T) {
	s := pages(t, 1)
	looks := map[string][]int64{"ja": {360, 1280}, "de-AT": {320}, "en": {1280}}
	if verify {
		all := []int64{320, 360, 1280}
		looks = map[string][]int64{"de-CH": all, "ja": all, "de-AT": all, "en": all}
	}
	for lang, widths := range looks {
		t.Run(lang, func(t *testing.T) {
			p := newTab(t, s, size{widths[0], 740}, `localStorage.setItem('lang', '`+lang+`')`)
			p.visit(s.http.URL + "/kasse/")
			p.wait(`document.querySelector('#new')`)
			p.allShown("home", widths)
			names := []string{"Annemarie", "Beat", "Christina", "Elisabeth"}
			if lang == "ja" {
				names = []string{"あかり", "さくら", "大和太郎", "Sebastian"}
			}
			p.evening("chratze", names...)
			p.allShown("first hand", widths)
			if broken := eval[[]string](p, `[...document.querySelectorAll('.who .name')].filter((e) => {
				const range = document.createRange();
				range.selectNodeContents(e.lastChild);
				return new Set([...range.getClientRects()].map((r) => r.top)).size > 1;
			}).map((e) => e.innerText)`); len(broken) > 0 {
				t.Errorf("%d wide: broken names: %q", widths[len(widths)-1], broken)
			}
			p.hand(names[0], names[1], names[0]+" 2", names[1]+" 2")
			p.wait(`document.querySelector('#book')`)
			p.allShown("a hand", widths)
			if lang == "en" {
				p.shows("two thirds, rounded up")
			}
			p.tap("#book")
			p.wait(`document.querySelector('.lays')`)
			p.allShown("coins", widths)
			for i, tab := range []string{"standings", "history", "more"} {
				p.tapOn(`document.querySelectorAll('nav button')[` + string(rune('1'+i)) + `]`)
				p.allShown(tab, widths)
				switch tab {
				case "standings":
					if beside := eval[bool](p, `document.querySelector('.standings').getBoundingClientRect().right < document.querySelector('.chart').getBoundingClientRect().left`); beside != (widths[len(widths)-1] > 900) {
						t.Errorf("the lines beside the standings: %v", beside)
					}
				case "history":
					p.tap(".past button")
					if said := eval[string](p, `document.querySelector('.sheet .said').innerText`); strings.Contains(said, "!") || !strings.Contains(said, "★") {
						t.Errorf("the entry is called %q", said)
					}
					p.allShown("an entry", widths)
					p.tap(".sheet .meek:last-child")
				}
			}
			p.replay(s, strings.Split(recorded(t, "chratze"), "\n")[3])
			p.tap("[data-do=more]")
			p.tap("[data-do=review]")
			p.wait(`document.querySelector('#menu ul.judged li')`)
			p.allShown("review", widths)
			if lang == "ja" {
				if said := eval[[]string](p, `document.querySelector('#menu ul.judged').innerText.match(/.?[.:] ?[\u3000-\u9fff].*/g) ?? []`); len(said) > 0 {
					t.Errorf("Japanese with other stops: %s", slices.Compact(said))
				}
			}
		})
	}
}
