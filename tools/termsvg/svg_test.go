package main

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	screen := parse("a\x1b[1;38;2;255;0;16mb\x1b[0m\x1b[48;5;22m札c\x1b[K\n\x1b[7mx", 6, 2)
	if c := screen[0][1]; c.char != 'b' || c.fg != "#ff0010" || !c.bold || c.bg != "" {
		t.Errorf("b is %+v", c)
	}
	if c := screen[0][2]; c.char != '札' || c.bg != "#005f00" || screen[0][3].char != 0 || screen[0][4].char != 'c' {
		t.Errorf("a wide character: %+v", screen[0])
	}
	if c := screen[1][0]; c.char != 'x' || !c.reverse || screen[1][5].char != ' ' {
		t.Errorf("the second line: %+v", screen[1])
	}
}

// TestSVG: the picture is XML, a line that stands twice is in it once, and the last
// frame stays to the end.
func TestSVG(t *testing.T) {
	one, two := parse("same <&>\n╭─╮ 1", 10, 3), parse("same <&>\n╭─╮ 2", 10, 3)
	p := picture{columns: 10, rows: 3, title: `"t"`, frames: []frame{{one, 300}, {two, 700}}}
	svg := p.svg()
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v:\n%s", err, svg)
		}
	}
	if n := strings.Count(svg, ">same<"); n != 1 {
		t.Errorf("a line that stands twice is written %d times", n)
	}
	if !strings.Contains(svg, "@keyframes k1{0%{visibility:hidden}30.000%{visibility:visible}}") {
		t.Errorf("the last frame goes away:\n%s", svg)
	}
}
