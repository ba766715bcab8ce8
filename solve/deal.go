package solve

import (
	"math/bits"

	"chratze/card"
	"chratze/rams"
)

// The most cards a seat plays with, and all of them.
const (
	maxSize  = 5
	maxCards = maxSize * rams.MaxSeats
)

// cards is a set of the cards in play, which are numbered in pack order: that is
// legal order, too.
type cards uint64

func (c cards) first() int { return bits.TrailingZeros64(uint64(c)) }
func (c cards) len() int   { return bits.OnesCount64(uint64(c)) }

// deal is who holds which cards, and what the kernel says of them (rams.Game.EffectiveSuit,
// Beats and Trumps).
type deal struct {
	n     int                      // players
	seat  [rams.MaxSeats]rams.Seat // by player, in turn order
	after [rams.MaxSeats]int8      // by player, who plays next
	hand  [rams.MaxSeats]cards     // by player, with the card in the trick that has begun
	of    [maxCards]card.Card
	owner [maxCards]uint8
	lane  [maxCards]cards // the cards of the same suit
	beats [maxCards]cards // those that beat it
	trump cards
	tops  [maxCards]uint8 // the trumps, the highest first
	nTops int
	weli  cards
	ace   cards // the trump ace if the Weli is lost to it; else empty

	ruff, mustTrump bool
	head            rams.Head
	mustLead        rams.MustLead
	first           cards // the trump that must be led to the first trick, if it is held
	size            int   // cards a seat plays with
}

// prepare numbers the players and cards of a hand.
func (d *deal) prepare(st *rams.State) {
	g := st.Game()
	trump, _ := st.Trump()
	var held [rams.MaxSeats]card.Set
	var all card.Set
	d.n = 0
	for seat := range rams.Seat(g.Seats()) {
		if !st.Contract(seat).In() {
			continue
		}
		h := st.Hand(seat)
		if c, played := st.InTrick(seat); played {
			h |= c.Bit()
		}
		d.seat[d.n], held[d.n] = seat, h
		all |= h
		d.n++
	}
	for c, at := all, 0; c != 0; c, at = c.Rest(), at+1 {
		d.of[at] = c.First()
	}
	for p := range d.n {
		d.after[p] = int8((p + 1) % d.n)
		d.hand[p] = squeeze(held[p], all)
		for m := d.hand[p]; m != 0; m &= m - 1 {
			d.owner[m.first()] = uint8(p)
		}
	}
	for at := range all.Len() {
		d.lane[at] = squeeze(g.EffectiveSuit(trump, d.of[at]), all)
		d.beats[at] = squeeze(g.Beats(trump, d.of[at]), all)
	}
	d.trump = squeeze(g.Trumps(trump), all)
	d.sortTrumps()
	rules := g.Rules()
	d.head, d.ruff, d.mustTrump = rules.Head, rules.RuffAnytime, rules.Void == rams.VoidTrump
	d.mustLead, d.first, d.size = rules.MustLead, squeeze(g.MustLeadFirst(trump, st.Table()), all), g.Size()
	d.weli, d.ace = squeeze(rules.Weli.Card(), all), 0
	if rules.SevenLost {
		d.ace = squeeze(card.New(card.Ace, trump).Bit(), all)
	}
}

// squeeze returns those of all that are in set, as cards in play.
func squeeze(set, all card.Set) (c cards) {
	for set &= all; set != 0; set = set.Rest() {
		c |= 1 << (all & (set&-set - 1)).Len()
	}
	return c
}

// sortTrumps lists the trumps from the highest: each beats as many others as are behind it.
func (d *deal) sortTrumps() {
	d.nTops = d.trump.len()
	for m := d.trump; m != 0; m &= m - 1 {
		d.tops[d.beats[m.first()].len()] = uint8(m.first())
	}
}

// trick is a position: what is left, and the trick on the table.
type trick struct {
	left cards // in hands, and in this trick
	gone cards // those in this trick
	rest cards // those of the players who have still to play to it
	won  score // in earlier tricks
	lost int8  // the player that has lost the Weli, plus one
	led  int8  // the card led; -1: none
	best int8  // the card that holds the trick
	turn int8  // player
	to   int8  // how many have still to play to this trick
}

