package desk

import (
	"slices"

	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// Name returns the name of the evening, or "".
func (e *Evening) Name() string { return e.head.name }

// Money returns the kind of money, and whether it is paid in cash, coin by coin, or on credit
// until the end.
func (e *Evening) Money() (m Money, cash bool) { return e.head.money, e.head.cash }

// Rules returns the rules in force.
func (e *Evening) Rules() variant.Variant {
	if e.now == nil {
		return e.head.rules
	}
	return e.now.rules
}

// Race returns the race that is being run, or nil if there is a pot.
func (e *Evening) Race() *Race {
	if e.now == nil {
		return e.head.race
	}
	return e.now.race
}

// People returns everybody who has been here, in the order of arrival.
func (e *Evening) People() []string {
	if e.now == nil {
		return nil
	}
	return slices.Clone(e.now.people)
}

// Steps returns what happened, in order. Don't change it.
func (e *Evening) Steps() []Step { return e.steps }

// CanUndo reports whether there is a change to undo.
func (e *Evening) CanUndo() bool { return e.applied > 0 }

// CanRedo reports whether there is an undone change to redo.
func (e *Evening) CanRedo() bool { return e.applied < len(e.ops) }

// Position is the state between two hands. Unless the evening is over, the antes of the next
// hand are already in the pot.
type Position struct {
	Seats   []int       // persons in turn order
	Dealer  int         // person who deals next; -1: none
	Pot     pot.Chips   // with the antes
	Antes   []pot.Chips // by person: the ante for the next hand
	Balance []pot.Chips // by person, less the ante; together with Pot this adds up to 0
	Won     []pot.Chips // by person, before the ante
	Hands   int
	Muss    bool
	All     bool  // everybody plays, in a Muss or because the pot was empty
	Last    bool  // the next hand is the last
	Over    bool  // the evening is over
	Players error // why this number of people can't play, or a race can't go on; nil: they can
	Points  []int // by person; nil: no race
	Through []int // the people who have reached the goal of the race, in their order
}

// Now returns the current position, or nil while nobody sits.
func (e *Evening) Now() *Position { return e.after(nil) }

// after is Now after the given cuts of the next hand.
func (e *Evening) after(cuts []string) *Position {
	s := e.now
	if s == nil {
		return nil
	}
	p := &Position{
		Seats: make([]int, s.Places()), Dealer: -1, Pot: s.Ledger.Pot(), Antes: make([]pot.Chips, len(s.people)),
		Hands: s.Hands(), Muss: s.Next.Muss, Last: s.Last, Over: s.Over(),
		Points: s.points(), Through: slices.Clone(s.Through()),
	}
	for seat, who := range s.People() {
		p.Seats[seat] = who
	}
	p.Won = make([]pot.Chips, len(s.people))
	for i := range s.people {
		p.Won[i] = s.Balance(i)
	}
	p.Balance = slices.Clone(p.Won)
	if s.Over() {
		return p
	}
	if s.race != nil {
		p.Dealer = s.dealer()
		if err := s.ready(); err != nil {
			p.Players = err
		}
		return p
	}
	if err := s.find(); err != nil {
		p.Players = err
		return p
	}
	hand, err := s.begin(cuts)
	if err != nil && len(cuts) > 0 {
		hand, err = s.begin(nil)
	}
	if err != nil {
		return p
	}
	p.All = s.forced(&Hand{}) != rams.NoContract
	p.Dealer, p.Pot = s.At(int(hand.Dealer())), hand.Pot()
	for seat, who := range s.People() {
		p.Antes[who] = hand.Paid(rams.Seat(seat))
		p.Balance[who] -= p.Antes[who]
	}
	return p
}

// Owed returns by person what they are owed (above 0) or owe (below 0) if the evening ended now
// and the pot were shared: what they have won, if it is played on credit, plus the cash they
// gave away. It adds up to 0.
func (e *Evening) Owed() []pot.Chips {
	if e.now == nil {
		return nil
	}
	s := e.now.clone()
	if !s.Over() && s.Places() > 0 {
		_ = s.end(&Step{}) // a rest that can't be shared stays in the pot
	}
	owed := slices.Clone(s.cash)
	if !e.head.cash {
		for i := range owed {
			owed[i] += s.Balance(i)
		}
	}
	return owed
}

// Payments returns who pays whom so that nobody owes anything. It uses the fewest possible
// payments, guaranteed for up to twelve people.
func (e *Evening) Payments() []pot.Transfer {
	list, err := pot.Settle(e.Owed())
	if err != nil {
		return nil // impossible: what is owed adds up to 0
	}
	return list
}

// Susis returns by person the hands in which they were asked last and let the declarer take the
// pot without play.
func (e *Evening) Susis() [][]int {
	if e.now == nil {
		return nil
	}
	list := make([][]int, len(e.now.people))
	for i := range e.steps {
		if st := &e.steps[i]; st.Susi >= 0 {
			list[st.Susi] = append(list[st.Susi], st.Hand)
		}
	}
	return list
}
