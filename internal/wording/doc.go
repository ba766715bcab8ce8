// Package wording writes what a person reads of a table: the rule sheet of a game, what happens
// in a hand as sentences, the questions, the settlement, and the form for house rules. The texts
// are those of the catalogue (package locale); here is only which of them are said, and when.
//
//	wording.RuleSheet(p, p.SheetOf(v, 0))
//	t := wording.NewTable(p, v, p.DeckOf(v.Preset()), locale.Francs, names, 0)
//	t.Event(&event)
package wording
