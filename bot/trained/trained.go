// Package trained has the policies and the solution by which the bot best plays (docs/strength.md): make train and rams-lab solve
// made them. A program for browsers has them as files beside it: it is a third smaller without,
// and who plays with other bots needs none.
//
//	file, err := trained.Read("chratze-4.policy") // for policy.Read
package trained

import "strconv"

// span is a preset that has policies, from how many seats to how many.
type span struct {
	preset      string
	least, most int
}

// made are all of them; frozen are those that best-0.1 was made with.
var (
	made = []span{
		{"chratze", 2, 6}, {"chratze-en", 4, 4}, {"chratze-ja", 4, 4}, {"chratzen", 4, 4}, {"kratzen", 3, 5}, {"kratzen-printed", 4, 4},
		{"zwicken", 3, 5},
		{"mauscheln", 3, 5}, {"loo", 3, 5}, {"rams", 4, 5}, {"bourre", 3, 5}, {"mistigri", 3, 4}, {"lupfen", 3, 5},
	}
	frozen = []span{{"chratze", 2, 5}, {"kratzen", 4, 4}, {"zwicken", 4, 4}}
)

// Names returns the names of the policies: preset and seats, as in chratze-4.policy.
func Names() []string { return names(made) }

// Files returns the names of all files: the policies, and the six games of the solution (docs/zwicken-solved.md).
func Files() []string {
	return append(Names(), "6-888.solution", "7-788.solution", "7-888.solution", "8-688.solution", "8-778.solution", "8-788.solution")
}

// First returns those that best-0.1 has, which is frozen.
func First() []string { return names(frozen) }

func names(of []span) (list []string) {
	for _, m := range of {
		for seats := m.least; seats <= m.most; seats++ {
			list = append(list, m.preset+"-"+strconv.Itoa(seats)+".policy")
		}
	}
	return list
}
