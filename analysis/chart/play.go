package chart

import (
	"chratze/chance"
	"chratze/rams"
	"chratze/solve"
)

// Players makes the player for all seats, with a source of random numbers. Each goroutine has
// its own.
type Players func(chance.Source) rams.Player

// stage plays hands. From any moment it can try what would have happened if a seat had acted
// otherwise, with the same cards to come.
type stage struct {
	game   *rams.Game
	player rams.Player
	events bool // the player needs views with events
	open   int  // percentage of the hands played with open cards
	solved bool // this hand is
	solver solve.Solver
	seed   uint64
	hand   uint64
	moment uint64      // number of decisions so far in this hand
	chance chance.Rand // the player's
	cards  chance.Rand // of the pack, and of discards that become the stock
	past   rams.Record
	branch rams.Record
	deck   rams.Deck
	legal  [rams.MaxLegal]rams.Action
}

func newStage(g *rams.Game, players Players, events bool, open int, seed uint64) *stage {
	s := &stage{game: g, events: events, open: open, seed: seed}
	s.player = players(&s.chance)
	return s
}

// begin deals a hand. Everything in it depends only on the seed and its number.
func (s *stage) begin(start rams.Start, hand uint64) error {
	s.hand, s.moment = hand, 0
	dice := chance.Seeded(s.seed, hand)
	s.solved = dice.IntN(100) < s.open
	s.cards = chance.Seeded(s.seed, hand, 0)
	s.deck = rams.Deck{Source: &s.cards}
	return s.past.Begin(s.game, start)
}

// next lets nature act, and reports whether a seat must decide.
func (s *stage) next() bool {
	s.nature(&s.past, &s.deck)
	s.moment++
	s.chance = chance.Seeded(s.seed, s.hand, s.moment)
	return !s.past.Done()
}

func (s *stage) nature(r *rams.Record, d *rams.Deck) {
	if s.events {
		r.Nature(d)
		return
	}
	for r.Turn() == rams.Nature {
		state := r.State()
		r.ApplyUnlogged(d.Next(&state))
	}
}

// view returns the view of the seat on turn, valid until the next call.
func (s *stage) view(r *rams.Record) rams.View {
	if s.events {
		return r.View(r.Turn())
	}
	state := r.State()
	return state.View(state.Turn(), s.legal[:0])
}

func (s *stage) push(r *rams.Record, a rams.Action) {
	if s.events {
		r.ApplyUnchecked(a, nil)
		return
	}
	r.ApplyUnlogged(a)
}

// whatIf returns what everybody wins, in percent of the pot, if the seat on turn acts like this
// and then all play as usual. All acts of one moment meet the same cards and the same random
// numbers.
func (s *stage) whatIf(a rams.Action) (won [rams.MaxSeats]float64) {
	r, deck := &s.branch, s.deck
	r.Fork(&s.past)
	cards := s.cards
	s.chance = chance.Seeded(s.seed, s.hand, s.moment, 1)
	solved := s.solved && s.past.Phase() != rams.PhasePlay
	for s.push(r, a); ; {
		s.nature(r, &deck)
		if r.Done() {
			break
		}
		if solved && r.Phase() == rams.PhasePlay {
			s.cards = cards
			state := r.State()
			won, _ = s.ends(&state)
			return won
		}
		v := s.view(r)
		act := v.Legal[0]
		if len(v.Legal) > 1 {
			act = s.player.Act(&v)
		}
		s.push(r, act)
	}
	s.cards = cards
	result := r.Result()
	return s.gains(&result)
}

// ends returns what everybody wins, in percent of the pot, if the rest of the hand is played
// with open cards; and who fails.
func (s *stage) ends(st *rams.State) (won [rams.MaxSeats]float64, failed [rams.MaxSeats]bool) {
	r, _ := s.solver.Solve(st)
	for seat := range s.game.Seats() {
		won[seat] = r.Gain(st, rams.Seat(seat))
	}
	return won, r.Failed
}

// gains returns what everybody has won, in percent of the pot.
func (s *stage) gains(r *rams.Result) (won [rams.MaxSeats]float64) {
	for seat := range s.game.Seats() {
		won[seat] = r.Gain(rams.Seat(seat))
	}
	return won
}
