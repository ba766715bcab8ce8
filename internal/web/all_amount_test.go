package web_test

import (
	"encoding/json"
	"testing"
)

// TestAmountsAsWritten: the fields for amounts take what people write, as the desk's text does.
func TestAmountsAsWritten(t *testing.T) {
	s := pages(t, 3)
	p := newTab(t, s, phone, "")
	p.visit(s.http.URL + "/nothing")
	p.forgive()
	for _, c := range []struct {
		money, text string
		want        int // -1: no amount
	}{
		{"francs", "2", 200}, {"francs", " 2,5 ", 250}, {"francs", "2.50", 250}, {"francs", "1'000.-", 100000}, {"francs", "1’000.50", 100050}, {"francs", "Fr. 5", 500}, {"francs", "５，００", 500},
		{"euro", "€ 5,00", 500}, {"euro", "1.234,50 €", 123450}, {"euro", "0", 0}, {"yen", "￥５００", 500}, {"yen", "1,000円", 1000}, {"points", "1.000", 1000}, {"points", "20", 20},
		{"francs", "", -1}, {"francs", "1.2.3", -1}, {"francs", "0.205", -1}, {"francs", "0,205", -1}, {"francs", "1,234,50", -1}, {"francs", "x", -1}, {"yen", "5.00", -1}, {"points", "2,50", -1}, {"francs", "1e3", -1},
	} {
		text, err := json.Marshal(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := eval[int](p, `import('/web/lib/words.js').then(({readAmount}) => { const n = readAmount(`+string(text)+`, '`+c.money+`'); return Number.isNaN(n) ? -1 : n })`); got != c.want {
			t.Errorf("%s %q is %d, want %d", c.money, c.text, got, c.want)
		}
	}
}
