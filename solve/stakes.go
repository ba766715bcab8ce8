package solve

import (
	"cmp"
	"math/bits"
	"slices"

	"chratze/pot"
	"chratze/rams"
)

// score is who has won how many tricks, as a place in a grid.
type score int16

// grid numbers the scores of so many players who have won no more than so many
// tricks together, those with fewer tricks first. 0 is nothing won.
type grid struct {
	tricks [][rams.MaxSeats]uint8
	won    [][rams.MaxSeats]score // the score when a player wins one more
	full   int                    // from this one on all tricks are won
}

func newGrid(players, size int) *grid {
	g := &grid{tricks: make([][rams.MaxSeats]uint8, 1)}
	at := map[[rams.MaxSeats]uint8]score{}
	for i, left := 0, size; i < len(g.tricks); i++ {
		if sum(g.tricks[i]) > size-left {
			if left--; left == 0 {
				g.full = i
			}
		}
		var won [rams.MaxSeats]score
		for p := range players {
			if left == 0 {
				break
			}
			t := g.tricks[i]
			t[p]++
			if at[t] == 0 {
				at[t] = score(len(g.tricks))
				g.tricks = append(g.tricks, t)
			}
			won[p] = at[t]
		}
		g.won = append(g.won, won)
	}
	return g
}

func sum(tricks [rams.MaxSeats]uint8) (n int) {
	for _, t := range tricks {
		n += int(t)
	}
	return n
}

// end is one of the ways the money can go, as a place in stakes.ends: scores that
// are worth the same to everybody are one end.
type end int32

// ends is a set of ends. Where a hand has more of them than there are bits some
// share one: such a set holds at least what it should.
type ends uint64

const anyEnd = ^ends(0)

func (r ends) first() end { return end(bits.TrailingZeros64(uint64(r))) }

func (e end) bit() ends { return 1 << (e & 63) }

// stakesKey is all on which money depends, beside the tricks.
type stakesKey struct {
	game     *rams.Game
	pot      pot.Chips
	declarer rams.Seat
	contract [rams.MaxSeats]rams.Contract
}

// stakes knows what each end is worth to whom. Thousands of worlds of one hand
// share them.
type stakes struct {
	*grid
	key   stakesKey
	ends  []value
	at    []end  // by score with all tricks won, and who lost his Weli: a grid for nobody, then one for each player
	reach []ends // by the same: the ends a score can lead to
	duel  bool   // two players, and what is better for one is worse for the other
	order []end  // of a duel: by rank for player 0
}

// value is what an end is worth.
type value struct {
	utility [rams.MaxSeats]Utility // by seat
	rank    [rams.MaxSeats]uint16  // by player: greater is better
	above   [rams.MaxSeats]ends    // by player: ends that are better for him
	from    [rams.MaxSeats]ends    // by player: those, and the equal ones
}

// maxStakes bounds how much is kept, in ends.
const maxStakes = 1 << 16

// stakesOf returns the stakes of a hand, for the players already numbered.
func (s *Solver) stakesOf(st *rams.State) *stakes {
	g := st.Game()
	key := stakesKey{game: g, pot: st.Pot(), declarer: st.Declarer()}
	for p := range s.n {
		key.contract[s.seat[p]] = st.Contract(s.seat[p])
	}
	if s.stakes != nil && s.stakes.key == key {
		return s.stakes
	}
	if k := s.known[key]; k != nil {
		return k
	}
	if s.known == nil || s.kept > maxStakes {
		s.known, s.kept = map[stakesKey]*stakes{}, 0
	}
	players := &s.grids[s.n-1]
	if players[g.Size()-1] == nil {
		players[g.Size()-1] = newGrid(s.n, g.Size())
	}
	k := &stakes{grid: players[g.Size()-1], key: key, ends: s.ends[:0]}
	k.settle(s.seat[:s.n])
	s.ends, k.ends = k.ends, slices.Clone(k.ends)
	k.rank(s.seat[:s.n])
	k.look(s.n)
	s.known[key] = k
	s.kept += len(k.reach)
	return k
}

