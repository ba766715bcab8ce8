package desk

import (
	"slices"

	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// sitting is how things stand after some entries.
type sitting struct {
	rules  variant.Variant
	game   *rams.Game  // nil: not so many people can play
	people []string    // in the order in which they came
	seats  []int       // persons by seat, in turn order
	ledger pot.Ledger  // what everybody has won or lost; the accounts are people
	cash   []pot.Chips // by person: what he gave others in cash, less what he got
	next   rams.Start  // Dealer is a seat
	heirs  [2]int      // the last declarer, the last dealer; -1: none
	hands  int
	last   bool
	over   bool
}

// newSitting is an evening before its first entry.
func newSitting(h *header) (*sitting, *Error) {
	s := &sitting{rules: h.rules, heirs: [2]int{-1, -1}}
	for i, name := range h.seats {
		s.sit(name, i)
	}
	if err := s.find(); err != nil {
		return nil, err
	}
	s.next = s.game.First(rams.Seat(max(0, slices.Index(h.seats, h.dealer))))
	return s, nil
}

// clone returns a copy that shares nothing that changes.
func (s *sitting) clone() *sitting {
	c := *s
	c.people, c.seats, c.cash = slices.Clone(s.people), slices.Clone(s.seats), slices.Clone(s.cash)
	c.ledger = s.ledger.Clone()
	return &c
}

// find finds the game for those who sit.
func (s *sitting) find() *Error {
	g, err := s.rules.Game(len(s.seats))
	s.game = g
	if err != nil {
		return &Error{Code: NoPlayers, N: len(s.seats), Err: err}
	}
	return nil
}

// person returns the number of somebody who has been here, or -1.
func (s *sitting) person(name string) int { return slices.Index(s.people, name) }

// seat returns the seat of somebody who sits, or rams.Nobody.
func (s *sitting) seat(name string) rams.Seat {
	if p := s.person(name); p >= 0 {
		if i := slices.Index(s.seats, p); i >= 0 {
			return rams.Seat(i)
		}
	}
	return rams.Nobody
}

// sit gives somebody a seat, and an account if he has none (docs/rules.md 6).
func (s *sitting) sit(name string, seat int) {
	p := s.person(name)
	if p < 0 {
		p = len(s.people)
		s.people = append(s.people, name)
		s.cash = append(s.cash, 0)
		_ = s.ledger.Open(name) // has a name
	}
	s.seats = slices.Insert(s.seats, seat, p)
}

func (s *sitting) balance(person int) pot.Chips {
	b, _ := s.ledger.Balance(s.people[person])
	return b
}

func (s *sitting) coin() pot.Chips { return max(1, s.rules.Rules().Coin) }

// apply lets an entry happen. If it can't, s must be thrown away.
func (s *sitting) apply(e *Entry) (Step, *Error) {
	st := Step{Entry: *e, Dealer: -1, Declarer: -1, Susi: -1, Lost: -1}
	if s.over && e.Kind != Pay {
		return st, &Error{Code: NoOver}
	}
	var err *Error
	switch e.Kind {
	case Played:
		if err = s.play(&e.Hand, &st); err == nil && s.last {
			err = s.end(&st)
		}
	case Come:
		err = s.come(e)
	case Leave:
		err = s.leave(e, &st)
	case Deals:
		seat := s.seat(e.Who)
		if seat < 0 {
			return st, &Error{Code: NoPerson, Name: e.Who}
		}
		s.next.Dealer, s.next.Redeal = seat, 0
	case Rules:
		err = s.change(e.Variant)
	case Ante:
		if s.seat(e.Who) < 0 {
			return st, &Error{Code: NoPerson, Name: e.Who}
		}
		if s.ledger.Post(pot.Move{ID: e.Who, Amount: -e.Amount}) != nil {
			return st, &Error{Code: NoFull}
		}
		st.share(s.person(e.Who), share{Paid: e.Amount})
	case Pay:
		err = s.pay(e)
	case LastHand:
		s.last = true
	case End:
		err = s.end(&st)
	}
	if err != nil {
		return st, err
	}
	s.next.Pot = s.ledger.Pot()
	s.fill(&st)
	return st, nil
}

// fill notes how things stand after a step.
func (s *sitting) fill(st *Step) {
	st.Hands, st.Pot, st.Over = s.hands, s.ledger.Pot(), s.over
	accounts := s.ledger.Accounts() // they are people, in their order
	st.Balance = make([]pot.Chips, len(accounts))
	for p := range accounts {
		st.Balance[p] = accounts[p].Balance
	}
}

func (s *sitting) come(e *Entry) *Error {
	if s.seat(e.Who) >= 0 {
		return &Error{Code: NoSits, Name: e.Who}
	}
	if len(s.people) >= MaxPeople && s.person(e.Who) < 0 {
		return &Error{Code: NoFull}
	}
	at := len(s.seats)
	if e.To != "" {
		after := s.seat(e.To)
		if after < 0 {
			return &Error{Code: NoPerson, Name: e.To}
		}
		at = int(after) + 1
	}
	if at <= int(s.next.Dealer) { // who deals next stays who he was
		s.next.Dealer++
	}
	s.sit(e.Who, at)
	return s.find()
}

// leave lets somebody go. He gives up his part of the pot or is paid it (docs/rules.md
// 6). If he was to deal next, who sits behind him does.
func (s *sitting) leave(e *Entry, st *Step) *Error {
	seat := s.seat(e.Who)
	if seat < 0 {
		return &Error{Code: NoPerson, Name: e.Who}
	}
	if e.Part && s.hands > 0 {
		part, err := s.ledger.PayOff(e.Who, len(s.seats), s.coin())
		if err != nil {
			return &Error{Code: NoFull}
		}
		st.share(s.person(e.Who), share{Payout: part})
	}
	if len(s.seats) == 1 && s.ledger.Pot() > 0 {
		return &Error{Code: NoPot, Name: e.Who}
	}
	s.seats = slices.Delete(s.seats, int(seat), int(seat)+1)
	switch {
	case seat < s.next.Dealer:
		s.next.Dealer--
	case int(s.next.Dealer) == len(s.seats):
		s.next.Dealer = 0
	}
	_ = s.find() // too few: until somebody comes no hand can be played
	return nil
}

// change lets other rules hold from the next hand on.
func (s *sitting) change(v variant.Variant) *Error {
	same := v.Preset() == s.rules.Preset()
	s.rules = v
	if err := s.find(); err != nil {
		return err
	}
	s.next.Redeal = 0
	s.next.Muss = v.Rules().Phases && (s.next.Muss || !same)
	return nil
}

func (s *sitting) pay(e *Entry) *Error {
	from, to := s.person(e.Who), s.person(e.To)
	switch {
	case from < 0:
		return &Error{Code: NoPerson, Name: e.Who}
	case to < 0:
		return &Error{Code: NoPerson, Name: e.To}
	case from == to:
		return &Error{Code: NoTwice, Name: e.To}
	}
	s.cash[from] += e.Amount
	s.cash[to] -= e.Amount
	if max(s.cash[from], -s.cash[to]) > pot.Max {
		return &Error{Code: NoFull}
	}
	return nil
}

// end shares the pot among those who sit (docs/rules.md 6).
func (s *sitting) end(st *Step) *Error {
	s.over = true
	if s.ledger.Pot() == 0 {
		return nil
	}
	sitting := make([]string, len(s.seats))
	for i, p := range s.seats {
		sitting[i] = s.people[p]
	}
	var heirs []string
	for _, p := range s.heirs {
		if p >= 0 {
			heirs = append(heirs, s.people[p])
		}
	}
	parts, err := s.ledger.End(sitting, s.coin(), heirs...)
	if err != nil {
		return &Error{Code: NoFull}
	}
	for i, p := range s.seats {
		st.share(p, share{End: parts[i]})
	}
	return nil
}
