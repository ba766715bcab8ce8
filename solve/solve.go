// The files: solve.go (the questions), deal.go (the cards in play), search.go,
// stakes.go (the values of the ends).

// Package solve plays a hand to its end with all cards open: perfect-information
// search over the real payouts of [rams.Game.Settle]. A [Solver] answers.
//
// Each player maximises its own utility: the money it wins and its part of what
// is in the pot afterwards. Among actions that are worth the same, it takes the
// first in legal order. So the value of a position is a function of the
// position (max^n, Luckhardt and Irani 1986) and can be stored.
//
// What makes it fast: a position is one small number. Cards that touch are one
// move. The ways in which a hand can end are few, so a set of them is
// one machine word, and says at each card what is still worth searching. The last
// trick is forced. The table of positions is stamped by generation and never
// cleared.
package solve

import (
	"chratze/pot"
	"chratze/rams"
)

// Utility is the utility of a seat, in Rappen times the number of seats, like
// [rams.Result.Utility]: without the antes, which are paid before, but with the price.
type Utility int64

// Result is how a hand ends after an action if everybody sees all cards and plays best.
type Result struct {
	Act     rams.Action            // of the seat whose turn it is
	Utility [rams.MaxSeats]Utility // by seat, including seats that are out
	Pot     pot.Chips              // what is in the pot after the hand, in Rappen; in a race as rams.Result.Shared says
	Failed  [rams.MaxSeats]bool    // who must pay a penalty, or has paid a price for nothing
	Seats   int                    // of the game
}

// Net returns what a seat receives out of the pot at the end of the hand less what it pays into it, in
// Rappen. The antes, paid before, aren't counted. The price is.
func (r *Result) Net(seat rams.Seat) pot.Chips {
	return (pot.Chips(r.Utility[seat]) - r.Pot) / pot.Chips(r.Seats)
}

// Gain returns what a seat wins in a hand of which only the play was left, in percent of the pot, like
// [rams.Result.Gain].
func (r *Result) Gain(hand *rams.State, seat rams.Seat) float64 {
	game := hand.Game()
	rules := game.Rules()
	before, all := hand.Pot(), hand.Pot()
	if point := rules.Point(); point > 0 {
		all = point * pot.Chips(game.Size())
		before += all
	}
	for i := range rams.Seat(game.Seats()) {
		before -= hand.Paid(i)
	}
	paid := hand.Paid(seat)
	if hand.Contract(seat).In() {
		paid -= hand.Price() // the utility has it
	}
	grown := float64(r.Utility[seat]) - float64(before) // times the seats, with what the seat got
	return 100 * (grown/float64(game.Seats()) - float64(paid)) / float64(all)
}

// Solver searches. It keeps its tables from hand to hand. The zero Solver is ready to use.
// It is not safe for concurrent use.
type Solver struct {
	deal
	stakes *stakes
	pot    pot.Chips
	money  []money     // by end
	after  []pot.Chips // by end: the pot after it
	known  map[roles]*family
	grids  [rams.MaxSeats][maxSize]*grid

	line  [maxCards + maxSize]trick // from the position that is asked about to the one looked at
	table []entry
	stamp uint32
}

// Solve returns the best action and how the hand ends. ok is false unless it is a seat's
// turn to play a card.
func (s *Solver) Solve(st *rams.State) (r Result, ok bool) {
	if st.Phase() != rams.PhasePlay {
		return Result{}, false
	}
	t := s.begin(st)
	e, at := none, -1
	for m := s.distinct(t); m != 0; m &= m - 1 {
		c := m.first()
		if v := s.value(t, c, e); e == none || s.stakes.better(v, e, int(t.turn)) {
			e, at = v, c
		}
	}
	return s.result(t, at, e), true
}

// Each appends a [Result] for each legal action to dst, in legal order. ok is false unless it
// is a seat's turn to play a card.
func (s *Solver) Each(st *rams.State, dst []Result) (all []Result, ok bool) {
	if st.Phase() != rams.PhasePlay {
		return dst, false
	}
	t := s.begin(st)
	var known [maxCards]end
	legal := s.plays(t)
	for m := legal; m != 0; m &= m - 1 {
		c := m.first()
		if twin := s.twin(t, legal, c); twin >= 0 {
			known[c] = known[twin]
		} else {
			known[c] = s.value(t, c, none)
		}
		dst = append(dst, s.result(t, c, known[c]))
	}
	return dst, true
}

// value returns how the hand ends after a card, if that is better for the player
// than e; else any end that isn't.
func (s *Solver) value(t *trick, card int, e end) end {
	s.put(t, &s.line[1], card)
	want := anyEnd
	if e != none {
		want = s.stakes.ends[e].above[t.turn]
	}
	e, _ = s.play(1, want, s.stakes.reach[s.stakes.place(t.won, t.lost)])
	return e
}

func (s *Solver) result(t *trick, card int, e end) Result {
	act := rams.Action{Kind: rams.Play, Seat: s.seat[t.turn], Cards: s.of[card].Bit()}
	return Result{Act: act, Utility: s.money[e], Pot: s.after[e], Failed: s.stakes.failed[e], Seats: s.stakes.roles.game.Seats()}
}
