package chart

import (
	"slices"

	"chratze/card"
	"chratze/rams"
)

// Kinds of hands: by the number of trumps and the highest of them (Rows), and by the cards of the two
// highest ranks beside them, in most games aces and kings (Columns). Kind = row · Columns + column.
const (
	Rows    = 14
	Columns = 6
	Kinds   = Rows * Columns
)

// blindCells are the ranks of an upcard from the ace to the six; lower ones count as a six.
const blindCells = 9

// CellsOf returns the number of cells of a question's grid.
func CellsOf(p rams.Phase) int {
	switch p {
	case rams.PhaseDoubleBlind:
		return 1
	case rams.PhaseBlind:
		return blindCells
	}
	return Kinds
}

// Steps is the number of levels of a trump, by how many others beat it: from 0, for five or
// more, to Steps-1, for none. The upcard doesn't count while it lies on the table. The trump
// six counts as the upcard that it can be swapped for.
const Steps = 5

// Row returns which trumps a row is about: their number, where 3 includes more, and the steps
// of the highest one, from low (weak) to high, at most Steps-1.
func Row(row int) (trumps, low, high int) {
	switch {
	case row == 0:
		return 0, 0, 0
	case row < 1+2*Steps:
		return 1 + (row-1)/Steps, (row - 1) % Steps, (row - 1) % Steps
	case row == 1+2*Steps:
		return 3, 0, 1
	case row == 2+2*Steps:
		return 3, 2, 3
	}
	return 3, 4, 4
}

// Column returns how many cards of the highest and of the second rank (Beside) a column is about. 2 of the highest
// include more; with one of it and in the last column there may be any number of the second.
func Column(column int) (first, second int) {
	return [Columns]int{0, 0, 0, 1, 1, 2}[column], [Columns]int{0, 1, 2, 0, 1, 0}[column]
}

// Beside returns the two highest ranks of the suits beside trumps: ace and king, or what the game's order has.
func Beside(g *rams.Game) (first, second card.Rank) {
	list := g.Rules().Order.Sorted(card.OfSuit(card.Hearts))
	return list[0].Rank(), list[1].Rank()
}

// Kind returns the kind of the hand of a view.
func Kind(v *rams.View) int {
	trumps := v.Hand & v.Game.Trumps(v.Trump)
	best, next := Beside(v.Game)
	first, second := 0, 0
	for c := v.Hand &^ trumps; c != 0; c = c.Rest() {
		switch c.First().Rank() {
		case best:
			first++
		case next:
			second++
		}
	}
	column := min(second, 2)
	switch {
	case first > 1:
		column = 5
	case first == 1:
		column = 3 + min(second, 1)
	}
	return rowOf(v, trumps)*Columns + column
}

func rowOf(v *rams.View, trumps card.Set) int {
	if trumps == 0 {
		return 0
	}
	above := card.Ranks
	rules := v.Game.Rules()
	for c := trumps; c != 0; c = c.Rest() {
		as := c.First()
		if rules.SixSwap && as == card.New(card.Six, v.Trump) && v.Table.Has(v.Upcard) {
			as = v.Upcard
		}
		above = min(above, (v.Game.Beats(v.Trump, as) &^ v.Table).Len())
	}
	step := stepOf(above)
	if n := trumps.Len(); n < 3 {
		return 1 + (n-1)*Steps + step
	}
	return 1 + 2*Steps + []int{0, 0, 1, 1, 2}[step]
}

// stepOf returns the step of a trump that `above` cards beat.
func stepOf(above int) int {
	switch {
	case above > 4:
		return 0
	case above > 2:
		return 1
	}
	return 4 - above
}

// Highest returns the ranks of the trumps at a step, the highest first, if an upcard of the
// given group lies on the table or in a hand (Any). With king or queen it can be either: then a
// place has both.
func Highest(g *rams.Game, step int, up int8) (list [][]card.Card) {
	rules := g.Rules()
	trumps := (g.Trumps(card.Hearts) & rules.Pack.Cards()).Append(nil)
	slices.SortFunc(trumps, func(a, b card.Card) int { return g.Strength(card.Hearts, b) - g.Strength(card.Hearts, a) })
	var places [][]card.Card
	for _, c := range trumps {
		natural := c.Suit() == card.Hearts
		switch {
		case natural && up == 0 && c.Rank() == card.Ace:
		case natural && up == 1 && c.Rank() == card.King:
			places = append(places, []card.Card{c})
		case natural && up == 1 && c.Rank() == card.Queen:
			places[len(places)-1] = append(places[len(places)-1], c)
		default:
			places = append(places, []card.Card{c})
		}
	}
	for above, p := range places {
		if stepOf(above) == step {
			list = append(list, p)
		}
	}
	return list
}
