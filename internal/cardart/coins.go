package cardart

import (
	"strconv"
	"strings"
)

// A coin is drawn in a square of 100 units. Its id is currency-amount, the amount
// in Rappen, cents, yen or points: chf-50 is half a franc, chip-50 a chip worth 50.
type coin struct {
	id         string
	value      string
	unit       string
	radius     float64
	rim, field string // tones
}

var coinage = []coin{
	{"chf-5", "5", "Rp", 36, "gold", "straw"},
	{"chf-10", "10", "Rp", 38, "grey", "silver"},
	{"chf-20", "20", "Rp", 40, "grey", "silver"},
	{"chf-50", "½", "Fr", 37, "grey", "silver"},
	{"chf-100", "1", "Fr", 42, "grey", "silver"},
	{"chf-200", "2", "Fr", 45, "grey", "silver"},
	{"chf-500", "5", "Fr", 48, "grey", "silver"},
	{"eur-1", "1", "ct", 34, "brown", "copper"},
	{"eur-2", "2", "ct", 36, "brown", "copper"},
	{"eur-5", "5", "ct", 38, "brown", "copper"},
	{"eur-10", "10", "ct", 38, "gold", "straw"},
	{"eur-20", "20", "ct", 40, "gold", "straw"},
	{"eur-50", "50", "ct", 44, "gold", "straw"},
	{"eur-100", "1", "€", 42, "gold", "silver"},
	{"eur-200", "2", "€", 46, "grey", "straw"},
	{"usd-1", "1", "ct", 36, "brown", "copper"},
	{"usd-5", "5", "ct", 39, "grey", "silver"},
	{"usd-10", "10", "ct", 34, "grey", "silver"},
	{"usd-25", "25", "ct", 44, "grey", "silver"},
	{"yen-1", "1", "¥", 34, "grey", "silver"},
	{"yen-5", "5", "¥", 38, "gold", "straw"},
	{"yen-10", "10", "¥", 41, "brown", "copper"},
	{"yen-50", "50", "¥", 38, "grey", "silver"},
	{"yen-100", "100", "¥", 42, "grey", "silver"},
	{"yen-500", "500", "¥", 47, "gold", "straw"},
}

// A note is for more than the largest coin.
type note struct {
	id, value, tone string
}

var notes = []note{
	{"chf-1000", "10", "straw"}, {"chf-2000", "20", "red"}, {"chf-5000", "50", "green"}, {"chf-10000", "100", "sky"},
	{"eur-500", "5", "silver"}, {"eur-1000", "10", "red"}, {"eur-2000", "20", "sky"}, {"eur-5000", "50", "straw"}, {"eur-10000", "100", "green"},
	{"usd-100", "1", "green"}, {"usd-500", "5", "green"}, {"usd-1000", "10", "green"}, {"usd-2000", "20", "green"}, {"usd-5000", "50", "green"}, {"usd-10000", "100", "green"},
	{"yen-1000", "1000", "sky"}, {"yen-5000", "5000", "copper"}, {"yen-10000", "10000", "straw"},
}

// Chips for points: the tone of each value.
var chips = []struct {
	value int
	tone  string
}{{1, "white"}, {2, "straw"}, {5, "red"}, {10, "blue"}, {20, "green"}, {50, "wine"}, {100, "black"}, {200, "brown"}, {500, "gold"}, {1000, "sky"}}

// coins returns the sheet of coins and chips.
func coins() string {
	p := palette(tones)
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg"><title>Coins</title>` + "\n")
	for _, c := range coinage {
		b.WriteString(symbol(c.id, "0 0 100 100", 3, c.draw(p)))
	}
	for _, n := range notes {
		size := []float64{0, 44, 40, 34, 29, 24}[len(n.value)]
		b.WriteString(symbol(n.id, "0 0 100 100", 3,
			p.draw(n.tone+" M3 22h94v56H3z\n-paper/3 M9 28h82v44H9z", nil)+text(n.value, 50, 50, size, 6)))
	}
	for _, c := range chips {
		value := strconv.Itoa(c.value)
		size := []float64{0, 34, 28, 21, 16}[len(value)]
		b.WriteString(symbol("chip-"+value, "0 0 100 100", 3,
			p.draw(c.tone+" o 50 50 47\n"+edge(c.tone)+"\n- o 50 50 47\npaper o 50 50 30", nil)+text(value, 50, 50, size, 5)))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func (c coin) draw(p palette) string {
	r := num(c.radius)
	s := p.draw(c.rim+" o 50 50 "+r, nil)
	if c.unit == "€" { // two metals
		s += p.draw(c.field+"/2 o 50 50 "+num(c.radius-10), nil)
	} else {
		s += p.draw(c.field+"/1.5 o 50 50 "+num(c.radius-6), nil)
	}
	k := c.radius / 48
	size := 38 * k
	if len(c.value) > 2 {
		size = 27 * k
	}
	return s + text(c.value, 50, 50-10*k, size, 6.5*k) + text(c.unit, 50, 50+22*k, 17*k, 4*k)
}

// edge returns the marks around a chip.
func edge(tone string) string {
	mark := "paper."
	if tone == "white" || tone == "straw" || tone == "sky" || tone == "gold" {
		mark = "ink."
	}
	return mark + " M43 3h14l-1 13H44zM43 97h14l-1-13H44zM3 43v14l13-1V44zM97 43v14l-13-1V44z"
}
