package table

import (
	"strconv"
	"strings"
	"unicode"
)

// blank reports whether a letter or sign is drawn as nothing, though Unicode calls it
// graphic: the fillers of Hangul, the empty Braille pattern and some of Khmer and Mongolian.
func blank(r rune) bool {
	switch r {
	case 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x2800, 0x3164, 0xFFA0:
		return true
	}
	return false
}

// twins are letters and digits that look like another one in most fonts, each behind the one
// it looks like, in lower case.
//
//lattice:table
var twins = [...]string{"aаα", "bьƅ", "cсϲ", "dԁ", "eеεё", "gɡ", "hһн", "iіı1l|ӏιї", "jј", "kкκ", "mм", "nոη", "oо0οօ", "pрρ", "qԛ", "sѕ", "tтτ", "uυս", "vνѵ", "wѡԝ", "xхχ", "yуγү", "zᴢ"}

// likeness returns what tells a name from others at a glance: without case, marks, spaces
// and signs, and with one letter for all that look like it.
func likeness(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case blank(r) || r != '|' && !unicode.IsLetter(r) && !unicode.IsDigit(r):
			continue
		case r >= 0xFF10 && r <= 0xFF5A: // full width
			r = unicode.ToLower(r - 0xFEE0)
		}
		for _, t := range twins {
			if strings.ContainsRune(t, r) {
				r = rune(t[0])
				break
			}
		}
		b.WriteRune(r)
	}
	if b.Len() == 0 { // signs only
		return name
	}
	return b.String()
}

// distinct returns the name for a newcomer: with a number if it can be taken for
// the name of somebody at the table.
func (t *Table) distinct(name string) string {
	taken := map[string]bool{}
	for c := range t.chairs {
		if p := t.on(c); p != nil {
			taken[likeness(p.Name)] = true
		}
		if next := t.chairs[c].next; next != nil {
			taken[likeness(next.Name)] = true
		}
	}
	given := []rune(name)
	for n := 2; taken[likeness(name)]; n++ {
		number := " " + strconv.Itoa(n)
		name = strings.TrimRight(string(given[:min(len(given), MaxName-len(number))]), " ") + number
	}
	return name
}
