package naming

import (
	"strings"
	"unicode"
)

// twins are sets of letters and digits that look alike in most fonts, in lower case. The first
// of each set stands for the others.
//
//lattice:table
var twins = [...]string{"aаα", "bьƅ", "cсϲ", "dԁ", "eеεё", "gɡ", "hһн", "iіı1l|ӏιї", "jј", "kкκ", "mм", "nոη", "oо0οօ", "pрρ", "qԛ", "sѕ", "tтτ", "uυս", "vνѵ", "wѡԝ", "xхχ", "yуγү", "zᴢ"}

// Likeness returns a form of a name in which names that look alike are equal: without case,
// marks, spaces and signs, and with one letter for each set of twins.
func Likeness(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case Blank(r) || r != '|' && !unicode.IsLetter(r) && !unicode.IsDigit(r):
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
	if b.Len() == 0 { // only signs
		return name
	}
	return b.String()
}
