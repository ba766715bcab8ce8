package chart

import (
	"slices"

	"chratze/card"
	"chratze/rams"
)

// Advice returns trials of what players of Chratze and its relatives advise each other
// (docs/strategy.md). A trial whose question a game doesn't have finds nothing. Names of groups
// are words separated by spaces.
func Advice() []Trial {
	return []Trial{
		doubleBlind(), blind(), openSure(), openSeat(), joinLow(), susi(), keep("keep-ace", card.Ace), keep("keep-king", card.King),
		firstLead(), twoTrumps(), takeBack(), leadTrump(), secondHand(),
	}
}

// alone is the list of groups of a trial without groups.
func alone() []string { return []string{""} }

// simple returns acts without cards.
func simple(v *rams.View, kinds ...rams.Kind) (acts []rams.Action) {
	for _, k := range kinds {
		acts = append(acts, rams.Action{Kind: k, Seat: v.Seat})
	}
	return acts
}

func doubleBlind() Trial {
	return Trial{"double-blind", []string{"see", "double-blind"}, alone(), func(v *rams.View, _ rams.Action) (int, []rams.Action) {
		if v.Phase != rams.PhaseDoubleBlind {
			return 0, nil
		}
		return 0, simple(v, rams.See, rams.DoubleBlind)
	}}
}

func blind() Trial {
	return Trial{"blind", []string{"see", "blind"}, []string{"A", "K", "Q", "J", "T", "9-6"}, func(v *rams.View, _ rams.Action) (int, []rams.Action) {
		if v.Phase != rams.PhaseBlind {
			return 0, nil
		}
		return min(5, int(card.Ace-v.Upcard.Rank())), simple(v, rams.See, rams.GoBlind)
	}}
}

// openSure tries opening: with hands that have the two highest trumps, and with the others.
func openSure() Trial {
	return Trial{"open-sure", []string{"pass", "open"}, []string{"sure", "unsure"}, func(v *rams.View, chosen rams.Action) (int, []rams.Action) {
		if v.Phase != rams.PhaseOpen || chosen.Kind != rams.Open {
			return 0, nil
		}
		group := 1
		if masters(v) > 1 {
			group = 0
		}
		return group, simple(v, rams.Pass, rams.Open)
	}}
}

// masters returns the number of trumps that nobody can beat.
func masters(v *rams.View) (n int) {
	for c := v.Hand & v.Game.Trumps(v.Trump); c != 0; c = c.Rest() {
		if v.Game.Beats(v.Trump, c.First())&^(v.Hand|v.Table|v.Played) == 0 {
			n++
		}
	}
	return n
}

// openSeat tries opening with two trumps, the higher one a king or queen, by the number of
// players asked later.
func openSeat() Trial {
	return Trial{"open-seat", []string{"pass", "open"}, []string{"after-0", "after-1", "after-2", "after-3"}, func(v *rams.View, _ rams.Action) (int, []rams.Action) {
		if v.Phase != rams.PhaseOpen {
			return 0, nil
		}
		row := Kind(v) / Columns
		if trumps, low, high := Row(row); trumps != 2 || low < 2 || high > 3 {
			return 0, nil
		}
		return min(3, after(v.Dealer, v.Seat, v.Seats())), simple(v, rams.Pass, rams.Open)
	}}
}

// joinLow tries joining with one trump that at least three others beat, and neither ace nor
// king beside it.
func joinLow() Trial {
	groups := []string{"in-0 middle", "in-0 low", "in-1 middle", "in-1 low", "in-2 middle", "in-2 low"}
	return Trial{"join-low", []string{"out", "join"}, groups, func(v *rams.View, _ rams.Action) (int, []rams.Action) {
		if v.Phase != rams.PhaseJoin {
			return 0, nil
		}
		kind := Kind(v)
		trumps, step, _ := Row(kind / Columns)
		if trumps != 1 || step > 1 || kind%Columns > 0 {
			return 0, nil
		}
		s, _ := spotOf(v)
		return 2*min(2, int(s.Joined)) + 1 - step, simple(v, rams.Out, rams.Join)
	}}
}

// susi tries joining as the last one asked, when nobody has joined and the player stays out.
func susi() Trial {
	return Trial{"susi", []string{"out", "join"}, alone(), func(v *rams.View, chosen rams.Action) (int, []rams.Action) {
		if joined, left := v.Others(); v.Phase != rams.PhaseJoin || chosen.Kind != rams.Out || v.Declarer < 0 || joined+left > 0 {
			return 0, nil
		}
		return 0, simple(v, rams.Out, rams.Join)
	}}
}

// keep tries keeping a single ace or king beside trumps in the exchange, in hands without
// higher plain cards.
func keep(name string, rank card.Rank) Trial {
	groups := []string{"declarer trumps-0", "declarer trumps-1", "declarer trumps-2", "joiner trumps-0", "joiner trumps-1", "joiner trumps-2"}
	return Trial{name, []string{"lay-it", "keep-it"}, groups, func(v *rams.View, _ rams.Action) (int, []rams.Action) {
		if v.Phase != rams.PhaseLay || v.Hand.Len() != v.Game.Size() {
			return 0, nil
		}
		trumps := v.Hand & v.Game.Trumps(v.Trump)
		plain := v.Hand &^ trumps
		high := plain & card.ByRank(rank)
		if rank == card.King && plain&card.ByRank(card.Ace) != 0 || high.Len() != 1 || trumps.Len() > 2 {
			return 0, nil
		}
		group := trumps.Len()
		if v.Seat != v.Declarer {
			group += 3
		}
		return group, []rams.Action{{Kind: rams.Lay, Seat: v.Seat, Cards: plain}, {Kind: rams.Lay, Seat: v.Seat, Cards: plain &^ high}}
	}}
}

