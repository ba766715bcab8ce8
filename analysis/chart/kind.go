package chart

import (
	"slices"
	"strconv"

	"chratze/card"
	"chratze/rams"
)

// Kinds of hands: by the number of trumps and the highest of them (Rows), and by the aces and
// kings beside them (Columns). Kind = row · Columns + column.
const (
	Rows    = 14
	Columns = 6
	Kinds   = Rows * Columns
)

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

// Column returns how many aces and kings beside trumps a column is about. 2 aces include more;
// with one ace and in the last column there may be any number of kings.
func Column(column int) (aces, kings int) {
	return [Columns]int{0, 0, 0, 1, 1, 2}[column], [Columns]int{0, 1, 2, 0, 1, 0}[column]
}

// Kind returns the kind of the hand of a view.
func Kind(v *rams.View) int {
	trumps := v.Hand & v.Game.Trumps(v.Trump)
	aces, kings := 0, 0
	for c := v.Hand &^ trumps; c != 0; c = c.Rest() {
		switch c.First().Rank() {
		case card.Ace:
			aces++
		case card.King:
			kings++
		}
	}
	column := min(kings, 2)
	switch {
	case aces > 1:
		column = 5
	case aces == 1:
		column = 3 + min(kings, 1)
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

// spotOf returns the question of a view. ok is false for questions without a chart, and for
// hands that must drop cards.
func spotOf(v *rams.View) (s Spot, ok bool) {
	s = Spot{v.Phase, Any, Any, Any, Any, Any, Any}
	n := v.Seats()
	rules := v.Game.Rules()
	place := int8(after(v.Seat, v.Dealer, n))
	switch v.Phase {
	case rams.PhaseDoubleBlind, rams.PhaseBlind:
		return s, true
	case rams.PhaseOpen:
		s.Place, s.Up = place, upGroup(v)
		s.Turn = int8(min(1, max(0, rules.Pack.Cards().Len()-n*v.Game.Size()-len(onTable(&rules))-v.Stock)))
		return s, true
	case rams.PhaseBid:
		s.Place, s.Turn = place, 0
		if v.Declarer >= 0 {
			s.Turn = 1
		}
		return s, true
	case rams.PhaseJoin:
		s.joining(v)
		return s, true
	case rams.PhaseLay:
		s.By, s.Joined = 0, -1
		if v.Seat != v.Declarer {
			s.By = 1
		}
		for _, c := range v.Contract[:n] {
			if c.In() {
				s.Joined++
			}
		}
		s.Joined = min(s.Joined, 3)
		return s, v.Hand.Len() == v.Game.Size()
	}
	return s, false
}

// onTable has one element, for the first upcard, unless that is one of the dealer's cards.
func onTable(r *rams.Rules) []int {
	if r.Deal.DealersLast() {
		return nil
	}
	return []int{0}
}

func (s *Spot) joining(v *rams.View) {
	joined, left := v.Others()
	s.By, s.Joined, s.Left, s.Up = 0, int8(min(joined, 3)), int8(left), upGroup(v)
	if v.Declarer < 0 {
		return
	}
	switch v.Contract[v.Declarer] {
	case rams.DeclaredBlind:
		s.By = 1
	case rams.DeclaredDoubleBlind:
		s.By = 2
	default:
		return
	}
	s.Joined, s.Left, s.Up = min(s.Joined, 1), Any, Any // rare: less is told apart
}

// upGroup returns the group of the upcard, which matters while it is in nobody's hand.
func upGroup(v *rams.View) int8 {
	if !v.Table.Has(v.Upcard) || v.Game.Rules().Auction == rams.AuctionBidding {
		return Any
	}
	switch v.Upcard.Rank() {
	case card.Ace:
		return 0
	case card.King, card.Queen:
		return 1
	}
	return 2
}

// blindCells are the ranks of an upcard from the ace to the six; lower ones count as a six.
const blindCells = 9

func cellsOf(p rams.Phase) int {
	switch p {
	case rams.PhaseDoubleBlind:
		return 1
	case rams.PhaseBlind:
		return blindCells
	}
	return Kinds
}

// kindsOf are the possible acts of each question. The others are compared with the first.
//
//lattice:table
var kindsOf = map[rams.Phase][]rams.Kind{
	rams.PhaseDoubleBlind: {rams.See, rams.DoubleBlind},
	rams.PhaseBlind:       {rams.See, rams.GoBlind},
	rams.PhaseOpen:        {rams.Pass, rams.Open},
	rams.PhaseBid:         {rams.BidPass, rams.BidStrike, rams.BidTurn, rams.BidTop},
	rams.PhaseJoin:        {rams.Out, rams.Join, rams.Last},
}

// actsOf returns a list with one entry for each act.
func actsOf(v *rams.View) []rams.Kind {
	switch {
	case v.Phase == rams.PhaseLay:
		return make([]rams.Kind, v.Game.Size()+1)
	case v.Phase == rams.PhaseJoin && v.Game.Rules().LastWord == rams.LastWordOff:
		return kindsOf[v.Phase][:2]
	}
	return kindsOf[v.Phase]
}

// actNames returns the names of the acts; in the exchange the number of cards discarded.
func actNames(g *rams.Game, p rams.Phase) (names []string) {
	v := rams.View{Game: g, Phase: p}
	for i, k := range actsOf(&v) {
		if p == rams.PhaseLay {
			names = append(names, strconv.Itoa(i))
		} else {
			names = append(names, k.String())
		}
	}
	return names
}

// actOf returns the index of an act.
func actOf(v *rams.View, a rams.Action) int {
	if v.Phase == rams.PhaseLay {
		return min(a.Cards.Len(), v.Game.Size())
	}
	return slices.Index(kindsOf[v.Phase], a.Kind)
}

// nth returns the i-th act, if it is legal. In the exchange this discards the i worst cards, or
// the policy's own choice if that has i cards.
func nth(v *rams.View, i int, chosen rams.Action) (a rams.Action, legal bool) {
	a = rams.Action{Seat: v.Seat}
	if v.Phase == rams.PhaseLay {
		if a = (rams.Action{Kind: rams.Lay, Seat: v.Seat, Cards: worst(v, i)}); chosen.Cards.Len() == i {
			a = chosen
		}
	} else {
		a.Kind = kindsOf[v.Phase][i]
	}
	return a, slices.Contains(v.Legal, a)
}

// worst returns the n cards of a hand that most others beat.
func worst(v *rams.View, n int) (cards card.Set) {
	list := v.Hand.Append(nil)
	slices.SortStableFunc(list, func(a, b card.Card) int { return v.Game.Strength(v.Trump, a) - v.Game.Strength(v.Trump, b) })
	return card.SetOf(list[:n]...)
}
