package rams

import (
	"math/bits"

	"chratze/pot"
)

// Tally is all that a settlement needs: the pot, each seat's contract, and how many
// tricks it won. A cash desk fills one from what people at a real table
// say; a State fills its own.
type Tally struct {
	Pot      pot.Chips // what the hand was played for: antes and cut are in, in Rappen
	Dealer   Seat
	Declarer Seat // Nobody in games without
	Contract [MaxSeats]Contract
	Tricks   [MaxSeats]uint8
	Price    pot.Chips // that each who plays has paid, in Rappen; it is in the Pot
	Lost     Seat      // whose Weli fell to the trump ace (5.8), or Nobody
}

// Result is how a hand ended, in Rappen by seat (2.11, 3.10, 5.8).
type Result struct {
	Payout       [MaxSeats]pot.Chips // paid out of the pot, first
	Penalty      [MaxSeats]pot.Chips // then paid into it
	Paid         [MaxSeats]pot.Chips // antes, payments of the cut, and the price
	Price        [MaxSeats]pot.Chips // of these, what it cost to play
	Failed       [MaxSeats]bool      // had to pay a penalty, even if it was cut to 0
	Points       [MaxSeats]int8      // of a race: a trick each, all of them without play; below 0: set back
	Point        pot.Chips           // what bots count one for (Rules.Point); 0: no race
	PotPlayedFor pot.Chips           // the pot the hand was played for
	Left         pot.Chips           // what stayed in it after the payouts
	Next         Start               // how the next hand begins
	Seats        int                 // of the game
}

// Utility returns what the hand is worth to a seat, in Rappen times the number of seats so that it is
// an integer: payout − penalty − price, and the seat's share of the pot after the hand, which belongs to
// everybody equally. What was paid before the deal isn't counted; points of a race are, as [Rules.Point] says.
func (r *Result) Utility(seat Seat) int64 {
	return int64(r.earned(seat)-r.Penalty[seat]-r.Price[seat])*int64(r.Seats) + int64(r.Shared())
}

// Shared returns the common sum after the hand: the pot, and in a race the strokes of those who were set back, in Rappen.
func (r *Result) Shared() pot.Chips {
	n := r.Next.Pot
	for _, points := range r.Points {
		n -= pot.Chips(min(points, 0)) * r.Point
	}
	return n
}

// Lost reports whether a seat has to pay a penalty, or has paid a price for nothing.
func (r *Result) Lost(seat Seat) bool {
	return r.Failed[seat] || r.Price[seat] > 0 && r.Payout[seat] == 0
}

// earned returns what a seat gets for its tricks, or is set back.
func (r *Result) earned(seat Seat) pot.Chips {
	return r.Payout[seat] + pot.Chips(r.Points[seat])*r.Point
}

// Gain returns what a seat has won by the hand, in percent of the pot played for: payout − penalty −
// antes + (pot after − pot before) / seats (docs/rams-bot.md). In a race it is in percent of the points of a hand, and
// they come as from a pot. Over all seats it adds up to 0. The zero Result has no pot: its Gain is NaN.
func (r *Result) Gain(seat Seat) float64 {
	before, all := r.PotPlayedFor, r.PotPlayedFor
	for _, paid := range r.Paid {
		before -= paid
	}
	if r.Point > 0 {
		all = 0
		for _, points := range r.Points {
			all += pot.Chips(max(points, 0)) * r.Point
		}
		before += all
	}
	own := r.earned(seat) - r.Penalty[seat] - r.Paid[seat]
	return 100 * (float64(own) + float64(r.Shared()-before)/float64(r.Seats)) / float64(all)
}

// TallyError says what is wrong with a Tally; Code is stable and names a message.
type TallyError struct{ Code string }

func (e *TallyError) Error() string { return "rams: this can't be settled: " + tallyText[e.Code] }

// The codes of TallyError.
const (
	TallyPot      = "pot"
	TallySeat     = "seat"
	TallyDeclarer = "declarer"
	TallyOut      = "out"
	TallyTricks   = "tricks"
	TallyNobody   = "nobody"
	TallyNoLost   = "no-lost"
	TallyLost     = "lost"
)

//lattice:table
var tallyText = map[string]string{
	TallyPot:      "the pot must be between 0 and 1000000000000000 Rappen",
	TallySeat:     "a seat is not at the table",
	TallyDeclarer: "just one seat declares, the declarer; in games without one nobody does",
	TallyOut:      "who is out can't win tricks",
	TallyTricks:   "the tricks don't add up to those of a hand",
	TallyNobody:   "nobody is in the hand",
	TallyNoLost:   "no Weli is lost in this game",
	TallyLost:     "the Weli can be lost only by a seat that is in",
}

