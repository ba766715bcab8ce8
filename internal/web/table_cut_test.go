package web_test

import (
	"strings"
	"testing"
)

// TestCutIsRead: what the cutters have shown stands on the table for as long as nobody has led,
// with whether that passes the deal on and what it costs, and covers nothing that counts.
func TestCutIsRead(t *testing.T) {
	s := open(t, 5)
	p := newTab(t, s, phone, anna+`localStorage.setItem('lang', 'de-AT');`)
	p.visit(s.make(`,"practice":true,"chairs":6,"rules":{"preset":"kratzen"}`).Link)
	seen := 0
	p.walk(3, func(string) {
		covers := eval[[]string](p, `(() => {
			const cut = document.querySelector('.cut')?.getBoundingClientRect();
			return cut ? ['', ...(document.querySelector('.cut').innerText.includes('Damit wechselt der Geber') ? [] : ['a text that does not say why another deals']), ...(document.querySelector('.cut').innerText.match(/hebt ab/g).length > 1 ? ['a text that tells more than the last cut'] : []), ...[...document.querySelectorAll('#rim > :is(.pot, .trumpsign, .seat), .card:not([hidden])')].filter((e) => {
				const r = e.getBoundingClientRect();
				return r.width && r.x < cut.right - 1 && cut.x < r.right - 1 && r.y < cut.bottom - 1 && cut.y < r.bottom - 1;
			}).map((e) => e.className + ' ' + e.innerText)] : [];
		})()`)
		if len(covers) > 0 {
			seen++
		}
		if len(covers) > 1 {
			t.Errorf("the cut is, or covers, %s", strings.Join(covers[1:], "; "))
		}
	})
	if seen == 0 {
		t.Error("nobody has cut")
	}
}