// begin returns the position of a hand in which a card is to be played.
func (s *Solver) begin(st *rams.State) *trick {
	s.prepare(st)
	s.stake(st)
	if s.table == nil {
		s.table = make([]entry, 1<<tableBits)
	}
	if s.stamp++; s.stamp == 0 { // all stamps have been used: forget everything
		clear(s.table)
		s.stamp = 1
	}
	t := &s.line[0]
	*t = trick{led: -1, best: -1, to: int8(s.n)}
	for p := range s.n {
		t.left |= s.hand[p]
		for range st.Tricks(s.seat[p]) {
			t.won = s.stakes.won[t.won][p]
		}
		if s.seat[p] == st.Lead() {
			t.turn = int8(p)
		}
		if s.seat[p] == st.WeliLost() {
			t.lost = int8(p + 1)
		}
	}
	t.rest = t.left
	for {
		c, played := st.InTrick(s.seat[t.turn])
		if !played {
			return t
		}
		for m := s.hand[t.turn]; m != 0; m &= m - 1 {
			if s.of[m.first()] == c {
				s.put(t, t, m.first())
				break
			}
		}
	}
}

// put plays a card to the trick, without ending it.
func (d *deal) put(t, next *trick, c int) {
	next.left, next.gone, next.rest = t.left, t.gone|1<<c, t.rest&^d.hand[t.turn]
	next.won, next.lost = t.won, t.lost
	next.led, next.best = t.led, t.best
	if t.led < 0 {
		next.led, next.best = int8(c), int8(c)
	} else if d.beats[t.best]>>c&1 != 0 {
		next.best = int8(c)
	}
	next.to = t.to - 1
	next.turn = d.after[t.turn]
}

// plays returns the cards the player whose turn it is may play (2.10, 3.9, 5.7).
func (d *deal) plays(t *trick) cards {
	hand := d.hand[t.turn] & t.left
	if t.led < 0 {
		return d.leads(hand)
	}
	legal := hand & d.lane[t.led]
	switch {
	case legal != 0:
		if d.ruff {
			legal |= hand & d.trump
		}
	case d.mustTrump && hand&d.trump != 0:
		legal = hand & d.trump
	default:
		legal = hand
	}
	if d.head.Binds(hand&d.lane[t.led] != 0, d.trump>>t.led&1 != 0) {
		if heading := legal & d.beats[t.best]; heading != 0 {
			return heading
		}
	}
	return legal
}

// leads returns the cards that may be led (docs/rules.md 4, must_lead).
func (d *deal) leads(hand cards) cards {
	if d.mustLead == rams.MustLeadNo {
		return hand
	}
	trumps, round := hand&d.trump, d.size-hand.len()
	if top := hand & d.first; round == 0 && top != 0 {
		return top
	}
	if d.mustLead.Trump(round, trumps.len()) {
		return trumps
	}
	return hand
}

// twin returns an earlier legal card that touches c: the same suit, and neither a
// card of others nor the one that holds the trick between them. Then both lead to
// the same end. -1: there is none. (The Weli touches no card: it doesn't stand in
// legal order where it stands among the trumps, and what is left of a hand is to be in
// the same order, whichever of the two is played.)
func (d *deal) twin(t *trick, legal cards, c int) int {
	if d.weli>>c&1 != 0 {
		return -1
	}
	others := t.left &^ t.gone &^ d.hand[t.turn]
	if t.led >= 0 {
		others |= 1 << t.best
	}
	above := d.beats[c] & others
	for m := legal & d.lane[c] & (1<<c - 1) &^ d.weli; m != 0; m &= m - 1 {
		if d.beats[m.first()]&others == above {
			return m.first()
		}
	}
	return -1
}

// distinct returns the cards that may be played, of those that touch the first.
func (d *deal) distinct(t *trick) cards {
	legal := d.plays(t)
	all := legal
	for m := legal & (legal - 1); m != 0; m &= m - 1 {
		if d.twin(t, all, m.first()) >= 0 {
			legal &^= m & -m
		}
	}
	return legal
}
