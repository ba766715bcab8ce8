// Package plot draws figures as SVG that need nothing but themselves.
package plot

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Plot is lines over a logarithmic scale.
type Plot struct {
	Title, X, Y string
	LogY        bool
	Lines       []Line
}

// Line is points that are joined. Each line has its own colour and marks.
type Line struct {
	Name   string
	Points []Point
}

// Point is a point with half its interval; 0: it has none.
type Point struct{ X, Y, Half float64 }

// The drawing's size, and the frame of what is drawn.
const (
	wide, high  = 720, 420
	left, top   = 64, 56
	right, base = 580, 360
)

// colours that people tell apart who see few; each line has its own marks, too.
//
//lattice:table
var colours = [...]string{"#0060a8", "#c44e00", "#00795a", "#8a3f8f", "#6b5b00", "#555"}

type scale struct {
	low, high float64
	log       bool
	from, to  float64 // pixels
}

func (s *scale) at(v float64) float64 {
	low, high := s.low, s.high
	if s.log {
		v, low, high = math.Log10(max(v, low)), math.Log10(low), math.Log10(high)
	}
	return s.from + (v-low)/(high-low)*(s.to-s.from)
}

// ticks are round values: powers of ten, or about five steps.
func (s *scale) ticks() (list []float64) {
	if s.log {
		for v := math.Pow(10, math.Ceil(math.Log10(s.low)-1e-9)); v <= s.high*1.0001; v *= 10 {
			list = append(list, v)
		}
		return list
	}
	return Ticks(s.low, s.high, Step(s.high-s.low, 7))
}

// scales fit all points.
func (p *Plot) scales() (x, y scale) {
	x = scale{math.Inf(1), math.Inf(-1), true, left, right}
	y = scale{math.Inf(1), math.Inf(-1), p.LogY, base, top}
	for _, l := range p.Lines {
		for _, q := range l.Points {
			x.low, x.high = min(x.low, q.X), max(x.high, q.X)
			y.low, y.high = min(y.low, q.Y-q.Half), max(y.high, q.Y+q.Half)
		}
	}
	if x.low == x.high {
		x.high *= 10
	}
	if p.LogY {
		y.low, y.high = math.Pow(10, math.Floor(math.Log10(max(y.low, 1e-6)))), math.Pow(10, math.Ceil(math.Log10(y.high)))
	} else {
		y.low, y.high = min(0, y.low), y.high*1.06
	}
	if y.low == y.high {
		y.high++
	}
	return x, y
}

// SVG returns the drawing.
func (p *Plot) SVG() string {
	var b strings.Builder
	x, y := p.scales()
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" font-family="system-ui,sans-serif" font-size="14" fill="#222">`+"\n", wide, high, wide, high)
	title := html.EscapeString(p.Title)
	fmt.Fprintf(&b, "<title>%s</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n<text x=\"%d\" y=\"26\" font-size=\"16\" font-weight=\"600\">%s</text>\n", title, left, title)
	for _, v := range x.ticks() {
		fmt.Fprintf(&b, `<path d="M%.1f %dV%d" stroke="#ddd"/><text x="%.1f" y="%d" text-anchor="middle">%s</text>`+"\n", x.at(v), top, base, x.at(v), base+20, number(v))
	}
	for _, v := range y.ticks() {
		fmt.Fprintf(&b, `<path d="M%d %.1fH%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%s</text>`+"\n", left, y.at(v), right, left-8, y.at(v)+5, number(v))
	}
	fmt.Fprintf(&b, `<path d="M%d %dV%dH%d" fill="none" stroke="#222"/>`+"\n", left, top, base, right)
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%s</text><text x="%d" y="%d">%s</text>`+"\n", (left+right)/2, base+46, html.EscapeString(p.X), left, top-10, html.EscapeString(p.Y))
	for i := range p.Lines {
		p.line(&b, i, x, y)
	}
	p.names(&b, y)
	b.WriteString("</svg>\n")
	return b.String()
}

// line draws a line with its intervals, each line's a little beside the others'.
func (p *Plot) line(b *strings.Builder, i int, x, y scale) {
	l, colour := p.Lines[i], colours[i%len(colours)]
	beside := 6 * (float64(i) - float64(len(p.Lines)-1)/2)
	fmt.Fprintf(b, `<g stroke="%s" fill="none" stroke-width="2" transform="translate(%g)">`, colour, beside)
	path := "M"
	for _, q := range l.Points {
		path += fmt.Sprintf("%.1f %.1fL", x.at(q.X), y.at(q.Y))
	}
	fmt.Fprintf(b, "<path d=\"%s\"/>\n", strings.TrimSuffix(path, "L"))
	for _, q := range l.Points {
		if q.Half > 0 {
			fmt.Fprintf(b, `<path d="M%.1f %.1fV%.1f"/>`, x.at(q.X), y.at(q.Y-q.Half), y.at(q.Y+q.Half))
		}
		if i%2 == 0 {
			fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="4" fill="#fff"/>`+"\n", x.at(q.X), y.at(q.Y))
		} else {
			fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="8" height="8" fill="%s"/>`+"\n", x.at(q.X)-4, y.at(q.Y)-4, colour)
		}
	}
	b.WriteString("</g>\n")
}

// names writes the lines' names behind their last points, from the lowest up, none on another.
func (p *Plot) names(b *strings.Builder, y scale) {
	end := func(i int) float64 { return y.at(p.Lines[i].Points[len(p.Lines[i].Points)-1].Y) }
	order := make([]int, len(p.Lines))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(end(j), end(i)) })
	free := float64(base)
	for _, i := range order {
		at := min(end(i), free)
		free = at - 18
		fmt.Fprintf(b, `<text x="%d" y="%.1f" fill="%s">%s</text>`+"\n", right+20, at+5, colours[i%len(colours)], html.EscapeString(p.Lines[i].Name))
	}
}

// number writes a round number: 10k, 3M.
func number(v float64) string {
	switch {
	case v >= 1e6:
		return strconv.FormatFloat(v/1e6, 'f', -1, 64) + "M"
	case v >= 1e4:
		return strconv.FormatFloat(v/1e3, 'f', -1, 64) + "k"
	}
	return strconv.FormatFloat(math.Round(v*1e6)/1e6, 'f', -1, 64)
}
