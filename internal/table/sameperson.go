package table

import (
	"slices"
	"strings"

	"chratze/pot"
)

// The host may say that two people are one: one who left and came again without the secret
// of their seat. From then on they have one account, and all hands name them alike. Who may see
// which cards stays as it was, since the table can't know whether the host is right.

// owner returns the number of the person who has the account of a person or bot.
func (co *company) owner(id int) int {
	for co.people[id-1].Same != 0 {
		id = co.people[id-1].Same
	}
	return id
}

// AccountOfPerson returns the number of the person who has the account of a person or bot.
func (co *company) AccountOfPerson(id int) int { return co.owner(id) }

// mayBeSame reports whether a person who has left can be another: no bot, not about to come
// again, and never in a hand together.
func (co *company) mayBeSame(left, into int) bool {
	if min(left, into) < 1 || max(left, into) > len(co.people) || left == into {
		return false
	}
	a, b := &co.people[left-1], &co.people[into-1]
	if a.Bot != "" || b.Bot != "" || a.Chair >= 0 || a.Same != 0 || b.Same != 0 || co.coming(left) {
		return false
	}
	return !slices.ContainsFunc(co.people, func(a Person) bool {
		return co.owner(a.ID) == left && a.First > 0 && slices.ContainsFunc(co.people, func(b Person) bool {
			return co.owner(b.ID) == into && b.First > 0 && a.First <= b.Last && b.First <= a.Last
		})
	})
}

// join gives the account of a person who has left to another, whose name loses the number that
// told the two apart.
func (t *Table) join(left, into int) error {
	a, b := &t.people[left-1], &t.people[into-1]
	a.Same, a.key = into, ""
	b.Susi = b.Susi || a.Susi
	if strings.HasPrefix(b.Name, a.Name+" ") {
		b.Name = a.Name
	}
	for i, after := range t.course {
		if left > len(after) {
			continue
		}
		after = append(after, make([]pot.Chips, max(0, into-len(after)))...)
		after[into-1] += after[left-1]
		after[left-1], t.course[i] = 0, after
	}
	return t.session.Join(left-1, into-1)
}
