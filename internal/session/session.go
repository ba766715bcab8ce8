// Package session keeps the money and the order of people who play hand after hand: who sits
// where, what each person has won or lost, the pot that is carried over, who deals next, who
// gets what can't be divided, and how the session ends (docs/rules.md 6). A Session is a value.
// How a hand is played, who plays it and where it is recorded is up to the caller: the server's
// table and the cash desk.
//
// A person is a number: 0, 1, … in the order of arrival. It is the number of their account too.
// Places are also numbers, in turn order; a place may be free. The places that are taken when a
// hand begins are the seats of that hand, in the same order.
package session

import (
	"iter"
	"slices"
	"strconv"

	"chratze/pot"
	"chratze/rams"
)

// Free is the person at a place where nobody sits.
const Free = -1

// Session is the state between two hands. Make one with New, and copy it with Clone.
type Session struct {
	Ledger pot.Ledger // the pot and all accounts; the account of person n has the ID Account(n)
	Next   rams.Start // how the next hand begins: its Dealer is a place, and Deal fills in its Pot
	Last   bool       // the next hand, or the one that is being played, is the last
	Coin   pot.Chips  // the smallest coin that is paid; below 1 it means 1

	places []int  // the person at each place, or Free
	spared []int  // the people who pay no ante for the next hand
	owners []int  // the people who have played since the pot was last empty: they share it at the end
	heirs  [2]int // 1 + the last declarer and 1 + the last dealer; 0: none yet
	hands  int    // how many have been settled
	over   bool
	race   race
}

// New returns a session with the given number of places, all free.
func New(places int) Session {
	s := Session{places: make([]int, places)}
	for place := range s.places {
		s.places[place] = Free
	}
	return s
}

// Clone returns a copy. Changes to one don't affect the other.
func (s *Session) Clone() Session {
	c := *s
	c.Ledger, c.places, c.spared = s.Ledger.Clone(), slices.Clone(s.places), slices.Clone(s.spared)
	c.owners = slices.Clone(s.owners)
	c.race.made, c.race.through = slices.Clone(s.race.made), slices.Clone(s.race.through)
	return c
}

// Account returns the ID of a person's account in the ledger.
func Account(person int) string { return strconv.Itoa(person) }

// Hands returns how many hands have been settled.
func (s *Session) Hands() int { return s.hands }

// Over reports whether the session has ended.
func (s *Session) Over() bool { return s.over }

// Balance returns what a person has won (above 0) or lost (below 0), in Rappen.
func (s *Session) Balance(person int) pot.Chips {
	b, _ := s.Ledger.Balance(Account(person))
	return b
}

// ---- people and places ----

// Open opens an account for a newcomer and returns its number.
func (s *Session) Open() int {
	n := s.Ledger.Len()
	_ = s.Ledger.Open(Account(n)) // it has a name
	return n
}

// At returns the person at a place, or Free.
func (s *Session) At(place int) int {
	if place < 0 || place >= len(s.places) {
		return Free
	}
	return s.places[place]
}

// People yields the places with the people there, Free where nobody sits.
func (s *Session) People() iter.Seq2[int, int] { return slices.All(s.places) }

// Places returns how many places there are, the free ones too.
func (s *Session) Places() int { return len(s.places) }

// Place returns where a person sits, or -1.
func (s *Session) Place(person int) int { return slices.Index(s.places, person) }

// Seats returns the places that are taken, in turn order, without people who are through in a race: place Seats()[i]
// would be seat i if a hand began now.
func (s *Session) Seats() []int {
	seats := make([]int, 0, len(s.places))
	for place, person := range s.places {
		if person != Free && s.Prize(person) == 0 {
			seats = append(seats, place)
		}
	}
	return seats
}

// Sit seats a person at a place, instead of anybody who sits there. The person must have an
// account.
func (s *Session) Sit(place, person int) { s.places[place] = person }

// Rise frees a place. The account stays: it belongs to the person (docs/rules.md 6).
func (s *Session) Rise(place int) { s.places[place] = Free }

// Insert adds a place for a person. The places from there on move up by one, and the same
// person still deals next.
func (s *Session) Insert(place, person int) {
	if place <= int(s.Next.Dealer) && len(s.places) > 0 {
		s.Next.Dealer++
	}
	s.places = slices.Insert(s.places, place, person)
}

// Remove removes a place. If its person was to deal next, the person after it does.
func (s *Session) Remove(place int) {
	s.places = slices.Delete(s.places, place, place+1)
	switch dealer := int(s.Next.Dealer); {
	case place < dealer:
		s.Next.Dealer--
	case dealer == len(s.places):
		s.Next.Dealer = 0
	}
}

// Join gives the account of a person who has left to another: the two are one.
func (s *Session) Join(left, into int) error {
	from, to, sum := Account(into), Account(left), s.Balance(left)
	if sum < 0 {
		from, to, sum = to, from, -sum
	}
	for i, person := range s.spared {
		if person == left {
			s.spared[i] = into
		}
	}
	if s.race.Goal > 0 {
		s.made(left, 0)
		s.made(into, s.race.made[left])
		if k := slices.Index(s.race.through, left); k >= 0 {
			s.race.through[k] = into
		}
	}
	if k := slices.Index(s.owners, left); k >= 0 {
		s.owners[k] = into
		slices.Sort(s.owners)
		s.owners = slices.Compact(s.owners)
	}
	for k, h := range s.heirs {
		if h == 1+left {
			s.heirs[k] = 1 + into
		}
	}
	return s.Ledger.Transfer(from, to, sum)
}

// ---- hands ----

