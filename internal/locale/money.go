package locale

import (
	"slices"
	"strconv"
	"strings"

	"chratze/pot"
	"chratze/rams"
)

// Money is the kind of money that a table plays for.
type Money uint8

// The kinds of money.
const (
	Francs Money = iota // 100 Rappen
	Euro                // 100 cents
	Points
	Yen
	Strokes // hundredths of one: what acts are worth in a race. No table has it for money
)

// moneyNames are the names of the kinds of money in a flag or a file.
//
//lattice:table
var moneyNames = [...]string{"francs", "euro", "points", "yen", "strokes"}

// String returns francs, euro, points or yen.
func (m Money) String() string { return moneyNames[min(m, Strokes)] }

// parts reports whether the money is divided into hundredths.
func (m Money) parts() bool { return m < Points || m == Strokes }

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

// ParseMoney parses what String returns. ok is false if there is no such money.
func ParseMoney(name string) (Money, bool) {
	m := slices.Index(moneyNames[:Strokes], name)
	return Money(max(m, 0)), m >= 0
}

// Number returns an amount in Rappen without its unit: "2.20", or "220" in points or yen.
func (p *Printer) Number(m Money, amount pot.Chips) string {
	sign, rest := "", uint64(amount)
	if amount < 0 {
		sign, rest = "-", uint64(-amount)
	}
	tail := ""
	if m.parts() {
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
