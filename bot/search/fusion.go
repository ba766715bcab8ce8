package search

import (
	"chratze/card"
	"chratze/rams"
)

// With open cards a declarer who leads a lone trump ace always knows afterwards which plain card
// wins: each world is played as if it were known (strategy fusion, Frank and Basin 1998). So at
// the declarer's first lead, the card that follows is the same in all worlds that look alike by
// then. The others still play as if they saw everything.

// fusedWorlds is how many times as many worlds such a lead is tried in: they are divided among
// what the seat will have seen.
const fusedWorlds = 8

// modelled: see above.
const modelled = 4

// overrated is by how many percent of the pot the lead of one of two trumps looks better than it is, unless nobody
// can beat either: what follows later is still played as if the cards were open. Where best preferred such a lead, the
// highest plain card won 9 percent more (chratze advice --only two-trumps).
const overrated = 15

// prior is how many worlds the average over all that may be seen counts for where one card is
// chosen after one of them.
const prior = 4

// sight is one world after one act, up to the seat's next card.
type sight struct {
	cell     int    // in worth and fails
	act      int    // in acts
	seen     uint64 // the suits played since, in order, and which own cards beat the trick
	from, to int    // in next: what each next card is worth
}

// next is what a next card is worth in one world.
type next struct {
	card  card.Card
	worth float64
	fails bool
}

// sum adds up what a card is worth.
type sum struct {
	worth float64
	n     float64
}

// fuses reports whether the question is the declarer's first lead.
func fuses(v *rams.View) bool {
	return v.Phase == rams.PhasePlay && v.Declarer == v.Seat && v.Played == 0 && v.Lead == v.Seat && v.Hand.Len() > 2
}

// risky reports whether an act leads one of two trumps that aren't both unbeatable.
func risky(v *rams.View, a rams.Action) bool {
	trumps := v.Hand & v.Game.Trumps(v.Trump)
	if trumps.Len() != 2 || a.Cards&trumps == 0 {
		return false
	}
	for c := trumps; c != 0; c = c.Rest() {
		if v.Game.Beats(v.Trump, c.First())&^(v.Hand|v.Table) != 0 {
			return true
		}
	}
	return false
}

// look plays each act in the world up to the seat's next card, and notes what follows from each.
func (s *Searcher) look(world *rams.State, seat rams.Seat, row int) {
	open := s.dice.IntN(modelled) > 0
	for i, a := range s.acts {
		after := *world
		after.ApplyUnchecked(a)
		at := sight{cell: row + i, act: i, from: len(s.nexts)}
		for !after.Done() && after.Turn() != seat {
			act := s.follow(&after, open)
			at.seen = at.seen*8 + uint64(act.Cards.First().Suit()) + 1
			after.ApplyUnchecked(act)
		}
		at.seen = at.seen<<36 ^ uint64(s.beating(&after, seat))
		s.results, _ = s.solver.Each(&after, s.results[:0])
		for j := range s.results {
			worth, fails := outcome(&s.results[j], seat)
			s.nexts = append(s.nexts, next{s.results[j].Act.Cards.First(), worth, fails})
		}
		at.to = len(s.nexts)
		s.sights = append(s.sights, at)
	}
}

// beating returns the cards of a seat that beat the running trick; none if there is no card in it.
func (s *Searcher) beating(st *rams.State, seat rams.Seat) card.Set {
	v := st.View(seat, s.legal[:0])
	if v.Best == rams.Nobody || !v.Trick[v.Best].Valid() {
		return 0
	}
	return v.Game.Beats(v.Trump, v.Trick[v.Best]) & v.Hand
}

// follow returns what another player does: with open cards, or as Others, who have no dice, so that every act is
// answered alike.
func (s *Searcher) follow(st *rams.State, open bool) rams.Action {
	turn := st.Turn()
	if !open {
		v := st.View(turn, s.legal[:0])
		return s.Others.Act(&v)
	}
	s.results, _ = s.solver.Each(st, s.results[:0])
	best := 0
	for j := range s.results {
		if s.results[j].Utility[turn] > s.results[best].Utility[turn] {
			best = j
		}
	}
	return s.results[best].Act
}

// fuse chooses one next card for all worlds that look alike, and sets what each act is worth with
// it. A world's own values don't count for its choice: otherwise the best of few would look good
// by chance.
func (s *Searcher) fuse(v *rams.View) {
	type key struct {
		act  int
		seen uint64
		card card.Card
	}
	sums, all := map[key]sum{}, map[key]sum{}
	add := func(m map[key]sum, k key, worth float64) {
		t := m[k]
		m[k] = sum{t.worth + worth, t.n + 1}
	}
	for _, at := range s.sights {
		for _, b := range s.nexts[at.from:at.to] {
			add(sums, key{at.act, at.seen, b.card}, b.worth)
			add(all, key{act: at.act, card: b.card}, b.worth)
		}
	}
	for _, at := range s.sights {
		best, most := at.from, 0.0
		for i := at.from; i < at.to; i++ {
			b := &s.nexts[i]
			here, there := sums[key{at.act, at.seen, b.card}], all[key{act: at.act, card: b.card}]
			mean := 0.0
			if there.n > 1 {
				mean = (there.worth - b.worth) / (there.n - 1)
			}
			if value := (here.worth - b.worth + prior*mean) / (here.n - 1 + prior); i == at.from || value > most {
				best, most = i, value
			}
		}
		s.worth[at.cell], s.fails[at.cell] = s.nexts[best].worth, s.nexts[best].fails
		if risky(v, s.acts[at.act]) {
			s.worth[at.cell] -= overrated * float64(v.Pot) / 100 * float64(v.Game.Seats())
		}
	}
}
