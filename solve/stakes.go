package solve

import (
	"chratze/pot"
	"chratze/rams"
)

// score is who has won how many tricks, a digit of base 5 for each player, and
// above them who lost his Weli to the trump ace, plus one.
type score uint32

// pow5 are the powers of five.
//
//lattice:table
var pow5 = [rams.MaxSeats + 1]score{1, 5, 25, 125, 625, 3125, 15625, 78125, 390625}

// stakesKey is all on which money depends, beside the tricks.
type stakesKey struct {
	game     *rams.Game
	pot      pot.Chips
	declarer rams.Seat
	contract [rams.MaxSeats]rams.Contract
}

// stakes knows what each final score is worth to whom. Utilities are worked out
// when they are first asked for, and kept: thousands of worlds of one hand share
// them.
type stakes struct {
	key  stakesKey
	n    int
	seat [rams.MaxSeats]rams.Seat
	lose bool // a Weli can be lost

	list  [][rams.MaxSeats]Utility
	final []uint16 // by score: one more than its place in list; 0: not yet known
	most  []uint16 // by score: the same, what everybody can still reach from it
	flat  []bool   // by score whose most is known: all ends from it are worth the same
}

// maxStakes bounds how many tables are kept, by their size.
const maxStakes = 1 << 20

// stakesOf returns the stakes of a hand, for the players already numbered.
func (s *Solver) stakesOf(st *rams.State) *stakes {
	key := stakesKey{game: st.Game(), pot: st.Pot(), declarer: st.Declarer()}
	for seat := range rams.Seat(st.Game().Seats()) {
		key.contract[seat] = st.Contract(seat)
	}
	if s.stakes != nil && s.stakes.key == key {
		return s.stakes
	}
	if k := s.known[key]; k != nil {
		return k
	}
	k := &stakes{key: key, n: s.n, seat: s.seat, lose: st.Game().Rules().SevenLost}
	scores := int(pow5[s.n])
	if k.lose {
		scores *= s.n + 1
	}
	k.final, k.most, k.flat = make([]uint16, scores), make([]uint16, scores), make([]bool, scores)
	if s.known == nil || (len(s.known)+1)*scores > maxStakes {
		s.known = map[stakesKey]*stakes{}
	}
	s.known[key] = k
	return k
}

// read takes a score apart: tricks by seat, and who lost his Weli.
func (k *stakes) read(e score) (tricks [rams.MaxSeats]uint8, lost rams.Seat) {
	for p := range k.n {
		tricks[k.seat[p]] = uint8(e % 5)
		e /= 5
	}
	if e > 0 {
		return tricks, k.seat[e-1]
	}
	return tricks, rams.Nobody
}

// utility returns what a final score is worth, by seat; valid until the next call.
func (k *stakes) utility(e score) *[rams.MaxSeats]Utility {
	if at := k.final[e]; at != 0 {
		return &k.list[at-1]
	}
	tally := rams.Tally{Pot: k.key.pot, Declarer: k.key.declarer, Contract: k.key.contract}
	tally.Tricks, tally.Lost = k.read(e)
	r, err := k.key.game.Settle(tally)
	if err != nil { // the search has made a score that no hand can have
		panic(err)
	}
	var u [rams.MaxSeats]Utility
	n := k.key.game.Seats()
	for seat := range n {
		u[seat] = Utility(r.Payout[seat]-r.Penalty[seat])*Utility(n) + Utility(r.Next.Pot)
	}
	k.final[e] = k.add(u)
	return &k.list[len(k.list)-1]
}

func (k *stakes) add(u [rams.MaxSeats]Utility) uint16 {
	k.list = append(k.list, u)
	return uint16(len(k.list))
}

// reach returns the most that each seat can still reach from a score, by whatever
// luck, as a place in list, and whether all ends from it are worth the same to
// everybody.
func (k *stakes) reach(e score) (most uint16, flat bool) {
	if at := k.most[e]; at != 0 {
		return at - 1, k.flat[e]
	}
	left := k.left(e)
	r := span{most: *k.utility(e + score(left))}
	r.least = r.most
	k.ends(e, left, 0, &r)
	if k.lose && e < pow5[k.n] { // somebody may yet lose his Weli
		for p := range k.n {
			k.ends(e+score(p+1)*pow5[k.n], left, 0, &r)
		}
	}
	k.most[e], k.flat[e] = k.add(r.most), r.most == r.least
	return k.most[e] - 1, k.flat[e]
}

// left returns how many tricks a score leaves to be won.
func (k *stakes) left(e score) int {
	left := k.key.game.Size()
	tricks, _ := k.read(e)
	for _, n := range tricks {
		left -= int(n)
	}
	return left
}

// span is the least and the most that each seat can get.
type span struct{ least, most [rams.MaxSeats]Utility }

// ends widens a span to all the ends in which the players from p on win the
// tricks that are left.
func (k *stakes) ends(e score, left, p int, r *span) {
	if p == k.n-1 {
		for seat, u := range k.utility(e + score(left)*pow5[p]) {
			r.least[seat], r.most[seat] = min(r.least[seat], u), max(r.most[seat], u)
		}
		return
	}
	for n := 0; n <= left; n++ {
		k.ends(e+score(n)*pow5[p], left-n, p+1, r)
	}
}
