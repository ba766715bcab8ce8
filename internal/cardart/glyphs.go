package cardart

import "strings"

// Glyphs are the letters and digits of the drawings, as strokes in a box 28 wide
// and 40 high. A drawing needs no font.
var glyphs = map[string]string{
	"A": "M3 36 14 4l11 32M7 25h14",
	"K": "M5 4v32M23 4 5 23M12 16l12 20",
	"O": "M14 4c7 0 11 6 11 16s-4 16-11 16S3 30 3 20 7 4 14 4z",
	"U": "M4 4v21c0 7 4 11 10 11s10-4 10-11V4",
	"Q": "M14 4c7 0 11 6 11 16s-4 16-11 16S3 30 3 20 7 4 14 4zM17 27l8 10",
	"J": "M12 4h11M20 4v22c0 7-3 10-8 10s-8-3-8-9",
	"D": "M5 4h6c9 0 14 6 14 16s-5 16-14 16H5z",
	"B": "M5 20V4h9c6 0 9 3 9 8s-3 8-9 8H5v16h10c6 0 10-3 10-8s-4-8-10-8",
	"T": "M-1 10l6-6v32M23 4c6 0 8 7 8 16s-2 16-8 16-8-7-8-16 2-16 8-16z",
	"9": "M24 14c0 6-4 10-10 10S4 20 4 14 8 4 14 4s10 4 10 10c0 11-4 18-13 22",
	"8": "M14 19c-5 0-8-3-8-7.5S9 4 14 4s8 3 8 7.5-3 7.5-8 7.5zc-6 0-10 4-10 8.5S8 36 14 36s10-4 10-8.5-4-8.5-10-8.5z",
	"7": "M4 4h20C17 14 13 24 12 36",
	"6": "M4 26c0-6 4-10 10-10s10 4 10 10-4 10-10 10S4 32 4 26C4 15 8 8 17 4",
	"5": "M22 4H8L6 18c2-2 4-3 8-3 6 0 10 4 10 10s-4 11-11 11c-4 0-7-1-9-4",
	"2": "M5 12c0-5 4-8 9-8s9 3 9 8c0 8-12 14-19 24h20",
	"1": "M7 11l8-7v32",
	"0": "M14 4c6 0 10 6 10 16s-4 16-10 16S4 30 4 20 8 4 14 4z",
	"W": "M0 4l7 32 7-24 7 24 7-32",
	"E": "M24 4H6v32h18M6 20h14",
	"L": "M6 4v32h17",
	"I": "M14 4v32",
	"R": "M5 36V4h10c6 0 9 4 9 9s-3 9-9 9H5M14 22l10 14",
	"p": "M6 16v30M6 25c0-6 3-9 8-9 6 0 9 4 9 10s-3 10-9 10c-4 0-8-3-8-9",
	"F": "M24 4H6v32M6 20h14",
	"r": "M6 16v20M6 27c0-7 4-11 11-11",
	"c": "M22 19c-2-2-4-3-7-3-6 0-10 4-10 10s4 10 10 10c3 0 5-1 7-3",
	"t": "M9 6v22c0 5 3 8 9 8M3 16h14",
	"¥": "M3 4l11 16L25 4M14 20v16M5 21h18M5 29h18",
	"€": "M25 8c-3-3-6-4-9-4C9 4 5 11 5 20s4 16 11 16c3 0 6-1 9-4M0 16h17M0 24h15",
	"½": "M1 8l6-4v15M26 3 4 38M16 27c0-4 3-6 6-6s6 2 6 5c0 5-7 8-12 13h13",
}

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
		attr(&b, "d", glyphs[string(r)])
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
