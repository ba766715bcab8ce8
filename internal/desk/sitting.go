package desk

import (
	"slices"

	"chratze/internal/naming"
	"chratze/internal/session"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// sitting is the state after some entries.
type sitting struct {
	session.Session // its places are seats: none is free

	rules  variant.Variant
	money  Money
	game   *rams.Game  // nil: this many people can't play
	people []string    // in the order of arrival
	cash   []pot.Chips // by person: cash given to others, less cash received

	race   *Race   // nil: there is a pot
	prizes []Prize // of all rounds
}

// newSitting returns the state before the first entry.
func newSitting(h *header) (*sitting, *Error) {
	s := &sitting{Session: session.New(0), rules: h.rules, money: h.money, race: h.race}
	for i, name := range h.seats {
		s.sit(name, i)
	}
	dealer := max(0, slices.Index(h.seats, h.dealer))
	if h.race != nil {
		s.Next.Dealer = rams.Seat(dealer)
		return s, s.round(h.race)
	}
	if err := s.find(); err != nil {
		return nil, err
	}
	s.First(s.game, dealer)
	return s, nil
}

// clone returns a copy. Changes to one don't affect the other.
func (s *sitting) clone() *sitting {
	c := *s
	c.people, c.cash, c.Session = slices.Clone(s.people), slices.Clone(s.cash), s.Session.Clone()
	c.prizes = slices.Clone(s.prizes)
	return &c
}

// find sets the game for the people who sit.
func (s *sitting) find() *Error {
	n := s.Places()
	if s.race != nil {
		if n < 2 || n > MaxRacers {
			return &Error{Code: CodeRacers, N: n, Want: MaxRacers}
		}
		return nil
	}
	played, err := s.rules.In(pot.Money(s.money))
	if err != nil {
		return &Error{Code: CodeRules, Err: err}
	}
	s.rules, s.Coin = played, played.Rules().Coin
	g, err := played.Game(n)
	s.game = g
	if err != nil {
		return &Error{Code: CodePlayers, N: n, Err: err}
	}
	return nil
}

// person returns the number of a person who has been here, or -1.
func (s *sitting) person(name string) int { return slices.Index(s.people, name) }

// seat returns the seat of a person, or rams.Nobody.
func (s *sitting) seat(name string) rams.Seat {
	if p := s.person(name); p >= 0 {
		if i := s.Place(p); i >= 0 {
			return rams.Seat(i)
		}
	}
	return rams.Nobody
}

// nobody says that nobody of this name sits, and who of those who do may have been meant.
func (s *sitting) nobody(name string) *Error {
	var sit []string
	for _, p := range s.People() {
		sit = append(sit, s.people[p])
	}
	if near := naming.Near(name, sit); near != "" {
		return &Error{Code: CodeLike, Name: name, Text: near}
	}
	return &Error{Code: CodePerson, Name: name}
}

// sit gives a person a seat, and a newcomer an account (docs/rules.md 6).
func (s *sitting) sit(name string, seat int) {
	p := s.person(name)
	if p < 0 {
		p = s.Open() // the numbers of accounts and people are the same
		s.people = append(s.people, name)
		s.cash = append(s.cash, 0)
	}
	s.Insert(seat, p)
}

// apply applies an entry. If it fails, s must be discarded.
func (s *sitting) apply(e *Entry) (Step, *Error) {
	st := Step{Entry: *e, Dealer: -1, Declarer: -1, Susi: -1, Lost: -1}
	if s.Over() && e.Kind != Pay {
		return st, &Error{Code: CodeOver}
	}
	var err *Error
	switch e.Kind {
	case Played:
		if err = s.hand(&e.Hand, &st); err == nil && s.Last {
			err = s.end(&st)
		}
	case Come:
		err = s.come(e)
	case Leave:
		err = s.leave(e, &st)
	case Deals:
		seat := s.seat(e.Who)
		if seat < 0 {
			return st, s.nobody(e.Who)
		}
		if s.Prize(s.person(e.Who)) > 0 {
			return st, &Error{Code: CodeThrough, Name: e.Who}
		}
		s.Next.Dealer, s.Next.Redeal = seat, 0
	case Rules:
		err = s.change(e.Variant)
	case Ante:
		err = s.into(e, &st, share{Paid: e.Amount})
	case Late:
		err = s.late(e, &st)
	case Fine:
		err = s.fine(e, &st)
	case NewRace:
		err = s.round(&e.Race)
	case Pay:
		err = s.pay(e)
	case LastHand:
		s.Last = true
	case End:
		err = s.end(&st)
	}
	if err != nil {
		return st, err
	}
	s.fill(&st)
	return st, nil
}

// fill copies the state after a step into the step.
func (s *sitting) fill(st *Step) {
	st.Hands, st.Pot, st.Over = s.Hands(), s.Ledger.Pot(), s.Over()
	st.Balance = make([]pot.Chips, s.Ledger.Len())
	for p, a := range s.Ledger.All() { // they are people, in their order
		st.Balance[p] = a.Balance
	}
	st.Points = s.points()
}

// hand books a hand.
func (s *sitting) hand(h *Hand, st *Step) *Error {
	if s.race != nil {
		return s.run(h, st)
	}
	return s.play(h, st)
}

// into puts the amount of an entry into the pot; it counts as the given share.
func (s *sitting) into(e *Entry, st *Step, as share) *Error {
	if s.seat(e.Who) < 0 {
		return s.nobody(e.Who)
	}
	if s.Session.Pay(s.person(e.Who), e.Amount) != nil {
		return &Error{Code: CodeFull}
	}
	st.share(s.person(e.Who), as)
	return nil
}

// late moves coins between people and the pot.
func (s *sitting) late(e *Entry, st *Step) *Error {
	if s.race != nil {
		return &Error{Code: CodePotOnly}
	}
	for _, m := range e.Moves {
		who := s.person(m.Name)
		switch {
		case who < 0:
			return s.nobody(m.Name)
		case m.Amount < 0 && -m.Amount > s.Ledger.Pot():
			return &Error{Code: CodeShort, Name: m.Name}
		case s.Session.Pay(who, m.Amount) != nil:
			return &Error{Code: CodeFull}
		}
		st.share(who, share{Penalty: max(m.Amount, 0), Payout: max(-m.Amount, 0)})
	}
	return nil
}

func (s *sitting) come(e *Entry) *Error {
	if s.seat(e.Who) >= 0 {
		return &Error{Code: CodeSits, Name: e.Who}
	}
	if len(s.people) >= MaxPeople && s.person(e.Who) < 0 {
		return &Error{Code: CodeFull}
	}
	at := s.Places()
	if e.To != "" {
		after := s.seat(e.To)
		if after < 0 {
			return s.nobody(e.To)
		}
		at = int(after) + 1
	}
	s.sit(e.Who, at)
	return s.find()
}

// leave removes a person, who gives up their part of the pot or is paid it (docs/rules.md 6).
// If they were to deal next, the person after them does.
func (s *sitting) leave(e *Entry, st *Step) *Error {
	seat := s.seat(e.Who)
	if seat < 0 {
		return s.nobody(e.Who)
	}
	if sharers := s.Sharers(); e.Part && s.Hands() > 0 && slices.Contains(sharers, s.person(e.Who)) {
		part, err := s.PayOff(int(seat), len(sharers))
		if err != nil {
			return &Error{Code: CodeFull}
		}
		st.share(s.person(e.Who), share{Payout: part})
	}
	if s.Places() == 1 && s.Ledger.Pot() > 0 {
		return &Error{Code: CodePot, Name: e.Who}
	}
	s.Forgo(s.person(e.Who))
	s.Remove(int(seat))
	_ = s.find() // too few: no hand can be played until somebody comes
	return nil
}

// change sets the rules from the next hand on.
func (s *sitting) change(v variant.Variant) *Error {
	if s.race != nil {
		return &Error{Code: CodePotOnly}
	}
	same := v.Preset() == s.rules.Preset()
	s.rules = v
	if err := s.find(); err != nil {
		return err
	}
	s.Next.Redeal = 0
	s.SpareNone()
	s.Next.Muss = v.Rules().Phases && (s.Next.Muss || !same)
	return nil
}

func (s *sitting) pay(e *Entry) *Error {
	from, to := s.person(e.Who), s.person(e.To)
	switch {
	case from < 0:
		return s.nobody(e.Who)
	case to < 0:
		return s.nobody(e.To)
	case from == to:
		return &Error{Code: CodeTwice, Name: e.To}
	}
	s.cash[from] += e.Amount
	s.cash[to] -= e.Amount
	if max(s.cash[from], -s.cash[to]) > pot.Max {
		return &Error{Code: CodeFull}
	}
	return nil
}

// end shares the pot among those who have played since it was last empty (docs/rules.md 6).
func (s *sitting) end(st *Step) *Error {
	people := s.Sharers()
	parts, err := s.End(people)
	if err != nil {
		return &Error{Code: CodeFull}
	}
	for i, part := range parts {
		st.share(people[i], share{End: part})
	}
	return nil
}
