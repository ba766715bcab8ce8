package locale

import (
	"strconv"
	"strings"

	"chratze/pot"
	"chratze/rams"
)

// Money is the kind of money that a table plays for, or Strokes.
type Money uint8

// The kinds of money.
const (
	Francs  = Money(pot.Francs)
	Euro    = Money(pot.Euro)
	Points  = Money(pot.Points)
	Yen     = Money(pot.Yen)
	Dollars = Money(pot.Dollars)
	Strokes = Dollars + 1 // hundredths of one: what acts are worth in a race. No table has it for money
)

// String returns francs, euro, points, yen, dollars or strokes.
func (m Money) String() string {
	if m == Strokes {
		return "strokes"
	}
	return pot.Money(m).String()
}

// Worth returns in what the values of acts are told at a table that plays for this money.
func (m Money) Worth(r *rams.Rules) Money {
	if r.Races() {
		return Strokes
	}
	return m
}

// Gain says in what gains a hand are told: in percent of the pot, or in a race of a hand's strokes.
func (p *Printer) Gain(r rams.Rules) string {
	if r.Races() {
		return p.T("sim.gain.race", nil)
	}
	return p.T("sim.gain", nil)
}

// Moneys returns the names of the kinds of money.
func Moneys() []string { return pot.Moneys() }

// ParseMoney parses what String returns. ok is false if there is no such money.
func ParseMoney(name string) (Money, bool) {
	m, ok := pot.ParseMoney(name)
	return Money(m), ok
}

// Number returns an amount in Rappen without its unit: "2.20", or "220" in points or yen.
func (p *Printer) Number(m Money, amount pot.Chips) string {
	sign, rest := "", uint64(amount)
	if amount < 0 {
		sign, rest = "-", uint64(-amount)
	}
	tail := ""
	if pot.Money(m).Hundredths() {
		tail = p.T("money."+m.String()+".point", nil) + strconv.FormatUint(100+rest%100, 10)[1:]
		rest /= 100
	}
	digits := strconv.FormatUint(rest, 10)
	group := p.T("money."+m.String()+".group", nil)
	var b strings.Builder
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 && len(digits) > 4 {
			b.WriteString(group)
		}
		b.WriteByte(digits[i])
	}
	return sign + b.String() + tail
}

// Decimal returns a number with some decimals. Its decimal sign is that of the money beside which it is told: a comma where
// points group the thousands.
func (p *Printer) Decimal(m Money, x float64, decimals int) string {
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if p.T("money."+m.String()+".group", nil) == "." {
		return strings.Replace(text, ".", ",", 1)
	}
	return text
}

// Balance is Number with a plus sign for amounts above 0.
func (p *Printer) Balance(m Money, amount pot.Chips) string {
	if amount > 0 {
		return "+" + p.Number(m, amount)
	}
	return p.Number(m, amount)
}

// Sum returns an amount with its unit: "Fr. 2.20", "220 points".
func (p *Printer) Sum(m Money, amount pot.Chips) string {
	return p.T("money."+m.String(), Args{"amount": p.Number(m, amount), "n": int64(amount)})
}
