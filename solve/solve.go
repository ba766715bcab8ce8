// Package solve plays a hand to its end with all cards open: perfect-information
// search over the real payouts.
//
// Each player maximises his own utility, the money he wins and his part of what
// lies in the pot afterwards; among acts that give him the same he takes the
// first in legal order. That makes the value of a position a function of the
// position (max^n, Luckhardt and Irani 1986), so that it may be remembered; with
// two players it is minimax.
//
// What makes it fast: a position is one small number, cards that touch are one
// move, a player who has the best he can still reach looks no further, the last
// trick is forced, and the table of positions is stamped by generation and never
// cleared.
package solve

import (
	"math/bits"

	"chratze/card"
	"chratze/rams"
)

// Utility is what a seat gets out of a hand, in Rappen times the number of seats:
// payout − penalty, times the seats, plus the pot after the hand. (What lies in the
// pot belongs to everybody equally; BOT-PROTOCOL.md, without the antes, which are
// paid before.)
type Utility int64

// Result is how a hand goes on and ends if everybody sees all cards.
type Result struct {
	Best    rams.Action            // the act of the seat whose turn it is
	Utility [rams.MaxSeats]Utility // by seat, also of those who are out
}

// Solver searches. It keeps its tables from hand to hand; one goroutine may use
// it at a time. The zero Solver is ready.
type Solver struct {
	stakes *stakes
	known  map[stakesKey]*stakes

	n     int                      // players in the hand
	seat  [rams.MaxSeats]rams.Seat // by player, in turn order
	hand  [rams.MaxSeats]cardMask
	of    [rams.MaxSeats * 4]card.Card // by place in a mask
	lane  [rams.MaxSeats * 4]cardMask  // cards of the same suit
	beats [rams.MaxSeats * 4]cardMask  // cards that beat it
	trump cardMask
	order []uint8  // places of the trumps, the highest first
	weli  cardMask // lost to ace if the game says so; else empty
	ace   cardMask

	head, ruff, mustTrump bool

	table []entry
	stamp uint32
}

// cardMask is a set of cards in play: player p's k-th card is bit 4p+k. The cards
// of a player stand in pack order, which is legal order.
type cardMask uint32

// entry is a remembered position at the beginning of a trick.
type entry struct {
	key   uint64
	stamp uint32
	end   score
}

const tableBits = 10

// Solve returns how the hand ends from a state in which a card is to be played;
// ok is false in any other state.
func (s *Solver) Solve(st *rams.State) (r Result, ok bool) {
	if st.Phase() != rams.PhasePlay {
		return Result{}, false
	}
	s.prepare(st)
	t := s.begin(st)
	end, best := s.play(t)
	r.Best = rams.Action{Kind: rams.Play, Seat: s.seat[t.turn], Cards: s.of[best].Bit()}
	r.Utility = *s.stakes.utility(end)
	return r, true
}