// Settle settles a hand from its tally: the payouts first, then the penalties,
// and how the next hand begins. Only one seat in, and no tricks, is a pot won
// without play. The error is a *[TallyError].
func (g *Game) Settle(t Tally) (Result, error) {
	if code := g.checkTally(&t); code != "" {
		return Result{}, &TallyError{code}
	}
	r := Result{PotPlayedFor: t.Pot, Seats: g.Seats()}
	g.settle(&t, &r, nil)
	return r, nil
}

func (g *Game) checkTally(t *Tally) string {
	atTable := func(s Seat) bool { return s >= 0 && int8(s) < g.seats }
	in, declaring, tricks := 0, 0, 0
	for i, c := range t.Contract {
		tricks += int(t.Tricks[i])
		switch {
		case c >= contracts, c.In() && !atTable(Seat(i)),
			(c == JoinedSpare || c == ForPot) && g.rules.Spare == SpareNo:
			return TallySeat
		case !c.In() && t.Tricks[i] > 0:
			return TallyOut
		case c.In():
			in++
			if c.Declares() {
				declaring++
				if Seat(i) != t.Declarer {
					return TallyDeclarer
				}
			}
		}
	}
	wantDeclarer := 1
	if g.rules.Auction == AuctionJoining || g.rules.Deal == DealThree && g.rules.AllPlay == AllPlayBare && in == g.Seats() && declaring == 0 {
		wantDeclarer = 0
	}
	switch {
	case t.Pot < 0 || t.Pot > pot.Max:
		return TallyPot
	case !atTable(t.Dealer), t.Declarer != Nobody && !atTable(t.Declarer):
		return TallySeat
	case declaring != wantDeclarer || (t.Declarer == Nobody) != (wantDeclarer == 0):
		return TallyDeclarer
	case in == 0:
		return TallyNobody
	case tricks != int(g.size) && (in > 1 || tricks > 0):
		return TallyTricks
	case t.Lost != Nobody && !g.rules.SevenLost:
		return TallyNoLost
	case t.Lost != Nobody && (!atTable(t.Lost) || !t.Contract[t.Lost].In()):
		return TallyLost
	}
	return ""
}

// Result settles a hand that is Done. It panics before.
func (s *State) Result() Result {
	if !s.Done() {
		panic("rams: Result of a hand that isn't over")
	}
	r := Result{Paid: s.paid, PotPlayedFor: s.pot, Seats: s.game.Seats()}
	if s.has(flagUnopened) {
		r.Left = s.pot
		r.Next = s.unopened()
		return r
	}
	s.game.settle(s.tally(), &r, nil)
	return r
}

func (s *State) tally() *Tally {
	return &Tally{
		Pot: s.pot, Dealer: s.dealer, Declarer: s.declarer,
		Contract: s.contract, Tricks: s.tricks, Lost: s.lost,
		Price: s.Price(),
	}
}

func (s *State) unopened() Start {
	return s.game.StartAfterUnopened(Start{Pot: s.pot, Dealer: s.dealer, Redeal: s.redeal})
}

// StartAfterUnopened returns how the next hand begins after one that nobody opened, or that
// was thrown in: the pot stays, and the same dealer deals again or the deal passes
// on (2.5, 3.6). Pot and Dealer of the hand are those after its antes and cut.
func (g *Game) StartAfterUnopened(hand Start) Start {
	next := Start{Pot: hand.Pot, Dealer: hand.Dealer, Redeal: hand.Redeal + 1}
	r := &g.rules
	if r.Auction == AuctionJoining || r.NoOpen == NoOpenThrowIn || r.NoOpen == NoOpenRedeal && r.Deals > 0 && next.Redeal >= uint32(r.Deals) {
		next.Dealer, next.Redeal = g.next(hand.Dealer), 0
	}
	return next
}

