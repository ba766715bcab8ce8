package screen

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"chratze/internal/terminal/lines"
)

// canvas is a grid of cells that is painted back to front. Whatever lies outside is cut off;
// wide characters are cut whole.
type canvas struct {
	w, h  int
	cells []cell
}

// cell is one column of a line. The right half of a wide character has no text.
type cell struct {
	text string
	style
}

func newCanvas(w, h int) *canvas {
	return &canvas{w: w, h: h, cells: slices.Repeat([]cell{{text: " "}}, w*h)}
}

// columns returns how many columns a text takes.
func columns(text string) int { return ansi.StringWidth(text) }

// cut shortens a text to n columns.
func cut(text string, n int) string {
	if n <= 0 {
		return ""
	}
	return ansi.Truncate(text, n, "…")
}

// put sets one character. A style without background keeps the one that is there.
func (c *canvas) put(x, y int, text string, width int, s style) {
	if y < 0 || y >= c.h || x < 0 || x+width > c.w || width < 1 {
		return
	}
	i := y*c.w + x
	for j := i; j < i+width; j++ {
		c.halve(j, x+j-i)
	}
	if s.bg == none {
		s.bg = c.cells[i].bg
	}
	c.cells[i] = cell{text, s}
	for j := i + 1; j < i+width; j++ {
		c.cells[j] = cell{"", s}
	}
}

// halve blanks the other half of a wide character that is painted over.
func (c *canvas) halve(i, x int) {
	if c.cells[i].text == "" && x > 0 {
		c.cells[i-1].text = " "
	}
	if x+1 < c.w && c.cells[i+1].text == "" {
		c.cells[i+1].text = " "
	}
}

// print writes a text and returns the column after it.
func (c *canvas) print(x, y int, s style, text string) int {
	for text != "" {
		char, n := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
		text = text[len(char):]
		if char == "\u00a0" {
			char = " "
		}
		c.put(x, y, char, n, s)
		x += n
	}
	return x
}

// centre writes a text in the middle of w columns.
func (c *canvas) centre(x, y, w int, s style, text string) {
	text = cut(text, w)
	c.print(x+(w-columns(text))/2, y, s, text)
}

// fill paints an area. Its blanks are drawn: erased, which runs of more than ten could be, they would lose their colour beside
// half a wide character in tmux, and everywhere on a terminal that erases in its own colour.
func (c *canvas) fill(x, y, w, h int, s style) {
	if w > 10 {
		s.attr |= unseen
	}
	for i := range h {
		for j := range w {
			c.put(x+j, y+i, " ", 1, s)
		}
	}
}

// frame has the characters of a box: the corners, then the horizontal and the vertical line. A terminal with only ASCII
// shows them as theme.sign has them.
type frame [6]string

var (
	round  = frame{"╭", "╮", "╰", "╯", "─", "│"}
	double = frame{"╔", "╗", "╚", "╝", "═", "║"}
)

// box draws an outline and fills it.
func (c *canvas) box(x, y, w, h int, f frame, s style) {
	c.fill(x, y, w, h, s)
	for i := 1; i < w-1; i++ {
		c.put(x+i, y, f[4], 1, s)
		c.put(x+i, y+h-1, f[4], 1, s)
	}
	for i := 1; i < h-1; i++ {
		c.put(x, y+i, f[5], 1, s)
		c.put(x+w-1, y+i, f[5], 1, s)
	}
	c.put(x, y, f[0], 1, s)
	c.put(x+w-1, y, f[1], 1, s)
	c.put(x, y+h-1, f[2], 1, s)
	c.put(x+w-1, y+h-1, f[3], 1, s)
}

// render returns the text that draws the canvas on the terminal.
func (c *canvas) render(t *theme) string {
	var b strings.Builder
	b.Grow(c.w * c.h * 4)
	for y := range c.h {
		if y > 0 {
			b.WriteByte('\n')
		}
		row := c.cells[y*c.w : (y+1)*c.w]
		for x := 0; x < len(row); {
			to := x
			var run strings.Builder
			for to < len(row) && row[to].style == row[x].style {
				run.WriteString(t.sign(row[to].text))
				to++
			}
			b.WriteString(t.paint(row[x].style, run.String()))
			x = to
		}
	}
	return b.String()
}

// wrap breaks a text as package lines does.
func wrap(text string, width int) []string { return lines.Wrap(text, width) }
