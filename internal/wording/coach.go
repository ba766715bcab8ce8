package wording

import (
	"math"

	"chratze/card"
	"chratze/internal/locale"
	"chratze/pot"
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
		case pot.Chips:
			words[name] = t.Sum(t.money, value)
		default:
			words[name] = value
		}
	}
	return t.T(code, words)
}

// Worth returns an estimated amount in Rappen with its sign and without a unit.
func (t *Table) Worth(rappen float64) string {
	return t.Balance(t.money, pot.Chips(math.Round(rappen)))
}
