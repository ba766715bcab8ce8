package cardart

import "strings"

// Sign returns the sign of a suit ('h') in a deck ("swiss") as the inside of an SVG, 100 units wide and high, drawn
// with Pen; "" for what is none.
func Sign(name string, suit byte) string {
	for _, d := range decks {
		if sign, ok := drawings[name+" "+string(suit)]; ok && d.name == name {
			return d.draw(sign, nil)
		}
	}
	return ""
}

// Pen is the stroke of a Sign, as attributes.
const Pen = pen + ` stroke-width="5"`

// Letter returns what stands in the corner of a deck's cards of a rank ('J'), where German is read or
// elsewhere; of a ten two digits.
func Letter(name string, rank byte, german bool) string {
	letter := string(rank)
	for _, d := range decks {
		if d.name != name {
			continue
		}
		if own, ok := d.letters[rank]; ok {
			letter = own
		}
		if own, ok := d.local[rank]; ok && german {
			letter = own
		}
	}
	return strings.Replace(letter, "T", "10", 1)
}
