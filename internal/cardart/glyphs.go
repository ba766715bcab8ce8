package cardart

import "strings"

// glyph returns the strokes of a letter or digit, in a box 28 wide and 40 high.
func glyph(letter string) string { return strings.TrimSpace(part("glyphs", letter)) }

// text writes a word of glyphs around x, y, with capitals of the given height and
// strokes as wide as given.
func text(word string, x, y, height, stroke float64) string {
	const gap = 8
	width := -float64(gap)
	for _, r := range word {
		width += advance(r) + gap
	}
	s := height / 40
	var b strings.Builder
	b.WriteString(`<g fill="none"`)
	attr(&b, "stroke-width", num(stroke/s))
	attr(&b, "transform", "translate("+num(x-width*s/2)+" "+num(y-height/2)+")scale("+num(s)+")")
	b.WriteString(">")
	left := 0.0
	for _, r := range word {
		b.WriteString("<path")
		if left != 0 {
			attr(&b, "transform", "translate("+num(left)+")")
		}
		attr(&b, "d", glyph(string(r)))
		b.WriteString("/>")
		left += advance(r) + gap
	}
	return b.String() + "</g>"
}

// advance is the width of a glyph.
func advance(r rune) float64 {
	switch r {
	case '1':
		return 18
	case 'I':
		return 14
	case 't', 'r':
		return 20
	}
	return 28
}
