package rams

import "chratze/pot"

// Result is how a hand ended, in Rappen by seat (2.11, 3.10, 5.8).
type Result struct {
	Payout  [MaxSeats]pot.Chips // paid out of the pot, first
	Penalty [MaxSeats]pot.Chips // then paid into it
	Paid    [MaxSeats]pot.Chips // antes and payments of the cut, before the deal
	Failed  [MaxSeats]bool      // who owed a penalty, also one that was cut to 0
	Played  pot.Chips           // the pot the hand was played for
	Left    pot.Chips           // what stayed in it after the payouts
	Next    Start               // how the next hand begins
}

// Result settles a hand that is Done.
func (s *State) Result() Result {
	r := Result{Paid: s.paid, Played: s.pot, Left: s.pot}
	if s.has(flagUnopened) {
		r.Next = s.unopened()
		return r
	}
	paysOut := true
	switch {
	case s.has(flagWalkover):
		for seat := range s.seats() {
			if s.contract[seat].In() {
				r.payOut(seat, s.pot)
			}
		}
	case s.muss():
		if paysOut = s.mussPayout() == PayQuarters; paysOut {
			s.payTricks(&r)
		}
	default:
		s.payOut(&r)
	}
	if !s.has(flagWalkover) {
		s.penalties(&r)
	}
	r.Next.Dealer = s.game.next(s.dealer)
	r.Next.Muss = s.game.rules.Phases && paysOut && r.Failed == [MaxSeats]bool{}
	r.Next.Pot = r.Left
	for seat := range s.seats() {
		r.Next.Pot += r.Penalty[seat]
	}
	return r
}

// seats ranges over the seats from 0.
func (s *State) seats() func(func(Seat) bool) {
	return func(yield func(Seat) bool) {
		for seat := Seat(0); int8(seat) < s.game.seats && yield(seat); seat++ {
		}
	}
}

// unopened: the pot stays, and the same dealer deals again or the deal passes on
// (2.5, 3.6).
func (s *State) unopened() Start {
	next := Start{Pot: s.pot, Dealer: s.dealer, Redeal: s.redeal + 1}
	r := &s.game.rules
	if r.NoOpen == ThrowIn || r.NoOpen == Redeal && r.Deals > 0 && next.Redeal >= uint32(r.Deals) {
		next.Dealer, next.Redeal = s.game.next(s.dealer), 0
	}
	return next
}

func (s *State) mussPayout() MussPayout {
	if s.has(flagSeven) {
		return s.game.rules.SevenMussPayout
	}
	return s.game.rules.MussPayout
}

func (r *Result) payOut(seat Seat, amount pot.Chips) {
	r.Payout[seat] += amount
	r.Left -= amount
}

// made reports whether a seat in the hand has won what its contract asks for.
func (s *State) made(seat Seat) bool {
	return s.Tricks(seat) >= s.game.rules.TricksFor(s.contract[seat])
}

func (s *State) payOut(r *Result) {
	switch s.game.rules.Split {
	case SplitThirds:
		s.payThirds(r)
	case SplitRoles:
		s.payRoles(r)
	case SplitTricks:
		s.payTricks(r)
		if s.game.rules.Remainder == RemainderDeclarer {
			r.payOut(s.declarer, r.Left)
		}
	}
}

// payTricks pays each trick its part (3.10, 5.8), also to who failed.
func (s *State) payTricks(r *Result) {
	for seat := range s.seats() {
		if n := s.Tricks(seat); n > 0 {
			r.payOut(seat, pot.Tricks(s.pot, s.game.rules.Coin, n, s.game.Size()))
		}
	}
}

// payThirds pays two thirds to the declarer and the rest to the joiners (2.11).
func (s *State) payThirds(r *Result) {
	joiners := 0
	for seat := range s.seats() {
		if seat != s.declarer && s.contract[seat].In() && s.made(seat) {
			joiners++
		}
	}
	declarer, each, _ := pot.Thirds(s.pot, s.game.rules.RoundUp, s.game.rules.Coin, joiners, s.made(s.declarer))
	for seat := range s.seats() {
		switch {
		case seat == s.declarer:
			r.payOut(seat, declarer)
		case s.contract[seat].In() && s.made(seat):
			r.payOut(seat, each)
		}
	}
}

// payRoles pays two parts to the declarer and one to each joiner (RULES.md 4).
func (s *State) payRoles(r *Result) {
	var weights [MaxSeats]int
	var shares [MaxSeats]pot.Chips
	seat := s.declarer
	for i := range s.game.Seats() {
		if s.contract[seat].In() && s.made(seat) {
			weights[i] = 1
			if seat == s.declarer {
				weights[i] = 2
			}
		}
		seat = s.game.next(seat)
	}
	pot.Roles(s.pot, weights[:s.game.seats], shares[:s.game.seats])
	for i := range s.game.Seats() {
		r.payOut(seat, shares[i])
		seat = s.game.next(seat)
	}
}

// penalties are owed in turn order from the declarer, without one from forehand;
// a penalty is cut to the cap, and to what the pot may hold (2.11, 3.10, 5.8).
func (s *State) penalties(r *Result) {
	seat := s.declarer
	if seat == Nobody {
		seat = s.game.next(s.dealer)
	}
	in := r.Left
	for range s.game.Seats() {
		owed := 0
		if s.contract[seat].In() && !s.made(seat) {
			owed = int(terms[s.contract[seat]].penalty)
		}
		if seat == s.lost {
			owed++
		}
		if owed > 0 {
			amount := pot.Pay(in, pot.Penalty(s.pot, owed, s.game.rules.PenaltyCap))
			in += amount
			r.Penalty[seat], r.Failed[seat] = amount, true
		}
		seat = s.game.next(seat)
	}
}
