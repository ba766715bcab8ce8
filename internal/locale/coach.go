package locale

import (
	"math"

	"chratze/card"
	"chratze/pot"
	"chratze/rams"
)

// Reason says why an act is the best one: the code of package coach is the key of a message,
// and its parameters are said as what they are, cards by their names.
func (t *Table) Reason(code string, args map[string]any) string {
	words := Args{}
	for name, value := range args {
		switch value := value.(type) {
		case card.Set:
			words[name] = t.Set(value)
		case card.Suit:
			words[name] = t.Suit(value)
		case pot.Chips:
			words[name] = t.Sum(t.money, value)
		default:
			words[name] = value
		}
	}
	return t.T(code, words)
}

// Act names an act as the table says it, with its cards: metcho, Rosen Ass.
func (w *Words) Act(a rams.Action) string {
	switch {
	case a.Kind == rams.Play:
		return w.Set(a.Cards)
	case a.Cards != 0:
		return w.T("learn.act.cards", Args{"call": w.Call(a.Kind), "cards": w.Set(a.Cards)})
	case a.Kind == rams.Lay:
		return w.T("learn.act.none", nil)
	}
	return w.Call(a.Kind)
}

// Worth says an estimated amount with its sign, without its unit.
func (t *Table) Worth(rappen float64) string {
	return t.Balance(t.money, pot.Chips(math.Round(rappen)))
}
