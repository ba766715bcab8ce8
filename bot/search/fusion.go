package search

import (
	"chratze/card"
	"chratze/chance"
	"chratze/rams"
)

// With open cards a declarer who leads a lone trump ace always knows afterwards which plain card
// wins: each world is played as if it were known (strategy fusion, Frank and Basin 1998). So from
// the declarer's first lead on, each of its cards is the same in all worlds that look alike by
// then. The others play as if they saw everything, or by their Model.

// fusedWorlds is how many times as many worlds such a lead is tried in: they are divided among
// what the seat will have seen.
const fusedWorlds = 6

// modelled: in one of this many worlds the others play by their Model.
const modelled = 2

// prior is how many worlds the average over all that may be seen counts for where one card is
// chosen after one of them.
const prior = 4

// sight is one world after some acts of the seat, at its next choice.
type sight struct {
	depth    int    // how many choices came before it, after the lead
	into     int    // where what it is worth belongs: in nexts, or of depth 0 in worth and fates
	acts     uint64 // the seat's cards so far, in order
	seen     uint64 // of the others the suits, in order, and which own cards beat their tricks
	from, to int    // in nexts: what each next card is worth
}

// next is what a next card is worth in one world.
type next struct {
	card  card.Card
	worth float64
	fate  fate
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

// look plays each act in the world through all choices of the seat that follow, and notes what
// they lead to.
func (s *Searcher) look(world *rams.State, seat rams.Seat, row int) {
	open := s.dice.IntN(modelled) > 0
	for i, a := range s.acts {
		after := *world
		s.lookOn(&after, a, sight{into: row + i}, open)
	}
}

// lookOn makes an act of a seat, lets the others play, and notes the seat's next choice. From the
// last choice on, the rest is played open.
func (s *Searcher) lookOn(st *rams.State, a rams.Action, at sight, open bool) {
	seat := st.Turn()
	st.ApplyUnchecked(a)
	at.acts = at.acts<<6 | uint64(a.Cards.First())
	for !st.Done() && st.Turn() != seat {
		act := s.follow(st, open)
		at.seen = at.seen*31 + uint64(act.Cards.First().Suit()) + 1
		st.ApplyUnchecked(act)
	}
	at.seen = chance.Mix(at.seen ^ uint64(s.beating(st, seat)))
	at.from = len(s.nexts)
	if last := st.Hand(seat).Len() <= 2; last {
		s.results, _ = s.solver.Each(st, s.results[:0])
		for j := range s.results {
			worth, fate := outcome(&s.results[j], seat)
			s.nexts = append(s.nexts, next{s.results[j].Act.Cards.First(), worth, fate})
		}
		at.to = len(s.nexts)
		s.sights = append(s.sights, at)
		return
	}
	legal := st.Plays()
	for set := legal; set != 0; set = set.Rest() {
		s.nexts = append(s.nexts, next{card: set.First()})
	}
	at.to = len(s.nexts)
	s.sights = append(s.sights, at)
	for i := at.from; i < at.to; i++ {
		after := *st
		play := rams.Action{Kind: rams.Play, Seat: seat, Cards: s.nexts[i].card.Bit()}
		s.lookOn(&after, play, sight{depth: at.depth + 1, into: i, acts: at.acts, seen: at.seen}, open)
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
		return s.Config.Others.Act(&v)
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

// fuse chooses, from the last choice to the first, one next card for all worlds that look alike,
// and sets what each act is worth with them.
func (s *Searcher) fuse() {
	deepest := 0
	for _, at := range s.sights {
		deepest = max(deepest, at.depth)
	}
	for depth := deepest; depth >= 0; depth-- {
		s.fuseAt(depth)
	}
}

// fuseAt fuses the choices of one depth. A world's own values don't count for its choice:
// otherwise the best of few would look good by chance.
func (s *Searcher) fuseAt(depth int) {
	type key struct {
		acts, seen uint64
		card       card.Card
	}
	sums, all := map[key]sum{}, map[key]sum{}
	add := func(m map[key]sum, k key, worth float64) {
		t := m[k]
		m[k] = sum{t.worth + worth, t.n + 1}
	}
	for _, at := range s.sights {
		if at.depth != depth {
			continue
		}
		for _, b := range s.nexts[at.from:at.to] {
			add(sums, key{at.acts, at.seen, b.card}, b.worth)
			add(all, key{acts: at.acts, card: b.card}, b.worth)
		}
	}
	for _, at := range s.sights {
		if at.depth != depth {
			continue
		}
		best, most := at.from, 0.0
		for i := at.from; i < at.to; i++ {
			b := &s.nexts[i]
			here, there := sums[key{at.acts, at.seen, b.card}], all[key{acts: at.acts, card: b.card}]
			mean := 0.0
			if there.n > 1 {
				mean = (there.worth - b.worth) / (there.n - 1)
			}
			if value := (here.worth - b.worth + prior*mean) / (here.n - 1 + prior); i == at.from || value > most {
				best, most = i, value
			}
		}
		if depth > 0 {
			s.nexts[at.into].worth, s.nexts[at.into].fate = s.nexts[best].worth, s.nexts[best].fate
		} else {
			s.worth[at.into], s.fates[at.into] = s.nexts[best].worth, s.nexts[best].fate
		}
	}
}
