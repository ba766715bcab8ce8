package cardart

import "strings"

// A back is the other side of the cards of a deck: a ground with a trellis, a
// motif in its meshes, and scratches in a medallion: chratze means to scratch.
type back struct {
	ground, trellis string // tones
	motif           string // within 9 units of 0, 0
}

var (
	edelweiss = back{"red", "rose", part("motif", "edelweiss")}
	clover    = back{"green", "moss", part("motif", "clover")}
	lozenge   = back{"blue", "sky", part("motif", "lozenge")}
)

const frame = "M12 7h104q5 0 5 5v176q0 5-5 5H12q-5 0-5-5V12q0-5 5-5z"

const medallion = `
	gold o 64 100 31
	paper o 64 100 26
	ink. M59 82Q52 103 41 114 48 93 59 82zM75 78Q70 105 53 122 58 95 75 78zM87 86Q80 107 69 118 76 97 87 86z`

// claws are scratches too, in paper.
const claws = "paper. M-5-18Q-12 3-23 14-16-7-5-18zM11-22Q6 5-11 22-6-5 11-22zM23-14Q16 7 5 18 12-3 23-14z"

// reverse draws the back. It is the same upside down, so that nobody tells cards
// apart by how they lie.
func (d *deck) reverse() string {
	const mesh = 28
	var b, lines strings.Builder
	b.WriteString(d.blank(d.paint("paper")))
	b.WriteString(d.draw(d.ground+". "+frame, nil))
	for k := -126.0; k <= 126; k += mesh { // all x + y or x - y = k, from the middle, within the ground
		x0, x1 := max(-57, k-93), min(57, k+93)
		lines.WriteString("M" + num(64+x0) + " " + num(100+k-x0) + "L" + num(64+x1) + " " + num(100+k-x1))
		lines.WriteString("M" + num(64-x0) + " " + num(100+k-x0) + "L" + num(64-x1) + " " + num(100+k-x1))
	}
	b.WriteString(d.draw("-"+d.trellis+"/1.2 "+lines.String(), nil))
	for row := -6; row <= 6; row++ {
		for col := -3; col <= 3; col++ {
			if (row+col)%2 == 0 && !(-2 <= row && row <= 2 && -2 <= col && col <= 2) {
				b.WriteString(`<use href="#motif"`)
				attr(&b, "x", num(64+mesh/2*float64(col)))
				attr(&b, "y", num(100+mesh/2*float64(row)))
				b.WriteString("/>")
			}
		}
	}
	b.WriteString(d.draw("-/2 "+frame+medallion, nil))
	return b.String()
}
