package charts

import (
	"slices"
	"strconv"

	"chratze/analysis/chart"
	"chratze/card"
	"chratze/rams"
)

// spotOf returns the question of a view. ok is false for questions without a chart, and for
// hands that must drop cards.
func spotOf(v *rams.View) (s chart.Spot, ok bool) {
	s = chart.Spot{Ask: v.Phase, Place: chart.Any, Turn: chart.Any, Up: chart.Any, By: chart.Any, Joined: chart.Any, Left: chart.Any}
	n := v.Seats()
	rules := v.Game.Rules()
	place := int8(after(v.Seat, v.Dealer, n))
	switch v.Phase {
	case rams.PhaseDoubleBlind, rams.PhaseBlind:
		return s, true
	case rams.PhaseOpen:
		if _, up := v.TrumpSuit(); !up {
			return s, false // kinds of hands are told by their trumps
		}
		s.Place, s.Up = place, upGroup(v)
		turned := rules.Pack.Cards().Len() - n*v.Game.Size() - v.Stock
		if !rules.Deal.DealersLast() {
			turned-- // the first upcard
		}
		s.Turn = int8(min(1, max(0, turned)))
		return s, true
	case rams.PhaseBid:
		s.Place, s.Turn = place, 0
		if v.Declarer >= 0 {
			s.Turn = 1
		}
		return s, true
	case rams.PhaseJoin:
		joining(&s, v)
		return s, slices.ContainsFunc(v.Legal, func(a rams.Action) bool { return a.Kind == rams.Out })
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
		return s, v.Hand.Len() == v.Game.Size() && rules.Rob == rams.RobNo
	}
	return s, false
}

// joining tells what matters for a question to join.
func joining(s *chart.Spot, v *rams.View) {
	joined, left := v.Others()
	s.By, s.Joined, s.Left, s.Up = 0, int8(min(joined, 3)), int8(left), upGroup(v)
	if v.Game.Rules().Spare != rams.SpareNo {
		if s.Turn = 1; v.SpareLies() {
			s.Turn = 0
		}
	}
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
	s.Joined, s.Left, s.Up = min(s.Joined, 1), chart.Any, chart.Any // rare: less is told apart
}

// upGroup returns the group of the upcard, which matters while it is in nobody's hand.
func upGroup(v *rams.View) int8 {
	if !v.Table.Has(v.Upcard) || v.Game.Rules().Auction == rams.AuctionBidding {
		return chart.Any
	}
	switch v.Upcard.Rank() {
	case card.Ace:
		return 0
	case card.King, card.Queen:
		return 1
	}
	return 2
}

// kindsOf are the possible acts of each question. The others are compared with the first.
//
//lattice:table
var kindsOf = map[rams.Phase][]rams.Kind{
	rams.PhaseDoubleBlind: {rams.See, rams.DoubleBlind},
	rams.PhaseBlind:       {rams.See, rams.GoBlind},
	rams.PhaseOpen:        {rams.Pass, rams.Open},
	rams.PhaseBid:         {rams.BidPass, rams.BidStrike, rams.BidTurn, rams.BidTop},
	rams.PhaseJoin:        {rams.Out, rams.Join},
}

// actsOf returns a list with one entry for each act.
func actsOf(v *rams.View) []rams.Kind {
	rules := v.Game.Rules()
	acts := kindsOf[v.Phase]
	switch {
	case v.Phase == rams.PhaseLay:
		return make([]rams.Kind, v.Game.Size()+1)
	case v.Phase == rams.PhaseJoin && rules.LastWord != rams.LastWordOff:
		return append(slices.Clip(acts), rams.Last)
	case v.Phase == rams.PhaseJoin && rules.Spare != rams.SpareNo:
		return append(slices.Clip(acts), rams.TakeSpare)
	}
	return acts
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
	return slices.Index(actsOf(v), a.Kind)
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
		a.Kind = actsOf(v)[i]
	}
	return a, slices.Contains(v.Legal, a)
}

// worst returns the n cards of a hand that most others beat.
func worst(v *rams.View, n int) (cards card.Set) {
	list := v.Hand.Append(nil)
	slices.SortStableFunc(list, func(a, b card.Card) int { return v.Game.Strength(v.Trump, a) - v.Game.Strength(v.Trump, b) })
	return card.SetOf(list[:n]...)
}
