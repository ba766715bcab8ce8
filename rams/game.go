package rams

import (
	"chratze/card"
	"chratze/pot"
)

// Game is a set of checked rules for a number of seats, with everything derived from
// them. It is immutable; states point to it, and any number of them may share it.
type Game struct {
	rules    Rules
	seats    int8
	size     int8                 // cards a seat plays with
	packets  [maxRounds + 1]uint8 // cards that each round of the deal gives a seat; 0 after the last
	pack     card.Set
	sorted   [packSize]card.Card // the pack in pack order, from which a Deck begins
	rankings *[card.Suits]ranking
	jacks    bool  // three of them are shown
	alone    bool  // a dealer left alone needs a trump
	waits    uint8 // with how many seats in, at most, a surplus is dropped when all have exchanged; 0: always at once
}

// packSize is the number of cards of the largest pack.
const packSize = card.Suits * card.Ranks

// NewGame checks the rules for this number of seats, and settles whether there is a spare hand ([SpareRoom]).
// The error is a *[Conflict].
func NewGame(r Rules, seats int) (*Game, error) {
	if err := r.Check(seats); err != nil {
		return nil, err
	}
	alone := r.AloneNeedsTrump()
	r.Spare = r.spareOf(seats)
	g := &Game{
		rules:    r,
		seats:    int8(seats),
		size:     int8(r.Deal.Size()),
		pack:     r.Pack.Cards(),
		rankings: &rankings[r.Weli][r.Order],
		jacks:    r.ThreeJacks && r.PlayedAsDealt(),
		alone:    alone,
		waits:    uint8(r.SurplusWaits()),
	}
	copy(g.packets[:], packets[r.Deal][:])
	g.pack.Append(g.sorted[:0])
	return g, nil
}

// spareOf returns whether this number of seats has a spare hand: never SpareRoom.
func (r *Rules) spareOf(seats int) Spare {
	switch {
	case r.Spare != SpareRoom:
		return r.Spare
	case r.cardsNeeded(seats)+r.Deal.Size() > r.Pack.Cards().Len():
		return SpareNo
	}
	return SpareYes
}

// AloneNeedsTrump reports whether a dealer left alone takes the pot only with a trump (docs/rules.md 4,
// dealer_trump). Where a spare hand may be taken, or there is a race, the rule has no meaning.
func (r *Rules) AloneNeedsTrump() bool {
	return r.DealerTrump && r.Auction == AuctionJoining && r.Spare == SpareNo && !r.Races()
}

// SurplusWaits returns with how many seats in, at most, a surplus is dropped when all have exchanged (docs/rules.md 2.8): the
// pack must be enough for the cards of all, those that the last one has laid, the upcard, and one more that a blind has
// brought. It is 0 where a surplus is dropped at once.
func (r *Rules) SurplusWaits() int {
	if r.Surplus == SurplusNow || !r.Exchange.LeavesSurplus() {
		return 0
	}
	size, blind := r.Deal.Size(), 0
	if r.Exchange == ExchangeMore && r.Blind != BlindOff {
		blind = 1
	}
	return (r.Pack.Cards().Len() - size - 1 - blind) / r.Exchange.most(size)
}

// most returns the most cards that a seat of a hand of this size holds after the exchange.
func (e Exchange) most(size int) int {
	if e == ExchangeMore {
		return size + 1
	}
	return max(size, 5)
}

// LeavesSurplus reports whether a seat may hold a card or two more than it plays with after the exchange, and no more.
func (e Exchange) LeavesSurplus() bool {
	return e == ExchangeFive || e == ExchangeMore || e == ExchangeSuit
}

// Rules returns the rules, with [SpareYes] or [SpareNo] for [SpareRoom].
func (g *Game) Rules() Rules { return g.rules }

// Seats returns the number of seats.
func (g *Game) Seats() int { return int(g.seats) }

// Size returns the number of cards a seat plays with, and so of tricks.
func (g *Game) Size() int { return int(g.size) }

// next returns the seat after s in turn order.
func (g *Game) next(s Seat) Seat {
	if s++; int8(s) == g.seats {
		return 0
	}
	return s
}

// prev returns the seat before s; rearhand is the one before the dealer.
func (g *Game) prev(s Seat) Seat {
	if s == 0 {
		return Seat(g.seats - 1)
	}
	return s - 1
}

