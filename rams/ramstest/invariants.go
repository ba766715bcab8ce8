package ramstest

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"chratze/card"
	"chratze/pot"
	"chratze/rams"
)

// Began says what is wrong with a hand that has just begun.
func Began(start rams.Start, s *rams.State) error {
	return errors.Join(cards(s), paid(start.Pot, s), turn(s))
}

// Step says what is wrong with a step: the cards must stay a partition of the
// pack, the pot must have grown by what was paid, the turn must fit the phase,
// Apply must do what ApplyUnchecked did, and a hand that is over must not go on.
func Step(m *Moment) error {
	before, after := m.Before, m.After
	err := errors.Join(cards(&after), turn(&after), tricks(&after), grew(&before, &after))
	applied := before
	if e := applied.Apply(m.Action); e != nil {
		return errors.Join(err, fmt.Errorf("what was pushed is refused: %w", e))
	}
	if applied != after {
		err = errors.Join(err, fmt.Errorf("applying %v and pushing it differ", m.Action))
	}
	if before.Done() {
		err = errors.Join(err, errors.New("the hand went on after its end"))
	}
	return err
}

// cards: hands, stock, discards, table and tricks partition the pack (docs/rules.md 1).
func cards(s *rams.State) error {
	all, n := card.Set(0), 0
	add := func(set card.Set) { all, n = all|set, n+set.Len() }
	for seat := range rams.MaxSeats {
		hand := s.Hand(rams.Seat(seat))
		add(hand)
		if seat >= s.Game().Seats() && hand != 0 {
			return fmt.Errorf("empty seat %d holds %v", seat, hand)
		}
	}
	add(s.Stock())
	add(s.Discards())
	add(s.Table())
	add(s.Played())
	pack := s.Game().Rules().Pack.Cards()
	if all != pack || n != pack.Len() {
		return fmt.Errorf("%d cards stand somewhere: missing %v, foreign %v", n, pack&^all, all&^pack)
	}
	return nil
}

// paid: what lies in the pot is what lay there and what was paid, within bounds.
func paid(start pot.Chips, s *rams.State) error {
	sum := start
	for seat := range rams.MaxSeats {
		sum += s.Paid(rams.Seat(seat))
	}
	if sum != s.Pot() || sum < 0 || sum > pot.Max {
		return fmt.Errorf("the pot holds %v, with %v before and all payments it would be %v", s.Pot(), start, sum)
	}
	return nil
}

// grew: only a cut and a price move chips, and what is paid goes into the pot.
func grew(before, after *rams.State) error {
	start := before.Pot()
	for seat := range rams.MaxSeats {
		start -= before.Paid(rams.Seat(seat))
		if after.Paid(rams.Seat(seat)) < before.Paid(rams.Seat(seat)) {
			return fmt.Errorf("seat %d got an ante back", seat)
		}
	}
	if before.Pot() != after.Pot() && after.Phase() == rams.PhaseDone && !shows(after) { // who pays the price last may show three jacks
		return errors.New("chips moved at the end of a hand: only Result says who gets them")
	}
	return paid(start, after)
}

// turn: somebody has to act until the hand is over, nature if and only if it owes
// something that the cards allow.
func turn(s *rams.State) error {
	seat := s.Turn()
	legal := s.Legal(nil)
	switch {
	case s.Done() != (seat == rams.Nobody):
		return fmt.Errorf("it is the turn of %d, and whether the hand is over is %v", seat, s.Done())
	case seat >= 0 && int(seat) >= s.Game().Seats():
		return fmt.Errorf("it is the turn of %d, who doesn't sit here", seat)
	case seat < 0 && len(legal) > 0:
		return fmt.Errorf("no seat is to act, and %v is legal", legal)
	case seat != rams.Nature:
		return nil
	}
	d := s.PendingChance()
	pack := s.Game().Rules().Pack.Cards()
	switch {
	case d.Kind == rams.NoKind || d.Kind.Player():
		return fmt.Errorf("nature has to do %v", d.Kind)
	case d.Must&^d.From != 0 || d.From&^pack != 0:
		return fmt.Errorf("nature chooses %v of %v", d.Must, d.From)
	case d.Kind == rams.Shuffle || d.Kind == rams.CutPack:
		return nil
	case d.N < 1 || d.Must.Len() > d.N && !d.Reshuffle:
		return fmt.Errorf("nature deals %d cards, and %v must be among them", d.N, d.Must)
	case d.N > d.From.Len() && !d.Reshuffle:
		return fmt.Errorf("nature deals %d cards of %v", d.N, d.From)
	}
	return nil
}

