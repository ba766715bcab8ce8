package desk

import (
	"slices"

	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// Name returns how the evening is called; "" if it has no name.
func (e *Evening) Name() string { return e.head.name }

// Money returns what is played for, and whether in cash, coin by coin, or on
// credit until the end.
func (e *Evening) Money() (m Money, cash bool) { return e.head.money, e.head.cash }

// Rules returns the rules that hold now.
func (e *Evening) Rules() variant.Variant {
	if e.now == nil {
		return e.head.rules
	}
	return e.now.rules
}

// People returns all who have been here, in the order in which they came.
func (e *Evening) People() []string {
	if e.now == nil {
		return nil
	}
	return slices.Clone(e.now.people)
}

// Steps returns what happened, the first one first; they must not be changed.
func (e *Evening) Steps() []Step { return e.steps }

// CanUndo and CanRedo report whether there is something to undo, or to redo.
func (e *Evening) CanUndo() bool { return e.at > 0 }

// CanRedo reports whether something is undone.
func (e *Evening) CanRedo() bool { return e.at < len(e.ops) }

// Position is how things stand between two hands, with the antes of the next one
// laid down, unless the evening is over.
type Position struct {
	Seats   []int       // persons in turn order
	Dealer  int         // person who deals next; -1: nobody
	Pot     pot.Chips   // with the antes
	Antes   []pot.Chips // by person, what he lays down for the next hand
	Balance []pot.Chips // by person, less his ante; with Pot they add up to 0
	Won     []pot.Chips // by person, without it
	Cash    []pot.Chips // by person, what he gave others in cash, less what he got
	Hands   int
	Muss    bool
	Redeal  int   // deals in a row that nobody opened
	Last    bool  // the next hand is the last
	Over    bool  // the evening is over
	Players error // why no hand can be played by so many; nil: it can
}

// Now returns how things stand; nil as long as nobody sits.
func (e *Evening) Now() *Position { return e.after(nil) }

// after is Now with what was shown at the cuts of the next hand.
func (e *Evening) after(cuts []string) *Position {
	s := e.now
	if s == nil {
		return nil
	}
	p := &Position{
		Seats: s.Session.People(), Dealer: -1, Pot: s.Ledger.Pot(), Antes: make([]pot.Chips, len(s.people)), Cash: slices.Clone(s.cash),
		Hands: s.Hands(), Muss: s.Next.Muss, Redeal: int(s.Next.Redeal), Last: s.Last, Over: s.Over(),
	}
	for i := range s.people {
		p.Won = append(p.Won, s.Balance(i))
	}
	p.Balance = slices.Clone(p.Won)
	if s.Over() {
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
	p.Dealer, p.Pot = s.At(int(hand.Dealer())), hand.Pot()
	for seat, who := range s.People() {
		p.Antes[who] = hand.Paid(rams.Seat(seat))
		p.Balance[who] -= p.Antes[who]
	}
	return p
}

// Lay is what one person does with his coins now: he takes what he got of the pot,
// then lays down what he owes it, the antes of the next hand included.
type Lay struct {
	Person     int
	Take, Give pot.Chips
	Penalty    pot.Chips // of Give
}

// Lay returns what everybody who sits, or has just left, does with his coins.
func (e *Evening) Lay() []Lay { return e.lay(e.Now()) }

func (e *Evening) lay(p *Position) (list []Lay) {
	if p == nil {
		return nil
	}
	var last *Step
	for i := len(e.steps) - 1; i >= 0 && last == nil; i-- {
		switch k := e.steps[i].Entry.Kind; {
		case k == Played, k == End, k == Leave && e.steps[i].shares != nil:
			last = &e.steps[i]
		}
	}
	for _, who := range e.order(p) {
		l := Lay{Person: who}
		if last != nil {
			_, payout, penalty, end := last.Share(who)
			l.Take, l.Penalty = payout+end, penalty
		}
		l.Give = l.Penalty + p.Antes[who]
		if l.Take > 0 || l.Give > 0 {
			list = append(list, l)
		}
	}
	return list
}

// order returns those who sit, in turn order, then those who have left.
func (e *Evening) order(p *Position) []int {
	order := slices.Clone(p.Seats)
	for who := range e.now.people {
		if !slices.Contains(order, who) {
			order = append(order, who)
		}
	}
	return order
}

// Owed returns by person what he is owed (above 0) or owes, with the pot shared as
// if the evening ended now: what he has won, if it is played on credit, and what he
// gave in cash. It adds up to 0.
func (e *Evening) Owed() []pot.Chips {
	if e.now == nil {
		return nil
	}
	s := e.now.clone()
	if !s.Over() && len(s.People()) > 0 {
		_ = s.end(&Step{}) // what can't be shared stays, and is owed to nobody
	}
	owed := slices.Clone(s.cash)
	if !e.head.cash {
		for i := range owed {
			owed[i] += s.Balance(i)
		}
	}
	return owed
}

// Payments returns who pays whom, so that nobody owes anything, with the fewest
// payments there are (exactly so for up to twelve people).
func (e *Evening) Payments() []pot.Transfer {
	list, err := pot.Settle(e.Owed())
	if err != nil {
		return nil // can't be: what is owed adds up to 0
	}
	return list
}

// Susis returns by person the hands in which he, asked last, let the declarer take
// the pot without play.
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
