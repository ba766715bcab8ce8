// Package trained has the policies that make train made, by which the bot best plays
// (docs/strength.md). A program for browsers has them as files beside it: it is a third smaller without,
// and who plays with other bots needs none.
//
//	file, err := trained.Read("chratze-4.policy") // for policy.Read
package trained

import "strconv"

// made are the presets that have policies, from how many seats to how many.
var made = []struct {
	preset      string
	least, most int
}{
	{"chratze", 2, 5}, {"kratzen", 4, 4}, {"zwicken", 4, 4},
	{"mauscheln", 4, 4}, {"loo", 5, 5}, {"rams", 4, 4}, {"bourre", 5, 5}, {"mistigri", 4, 4}, {"lupfen", 4, 4}, {"ramset", 4, 4},
}

// first is how many of them had one when best-0.1 was frozen.
const first = 3

// Names returns the names of the policies: preset and seats, as in chratze-4.policy.
func Names() []string { return names(len(made)) }

// First returns those that best-0.1 has, which is frozen.
func First() []string { return names(first) }

func names(presets int) (list []string) {
	for _, m := range made[:presets] {
		for seats := m.least; seats <= m.most; seats++ {
			list = append(list, m.preset+"-"+strconv.Itoa(seats)+".policy")
		}
	}
	return list
}