// firstLead tries leads to the first trick by a declarer with trumps and other cards.
func firstLead() Trial {
	ways := []string{"highest-trump", "lowest-trump", "highest-plain", "lowest-plain"}
	groups := []string{"trumps-1 top", "trumps-1 no-top", "trumps-2 top", "trumps-2 no-top", "trumps-3 top", "trumps-3 no-top"}
	return Trial{"first-lead", ways, groups, func(v *rams.View, _ rams.Action) (int, []rams.Action) {
		if !leads(v) || v.Seat != v.Declarer || v.Hand.Len() != v.Game.Size() {
			return 0, nil
		}
		trumps, plain := split(v)
		if len(trumps) == 0 || len(plain) == 0 {
			return 0, nil
		}
		group := 2 * (len(trumps) - 1)
		if masters(v) == 0 {
			group++
		}
		return group, plays(v, trumps[0], trumps[len(trumps)-1], plain[0], plain[len(plain)-1])
	}}
}

// twoTrumps tries the highest plain card where a declarer with two trumps leads one of them first, by how many of
// the two nobody can beat.
func twoTrumps() Trial {
	return Trial{"two-trumps", []string{"as-played", "highest-plain"}, []string{"top-0", "top-1", "top-2"}, func(v *rams.View, chosen rams.Action) (int, []rams.Action) {
		if !leads(v) || v.Seat != v.Declarer || v.Hand.Len() != v.Game.Size() {
			return 0, nil
		}
		trumps, plain := split(v)
		if len(trumps) != 2 || len(plain) == 0 || chosen.Cards.First().Suit() != v.Trump {
			return 0, nil
		}
		return masters(v), append([]rams.Action{chosen}, plays(v, plain[0])...)
	}}
}

// takeBack tries trumping low or high, for a declarer who must trump and can win the trick with
// either.
func takeBack() Trial {
	return Trial{"take-back", []string{"highest-trump", "lowest-trump"}, alone(), func(v *rams.View, _ rams.Action) (int, []rams.Action) {
		if v.Phase != rams.PhasePlay || v.Seat != v.Declarer || v.Best < 0 || v.Trick[v.Lead].Suit() == v.Trump {
			return 0, nil
		}
		var win []card.Card
		trumps, _ := split(v)
		for _, c := range trumps {
			if best := v.Trick[v.Best]; v.Game.Beats(v.Trump, best).Has(c) && slices.Contains(v.Legal, plays(v, c)[0]) {
				win = append(win, c)
			}
		}
		if len(win) < 2 {
			return 0, nil
		}
		return 0, plays(v, win[0], win[len(win)-1])
	}}
}

// leadTrump tries later trump leads by a declarer with two trumps or more.
func leadTrump() Trial {
	groups := []string{"top", "no-top"}
	return Trial{"lead-trump", []string{"highest-trump", "lowest-trump"}, groups, func(v *rams.View, _ rams.Action) (int, []rams.Action) {
		trumps, _ := split(v)
		if !leads(v) || v.Seat != v.Declarer || v.Hand.Len() == v.Game.Size() || len(trumps) < 2 {
			return 0, nil
		}
		group := 0
		if masters(v) == 0 {
			group = 1
		}
		return group, plays(v, trumps[0], trumps[len(trumps)-1])
	}}
}

// secondHand tries to win a trick as cheaply as possible, or to keep that card, for a player who may do either and after
// whom others still play.
func secondHand() Trial {
	groups := []string{"declarer", "joiner"}
	return Trial{"second-hand", []string{"lowest-card", "cheapest-winner"}, groups, func(v *rams.View, _ rams.Action) (int, []rams.Action) {
		if v.Phase != rams.PhasePlay || v.Best < 0 {
			return 0, nil
		}
		to := 0 // how many are still to play
		for seat, c := range v.Contract[:v.Seats()] {
			if c.In() && v.Trick[seat] == card.Hidden {
				to++
			}
		}
		beats := v.Game.Beats(v.Trump, v.Trick[v.Best])
		var low, win []card.Card
		trumps, plain := split(v)
		for _, c := range append(trumps, plain...) {
			switch {
			case !slices.Contains(v.Legal, plays(v, c)[0]):
			case beats.Has(c):
				win = append(win, c)
			default:
				low = append(low, c)
			}
		}
		if to < 2 || len(win) == 0 || len(low) == 0 {
			return 0, nil
		}
		group := 0
		if v.Seat != v.Declarer {
			group = 1
		}
		return group, plays(v, low[len(low)-1], win[len(win)-1])
	}}
}

func leads(v *rams.View) bool { return v.Phase == rams.PhasePlay && v.Best < 0 }

// split returns the trumps and the other cards of a hand, each from the highest down.
func split(v *rams.View) (trumps, plain []card.Card) {
	set := v.Hand & v.Game.Trumps(v.Trump)
	trumps, plain = set.Append(nil), (v.Hand &^ set).Append(nil)
	for _, list := range [...][]card.Card{trumps, plain} {
		slices.SortStableFunc(list, func(a, b card.Card) int { return v.Game.Strength(v.Trump, b) - v.Game.Strength(v.Trump, a) })
	}
	return trumps, plain
}

func plays(v *rams.View, cards ...card.Card) (acts []rams.Action) {
	for _, c := range cards {
		acts = append(acts, rams.Action{Kind: rams.Play, Seat: v.Seat, Cards: c.Bit()})
	}
	return acts
}
