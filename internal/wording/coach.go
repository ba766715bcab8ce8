package wording

import (
	"math"

	"chratze/card"
	"chratze/internal/locale"
	"chratze/pot"
	"chratze/rams"
)

// Reason returns a reason of package coach as a sentence. The code is the key of the message;
// cards in args are replaced by their names.
func (t *Table) Reason(code string, args map[string]any) string {
	words := locale.Args{}
	for name, value := range args {
		switch value := value.(type) {
		case card.Set:
			words[name] = t.Set(value)
		case card.Suit:
			words[name] = t.Suit(value)
		case rams.Stake: // what failing costs
			if words[name] = t.Sum(t.money, value.Penalty); value.Back > 0 {
				words[name] = t.Cost(value)
			}
		default:
			words[name] = value
		}
	}
	return t.T(code, words)
}

// Costs says what a decision has cost: its percentage of the pot with half the interval, or that it is exact, and the amount in
// Rappen; or of the strokes of a hand, and the amount in hundredths of them.
func Costs(p *locale.Printer, m locale.Money, percent, half, cost float64, exact bool) string {
	key := "review.costs"
	switch {
	case exact:
		key = "review.costs.exact"
	case m == locale.Strokes:
		key = "review.costs.strokes"
	}
	return p.T(key, locale.Args{"percent": number(p, m, percent), "half": number(p, m, half), "amount": p.Number(m, pot.Chips(math.Round(cost)))})
}

// PotShare says what of a result is a seat's part of the pot, and what that means: in a race the pot has only fines.
func PotShare(p *locale.Printer, m locale.Money) (label, means string) {
	if m == locale.Strokes {
		return p.T("review.fines", nil), p.T("review.fines.means", nil)
	}
	return p.T("review.pot", nil), p.T("review.pot.means", nil)
}

// Unit says in what a review is told where that isn't money: in strokes; else "".
func Unit(p *locale.Printer, m locale.Money) string {
	if m == locale.Strokes {
		return p.T("review.strokes", nil)
	}
	return ""
}

// number returns a percentage as text, without decimals from 10 on.
func number(p *locale.Printer, m locale.Money, x float64) string {
	if x >= 9.95 {
		return p.Decimal(m, x, 0)
	}
	return p.Decimal(m, x, 1)
}

// Sure says how certain a review is, one sentence each: how many decisions it has tested, how many of them it can't
// judge, and by which bot; and how many it has judged exactly.
func Sure(p *locale.Printer, tested, exact, unsure int, by string) []string {
	list := []string{p.T("review.sure.knew", nil)}
	if exact > 0 {
		list = append(list, p.T("review.sure.exact", locale.Args{"n": exact}))
	}
	if tested == 0 && exact > 0 {
		return list
	}
	return append(list,
		p.T("review.sure.tests", locale.Args{"n": tested}),
		p.T("review.sure.unsure", locale.Args{"n": unsure}),
		p.T("review.sure.model", locale.Args{"by": by}),
	)
}

// Worth returns what an act is worth: in Rappen with its sign and without a unit, or in a race in hundredths of a stroke.
func (t *Table) Worth(amount float64) string {
	if t.rules.Races() {
		return t.Sum(locale.Strokes, pot.Chips(math.Round(amount)))
	}
	return t.Balance(t.money, pot.Chips(math.Round(amount)))
}