// prepare numbers the players and cards of a hand.
func (s *Solver) prepare(st *rams.State) {
	g := st.Game()
	trump, _ := st.Trump()
	s.n = 0
	var all card.Set
	for seat := range rams.Seat(g.Seats()) {
		if !st.Contract(seat).In() {
			continue
		}
		held := st.Hand(seat)
		if c, played := st.InTrick(seat); played {
			held |= c.Bit()
		}
		s.seat[s.n] = seat
		s.hand[s.n] = 0
		for k, at := held, 4*s.n; k != 0; k, at = k.Rest(), at+1 {
			s.of[at] = k.First()
			s.hand[s.n] |= 1 << at
		}
		all |= held
		s.n++
	}
	rules := g.Rules()
	s.stakes = s.stakesOf(st)
	s.trump = s.mask(g.Trumps(trump))
	s.weli, s.ace = 0, 0
	if rules.SevenLost {
		s.weli = s.mask(rules.Weli.Card())
		s.ace = s.mask(card.New(card.Ace, trump).Bit())
	}
	for p := range s.n {
		for m := s.hand[p]; m != 0; m &= m - 1 {
			at := bits.TrailingZeros32(uint32(m))
			s.lane[at] = s.mask(g.Lane(trump, s.of[at]))
			s.beats[at] = s.mask(g.Beats(trump, s.of[at]))
		}
	}
	s.order = s.order[:0]
	for m := s.trump; m != 0; m &= m - 1 {
		at := uint8(bits.TrailingZeros32(uint32(m)))
		i := len(s.order)
		s.order = append(s.order, at)
		for ; i > 0 && s.beats[s.order[i-1]]>>at&1 != 0; i-- {
			s.order[i] = s.order[i-1]
		}
		s.order[i] = at
	}
	s.head, s.ruff, s.mustTrump = rules.Head, rules.RuffAnytime, rules.Void == rams.VoidTrump
	if s.table == nil {
		s.table = make([]entry, 1<<tableBits)
	}
	if s.stamp++; s.stamp == 0 { // all stamps have been used: forget everything
		clear(s.table)
		s.stamp = 1
	}
}

// mask returns which of the cards in play are in set.
func (s *Solver) mask(set card.Set) (m cardMask) {
	for p := range s.n {
		for h := s.hand[p]; h != 0; h &= h - 1 {
			if at := bits.TrailingZeros32(uint32(h)); set.Has(s.of[at]) {
				m |= 1 << at
			}
		}
	}
	return m
}

// trick is a position: what is left, and the trick on the table.
type trick struct {
	left  cardMask // cards in hands, and those of this trick
	gone  cardMask // of them, those of this trick
	led   int      // place of the card led; -1: none
	best  int      // place of the card that holds the trick
	turn  int      // player
	to    int      // how many have still to play to this trick
	score score
	most  uint16 // what each seat can reach, as seen when the trick began: a place in stakes.list
}

func (s *Solver) begin(st *rams.State) trick {
	t := trick{led: -1, best: -1, to: s.n}
	lead := 0
	for p := range s.n {
		t.left |= s.hand[p]
		t.score += score(st.Tricks(s.seat[p])) * pow5[p]
		if s.seat[p] == st.Lead() {
			lead = p
		}
		if s.seat[p] == st.Lost() {
			t.score += score(p+1) * pow5[s.n]
		}
	}
	for p := lead; ; p = (p + 1) % s.n { // the cards of a trick that has begun
		c, played := st.InTrick(s.seat[p])
		if !played {
			t.turn = p
			t.most, _ = s.stakes.reach(s.sure(&t))
			return t
		}
		for m := s.hand[p]; m != 0; m &= m - 1 {
			if at := bits.TrailingZeros32(uint32(m)); s.of[at] == c {
				t = s.put(t, p, at)
			}
		}
	}
}

// put plays a card to the trick, without ending it.
func (s *Solver) put(t trick, p, at int) trick {
	if t.led < 0 {
		t.led, t.best = at, at
	} else if s.beats[t.best]>>at&1 != 0 {
		t.best = at
	}
	t.gone |= 1 << at
	t.to--
	if t.turn = p + 1; t.turn == s.n {
		t.turn = 0
	}
	return t
}

// plays returns the cards the player whose turn it is may play (2.10, 3.9, 5.7).
func (s *Solver) plays(t *trick) cardMask {
	hand := s.hand[t.turn] & t.left &^ t.gone
	if t.led < 0 {
		return hand
	}
	legal := hand & s.lane[t.led]
	switch {
	case legal != 0:
		if s.ruff {
			legal |= hand & s.trump
		}
	case s.mustTrump && hand&s.trump != 0:
		legal = hand & s.trump
	default:
		legal = hand
	}
	if s.head {
		if heading := legal & s.beats[t.best]; heading != 0 {
			return heading
		}
	}
	return legal
}

