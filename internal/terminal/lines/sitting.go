package lines

import (
	"errors"
	"fmt"
	"slices"

	"chratze/bot"
	"chratze/chance"
	"chratze/history"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// sitting is an evening of one person with bots: who sits where, the accounts,
// the hands so far and the one that is played. Everything but the acts follows
// from its plan, so that a plan with its acts can be played again to the last
// card.
type sitting struct {
	plan
	game   *rams.Game
	ledger pot.Ledger
	hands  int           // settled
	start  rams.Start    // of the hand that is played, or of the next
	course [][]pot.Chips // the balances after each hand
	heirs  [2]string     // the last declarer and the last dealer: what is left of the pot at the end goes to them
	bots   []bot.Bot     // by seat; nil is the person
	chance chance.Rand   // the bots'; drawn anew for each decision, so that coming back changes nothing
	deck   rams.Deck
	record rams.Record
	acts   []string // of the hand that is played
	dealt  bool     // a hand is played
	last   int      // the number of the last hand; 0: nobody has announced it
	ended  bool
}

// plan is what a sitting is from its beginning on.
type plan struct {
	Rules variant.Variant `json:"rules"`
	Seed  uint64          `json:"seed,string"`
	Me    rams.Seat       `json:"me"`
	Names []string        `json:"names"` // by seat
	Bots  []string        `json:"bots"`  // by seat; "" is the person
}

// The streams of chance of a sitting, told apart by their first number.
const (
	chanceOfSeats = iota
	chanceOfDealer
	chanceOfDeck // then the hand
	chanceOfBots // then the hand and what has happened in it
)

// errPlan is wrapped by what is wrong with a plan read from a file.
type errPlan struct{ what string }

func (e *errPlan) Error() string { return e.what }

// newSitting seats everybody. Its first hand is begun by begin.
func newSitting(p plan) (*sitting, error) {
	game, err := p.Rules.Game(len(p.Names))
	if err != nil {
		return nil, err
	}
	if len(p.Bots) != game.Seats() || p.Me < 0 || int(p.Me) >= game.Seats() || p.Bots[p.Me] != "" {
		return nil, &errPlan{fmt.Sprintf("seat %d of %d, and %d bots, don't go together", p.Me, game.Seats(), len(p.Bots))}
	}
	s := &sitting{plan: p, game: game, bots: make([]bot.Bot, game.Seats())}
	for seat, text := range p.Bots {
		if rams.Seat(seat) != p.Me {
			spec, err := bot.Parse(text)
			if err != nil {
				return nil, err
			}
			s.bots[seat] = spec.New(&s.chance)
		}
	}
	for _, name := range p.Names {
		if _, twice := s.ledger.Balance(name); twice {
			return nil, &errPlan{fmt.Sprintf("two seats have the name %q", name)}
		}
		if err := s.ledger.Open(name); err != nil {
			return nil, err
		}
	}
	lot := chance.Seeded(p.Seed, chanceOfDealer)
	s.start = game.First(rams.Seat(lot.IntN(game.Seats())))
	return s, nil
}

// begin deals the next hand, up to the person's first decision or the end.
func (s *sitting) begin() error {
	if err := s.deal(); err != nil {
		return err
	}
	s.others()
	return nil
}

// deal deals the next hand, up to the first decision of anybody.
func (s *sitting) deal() error {
	if err := s.record.Begin(s.game, s.start); err != nil {
		return err
	}
	chance := chance.Seeded(s.Seed, chanceOfDeck, uint64(s.hands))
	s.deck = rams.Deck{Source: &chance}
	s.acts, s.dealt = s.acts[:0], true
	s.record.Nature(&s.deck)
	return nil
}

// act makes the person's act, and everybody else's up to the next decision or the
// end of the hand. The error is a *rams.Refusal, after which nothing has changed.
func (s *sitting) act(a rams.Action) error {
	if err := s.record.Apply(a); err != nil {
		return err
	}
	s.noted(a)
	s.others()
	return nil
}

// redo makes the acts of a hand again, the person's and the bots', as they were
// made before: bots may have learned something since.
func (s *sitting) redo(acts []string) error {
	for i, text := range acts {
		a, err := rams.ParseAction(text, s.record.State.Turn())
		if err == nil {
			err = s.record.Apply(a)
		}
		if err != nil {
			return fmt.Errorf("act %d of the hand: %w", i+1, err)
		}
		s.noted(a)
	}
	return nil
}

func (s *sitting) noted(a rams.Action) {
	s.acts = append(s.acts, a.String())
	s.record.Nature(&s.deck)
}

// others lets the bots act until the person has to, or the hand is over.
func (s *sitting) others() {
	for !s.over() && s.record.State.Turn() != s.Me {
		v := s.record.View(s.record.State.Turn())
		s.chance = chance.Seeded(s.Seed, chanceOfBots, uint64(s.hands), uint64(len(s.record.Log)))
		a := s.bots[v.Seat].Act(&v)
		if s.record.Apply(a) != nil { // no bot of ours does; a table must go on
			a = bot.Fallback(v.Legal)
			s.record.ApplyUnchecked(a, nil)
		}
		s.noted(a)
	}
}

// over reports whether the hand that is played is over and can be settled.
func (s *sitting) over() bool { return s.record.State.Done() }

// view is all the person may know.
func (s *sitting) view() rams.View { return s.record.View(s.Me) }

// result is how a hand that is over was settled.
func (s *sitting) result() rams.Result { return s.record.State.Result() }

// line is the line of the hand that is played, with its end.
func (s *sitting) line() []byte {
	h := history.FromRecord(s.Rules, s.Names, &s.record, nil)
	return append(h.Append(nil), '\n')
}

// settle books a hand that is over.
func (s *sitting) settle() error {
	result, moves := s.result(), make([]pot.Chips, len(s.Names))
	for i := range moves {
		moves[i] = result.Payout[i] - result.Penalty[i] - result.Paid[i]
	}
	return s.book(moves, result.Next, s.record.State.Declarer(), s.record.State.Dealer())
}

// recall books a hand from its line.
func (s *sitting) recall(line string) error {
	h, err := history.Read(line)
	if err != nil {
		return err
	}
	if h.Variant != s.Rules || h.For != history.Full || h.Start != s.start || !h.Over || !slices.Equal(h.Names, s.Names) {
		return errOtherHand
	}
	moves := make([]pot.Chips, len(s.Names))
	for i := range moves {
		moves[i] = h.Payout[i] - h.Penalty[i]
	}
	for i := range h.Events {
		if e := &h.Events[i]; e.Kind == rams.EventAnte {
			moves[e.Seat] -= e.Amount
		}
	}
	steps, err := h.Steps()
	if err != nil {
		return err
	}
	declarer, dealer := rams.Nobody, rams.Nobody
	for step := range steps {
		if state, full := step.State(); full {
			declarer, dealer = state.Declarer(), state.Dealer()
		}
	}
	return s.book(moves, h.Next, declarer, dealer)
}

// errOtherHand is a line that isn't the next hand of the sitting.
var errOtherHand = errors.New("this is not the hand that follows the one before")

// book moves the money of a hand, by seat, and remembers how the next one begins.
func (s *sitting) book(amounts []pot.Chips, next rams.Start, declarer, dealer rams.Seat) error {
	moves := make([]pot.Move, len(s.Names))
	for i, name := range s.Names {
		moves[i] = pot.Move{ID: name, Amount: amounts[i]}
	}
	if err := s.ledger.Post(moves...); err != nil {
		return err
	}
	if s.ledger.Pot() != next.Pot {
		return fmt.Errorf("the accounts leave %d in the pot, the hand %d", s.ledger.Pot(), next.Pot)
	}
	if declarer >= 0 {
		s.heirs[0] = s.Names[declarer]
	}
	s.heirs[1] = s.Names[dealer]
	s.start = next
	s.hands++
	s.course = append(s.course, s.balances())
	s.dealt, s.acts = false, s.acts[:0]
	return nil
}

// balances are what everybody has won or lost, by seat.
func (s *sitting) balances() []pot.Chips {
	list := make([]pot.Chips, len(s.Names))
	for i, name := range s.Names {
		list[i], _ = s.ledger.Balance(name)
	}
	return list
}

// end shares out the pot between two hands (docs/rules.md 6) and returns what each
// seat gets.
func (s *sitting) end() ([]pot.Chips, error) {
	return s.ledger.End(s.Names, s.game.Rules().Coin, s.heirs[:]...)
}