// settle fills the result, and says why if it is asked.
func (g *Game) settle(t *Tally, r *Result, why *Reasons) {
	r.Left, r.Point = t.Pot, g.rules.Point()
	in, winner := 0, Nobody
	for seat := range Seat(g.seats) {
		if t.Contract[seat].In() {
			in++
			winner = seat
			r.Price[seat] = t.Price
		}
	}
	paysOut := true
	if in == 1 { // without play (2.7, 3.7, 5.5)
		if g.rules.Races() {
			r.Points[winner] = g.size
			why.share(winner, SharePoints)
		} else {
			r.payOut(winner, t.Pot)
			why.share(winner, ShareAll)
		}
	} else {
		paysOut = g.payOut(t, r, why)
		if g.rules.Spare == SpareDealer {
			r.keep(t, why)
		}
		g.penalties(t, r, why)
		r.Next.Spared = g.spared(t, r)
	}
	if why != nil {
		why.ended(g, t, r, in == 1, paysOut)
	}
	r.Next.Dealer = g.next(t.Dealer)
	r.Next.Muss = g.rules.Phases && paysOut && r.Failed == [MaxSeats]bool{}
	r.Next.Pot = r.Left
	for seat := range r.Penalty {
		r.Next.Pot += r.Penalty[seat]
	}
}

func (r *Result) payOut(seat Seat, amount pot.Chips) {
	r.Payout[seat] += amount
	r.Left -= amount
}

// keep leaves in the pot what a hand has earned that was played for it, however the pot is shared (docs/rules.md 4, spare).
func (r *Result) keep(t *Tally, why *Reasons) {
	for seat, c := range t.Contract {
		if c == ForPot {
			r.payOut(Seat(seat), -r.Payout[seat])
			why.share(Seat(seat), ShareForPot)
		}
	}
}

// made reports whether a seat that is in has won what its contract asks for.
func (g *Game) made(t *Tally, seat Seat) bool {
	return int(t.Tricks[seat]) >= g.rules.TricksFor(t.Contract[seat])
}

// payOut shares the pot and reports whether it was to be paid out: in a Muss, by
// default, it isn't (3.5).
func (g *Game) payOut(t *Tally, r *Result, why *Reasons) bool {
	if t.Declarer != Nobody {
		var muss MussPayout
		switch t.Contract[t.Declarer] {
		case MussDealer:
			muss = g.rules.MussPayout
		case SevenMuss:
			muss = g.rules.SevenMussPayout
		default:
			g.split(t, r, why)
			return true
		}
		if muss == MussPayQuarters {
			g.payTricks(t, r, why)
			return true
		}
		for seat := range Seat(g.seats) {
			if t.Contract[seat].In() && g.made(t, seat) {
				why.share(seat, ShareMuss)
			}
		}
		return false
	}
	g.split(t, r, why)
	return true
}

func (g *Game) split(t *Tally, r *Result, why *Reasons) {
	if g.rules.Races() {
		for seat, n := range t.Tricks {
			r.Points[seat] = int8(n)
		}
		why.points(t)
		return
	}
	switch g.rules.Split {
	case SplitThirds:
		g.payThirds(t, r, why)
	case SplitRoles:
		g.payRoles(t, r, why)
	case SplitTricks:
		g.payTricks(t, r, why)
		if g.rules.Remainder == RemainderDeclarer && t.Declarer != Nobody {
			why.rest(t.Declarer, r.Left)
			r.payOut(t.Declarer, r.Left)
		}
	case SplitMost:
		first := g.leaders(t)
		n := bits.OnesCount8(first)
		if n == 1 || g.rules.Tie == TieSplit {
			each := t.Pot
			if n > 1 {
				each, _ = pot.Equal(t.Pot, g.rules.Coin, n)
			}
			for m := first; m != 0; m &= m - 1 {
				r.payOut(Seat(bits.TrailingZeros8(m)), each)
			}
		}
		why.most(first, g.rules.Tie)
	}
}

// payTricks pays for each trick its part (3.10, 5.8), also to a seat that failed, and for all tricks all of the pot.
func (g *Game) payTricks(t *Tally, r *Result, why *Reasons) {
	for seat := range Seat(g.seats) {
		if n := int(t.Tricks[seat]); n > 0 {
			r.payOut(seat, pot.Tricks(t.Pot, g.rules.Coin, n, g.Size()))
			why.share(seat, trickShare(r.Payout[seat], t.Pot, n, g.Size()))
		}
	}
}

// leaders returns the seats with the most tricks, a bit a seat.
func (g *Game) leaders(t *Tally) (first uint8) {
	most := uint8(1)
	for seat := range Seat(g.seats) {
		switch n := t.Tricks[seat]; {
		case n > most:
			most, first = n, 1<<seat
		case n == most:
			first |= 1 << seat
		}
	}
	return first
}