// play returns the score in the end and the place of the best card.
func (s *Solver) play(t trick) (end score, best int) {
	legal := s.plays(&t)
	p := t.turn
	seat := s.seat[p]
	reach := s.stakes.list[t.most][seat]
	var value Utility
	others := t.left &^ s.hand[p]
	best = -1
	for m := legal; m != 0; m &= m - 1 {
		at := bits.TrailingZeros32(uint32(m))
		if best >= 0 && s.twin(legal&(1<<at-1), at, others) {
			continue
		}
		e := s.after(s.put(t, p, at))
		if v := s.stakes.utility(e)[seat]; best < 0 || v > value {
			end, best, value = e, at, v
			if v >= reach {
				break // nothing better can come, and the first of equals counts
			}
		}
	}
	return end, best
}

// twin reports whether one of the earlier cards touches the card at this place:
// the same suit, and no card of others between them. Then both lead to the same
// end.
func (s *Solver) twin(earlier cardMask, at int, others cardMask) bool {
	if s.weli>>at&1 != 0 {
		return false
	}
	above := s.beats[at] & others
	for m := earlier & s.lane[at] &^ s.weli; m != 0; m &= m - 1 {
		if s.beats[bits.TrailingZeros32(uint32(m))]&others == above {
			return true
		}
	}
	return false
}

// after goes on after a card: with the same trick, or with the next one.
func (s *Solver) after(t trick) score {
	if t.to > 0 {
		end, _ := s.play(t)
		return end
	}
	return s.next(t)
}

// next ends a full trick and begins the next one.
func (s *Solver) next(t trick) score {
	winner := t.best >> 2
	if s.weli&t.gone != 0 && s.ace>>t.best&1 != 0 {
		t.score += score(bits.TrailingZeros32(uint32(s.weli&t.gone))>>2+1) * pow5[s.n]
	}
	t.score += pow5[winner]
	t.left &^= t.gone
	t.gone, t.led, t.best, t.turn, t.to = 0, -1, -1, winner, s.n
	if t.left == 0 {
		return t.score
	}
	if bits.OnesCount32(uint32(t.left)) == s.n { // the last trick is forced
		return s.last(t)
	}
	key := uint64(t.left) | uint64(winner)<<32 | uint64(t.score)<<36 // no two positions share a key
	e := &s.table[(key*0x9E3779B97F4A7C15)>>(64-tableBits)]
	if e.stamp != s.stamp || e.key != key {
		sure := s.sure(&t)
		var flat bool
		if t.most, flat = s.stakes.reach(sure); flat { // nothing depends on the tricks that are left
			return sure + score(s.stakes.left(sure))
		}
		end, _ := s.play(t)
		*e = entry{key, s.stamp, end} // what it replaces can be found again
	}
	return e.end
}

// sure returns the score with the tricks that are certain whatever is played: who
// holds the highest trumps wins a trick with each. At the beginning of a trick.
func (s *Solver) sure(t *trick) score {
	sure := t.score
	if t.led >= 0 {
		return sure
	}
	owner := -1
	for _, at := range s.order {
		if t.left>>at&1 == 0 {
			continue
		}
		p := int(at >> 2)
		if owner < 0 {
			owner = p
		} else if p != owner {
			break
		}
		sure += pow5[p]
	}
	return sure
}

// last plays the last trick, in which everybody has one card.
func (s *Solver) last(t trick) score {
	best := bits.TrailingZeros32(uint32(t.left & s.hand[t.turn]))
	led := best
	for m := t.left &^ (1 << led); m != 0; m &= m - 1 { // the order doesn't matter: the best is the best
		if at := bits.TrailingZeros32(uint32(m)); s.beats[best]>>at&1 != 0 {
			best = at
		}
	}
	if s.weli&t.left != 0 && s.ace>>best&1 != 0 {
		t.score += score(bits.TrailingZeros32(uint32(s.weli&t.left))>>2+1) * pow5[s.n]
	}
	return t.score + pow5[best>>2]
}
