package main

import (
	"fmt"
	"strconv"
	"strings"
)

// look is how a cell looks. A colour is #rrggbb; "": the terminal's own.
type look struct {
	fg, bg                      string
	bold, faint, under, reverse bool
}

// cell is a column of a line; the right half of a wide character is 0.
type cell struct {
	char rune
	look
}

// parse reads a screen with its escape sequences.
func parse(text string, columns, rows int) [][]cell {
	screen := make([][]cell, rows)
	var l look
	lines := strings.Split(text, "\n")
	for y := range screen {
		line := make([]cell, columns)
		for i := range line {
			line[i].char = ' '
		}
		screen[y] = line
		if y >= len(lines) {
			continue
		}
		x, rest := 0, lines[y]
		for rest != "" {
			if strings.HasPrefix(rest, "\x1b[") {
				end := strings.IndexFunc(rest[2:], func(r rune) bool { return r >= '@' && r <= '~' })
				if end < 0 {
					break
				}
				if rest[2+end] == 'm' {
					l.sgr(rest[2 : 2+end])
				}
				rest = rest[3+end:]
				continue
			}
			r := []rune(rest)[0]
			rest = rest[len(string(r)):]
			if r < ' ' {
				continue
			}
			if x < columns {
				line[x] = cell{r, l}
			}
			if x++; wide(r) {
				if x < columns {
					line[x] = cell{0, l}
				}
				x++
			}
		}
	}
	return screen
}

// wide reports whether a character takes two columns.
func wide(r rune) bool {
	return r >= 0x1100 && r <= 0x115f || r >= 0x2e80 && r <= 0xa4cf && r != 0x303f || r >= 0xac00 && r <= 0xd7a3 ||
		r >= 0xf900 && r <= 0xfaff || r >= 0xfe30 && r <= 0xfe6f || r >= 0xff00 && r <= 0xff60 || r >= 0xffe0 && r <= 0xffe6 || r >= 0x20000 && r <= 0x3fffd
}

// basic are the sixteen colours.
var basic = [16]string{
	"#1c1f24", "#d0383f", "#3a9b4a", "#c29a1b", "#3b76d8", "#a250c0", "#2a9aa5", "#cfd3da",
	"#6b7280", "#f0636a", "#5cc46d", "#e8c34d", "#6ea3f5", "#c583dd", "#56c5cf", "#ffffff",
}

// sgr takes over the parameters of a sequence that ends with m.
func (l *look) sgr(params string) {
	list := strings.FieldsFunc(params, func(r rune) bool { return r == ';' || r == ':' })
	if len(list) == 0 {
		*l = look{}
	}
	for i := 0; i < len(list); i++ {
		n, err := strconv.Atoi(list[i])
		if err != nil {
			continue
		}
		switch {
		case n == 0:
			*l = look{}
		case n == 1:
			l.bold = true
		case n == 2:
			l.faint = true
		case n == 4:
			l.under = true
		case n == 7:
			l.reverse = true
		case n == 22:
			l.bold, l.faint = false, false
		case n == 24:
			l.under = false
		case n == 27:
			l.reverse = false
		case n >= 30 && n <= 37:
			l.fg = basic[n-30]
		case n >= 90 && n <= 97:
			l.fg = basic[n-82]
		case n == 39:
			l.fg = ""
		case n >= 40 && n <= 47:
			l.bg = basic[n-40]
		case n >= 100 && n <= 107:
			l.bg = basic[n-92]
		case n == 49:
			l.bg = ""
		case n == 38 || n == 48:
			colour, used := extended(list[i+1:])
			i += used
			if n == 38 {
				l.fg = colour
			} else {
				l.bg = colour
			}
		}
	}
}

// extended reads a colour of 256 or of all.
func extended(list []string) (colour string, used int) {
	number := func(i int) int {
		n, _ := strconv.Atoi(list[i])
		return n
	}
	switch {
	case len(list) >= 4 && list[0] == "2":
		return fmt.Sprintf("#%02x%02x%02x", number(1), number(2), number(3)), 4
	case len(list) >= 2 && list[0] == "5":
		switch n := number(1); {
		case n < 16:
			return basic[n], 2
		case n < 232:
			n -= 16
			part := func(v int) int {
				if v == 0 {
					return 0
				}
				return 55 + 40*v
			}
			return fmt.Sprintf("#%02x%02x%02x", part(n/36), part(n/6%6), part(n%6)), 2
		default:
			v := 8 + 10*(n-232)
			return fmt.Sprintf("#%02x%02x%02x", v, v, v), 2
		}
	}
	return "", len(list)
}
