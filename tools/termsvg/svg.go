package main

import (
	"fmt"
	"html"
	"strings"
)

// The size of a cell and of the margin, in pixels.
const (
	cellW, cellH = 9, 19
	margin       = 12
	fontSize     = 15
)

type frame struct {
	screen [][]cell
	millis int
}

type picture struct {
	columns, rows int
	title         string
	paper, ink    string
	frames        []frame
	ids           map[string]string // of lines, by their content
	definitions   strings.Builder
}

// svg returns the picture.
func (p *picture) svg() string {
	p.ids = map[string]string{}
	w, h := p.columns*cellW+2*margin, p.rows*cellH+2*margin
	total := 0
	for _, f := range p.frames {
		total += f.millis
	}
	var body, style strings.Builder
	at := 0
	for i, f := range p.frames {
		fmt.Fprintf(&body, "<g")
		if len(p.frames) > 1 {
			fmt.Fprintf(&body, ` class="f%d"`, i)
			from, to := 100*float64(at)/float64(total), 100*float64(at+f.millis)/float64(total)
			fmt.Fprintf(&style, "@keyframes k%d{0%%{visibility:hidden}%.3f%%{visibility:visible}%.3f%%,100%%{visibility:hidden}}", i, from, to)
			if i == 0 {
				style.Reset()
				fmt.Fprintf(&style, "@keyframes k0{0%%{visibility:visible}%.3f%%,100%%{visibility:hidden}}", to)
			}
			if i == len(p.frames)-1 {
				last := style.String()
				style.Reset()
				style.WriteString(strings.TrimSuffix(last, fmt.Sprintf("%.3f%%,100%%{visibility:hidden}}", to)) + "}")
			}
			fmt.Fprintf(&style, ".f%d{animation:k%d %dms step-end infinite}", i, i, total)
		}
		body.WriteString(">")
		for y, line := range f.screen {
			if id := p.line(line); id != "" {
				fmt.Fprintf(&body, `<use href="#%s" y="%d"/>`, id, y*cellH)
			}
		}
		body.WriteString("</g>\n")
		at += f.millis
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="%s">
<style>text{font:%dpx "DejaVu Sans Mono","Cascadia Mono",Menlo,Consolas,"Noto Sans Mono CJK JP",monospace;white-space:pre}.b{font-weight:bold}%s</style>
<defs>
%s</defs>
<rect width="%d" height="%d" rx="10" fill="%s"/>
<g transform="translate(%d %d)">
%s</g>
</svg>
`, w, h, w, h, html.EscapeString(p.title), fontSize, style.String(), p.definitions.String(), w, h, p.paper, margin, margin, body.String())
}

// line defines a line of the screen, if it is new, and returns its id.
func (p *picture) line(line []cell) string {
	var back, front strings.Builder
	for x := 0; x < len(line); {
		to := x + 1
		for to < len(line) && (line[to].look == line[x].look && runs(line[to].char) == runs(line[x].char) || line[to].char == 0) {
			to++
		}
		p.run(&back, &front, line[x:to], x)
		x = to
	}
	content := back.String() + front.String()
	if content == "" {
		return ""
	}
	id, known := p.ids[content]
	if !known {
		id = fmt.Sprintf("l%d", len(p.ids))
		p.ids[content] = id
		fmt.Fprintf(&p.definitions, "<g id=\"%s\">%s</g>\n", id, content)
	}
	return id
}

// runs reports whether a character is written as text and not drawn.
func runs(r rune) bool { return drawing(r, 0, 0) == "" }

// run draws cells of one look: what is behind them, then what stands on it.
func (p *picture) run(back, front *strings.Builder, cells []cell, x int) {
	l := cells[0].look
	fg, bg := l.fg, l.bg
	if fg == "" {
		fg = p.ink
	}
	if l.reverse {
		if bg == "" {
			bg = p.paper
		}
		fg, bg = bg, fg
	}
	left := x * cellW
	if bg != "" {
		fmt.Fprintf(back, `<path fill="%s" d="M%d 0h%dv%dh-%dz"/>`, bg, left, len(cells)*cellW, cellH, len(cells)*cellW)
	}
	opacity := ""
	if l.faint {
		opacity = ` opacity=".6"`
	}
	if !runs(cells[0].char) {
		for i, c := range cells {
			if d := drawing(c.char, left+i*cellW, 0); d != "" {
				fmt.Fprintf(front, `<path %s%s d="%s"/>`, strings.ReplaceAll(paintOf(c.char), "INK", fg), opacity, d)
			}
		}
		return
	}
	start, width := 0, 0
	var text []rune
	flush := func() {
		if trimmed := strings.TrimSpace(string(text)); trimmed != "" {
			weight := ""
			if l.bold {
				weight = ` class="b"`
			}
			fmt.Fprintf(front, `<text x="%d" y="14.5" fill="%s"%s%s textLength="%d" lengthAdjust="spacingAndGlyphs">%s</text>`,
				left+start*cellW, fg, weight, opacity, width*cellW, html.EscapeString(string(text)))
		}
		text = text[:0]
	}
	for i, c := range cells {
		switch {
		case c.char == 0:
		case c.char == ' ':
			flush()
		default:
			if len(text) == 0 {
				start, width = i, 0
			}
			text = append(text, c.char)
			if width++; wide(c.char) {
				width++
			}
		}
	}
	flush()
}

// arms are the lines of a box character: up, right, down, left; 2 for double.
var arms = map[rune][4]int{
	'─': {0, 1, 0, 1}, '│': {1, 0, 1, 0}, '├': {1, 1, 1, 0}, '┤': {1, 0, 1, 1}, '┬': {0, 1, 1, 1}, '┴': {1, 1, 0, 1}, '┼': {1, 1, 1, 1},
	'═': {0, 2, 0, 2}, '║': {2, 0, 2, 0}, '╔': {0, 2, 2, 0}, '╗': {0, 0, 2, 2}, '╚': {2, 2, 0, 0}, '╝': {2, 0, 0, 2},
}

// paintOf is how a drawn character is painted, with INK for its colour.
func paintOf(r rune) string {
	switch {
	case strings.ContainsRune("═║╔╗╚╝", r):
		return `fill="none" stroke="INK" stroke-width="2.6"`
	case arms[r] != [4]int{} || strings.ContainsRune("╭╮╰╯", r):
		return `fill="none" stroke="INK" stroke-width="1.3"`
	case r == '▒':
		return `fill="INK" opacity=".45"`
	}
	return `fill="INK"`
}

// drawing returns the path of a character that is drawn, or "".
func drawing(r rune, x, y int) string {
	cx, cy := float64(x)+cellW/2.0, float64(y)+cellH/2.0
	right, bottom := x+cellW, y+cellH
	switch r {
	case '╭':
		return fmt.Sprintf("M%d %gH%gQ%g %g %g %gV%d", right, cy, cx+4, cx, cy, cx, cy+4, bottom)
	case '╮':
		return fmt.Sprintf("M%d %gH%gQ%g %g %g %gV%d", x, cy, cx-4, cx, cy, cx, cy+4, bottom)
	case '╰':
		return fmt.Sprintf("M%d %gH%gQ%g %g %g %gV%d", right, cy, cx+4, cx, cy, cx, cy-4, y)
	case '╯':
		return fmt.Sprintf("M%d %gH%gQ%g %g %g %gV%d", x, cy, cx-4, cx, cy, cx, cy-4, y)
	case '▮':
		return fmt.Sprintf("M%g %gh6v12h-6z", float64(x)+1.5, float64(y)+3.5)
	}
	if i := strings.IndexRune("▁▂▃▄▅▆▇█", r); i >= 0 {
		h := float64(cellH) * float64(i/3+1) / 8
		return fmt.Sprintf("M%d %gh%dv%gh-%dz", x, float64(bottom)-h, cellW, h, cellW)
	}
	switch r {
	case '▀':
		return fmt.Sprintf("M%d %dh%dv%gh-%dz", x, y, cellW, cellH/2.0, cellW)
	case '▒':
		return fmt.Sprintf("M%d %dh%dv%dh-%dz", x, y, cellW, cellH, cellW)
	}
	a, ok := arms[r]
	if !ok {
		return ""
	}
	var d strings.Builder
	for i, to := range [4][2]float64{{cx, float64(y)}, {float64(right), cy}, {cx, float64(bottom)}, {float64(x), cy}} {
		if a[i] > 0 {
			fmt.Fprintf(&d, "M%g %gL%g %g", cx, cy, to[0], to[1])
		}
	}
	return d.String()
}
