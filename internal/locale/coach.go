package locale

import (
	"math"

	"chratze/card"
	"chratze/pot"
	"chratze/rams"
)

// Reason returns a reason of package coach as a sentence. The code is the key of the message;
// cards in args are replaced by their names.
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

// Act returns an act as it is said at the table, with its cards: metcho, Rosen Ass.
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

// Worth returns an estimated amount in Rappen with its sign and without a unit.
func (t *Table) Worth(rappen float64) string {
	return t.Balance(t.money, pot.Chips(math.Round(rappen)))
}
