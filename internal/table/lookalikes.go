package table

import (
	"strconv"
	"strings"
	"unicode"

	"chratze/internal/naming"
)

// twins are sets of letters and digits that look alike in most fonts, in lower case. The first
// of each set stands for the others.
//
//lattice:table
var twins = [...]string{"aаα", "bьƅ", "cсϲ", "dԁ", "eеεё", "gɡ", "hһн", "iіı1l|ӏιї", "jј", "kкκ", "mм", "nոη", "oо0οօ", "pрρ", "qԛ", "sѕ", "tтτ", "uυս", "vνѵ", "wѡԝ", "xхχ", "yуγү", "zᴢ"}

// likeness returns a form of a name in which names that look alike are equal: without case,
// marks, spaces and signs, and with one letter for each set of twins.
func likeness(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case naming.Blank(r) || r != '|' && !unicode.IsLetter(r) && !unicode.IsDigit(r):
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

// distinct returns the name for a newcomer on a chair, with a number if it looks like the name
// of another person who sits or has an account this evening: hands know people only by their
// names. person is the number of a person who comes again; 0: another. A bot on the chair that
// hasn't played gives way with its name.
func (co *company) distinct(name string, chair, person int) string {
	taken := map[string]bool{}
	for _, p := range co.people {
		if p.ID != person && p.Same == 0 && (p.First > 0 || co.session.Balance(p.ID-1) != 0 || p.Chair >= 0 && (p.Chair != chair || p.Bot == "")) {
			taken[likeness(p.Name)] = true
		}
	}
	for c := range co.chairs {
		if next := co.chairs[c].next; next != nil {
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
