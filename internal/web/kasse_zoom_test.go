package web_test

import (
	"fmt"
	"testing"
)

// TestKasseLargestLetters: on the smallest phone, with letters twice as large, the desk's date and its short buttons are whole, and nothing
// lies below the head.
func TestKasseLargestLetters(t *testing.T) {
	s := pages(t, 1)
	for _, lang := range sample(2, "en", "de-AT", "ja", "de-CH") {
		p := newTab(t, s, size{320, 568}, "localStorage.setItem('lang', '"+lang+"')")
		p.letters(200)
		p.visit(s.http.URL + "/kasse/")
		p.evening("chratze", "Anna", "Beat", "Carl", "Dora")
		for i := range 4 {
			p.tap(fmt.Sprintf("nav button:nth-of-type(%d)", i+1))
			if faults := eval[[]string](p, `(() => {
				const faults = [], lines = (e) => { const r = document.createRange(); r.selectNodeContents(e); return r.getBoundingClientRect(); };
				const bar = document.getElementById('bar').getBoundingClientRect(), date = lines(document.querySelector('#bar h1'));
				if (date.top < 0 || date.bottom > bar.bottom) faults.push('the date goes from ' + date.top + ' to ' + date.bottom);
				for (const e of document.querySelectorAll('nav button, .head button')) {
					if (lines(e).height > 2 * parseFloat(getComputedStyle(e).fontSize) || e.scrollWidth > e.clientWidth + 2) faults.push('broken or cut: ' + e.innerText);
				}
				return faults;
			})()`); len(faults) > 0 {
				t.Errorf("%s, tab %d: %q", lang, i+1, faults)
			}
		}
	}
}
