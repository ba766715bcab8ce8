package learn

import (
	"chratze/bot/policy"
	"chratze/chance"
	"chratze/lab/cfr"
	"chratze/rams"
	"chratze/solve"
)

// table is shared by the histories of a walker.
type table struct {
	*policy.Slots
	game   *rams.Game
	player rams.Player
	open   bool // this hand is played with open cards
	solver solve.Solver
	dice   chance.Fast
	legal  [rams.MaxLegal]rams.Action
	view   rams.View // the current question; on the heap, since the player gets a pointer to it
	deck   rams.Deck // of the history that goes on, likewise
}

// look builds the view of the seat whose turn it is.
func (t *table) look(s *rams.State) *rams.View {
	t.view = s.View(s.Turn(), t.legal[:0])
	return &t.view
}

// history is a hand as a cfr.State. The pack is shuffled at the beginning, so that every action
// of a decision meets the same cards. After that there is no chance, except when discards
// become the stock.
type history struct {
	table *table
	hand  rams.State
	deck  rams.Deck
	slot  int
	acts  int
}

var _ cfr.State[history] = history{}

// begin deals a hand and goes on to the first decision that is learned.
func (t *table) begin(start rams.Start) history {
	hand, err := t.game.NewHand(start)
	if err != nil {
		panic(err) // starts come from hands of the same game
	}
	s := history{table: t, hand: hand}
	s.deck.Source = &t.dice
	s.advance()
	return s
}

// advance goes on to the next decision that is learned, or to the first card that is
// led, or to the end.
func (s *history) advance() {
	t := s.table
	t.deck = s.deck
	for {
		switch phase := s.hand.Phase(); {
		case phase == rams.PhasePlay || phase == rams.PhaseDone:
			s.deck = t.deck
			return
		case s.hand.Turn() == rams.Nature:
			s.hand.ApplyUnchecked(t.deck.Next(&s.hand))
		default:
			v := t.look(&s.hand)
			if len(v.Legal) == 1 {
				s.hand.ApplyUnchecked(v.Legal[0])
				continue
			}
			var learned bool
			if s.slot, s.acts, learned = t.Place(v); learned {
				s.deck = t.deck
				return
			}
			s.hand.ApplyUnchecked(t.player.Act(v))
		}
	}
}

// Player returns the player who decides, or that the hand is over.
func (s history) Player() int {
	if p := s.hand.Phase(); p == rams.PhasePlay || p == rams.PhaseDone {
		return cfr.Over
	}
	return int(s.hand.Turn())
}

// Infoset returns the slot of the decision.
func (s history) Infoset() (slot, actions int) { return s.slot, s.acts }

// Act returns the history after a decision.
func (s history) Act(action int) history {
	t := s.table
	v := t.look(&s.hand)
	s.hand.ApplyUnchecked(t.Act(v, action))
	s.advance()
	return s
}

// Sample is never called: nature has already acted.
func (s history) Sample(chance.Source) history { return s }

// Utility plays the hand to its end, with open cards or as the Player does, and returns what a
// seat has won, in percent of the pot (docs/rams-bot.md).
func (s history) Utility(player int) float32 {
	t := s.table
	if t.open {
		if r, ok := t.solver.Solve(&s.hand); ok {
			return float32(r.Gain(&s.hand, rams.Seat(player)))
		}
	}
	for !s.hand.Done() {
		if v := t.look(&s.hand); len(v.Legal) == 1 {
			s.hand.ApplyUnchecked(v.Legal[0])
		} else {
			s.hand.ApplyUnchecked(t.player.Act(v))
		}
	}
	r := s.hand.Result()
	return float32(r.Gain(rams.Seat(player)))
}
