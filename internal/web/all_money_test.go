package web_test

import (
	"fmt"
	"strings"
	"testing"

	"chratze/internal/locale"
	"chratze/internal/locale/localetest"
)

// TestOneMoney: the pages show every sum in the table's money, and no other: a hand with its settlement, what is
// explained at it, its rules, the form for house rules, and the cash desk with its coins.
func TestOneMoney(t *testing.T) {
	s := pages(t, 7)
	sort := map[string]string{"francs": "chf", "euro": "eur", "yen": "yen"} // of coins, as cardart names them
	for i, lang := range sample(2, "ja", "en", "de-CH", "de-AT") {
		for k, m := range localetest.Moneys() {
			if i != k && !verify {
				continue
			}
			p := newTab(t, s, phone, anna+`localStorage.setItem('lang', '`+lang+`');`)
			look := func(where string) {
				if text := eval[string](p, `document.body.innerText`); localetest.Foreign(m, text) != "" {
					t.Errorf("%s, %s: %s has %q in\n%s", lang, m, where, localetest.Foreign(m, text), text)
				}
			}
			p.visit(s.make(fmt.Sprintf(`,"practice":true,"pace":100,"money":%q`, m)).Link)
			p.walk(1, look)
			p.wait(`document.querySelector('.flows .sum')`)
			look("the settlement")
			p.visit(fmt.Sprintf("%s/rules/chratze,penalty_cap=500/%s?money=%s", s.http.URL, lang, m))
			look("the rules")
			p.visit(s.http.URL + "/api/rules/chratze/" + lang + "?money=" + m.String())
			look("the form")

			p.visit(s.http.URL + "/kasse")
			p.wait(`document.querySelector('#new')`)
			p.tap("#new")
			p.wait(`document.querySelector('.setup .two select')`)
			p.set(".setup .two select", m.String())
			for n := 1; n <= 4; n++ {
				p.set(fmt.Sprintf(".people li:nth-child(%d) input[maxlength]", n), strings.Fields("Anna Beat Carl Dora")[n-1])
			}
			p.tap("#begin")
			p.wait(`document.querySelector('.entry')`)
			p.hand("Anna", "Beat", "Anna 1", "Beat 3")
			look("a hand at the cash desk")
			p.tap("#book")
			p.wait(`document.querySelector('.lays')`)
			look("what is laid down")
			if coins := eval[int](p, `document.querySelectorAll('.lays .coins svg').length`); (coins > 0) != (m != locale.Points) {
				t.Errorf("%s: %d coins are drawn", m, coins)
			}
			if bad := eval[string](p, `[...document.querySelectorAll('.coins use')].map((u) => u.getAttribute('href')).find((id) => !document.querySelector(id) || !id.startsWith('#`+sort[m.String()]+`-')) ?? ''`); bad != "" {
				t.Errorf("%s: there is no coin %s of it", m, bad)
			}
			p.picked("laid-" + m.String())
			p.close()
		}
	}
}
