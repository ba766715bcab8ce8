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

// grid numbers the scores of a number of players who have won no more than a number of
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
// are worth the same to everybody, whatever the pot, are one end.
type end int32

// ends is a set of ends. Where a hand has more of them than there are bits some
// share one: such a set holds at least what it should.
type ends uint64

const anyEnd = ^ends(0)

func (r ends) first() end { return end(bits.TrailingZeros64(uint64(r))) }

func (e end) bit() ends { return 1 << (e & 63) }

// roles are all on which money depends, beside the tricks and the pot.
type roles struct {
	game     *rams.Game
	declarer rams.Seat
	loser    rams.Seat // that has lost its Weli or may yet lose it, or Nobody
	price    pot.Chips // that each who plays has paid
	contract [rams.MaxSeats]rams.Contract
}

// family is what hands with the same roles have in common.
type family struct {
	*grid
	roles  roles
	at     []end                 // by score with all tricks won; then the same if the Weli is lost
	reach  []ends                // by the same: the ends a score can lead to
	tally  []rams.Tally          // by end, but for the pot: a score that leads to it
	failed [][rams.MaxSeats]bool // by end
	ranked []*stakes             // that have been met
}

// stakes knows who likes which end better. It is the same for most pots, so that thousands of
// hands share it.
type stakes struct {
	family
	ends  []value
	liked [rams.MaxSeats][]end // by player: the best first
}

// value is what an end is worth to each player, compared with the other ends.
type value struct {
	rank  [rams.MaxSeats]uint16 // by player: greater is better
	above [rams.MaxSeats]ends   // by player: better ends
	from  [rams.MaxSeats]ends   // by player: those, and the equal ones
}

// money is what an end is worth, by seat.
type money [rams.MaxSeats]Utility

// maxFamilies bounds how much is kept, and maxRanked how much of each.
const (
	maxFamilies = 1 << 10
	maxRanked   = 16
)

// stake finds the stakes of a hand, for the players already numbered, and what its ends
// are worth.
func (s *Solver) stake(st *rams.State) {
	now := roles{game: st.Game(), declarer: st.Declarer(), loser: s.loser(st), price: st.Price()}
	for p := range s.n {
		now.contract[s.seat[p]] = st.Contract(s.seat[p])
	}
	same := s.stakes != nil && s.stakes.roles == now
	if same && s.pot == st.Pot() {
		return
	}
	f := s.known[now]
	if f == nil {
		f = s.newFamily(now)
	}
	s.pot = st.Pot()
	s.money, s.after = f.settle(s.pot, s.money, s.after)
	if same && s.stakes.fits(s.seat[:s.n], s.money) {
		return
	}
	for _, k := range f.ranked {
		if k.fits(s.seat[:s.n], s.money) {
			s.stakes = k
			return
		}
	}
	s.stakes = f.rank(s.seat[:s.n], s.money)
	if len(f.ranked) < maxRanked {
		f.ranked = append(f.ranked, s.stakes)
	}
}

// loser returns the seat that can have lost its Weli when the hand is over.
func (s *Solver) loser(st *rams.State) rams.Seat {
	if st.WeliLost() == rams.Nobody && s.weli != 0 && s.ace != 0 {
		return s.seat[s.owner[s.weli.first()]]
	}
	return st.WeliLost()
}

func (s *Solver) newFamily(r roles) *family {
	players := &s.grids[s.n-1]
	size := r.game.Size()
	if players[size-1] == nil {
		players[size-1] = newGrid(s.n, size)
	}
	f := &family{grid: players[size-1], roles: r}
	f.sort(s.seat[:s.n])
	f.look(s.n)
	f.fail()
	if s.known == nil || len(s.known) >= maxFamilies {
		s.known = map[roles]*family{}
	}
	s.known[r] = f
	return f
}

// sort finds out which scores are one end: where tricks are paid each is its own; else money depends on
// who has made it and nothing else (2.11, docs/rules.md 4).
func (f *family) sort(seats []rams.Seat) {
	type outcome struct {
		tricks [rams.MaxSeats]uint8
		made   [rams.MaxSeats]bool
		lost   bool
	}
	rules := f.roles.game.Rules()
	byTricks := rules.Races() || rules.Split == rams.SplitTricks || rules.Split == rams.SplitMost || rules.MussPayout == rams.MussPayQuarters || rules.SevenMussPayout == rams.MussPayQuarters
	losers := 1
	if f.roles.loser != rams.Nobody {
		losers = 2
	}
	known := map[outcome]end{}
	n := len(f.tricks)
	f.at = make([]end, losers*n)
	for i := range f.at {
		if i%n < f.full {
			continue
		}
		o := outcome{lost: i >= n}
		if byTricks {
			o.tricks = f.tricks[i%n]
		}
		for p, seat := range seats {
			o.made[p] = int(f.tricks[i%n][p]) >= rules.TricksFor(f.roles.contract[seat])
		}
		e, met := known[o]
		if !met {
			e = end(len(f.tally))
			known[o] = e
			f.tally = append(f.tally, f.tallyOf(seats, i))
		}
		f.at[i] = e
	}
}