// First lets the person at a place deal the first hand.
func (s *Session) First(g *rams.Game, place int) { s.Next = g.FirstStart(rams.Seat(place)) }

// Deal returns how a hand of those who sit now begins. Its Dealer is a seat: that of the place
// that deals next, or of the next taken place after it.
func (s *Session) Deal() rams.Start {
	start := s.Next
	start.Pot, start.Dealer = s.Ledger.Pot(), 0
	seats := s.Seats()
	for seat, place := range seats {
		if place >= int(s.Next.Dealer) {
			start.Dealer = rams.Seat(seat)
			break
		}
	}
	for seat, place := range seats {
		if slices.Contains(s.spared, s.places[place]) {
			start.Spared |= 1 << seat
		}
	}
	return start
}

// SpareNone lets everybody pay the next ante, as when the rules change.
func (s *Session) SpareNone() { s.spared = nil }

// Settle books the result of a finished hand and prepares the next one. places[i] is the place
// of seat i when the hand began; declarer may be rams.Nobody. An error means that an account or
// the pot would leave its bounds; then nothing has changed. In a race it adds to the result what
// those pay who have won a prize.
func (s *Session) Settle(places []int, r *rams.Result, dealer, declarer rams.Seat) error {
	if s.race.Goal > 0 {
		s.score(places, r, dealer)
	}
	moves := make([]pot.Move, 0, 3*len(places))
	for seat, place := range places {
		id := Account(s.places[place])
		for _, amount := range [...]pot.Chips{r.Payout[seat], -r.Penalty[seat], -r.Paid[seat]} { // each at most pot.Max
			if amount != 0 {
				moves = append(moves, pot.Move{ID: id, Amount: amount})
			}
		}
	}
	if err := s.Ledger.Post(moves...); err != nil {
		return err
	}
	if n := pot.Chips(len(places)); r.Left < n*max(1, s.Coin) { // somebody has won it; what can't be divided is nobody's
		s.owners = make([]int, 0, len(places))
	}
	for _, place := range places {
		s.own(s.places[place])
	}
	if s.Ledger.Pot() == 0 {
		s.owners = nil
	}
	s.spared = nil
	for seat, place := range places {
		if r.Next.Spared>>seat&1 != 0 {
			s.spared = append(s.spared, s.places[place])
		}
	}
	s.Next, s.Next.Spared = r.Next, 0
	s.Next.Dealer = rams.Seat(places[r.Next.Dealer])
	if declarer >= 0 {
		s.heirs[0] = 1 + s.places[places[declarer]]
	}
	s.heirs[1] = 1 + s.places[places[dealer]]
	s.hands++
	return nil
}

// Full reports whether an account could come near its bound (10^18, see pot.Ledger.Post) in one
// more hand and the end of the session. Then the session has to end. In one hand an account
// changes by at most three times pot.Max.
func (s *Session) Full() bool {
	const bound = 1_000*pot.Max - 5*pot.Max
	for _, a := range s.Ledger.All() {
		if a.Balance > bound || a.Balance < -bound {
			return true
		}
	}
	return false
}

// ---- leaving and the end ----

func (s *Session) own(person int) {
	if !slices.Contains(s.owners, person) {
		s.owners = append(s.owners, person)
		slices.Sort(s.owners)
	}
}

// Forgo takes a person's part of the pot away: they leave it to the others, or have been paid it.
func (s *Session) Forgo(person int) {
	s.owners = slices.DeleteFunc(slices.Clone(s.owners), func(p int) bool { return p == person })
}

// Sharers returns the people who share the pot at the end (docs/rules.md 6): those who have played since it was last
// empty, also if they have left, those who sit in turn order first. If there are none, all who sit share it.
func (s *Session) Sharers() []int {
	var people []int
	for _, person := range s.places {
		if person != Free && (len(s.owners) == 0 || slices.Contains(s.owners, person)) {
			people = append(people, person)
		}
	}
	for _, person := range s.owners {
		if s.Place(person) < 0 {
			people = append(people, person)
		}
	}
	return people
}

// Pay moves an amount in Rappen from a person into the pot, outside of a hand, which gives them a part of it; below 0,
// from the pot to the person.
func (s *Session) Pay(person int, amount pot.Chips) error {
	if amount > 0 {
		s.own(person)
	}
	return s.Ledger.Post(pot.Move{ID: Account(person), Amount: -amount})
}

// PayOff pays the person at a place, who is leaving, their part of the pot: one of sharers equal
// parts, in whole coins. It returns that part.
func (s *Session) PayOff(place, sharers int) (pot.Chips, error) {
	part, err := s.Ledger.PayOff(Account(s.places[place]), sharers, max(1, s.Coin))
	if err == nil {
		s.Forgo(s.places[place])
	}
	return part, err
}

// End ends the session and shares the pot among these people (docs/rules.md 6). Shares are whole coins; the remainder
// goes to the last declarer or the last dealer, if they still sit, else to the first of the people. It returns what
// each gets in Rappen, or nil if there was nothing to share or nobody to share it.
func (s *Session) End(people []int) ([]pot.Chips, error) {
	s.over = true
	if s.Ledger.Pot() == 0 || len(people) == 0 {
		return nil, nil
	}
	sharers := make([]string, len(people))
	for i, person := range people {
		sharers[i] = Account(person)
	}
	var heirs []string
	for _, h := range s.heirs {
		if h != 0 && s.Place(h-1) >= 0 {
			heirs = append(heirs, Account(h-1))
		}
	}
	return s.Ledger.End(sharers, max(1, s.Coin), heirs...)
}