// settle works out the money of each score.
func (k *stakes) settle(seats []rams.Seat) {
	losers := 1 // nobody
	if k.key.game.Rules().SevenLost {
		losers += len(seats)
	}
	n := k.key.game.Seats()
	k.at = make([]end, losers*len(k.tricks))
	for l := range losers {
		for i, tricks := range k.tricks[k.full:] {
			t := rams.Tally{Pot: k.key.pot, Declarer: k.key.declarer, Contract: k.key.contract, Lost: rams.Nobody}
			if l > 0 {
				t.Lost = seats[l-1]
			}
			for p, seat := range seats {
				t.Tricks[seat] = tricks[p]
			}
			r, err := k.key.game.Settle(t)
			if err != nil { // the search has made a score that no hand can have
				panic(err)
			}
			var u [rams.MaxSeats]Utility
			for seat := range n {
				u[seat] = Utility(r.Payout[seat]-r.Penalty[seat])*Utility(n) + Utility(r.Next.Pot)
			}
			k.at[l*len(k.tricks)+k.full+i] = k.end(&u)
		}
	}
}

// end returns the end in which everybody gets this.
func (k *stakes) end(u *[rams.MaxSeats]Utility) end {
	for e := range k.ends {
		if k.ends[e].utility == *u {
			return end(e)
		}
	}
	k.ends = append(k.ends, value{utility: *u})
	return end(len(k.ends) - 1)
}

// rank ranks the ends for each player, and finds out whether it is a duel.
func (k *stakes) rank(seats []rams.Seat) {
	order := make([]end, len(k.ends))
	for i := range order {
		order[i] = end(i)
	}
	for p, seat := range seats {
		worth := func(i int) Utility { return k.ends[order[i]].utility[seat] }
		slices.SortFunc(order, func(a, b end) int { return cmp.Compare(k.ends[b].utility[seat], k.ends[a].utility[seat]) })
		above := ends(0)
		for i := 0; i < len(order); {
			first, from := i, above
			for ; i < len(order) && worth(i) == worth(first); i++ {
				from |= order[i].bit()
			}
			for _, e := range order[first:i] {
				v := &k.ends[e]
				v.rank[p], v.above[p], v.from[p] = uint16(len(order)-first), above, from
			}
			above = from
		}
	}
	k.duel = len(seats) == 2
	k.order = make([]end, len(order)+1)
	for i := range k.ends {
		r := &k.ends[i].rank
		k.duel = k.duel && int(r[0]+r[1]) == len(order)+1
		k.order[r[0]] = end(i)
	}
}

// look finds out which ends each score can lead to.
func (k *stakes) look(players int) {
	n := len(k.tricks)
	k.reach = make([]ends, len(k.at))
	for i := len(k.reach) - 1; i >= 0; i-- {
		switch at := i % n; {
		case at >= k.full:
			k.reach[i] = k.at[i].bit()
		default:
			for _, w := range k.won[at][:players] {
				k.reach[i] |= k.reach[i-at+int(w)]
			}
		}
		if i < n { // somebody may yet lose his Weli
			for lost := i + n; lost < len(k.reach); lost += n {
				k.reach[i] |= k.reach[lost]
			}
		}
	}
}

// span returns the least and the greatest rank of a set of ends for player 0.
func (k *stakes) span(r ends) (least, most int) {
	least = len(k.ends) + 1
	for ; r != 0; r &= r - 1 {
		rank := int(k.ends[bits.TrailingZeros64(uint64(r))].rank[0])
		least, most = min(least, rank), max(most, rank)
	}
	return least, most
}

// place returns where a score stands in at and reach.
func (k *stakes) place(won score, lost int8) int { return int(won) + int(lost)*len(k.tricks) }

// settled reports whether a set of ends that can be reached says all there is to say:
// there is one only, or none that is wanted.
func (k *stakes) settled(reach, want ends) (e end, is bool, known bound) {
	if reach&(reach-1) == 0 && len(k.ends) <= 64 {
		return reach.first(), true, exact
	}
	return reach.first(), reach&want == 0, other
}
