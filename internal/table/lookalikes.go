package table

import (
	"strconv"
	"strings"

	"chratze/internal/naming"
)

// distinct returns the name for a newcomer on a chair, with a number if it looks like the name
// of another person who sits or has an account this evening: hands know people only by their
// names. person is the number of a person who comes again; 0: another. A bot on the chair that
// hasn't played gives way with its name.
func (co *company) distinct(name string, chair, person int) string {
	taken := map[string]bool{}
	for _, p := range co.people {
		if p.ID != person && p.Same == 0 && (p.First > 0 || co.session.Balance(p.ID-1) != 0 || p.Chair >= 0 && (p.Chair != chair || p.Bot == "")) {
			taken[naming.Likeness(p.Name)] = true
		}
	}
	for c := range co.chairs {
		if next := co.chairs[c].next; next != nil {
			taken[naming.Likeness(next.Name)] = true
		}
	}
	given := []rune(name)
	for n := 2; taken[naming.Likeness(name)]; n++ {
		number := " " + strconv.Itoa(n)
		name = strings.TrimRight(string(given[:min(len(given), MaxName-len(number))]), " ") + number
	}
	return name
}
