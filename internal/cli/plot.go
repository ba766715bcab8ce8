package cli

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
)

// plot is lines over a logarithmic scale, as a drawing that needs nothing but itself.
type plot struct {
	title, x, y string
	logY        bool
	lines       []plotLine
}

type plotLine struct {
	name   string
	points []plotPoint
}

// plotPoint is a point with half its interval.
type plotPoint struct{ x, y, half float64 }

// The drawing's size, and the frame of what is drawn.
const (
	plotWide, plotHigh = 720, 420
	plotLeft, plotTop  = 64, 56
	plotEnd, plotBase  = 580, 360
)

// colours that people tell apart who see few; each line has its own marks, too.
//
//lattice:table
var plotColours = [...]string{"#0060a8", "#c44e00", "#00795a", "#8a3f8f", "#6b5b00", "#555"}

type plotScale struct {
	low, high float64
	log       bool
	from, to  float64 // pixels
}

func (s *plotScale) at(v float64) float64 {
	low, high := s.low, s.high
	if s.log {
		v, low, high = math.Log10(max(v, low)), math.Log10(low), math.Log10(high)
	}
	return s.from + (v-low)/(high-low)*(s.to-s.from)
}

// ticks are round values: powers of ten, or about five steps.
func (s *plotScale) ticks() (list []float64) {
	if s.log {
		for v := math.Pow(10, math.Ceil(math.Log10(s.low)-1e-9)); v <= s.high*1.0001; v *= 10 {
			list = append(list, v)
		}
		return list
	}
	step := math.Pow(10, math.Floor(math.Log10((s.high-s.low)/2)))
	for _, k := range []float64{2, 2.5, 2} {
		if (s.high-s.low)/step > 7 {
			step *= k
		}
	}
	for k := math.Ceil(s.low / step); k*step <= s.high; k++ {
		list = append(list, k*step+0) // 0 and not -0
	}
	return list
}

// scales fit all points.
func (p *plot) scales() (x, y plotScale) {
	x = plotScale{math.Inf(1), math.Inf(-1), true, plotLeft, plotEnd}
	y = plotScale{math.Inf(1), math.Inf(-1), p.logY, plotBase, plotTop}
	for _, l := range p.lines {
		for _, q := range l.points {
			x.low, x.high = min(x.low, q.x), max(x.high, q.x)
			y.low, y.high = min(y.low, q.y-q.half), max(y.high, q.y+q.half)
		}
	}
	if x.low == x.high {
		x.high *= 10
	}
	if p.logY {
		y.low, y.high = math.Pow(10, math.Floor(math.Log10(max(y.low, 1e-6)))), math.Pow(10, math.Ceil(math.Log10(y.high)))
	} else {
		y.low, y.high = min(0, y.low), y.high*1.06
	}
	if y.low == y.high {
		y.high++
	}
	return x, y
}

// svg draws.
func (p *plot) svg() string {
	var b strings.Builder
	x, y := p.scales()
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" font-family="system-ui,sans-serif" font-size="14" fill="#222">`+"\n", plotWide, plotHigh, plotWide, plotHigh)
	title := html.EscapeString(p.title)
	fmt.Fprintf(&b, "<title>%s</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n<text x=\"%d\" y=\"26\" font-size=\"16\" font-weight=\"600\">%s</text>\n", title, plotLeft, title)
	for _, v := range x.ticks() {
		fmt.Fprintf(&b, `<path d="M%.1f %dV%d" stroke="#ddd"/><text x="%.1f" y="%d" text-anchor="middle">%s</text>`+"\n", x.at(v), plotTop, plotBase, x.at(v), plotBase+20, plotNumber(v))
	}
	for _, v := range y.ticks() {
		fmt.Fprintf(&b, `<path d="M%d %.1fH%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%s</text>`+"\n", plotLeft, y.at(v), plotEnd, plotLeft-8, y.at(v)+5, plotNumber(v))
	}
	fmt.Fprintf(&b, `<path d="M%d %dV%dH%d" fill="none" stroke="#222"/>`+"\n", plotLeft, plotTop, plotBase, plotEnd)
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%s</text><text x="%d" y="%d">%s</text>`+"\n", (plotLeft+plotEnd)/2, plotBase+46, html.EscapeString(p.x), plotLeft, plotTop-10, html.EscapeString(p.y))
	for i := range p.lines {
		p.line(&b, i, x, y)
	}
	p.names(&b, y)
	b.WriteString("</svg>\n")
	return b.String()
}

// line draws a line with its intervals, each line's a little beside the others'.
func (p *plot) line(b *strings.Builder, i int, x, y plotScale) {
	l, colour := p.lines[i], plotColours[i%len(plotColours)]
	beside := 6 * (float64(i) - float64(len(p.lines)-1)/2)
	fmt.Fprintf(b, `<g stroke="%s" fill="none" stroke-width="2" transform="translate(%g)">`, colour, beside)
	path := "M"
	for _, q := range l.points {
		path += fmt.Sprintf("%.1f %.1fL", x.at(q.x), y.at(q.y))
	}
	fmt.Fprintf(b, "<path d=\"%s\"/>\n", strings.TrimSuffix(path, "L"))
	for _, q := range l.points {
		if q.half > 0 {
			fmt.Fprintf(b, `<path d="M%.1f %.1fV%.1f"/>`, x.at(q.x), y.at(q.y-q.half), y.at(q.y+q.half))
		}
		if i%2 == 0 {
			fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="4" fill="#fff"/>`+"\n", x.at(q.x), y.at(q.y))
		} else {
			fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="8" height="8" fill="%s"/>`+"\n", x.at(q.x)-4, y.at(q.y)-4, colour)
		}
	}
	b.WriteString("</g>\n")
}

// names writes the lines' names behind their last points, from the lowest up, none on another.
func (p *plot) names(b *strings.Builder, y plotScale) {
	end := func(i int) float64 { return y.at(p.lines[i].points[len(p.lines[i].points)-1].y) }
	order := make([]int, len(p.lines))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(end(j), end(i)) })
	free := float64(plotBase)
	for _, i := range order {
		at := min(end(i), free)
		free = at - 18
		fmt.Fprintf(b, `<text x="%d" y="%.1f" fill="%s">%s</text>`+"\n", plotEnd+20, at+5, plotColours[i%len(plotColours)], html.EscapeString(p.lines[i].name))
	}
}

// plotNumber writes a round number: 10k, 3M.
func plotNumber(v float64) string {
	switch {
	case v >= 1e6:
		return strconv.FormatFloat(v/1e6, 'f', -1, 64) + "M"
	case v >= 1e4:
		return strconv.FormatFloat(v/1e3, 'f', -1, 64) + "k"
	}
	return strconv.FormatFloat(math.Round(v*1e6)/1e6, 'f', -1, 64)
}
