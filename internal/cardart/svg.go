package cardart

import (
	"maps"
	"strconv"
	"strings"
)

// ink is the width of outlines, in units of a card (128 × 200).
const ink = 2.2

// pen is what everything drawn inherits: ink outlines with round ends.
const pen = `stroke="var(--card-ink,#2b211c)" stroke-linecap="round" stroke-linejoin="round"`

// Tones are the colours of the drawings and their defaults. A page changes one by
// setting the custom property --card-NAME.
var tones = palette{
	"paper": "#fdf8ea", "edge": "#8d806c", "ink": "#2b211c",
	"red": "#c93a2e", "gold": "#f2b430", "green": "#4a8a3c", "blue": "#2f659b",
	"brown": "#8a5327", "dark": "#4a3626", "white": "#fffdf6", "grey": "#b9bdbb",
	"skin": "#f5cda6", "blush": "#e9967a", "pale": "#f3e3bd", "black": "#2e2b30",
	"sky": "#a9cbe0", "wine": "#7d2336", "rose": "#e88f93", "moss": "#87a544",
	"straw": "#f0d68a", "hair": "#c98a3a", "silver": "#dfe2e1", "copper": "#d58a5c",
}

// A palette holds the tones of one deck: the common ones, and under c, s, h and d
// the inks in which it prints the index of each suit.
type palette map[string]string

// inks returns the palette of a deck with its own inks for c, s, h and d.
func inks(deck, c, s, h, d string) palette {
	p := maps.Clone(tones)
	maps.Copy(p, palette{"deck": deck, "c": c, "s": s, "h": h, "d": d})
	return p
}

// paint returns the paint of a tone: a custom property with its default, --card-NAME
// for a tone and --card-DECK-SUIT for an ink.
func (p palette) paint(tone string) string {
	if tone == "none" {
		return tone
	}
	value, ok := p[tone]
	if !ok {
		panic("cardart: no tone " + strconv.Quote(tone))
	}
	if len(tone) == 1 {
		tone = p["deck"] + "-" + tone
	}
	return "var(--card-" + tone + "," + value + ")"
}

// draw turns a drawing into SVG. A drawing has one shape a line, from back to
// front: a brush and path data.
//
//	gold M…     a gold shape with an outline
//	gold. M…    without an outline
//	- M…        an ink line
//	-gold M…    a gold line
//	-gold/4 M…  of width 4; gold/4 is a shape with an outline of width 4
//
// Instead of path data, "o x y r" is a circle and "e x y rx ry" an ellipse. The
// tones may be names of dress instead, which says what they are: a hat
// is drawn once and worn in several colours.
func (p palette) draw(drawing string, dress map[string]string) string {
	var b strings.Builder
	for line := range strings.Lines(drawing) {
		brush, data, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok {
			continue
		}
		brush, width, _ := strings.Cut(brush, "/")
		brush, flat := strings.CutSuffix(brush, ".")
		tone, stroke := strings.CutPrefix(brush, "-")
		if worn, ok := dress[tone]; ok {
			tone = worn
		}
		shape, place := outline(data)
		b.WriteString("<" + shape)
		switch {
		case stroke && tone == "":
			attr(&b, "fill", "none")
		case stroke:
			attr(&b, "fill", "none")
			attr(&b, "stroke", p.paint(tone))
		default:
			attr(&b, "fill", p.paint(tone))
		}
		if flat {
			attr(&b, "stroke", "none")
		}
		if width != "" {
			attr(&b, "stroke-width", width)
		}
		b.WriteString(place + "/>")
	}
	return b.String()
}

// outline returns the element for the data of a shape: a path, "o x y r" for a
// circle, "e x y rx ry" for an ellipse.
func outline(data string) (element, place string) {
	element, names := "path", []string{"d"}
	values := []string{data}
	switch data[0] {
	case 'o':
		element, names = "circle", []string{"cx", "cy", "r"}
		values = strings.Fields(data[1:])
	case 'e':
		element, names = "ellipse", []string{"cx", "cy", "rx", "ry"}
		values = strings.Fields(data[1:])
	}
	if len(values) != len(names) {
		panic("cardart: " + strconv.Quote(data) + " has too few or too many numbers")
	}
	var b strings.Builder
	for i, name := range names {
		attr(&b, name, values[i])
	}
	return element, b.String()
}

func attr(b *strings.Builder, name, value string) {
	b.WriteString(" " + name + `="` + value + `"`)
}

// num writes a length with at most two decimals.
func num(x float64) string {
	s := strconv.FormatFloat(x, 'f', 2, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}

// at moves what is drawn to x, y and scales it by s; outlines keep their width.
// A negative s mirrors it left to right.
func at(x, y, s float64, drawn string) string {
	t := "translate(" + num(x) + " " + num(y) + ")"
	w := s
	switch {
	case s < 0:
		t += "scale(" + num(s) + " " + num(-s) + ")"
		w = -s
	case s != 1:
		t += "scale(" + num(s) + ")"
	}
	var b strings.Builder
	b.WriteString("<g")
	attr(&b, "transform", t)
	if w != 1 {
		attr(&b, "stroke-width", num(ink/w))
	}
	return b.String() + ">" + drawn + "</g>"
}

// use places symbol id into the square of the given size around x, y.
func use(id string, x, y, size float64) string {
	var b strings.Builder
	b.WriteString("<use")
	attr(&b, "href", "#"+id)
	attr(&b, "x", num(x-size/2))
	attr(&b, "y", num(y-size/2))
	attr(&b, "width", num(size))
	attr(&b, "height", num(size))
	return b.String() + "/>"
}

// turned is use, upside down.
func turned(id string, x, y, size float64) string {
	return turn(x, y, use(id, x, y, size))
}

// turn turns what is drawn half around x, y.
func turn(x, y float64, drawn string) string {
	return `<g transform="rotate(180 ` + num(x) + " " + num(y) + `)">` + drawn + "</g>"
}
