// Package spoken settles a single hand, without names, from what people say at its end: the
// pot, and the tricks of each player. For an evening use a cash desk (package desk).
package spoken

import (
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// Hand is what people say at the end of a hand: the pot, and the tricks of each player. Joiners
// are in turn order from the seat after the declarer; in games without a declarer from
// forehand.
type Hand struct {
	Rules     variant.Variant
	Pot       pot.Chips
	Declarer  int // tricks; NotSaid in games without one
	Joiners   []int
	Seats     int  // 0: as few as possible
	Muss      bool // a Muss (3.5)
	SevenMuss bool // a Seven Muss (3.5)
	ForPot    bool // against the only joiner the dealer plays for the pot, and has the other tricks
	Lost      int  // the joiner whose seven the trump ace took, from 1 (5.8); 0: none
}

// Settlement is the answer of chratze settle, in Rappen.
type Settlement struct {
	Payout  Shares    `json:"payout"`
	Penalty Shares    `json:"penalty"`
	Left    pot.Chips `json:"left"`     // in the pot after the payouts
	NextPot pot.Chips `json:"next_pot"` // before the antes of the next hand

	Why rams.Reasons `json:"-"` // by seat: the declarer is seat 0, the dealer the last
}

// Shares are amounts by role.
type Shares struct {
	Declarer *pot.Chips  `json:"declarer,omitempty"` // nil in games without a declarer
	Joiners  []pot.Chips `json:"joiners"`
}

// The codes of an Error.
const (
	CodeNoDeclarer  = "no-declarer"
	CodeHasDeclarer = "has-declarer"
	CodeNegative    = "negative"
	CodeNobody      = "nobody"
	CodeSeats       = "seats"
	CodeNoMuss      = "no-muss"
	CodeNoSevenMuss = "no-seven-muss"
	CodeTwoMusses   = "two-musses"
	CodeMussAll     = "muss-all"
	CodeWalkover    = "walkover"
	CodeAlone       = "alone" // the same, where the dealer can play for the pot
	CodeNoForPot    = "no-for-pot"
	CodeForPot      = "for-pot"
	CodeTricks      = "tricks"
	CodeNoLost      = "no-lost"
	CodeLost        = "lost"
)

// Error says why the hand can't be settled.
type Error struct {
	Code string
	N    int // the number given
	Want int // the right number
}

func (e *Error) Error() string { return e.Code }

// Settle settles the hand. The error is an *Error, a *rams.TallyError or a *variant.Error.
func (s *Hand) Settle() (Settlement, error) {
	if why := s.check(); why != nil {
		return Settlement{}, why
	}
	least, _ := s.Rules.Seats()
	seats := max(s.In(), least)
	if s.Seats != 0 {
		seats = s.Seats
	}
	game, err := s.Rules.Game(seats)
	if err != nil {
		return Settlement{}, err
	}
	r, why, err := game.Explain(s.tally(seats))
	if err != nil {
		return Settlement{}, err
	}
	return Settlement{
		Payout: s.shares(&r.Payout), Penalty: s.shares(&r.Penalty),
		Left: r.Left, NextPot: r.Next.Pot, Why: why,
	}, nil
}

// Declares reports whether the game has a declarer.
func (s *Hand) Declares() bool { return s.Rules.Rules().Auction != rams.AuctionJoining }

// In returns the number of players.
func (s *Hand) In() int {
	if s.Declares() {
		return 1 + len(s.Joiners)
	}
	return len(s.Joiners)
}

// first returns the seat of the first joiner: after the declarer, who is seat 0, or forehand.
// The dealer is the last seat.
func (s *Hand) first() int { return s.In() - len(s.Joiners) }

// check finds faults in the numbers given.
func (s *Hand) check() *Error {
	rules := s.Rules.Rules()
	size, sum, least := rules.Deal.Size(), 0, 0
	for _, n := range s.Joiners {
		sum += n
		least = min(least, n)
	}
	if s.Declares() {
		sum += s.Declarer
		least = min(least, s.Declarer)
	}
	toDealer := rules.Spare == rams.SpareDealer
	anyMuss := s.Muss || s.SevenMuss
	all := s.Seats
	if all == 0 {
		all = max(s.In(), int(rules.MinSeats))
	}
	for _, f := range [...]struct {
		bad bool
		Error
	}{
		{s.Declares() && s.Declarer == NotSaid, Error{Code: CodeNoDeclarer}},
		{!s.Declares() && s.Declarer != NotSaid, Error{Code: CodeHasDeclarer}},
		{least < 0, Error{CodeNegative, least, size}},
		{s.In() == 0, Error{Code: CodeNobody}},
		{s.In() > all, Error{CodeSeats, s.In(), all}},
		{s.Muss && !rules.Phases, Error{Code: CodeNoMuss}},
		{s.SevenMuss && !rules.SevenMuss(), Error{Code: CodeNoSevenMuss}},
		{s.Muss && s.SevenMuss, Error{Code: CodeTwoMusses}},
		{anyMuss && s.In() != all, Error{CodeMussAll, s.In(), all}},
		{s.ForPot && !toDealer, Error{Code: CodeNoForPot}},
		{s.ForPot && len(s.Joiners) != 1, Error{CodeForPot, len(s.Joiners), 1}},
		{s.ForPot && sum > size, Error{CodeTricks, sum, size}},
		{s.In() == 1 && sum != 0 && !s.ForPot && toDealer, Error{CodeAlone, sum, 0}},
		{s.In() == 1 && sum != 0 && !s.ForPot, Error{CodeWalkover, sum, 0}},
		{s.In() > 1 && sum != size, Error{CodeTricks, sum, size}},
		{s.Lost != 0 && !rules.SevenLost, Error{Code: CodeNoLost}},
		{s.Lost < 0 || s.Lost > len(s.Joiners), Error{CodeLost, s.Lost, len(s.Joiners)}},
	} {
		if f.bad {
			return &f.Error
		}
	}
	return nil
}

// NotSaid stands for unknown tricks of the declarer.
const NotSaid = -1 << 31

// tally returns the hand for the kernel.
func (s *Hand) tally(seats int) rams.Tally {
	t := rams.Tally{Pot: s.Pot, Dealer: rams.Seat(seats - 1), Declarer: rams.Nobody, Lost: rams.Nobody}
	declarer, joiner := rams.Declared, rams.Joined
	switch {
	case s.Muss:
		declarer, joiner = rams.MussDealer, rams.MussJoined
	case s.SevenMuss:
		declarer, joiner = rams.SevenMuss, rams.MussJoined
	}
	if s.Declares() {
		t.Declarer, t.Contract[0], t.Tricks[0] = 0, declarer, uint8(s.Declarer)
	}
	for i, n := range s.Joiners {
		t.Contract[s.first()+i], t.Tricks[s.first()+i] = joiner, uint8(n)
	}
	if s.ForPot {
		t.Contract[t.Dealer], t.Tricks[t.Dealer] = rams.ForPot, uint8(s.Rules.Rules().Deal.Size()-s.Joiners[0])
	}
	if s.Lost > 0 {
		t.Lost = rams.Seat(s.first() + s.Lost - 1)
	}
	return t
}

// shares splits amounts by role.
func (s *Hand) shares(amounts *[rams.MaxSeats]pot.Chips) Shares {
	out := Shares{Joiners: amounts[s.first():s.In()]}
	if s.Declares() {
		out.Declarer = &amounts[0]
	}
	return out
}