// Start is how a hand begins: what a session carries from hand to hand.
type Start struct {
	Pot    pot.Chips `json:"pot"` // in the pot before this hand's antes, in Rappen
	Dealer Seat      `json:"dealer"`
	Muss   bool      `json:"muss,omitempty"`
	Redeal uint32    `json:"redeal,omitempty"` // deals in a row that nobody opened
	Spared uint8     `json:"spared,omitempty"` // a bit a seat: it pays no ante (NextAnteSpared)
}

// StartError says what is wrong with a Start; Code is stable and names a message.
type StartError struct{ Code string }

func (e *StartError) Error() string { return "rams: invalid start: " + startText[e.Code] }

// The codes of StartError.
const (
	StartDealer = "dealer"
	StartPot    = "pot"
	StartMuss   = "muss"
	StartRedeal = "redeal"
	StartSpared = "spared"
)

//lattice:table
var startText = map[string]string{
	StartDealer: "the dealer is not one of the seats",
	StartPot:    "the pot must be between 0 and 1000000000000000 Rappen",
	StartMuss:   "only games with phases have a Muss",
	StartRedeal: "so many deals in a row without an opener can't be in these rules",
	StartSpared: "seats that pay no ante can't be in these rules, or are none",
}

// FirstStart returns how the first hand of a sitting begins: an empty pot, and a
// Muss where the game has phases (3.1).
func (g *Game) FirstStart(dealer Seat) Start {
	return Start{Dealer: dealer, Muss: g.rules.Phases}
}

func (g *Game) checkStart(s Start) error {
	code := ""
	switch {
	case s.Dealer < 0 || int8(s.Dealer) >= g.seats:
		code = StartDealer
	case s.Pot < 0 || s.Pot > pot.Max:
		code = StartPot
	case s.Muss && !g.rules.Phases:
		code = StartMuss
	case s.Redeal > 0 && !g.redeals(s.Redeal):
		code = StartRedeal
	case s.Spared>>g.seats != 0, s.Spared != 0 && g.rules.NextAnte == NextAnteAll:
		code = StartSpared
	default:
		return nil
	}
	return &StartError{code}
}

// redeals reports whether n deals in a row without an opener can come before a
// hand of the same dealer (2.5).
func (g *Game) redeals(n uint32) bool {
	r := &g.rules
	if r.Auction == AuctionJoining || r.NoOpen == NoOpenThrowIn {
		return false
	}
	return r.NoOpen != NoOpenRedeal || r.Deals == 0 || n < uint32(r.Deals)
}

// NewHand returns a hand with its antes paid, before the shuffle. The error is a
// *[StartError].
func (g *Game) NewHand(start Start) (State, error) {
	if err := g.checkStart(start); err != nil {
		return State{}, err
	}
	s := State{
		game: g, stock: g.pack, start: start.Pot, pot: start.Pot, redeal: start.Redeal, spared: start.Spared,
		dealer: start.Dealer, declarer: Nobody, claimant: Nobody, lost: Nobody, turn: Nature, phase: phaseShuffle,
	}
	if start.Muss {
		s.flags |= flagMuss
	}
	for seat := range Seat(g.seats) {
		if n := g.ante(start, seat); n > 0 {
			s.pay(seat, pot.Chips(n)*g.rules.Ante)
		}
	}
	return s, nil
}

// ante returns how many units a seat pays before the cards are dealt.
func (g *Game) ante(start Start, seat Seat) int {
	dealer := seat == start.Dealer
	all := false
	if g.rules.Races() {
		return 0
	}
	switch g.rules.Antes {
	case AnteAll, AnteTwice:
		all = start.Spared>>seat&1 == 0
	case AnteEmpty:
		all = start.Pot == 0 || start.Redeal > 0
	case AntePhase:
		if start.Muss && dealer {
			return 2
		}
		all = start.Muss || dealer
	case AnteDealer:
		all = dealer
	case AnteDealerTwice:
		if dealer {
			return 2
		}
		all = true
	}
	if all {
		return 1
	}
	return 0
}

// pay moves an ante or a payment of the cut into the pot, cut to what the pot
// may still hold (2.11).
func (s *State) pay(seat Seat, amount pot.Chips) {
	amount = pot.Pay(s.pot, amount, s.game.rules.mostPot())
	s.paid[seat] += amount
	s.pot += amount
}
