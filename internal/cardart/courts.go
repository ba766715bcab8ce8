package cardart

import "strings"

// A head is put together from behind, face, look, beard and hat.
type head struct {
	behind, face, look, beard, hat string
}

// A bust is half a court of a double-ended deck: a head on a body, something held
// up in one hand and something at the left below the index. "sign" stands for the
// suit sign: who carries it high is an Ober or a king, who carries it low an Under.
type bust struct {
	head
	body, high, low string
	dress           dress
}

// dress are the tones somebody wears: A, B, C the hat, D, E, F the coat, and hair.
type dress map[string]string

func worn(hair, a, b, c, d, e, f string) dress {
	return dress{"hair": hair, "A": a, "B": b, "C": c, "D": d, "E": e, "F": f}
}

func (h head) draw(p palette, d dress) string {
	s := p.draw(part("faces", h.face)+part("looks", h.look), d)
	if h.behind != "" {
		s = p.draw(part("behind", h.behind), d) + s
	}
	if h.beard != "" {
		s += p.draw(part("beards", h.beard), d)
	}
	if h.hat != "" {
		s += p.draw(part("hats", h.hat), d)
	}
	return s
}

// bust draws the upper half of a card.
func (d *deck) bust(f *bust, suit byte) string {
	s := d.draw(part("bodies", f.body), f.dress) + at(61, 47.5, .9, f.head.draw(d.palette, f.dress))
	switch f.high {
	case "sign":
		s += sign(suit, 105, 34, 36)
	case "sceptre":
		s += sign(suit, 105.5, 27, 35) + at(106, 60, 1, d.draw(part("high", "sceptre"), f.dress))
	default:
		s += at(106, 60, 1, d.draw(part("high", f.high), f.dress))
	}
	s += d.draw(part("arm", "fore"), f.dress) + at(106, 60, 1, d.draw(part("arm", "hand"), nil))
	if f.low == "sign" {
		return s + sign(suit, 23, 79, 34)
	}
	return s + at(23, 80, 1, d.draw(part("low", f.low), f.dress))
}

// sign places the suit sign around x, y, with some paper around it to set it off.
func sign(suit byte, x, y, size float64) string {
	return use("halo-"+string(suit), x, y, size*1.24) + use("suit-"+string(suit), x, y, size)
}

// halo is the outline of a sign, wide and in the tone of paper; its box is 12 units
// larger on each side than that of the sign.
func (d *deck) halo(suit byte) string {
	var b strings.Builder
	for line := range strings.Lines(d.sign(suit)) {
		brush, data, _ := strings.Cut(strings.TrimSpace(line), " ")
		if _, flat := strings.CutSuffix(brush, "."); data != "" && (!flat || len(brush) == 2) {
			b.WriteString("-paper/17 " + data + "\n")
		}
	}
	return `<symbol id="halo-` + string(suit) + `" viewBox="-12 -12 124 124">` + d.draw(b.String(), nil) + "</symbol>\n"
}

// ended returns a double-ended picture of an upper half, with a belt of the given
// tone between the halves.
func (p palette) ended(half, belt string) string {
	return half + turn(64, 100, half) + p.draw(belt+" M1.6 96.5h124.8v7H1.6z", nil)
}

// belts are the tones of the belts.
var belts = map[byte]string{'c': "moss", 's': "blue", 'h': "red", 'd': "gold"}