// tallyOf returns what there is to settle when a score is reached, but for the pot.
func (f *family) tallyOf(seats []rams.Seat, at int) rams.Tally {
	t := rams.Tally{Declarer: f.roles.declarer, Contract: f.roles.contract, Lost: rams.Nobody, Price: f.roles.price}
	if at >= len(f.tricks) {
		t.Lost = f.roles.loser
	}
	for p, seat := range seats {
		t.Tricks[seat] = f.tricks[at%len(f.tricks)][p]
	}
	return t
}

// fail works out who owes a penalty in each end, or has paid a price for nothing, which no pot changes.
func (f *family) fail() {
	f.failed = make([][rams.MaxSeats]bool, len(f.tally))
	for i := range f.tally {
		r := f.settled(i)
		for seat := range r.Failed {
			f.failed[i][seat] = r.Failed[seat] || r.Price[seat] > 0 && f.tally[i].Tricks[seat] == 0
		}
	}
}

// settled settles an end.
func (f *family) settled(e int) rams.Result {
	r, err := f.roles.game.Settle(f.tally[e])
	if err != nil { // the search has made a score that no hand can have
		panic(err)
	}
	return r
}

// settle works out what each end is worth, and the pot after it.
func (f *family) settle(in pot.Chips, worth []money, after []pot.Chips) ([]money, []pot.Chips) {
	n := f.roles.game.Seats()
	worth, after = worth[:0], after[:0]
	for i := range f.tally {
		f.tally[i].Pot = in
		r := f.settled(i)
		worth, after = append(worth, money{}), append(after, r.Shared())
		u := &worth[i]
		for seat := range n {
			u[seat] = Utility(r.Utility(rams.Seat(seat)))
		}
	}
	return worth, after
}

// fits reports whether everybody likes the ends in this order if they are worth so much.
func (k *stakes) fits(seats []rams.Seat, worth []money) bool {
	for p, seat := range seats {
		liked := k.liked[p]
		for i, e := range liked[1:] {
			last := liked[i]
			more := worth[last][seat] - worth[e][seat]
			if more < 0 || (more == 0) != (k.ends[last].rank[p] == k.ends[e].rank[p]) {
				return false
			}
		}
	}
	return true
}

// rank ranks the ends for each player.
func (f *family) rank(seats []rams.Seat, money []money) *stakes {
	k := &stakes{family: *f, ends: make([]value, len(money))}
	for p, seat := range seats {
		order := make([]end, len(money))
		for i := range order {
			order[i] = end(i)
		}
		k.liked[p] = order
		worth := func(i int) Utility { return money[order[i]][seat] }
		slices.SortStableFunc(order, func(a, b end) int { return cmp.Compare(money[b][seat], money[a][seat]) })
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
	return k
}

// look finds out which ends each score can lead to.
func (f *family) look(players int) {
	n := len(f.tricks)
	f.reach = make([]ends, len(f.at))
	for i := len(f.reach) - 1; i >= 0; i-- {
		switch at := i % n; {
		case at >= f.full:
			f.reach[i] = f.at[i].bit()
		default:
			for _, w := range f.won[at][:players] {
				f.reach[i] |= f.reach[i-at+int(w)]
			}
		}
		if i < n { // a seat may yet lose its Weli
			for lost := i + n; lost < len(f.reach); lost += n {
				f.reach[i] |= f.reach[lost]
			}
		}
	}
}

// place returns where a score stands in at and reach.
func (f *family) place(won score, lost int8) int {
	if lost != 0 {
		return int(won) + len(f.tricks)
	}
	return int(won)
}

// settled reports whether a set of ends that can be reached says all there is to say:
// there is one only, or none that is wanted.
func (k *stakes) settled(reach, want ends) (e end, is bool, known bound) {
	if reach&(reach-1) == 0 && len(k.ends) <= 64 {
		return reach.first(), true, exact
	}
	return reach.first(), reach&want == 0, other
}
