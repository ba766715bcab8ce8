package charts

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
	*Config
	player rams.Player
	solved bool // this hand is played with open cards
	solver solve.Solver
	hand   uint64
	moment uint64      // number of decisions so far in this hand
	chance chance.Rand // the player's
	cards  chance.Rand // of the pack, and of discards that become the stock
	past   rams.Record
	branch rams.Record
	deck   rams.Deck
	legal  [rams.MaxLegal]rams.Action
}

func newStage(c *Config) *stage {
	s := &stage{Config: c}
	s.player = c.Players(&s.chance)
	return s
}

// begin deals a hand. Everything in it depends only on the configuration and its number.
func (s *stage) begin(hand uint64) {
	s.hand, s.moment = hand, 0
	dice := chance.Seeded(s.Seed, hand)
	s.solved = dice.IntN(100) < s.Open
	s.cards = chance.Seeded(s.Seed, hand, 0)
	s.deck = rams.Deck{Source: &s.cards}
	if err := s.past.Begin(s.Game, rams.Start{Pot: s.Pot, Dealer: rams.Seat(hand % uint64(s.Game.Seats()))}); err != nil {
		panic(err) // Measure has tried one
	}
}

// next lets nature act, and reports whether a seat must decide.
func (s *stage) next() bool {
	s.nature(&s.past, &s.deck)
	s.moment++
	s.chance = chance.Seeded(s.Seed, s.hand, s.moment)
	return !s.past.Done()
}

func (s *stage) nature(r *rams.Record, d *rams.Deck) {
	for r.Turn() == rams.Nature {
		state := r.State()
		r.ApplyUnlogged(d.Next(&state))
	}
}

// view returns the view of the seat on turn, valid until the next call.
func (s *stage) view(r *rams.Record) rams.View {
	state := r.State()
	return state.View(state.Turn(), s.legal[:0])
}

// whatIf returns what everybody wins, in percent of the pot, if the seat on turn acts like this
// and then all play as usual. All acts of one moment meet the same cards and the same random
// numbers.
func (s *stage) whatIf(a rams.Action) (won [rams.MaxSeats]float64) {
	r, deck := &s.branch, s.deck
	r.Fork(&s.past)
	cards := s.cards
	s.chance = chance.Seeded(s.Seed, s.hand, s.moment, 1)
	for r.ApplyUnlogged(a); ; {
		s.nature(r, &deck)
		if r.Done() {
			break
		}
		if s.solved && r.Phase() == rams.PhasePlay {
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
		r.ApplyUnlogged(act)
	}
	s.cards = cards
	result := r.Result()
	return s.won(&result)
}

// ends returns what everybody wins, in percent of the pot, if the rest of the hand is played
// with open cards; and who fails.
func (s *stage) ends(st *rams.State) (won [rams.MaxSeats]float64, failed [rams.MaxSeats]bool) {
	r, _ := s.solver.Solve(st)
	for seat := range s.Game.Seats() {
		won[seat] = r.Gain(st, rams.Seat(seat))
	}
	return won, r.Failed
}

// won returns what everybody has won, in percent of the pot.
func (s *stage) won(r *rams.Result) (won [rams.MaxSeats]float64) {
	for seat := range s.Game.Seats() {
		won[seat] = r.Gain(rams.Seat(seat))
	}
	return won
}