// spared returns the seats that pay no ante for the next hand, a bit a seat.
func (g *Game) spared(t *Tally, r *Result) (seats uint8) {
	if g.rules.NextAnte == NextAnteAll {
		return 0
	}
	if first := g.leaders(t); g.rules.Split == SplitMost && g.rules.Tie == TieCarry && first&(first-1) != 0 {
		seats = first
	}
	for seat, failed := range r.Failed {
		if failed {
			seats |= 1 << seat
		}
	}
	return seats
}

// payThirds pays two thirds to the declarer and the rest to the joiners (2.11).
func (g *Game) payThirds(t *Tally, r *Result, why *Reasons) {
	var joiners [MaxSeats]Seat
	n := 0
	for seat := range Seat(g.seats) {
		if seat != t.Declarer && t.Contract[seat].In() && g.made(t, seat) {
			joiners[n] = seat
			n++
		}
	}
	declarer, each, _ := pot.Thirds(t.Pot, g.rules.RoundUp, g.rules.Coin, n, g.made(t, t.Declarer))
	r.payOut(t.Declarer, declarer)
	for _, seat := range joiners[:n] {
		r.payOut(seat, each)
	}
	if why != nil {
		why.thirds(t, joiners[:n], each, g.made(t, t.Declarer), g.rules.RoundUp)
	}
}

// payRoles pays two parts to the declarer and one to each joiner (docs/rules.md 4).
func (g *Game) payRoles(t *Tally, r *Result, why *Reasons) {
	var parts [MaxSeats]int
	var shares [MaxSeats]pot.Chips
	seat := t.Declarer
	for i := range g.Seats() {
		if t.Contract[seat].In() && g.made(t, seat) {
			parts[i] = 1
			if seat == t.Declarer {
				parts[i] = 2
			}
		}
		seat = g.next(seat)
	}
	pot.Roles(t.Pot, g.rules.Coin, parts[:g.seats], shares[:g.seats])
	for i := range g.Seats() {
		r.payOut(seat, shares[i])
		if parts[i] > 0 {
			why.share(seat, roleShare(shares[i] == t.Pot, g.made(t, t.Declarer)))
		}
		seat = g.next(seat)
	}
}

// penalties are what those who failed owe; a penalty is cut to the cap, and where the pot can't hold all of them they are cut
// alike (2.11, 3.10, 5.8).
func (g *Game) penalties(t *Tally, r *Result, why *Reasons) {
	sum := pot.Chips(0)
	for seat := range Seat(g.seats) {
		pots, debt := 0, Debt(0)
		if c := t.Contract[seat]; c.In() && !g.made(t, seat) {
			if g.rules.Price {
				why.lost(seat)
			} else {
				pots, debt = int(terms[c].penalty), DebtShort
			}
			if g.rules.setsBack() && t.Tricks[seat] == 0 {
				r.Points[seat], debt = -int8(g.rules.Back), debt|DebtBack
			}
		}
		if seat == t.Lost && t.Contract[seat] != ForPot {
			pots, debt = pots+1, debt|DebtWeli
		}
		if pots > 0 {
			r.Penalty[seat], r.Failed[seat] = g.rules.penalty(t.Pot, pots), true
			sum += r.Penalty[seat]
			why.owes(&g.rules, t.Pot, seat, debt, pots)
		}
	}
	if room := max(0, g.rules.mostPot()-r.Left); sum > room {
		g.cut(room, sum, t, r, why)
	}
}

// cut shares out the room there is among those who owe more together: in proportion, in whole coins, in turn order from the
// declarer, without one from forehand.
func (g *Game) cut(room, sum pot.Chips, t *Tally, r *Result, why *Reasons) {
	unit := pot.Chips(0) // that all owe a multiple of
	for _, n := range r.Penalty {
		for n > 0 {
			unit, n = n, unit%n
		}
	}
	unit = max(unit, sum>>30) // of sums beyond ten million the last digits don't count
	first := t.Declarer
	if first == Nobody {
		first = g.next(t.Dealer)
	}
	var parts [MaxSeats]int
	var pays [MaxSeats]pot.Chips
	at := func(i int) Seat { return (first + Seat(i)) % Seat(g.seats) }
	for i := range g.Seats() {
		parts[i] = int(r.Penalty[at(i)] / unit)
	}
	pot.Roles(room, g.rules.Coin, parts[:g.seats], pays[:g.seats])
	for i := range g.Seats() {
		if seat := at(i); pays[i] < r.Penalty[seat] {
			r.Penalty[seat] = pays[i]
			why.full(seat)
		}
	}
}