// tricks: every trick has a card of each seat that is in, and one winner.
func tricks(s *rams.State) error {
	in, won, declarers := 0, 0, 0
	for seat := range rams.Seat(s.Game().Seats()) {
		won += s.Tricks(seat)
		if c := s.Contract(seat); c.In() {
			in++
			if c != rams.Joined && c != rams.MussJoined && c != rams.JoinedSpare && c != rams.ForPot {
				declarers++
			}
		} else if s.Tricks(seat) > 0 {
			return fmt.Errorf("seat %d is not in and won %d tricks", seat, s.Tricks(seat))
		}
	}
	played := s.Played().Len()
	switch {
	case declarers > 1:
		return fmt.Errorf("%d declarers, want at most one", declarers)
	case (s.Declarer() != rams.Nobody) != (declarers == 1):
		return fmt.Errorf("the declarer is %d, and %d seats declare", s.Declarer(), declarers)
	case won > s.Game().Size() || played > 0 && won != played/in:
		return fmt.Errorf("%d tricks are won with %d cards played by %d seats", won, played, in)
	}
	return nil
}

// Ended says what is wrong with the result of a hand that is over: the pot is
// paid out before penalties are paid in, nobody gets or pays less than nothing,
// and what is left and paid in is the next pot (2.11, 3.10, 5.8).
func Ended(start rams.Start, s *rams.State) error {
	r := s.Result()
	left, next := r.PotPlayedFor, r.Left
	failed := false
	for seat := range rams.MaxSeats {
		left -= r.Payout[seat]
		next += r.Penalty[seat]
		failed = failed || r.Failed[seat]
		switch foreign := seat >= s.Game().Seats(); {
		case r.Payout[seat] < 0 || r.Penalty[seat] < 0 || r.Paid[seat] != s.Paid(rams.Seat(seat)):
			return fmt.Errorf("seat %d: %+v", seat, r)
		case foreign && (r.Payout[seat] != 0 || r.Penalty[seat] != 0 || r.Failed[seat]):
			return fmt.Errorf("empty seat %d: %+v", seat, r)
		case r.Penalty[seat] > 0 && !r.Failed[seat]:
			return fmt.Errorf("seat %d pays and has not failed: %+v", seat, r)
		}
	}
	if err := paid(start.Pot, s); err != nil {
		return err
	}
	switch {
	case r.PotPlayedFor != s.Pot():
		return fmt.Errorf("played for %v with a pot of %v", r.PotPlayedFor, s.Pot())
	case left != r.Left || left < 0:
		return fmt.Errorf("%v is left, after the payouts it should be %v", r.Left, left)
	case next != r.Next.Pot || next > max(cmp.Or(s.Game().Rules().PotCap, pot.Max), left):
		return fmt.Errorf("the next pot is %v, not %v", r.Next.Pot, next)
	case r.Next.Muss && failed:
		return errors.New("a Muss follows a hand in which a player failed")
	}
	if _, err := s.Game().NewHand(r.Next); err != nil {
		return fmt.Errorf("the next hand can't begin: %w", err)
	}
	rules := s.Game().Rules()
	return worth(start, &r, s.Game().Seats(), int64(rules.Point())*int64(s.Game().Size()))
}

// worth says what is wrong with what a hand is worth: what one wins the others lose. Points are what those of a race
// are counted for, in Rappen.
func worth(start rams.Start, r *rams.Result, seats int, points int64) error {
	n, sum := int64(seats), int64(0)
	for i := range seats {
		seat := rams.Seat(i)
		sum += r.Utility(seat)
		own := r.Utility(seat) - n*int64(r.Paid[seat]-r.Price[seat]) - int64(start.Pot)
		want := 100 * float64(own) / float64(n) / float64(r.PotPlayedFor)
		if points > 0 { // as if they came from a pot that everybody has paid
			want = 100 * (float64(own)/float64(n) - float64(points)/float64(n)) / float64(points)
		}
		if got := r.Gain(seat); math.Abs(got-want) > 1e-9*max(1, math.Abs(want)) {
			return fmt.Errorf("seat %d gains %v %%, by its utility %v", seat, got, want)
		}
	}
	for _, price := range r.Price {
		sum += n * int64(price)
	}
	if sum != n*(int64(r.PotPlayedFor)+points) {
		return fmt.Errorf("the utilities add up to %d, not to %d times the pot of %v", sum, n, r.PotPlayedFor)
	}
	return nil
}
