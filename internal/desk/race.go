package desk

import (
	"slices"
	"strconv"

	"chratze/internal/session"
	"chratze/pot"
	"chratze/rams"
)

// Race is what is agreed for a race (docs/kasse.md). Each trick is a point. A player whose points
// have reached the goal is through: they take the next prize and play no more. The last player
// goes without. Fines go into the glass, as the pot is called here.
type Race struct {
	Up     bool              // from nothing to Goal; otherwise from Goal down to nothing
	Goal   int               // 1 to MaxGoal
	Back   int               // points that playing without a trick sets a player back
	Fines  [causes]pot.Chips // 0: no fine
	Prizes []string          // in the order in which they are taken; nil: one fewer than players, without names
}

// Cause is what a player is fined for.
type Cause int

// The causes of fines.
const (
	Without Cause = iota // playing without a trick
	Breach               // breaking a rule
	Won                  // taking a prize
	causes
)

// Limits of a race.
const (
	MaxGoal   = 200
	MaxRacers = 8
	raceSize  = 5 // tricks in a hand
)

//lattice:table
var causeWords = [causes]string{"without", "rule", "prize"}

// Prize is a prize that a person has taken.
type Prize struct {
	Person int
	Name   string
}

// raceWords can't stand unquoted at the beginning of a line of a race. In other evenings people may have these names.
const raceWords = " race fine "

// parseRace reads what follows "race".
func parseRace(l *line, m Money) (r Race, err *Error) {
	w := l.take()
	if r.Up = w.is("up"); !r.Up && !w.is("down") {
		return r, (&Error{Code: CodeRace}).at(w)
	}
	if r.Goal, err = parsePoints(l); err != nil {
		return r, err
	}
	for err == nil && len(l.words) > 0 && !l.try("prizes") {
		if l.try("back") {
			r.Back, err = parsePoints(l)
			continue
		}
		w := l.take()
		cause := slices.Index(causeWords[:], w.text)
		if cause < 0 || w.quoted {
			return r, (&Error{Code: CodeRace}).at(w)
		}
		var ok bool
		if w = l.take(); w.text == "" {
			return r, (&Error{Code: CodeMore}).at(w)
		}
		if r.Fines[cause], ok = m.Parse(w.text); !ok {
			return r, (&Error{Code: CodeAmount}).at(w)
		}
	}
	for err == nil && len(l.words) > 0 {
		var name string
		name, err = parseName(l)
		r.Prizes = append(r.Prizes, name)
	}
	return r, err
}

func parsePoints(l *line) (int, *Error) {
	w, err := l.need()
	if err != nil {
		return 0, err
	}
	n, bad := strconv.Atoi(w.text)
	if bad != nil || n < 1 || n > MaxGoal {
		return 0, (&Error{Code: CodeGoal, Want: MaxGoal}).at(w)
	}
	return n, nil
}

// raceOf returns what rules say of a race, or nil where the pot is played for. Its prizes have no names.
func raceOf(r rams.Rules) *Race {
	if !r.Races() {
		return nil
	}
	race := Race{Up: r.Score == rams.ScoreUp, Goal: int(r.Goal), Back: int(r.Back), Fines: [causes]pot.Chips{Without: r.Penalty, Won: r.PrizeFine}}
	for n := range int(r.Prizes) {
		race.Prizes = append(race.Prizes, race.prize(n))
	}
	return &race
}

// append writes the race as parseRace reads it.
func (r *Race) append(b []byte, m Money) []byte {
	way := "down "
	if r.Up {
		way = "up "
	}
	b = strconv.AppendInt(append(b, way...), int64(r.Goal), 10)
	if r.Back > 0 {
		b = strconv.AppendInt(append(b, " back "...), int64(r.Back), 10)
	}
	for cause, fine := range r.Fines {
		if fine > 0 {
			b = m.decimal(append(append(append(b, ' '), causeWords[cause]...), ' '), fine, '.')
		}
	}
	for i, name := range r.Prizes {
		if i == 0 {
			b = append(b, " prizes"...)
		}
		b = quote(append(b, ' '), name)
	}
	return b
}

// prize returns the name of a prize, counted from 0.
func (r *Race) prize(n int) string {
	if n < len(r.Prizes) {
		return r.Prizes[n]
	}
	return "#" + strconv.Itoa(n+1)
}

// round begins a round: all points anew.
func (s *sitting) round(r *Race) *Error {
	s.race = r
	s.Run(session.Race{Up: r.Up, Goal: r.Goal, Prizes: len(r.Prizes)})
	if n := s.Places(); len(r.Prizes) >= n {
		return &Error{Code: CodePrizes, N: len(r.Prizes), Want: n - 1}
	}
	return s.find()
}

// points returns the points of all who have been here, or nil without a race.
func (s *sitting) points() (list []int) {
	if s.race != nil {
		for p := range s.people {
			list = append(list, s.Points(p))
		}
	}
	return list
}

// ready returns why no hand of the race can be played, or nil.
func (s *sitting) ready() *Error {
	if err := s.find(); err != nil {
		return err
	}
	if s.Decided() {
		return &Error{Code: CodeDecided}
	}
	return nil
}

// dealer returns the person who deals the next hand of the race, or session.Free if all who sit are through.
func (s *sitting) dealer() int {
	if seats := s.Seats(); len(seats) > 0 {
		return s.At(seats[s.Deal().Dealer])
	}
	return session.Free
}

// run books a hand of the race: points, fines, and who is through. If several are, the order of
// the line is the order of their prizes.
func (s *sitting) run(h *Hand, st *Step) *Error {
	if err := s.ready(); err != nil {
		return err
	}
	if err := s.checkRun(h); err != nil {
		return err
	}
	seats, dealer, before := s.Seats(), s.Deal().Dealer, len(s.prizes)
	var r rams.Result
	fine := func(seat int, cause Cause) {
		r.Penalty[seat] += s.race.Fines[cause]
		r.Failed[seat] = r.Failed[seat] || s.race.Fines[cause] > 0
	}
	for _, p := range h.In {
		who, points := s.person(p.Name), int(p.Tricks)
		seat := slices.Index(seats, s.Place(who))
		if points == 0 {
			points = -s.race.Back
			fine(seat, Without)
		}
		if s.Score(who, points) {
			s.prizes = append(s.prizes, Prize{who, s.race.prize(len(s.Through()) - 1)})
			fine(seat, Won)
		}
	}
	for seat, place := range seats {
		st.share(s.At(place), share{Penalty: r.Penalty[seat], Failed: r.Failed[seat]})
	}
	r.Next.Dealer = (dealer + 1) % rams.Seat(len(seats))
	if s.Settle(seats, &r, dealer, rams.Nobody) != nil {
		return &Error{Code: CodeFull}
	}
	st.Hand, st.Unopened, st.Dealer, st.Left = s.Hands(), h.Nobody, s.At(seats[dealer]), s.Ledger.Pot()
	st.Entry.Hand, st.Prizes = *h, slices.Clone(s.prizes[before:])
	return nil
}

// checkRun finds faults of a hand of the race, and fills in the tricks that weren't entered.
func (s *sitting) checkRun(h *Hand) *Error {
	if len(h.Cuts) > 0 || h.Seven || h.Last != "" || h.Lost != "" {
		return &Error{Code: CodePotOnly}
	}
	for _, p := range h.In {
		switch {
		case s.seat(p.Name) < 0:
			return s.nobody(p.Name)
		case s.Prize(s.person(p.Name)) > 0:
			return &Error{Code: CodeThrough, Name: p.Name}
		case p.Contract != rams.Joined:
			return &Error{Code: CodeDeclaring, Name: p.Name}
		}
	}
	if h.Nobody {
		return nil
	}
	return s.fillTricks(h)
}

// fine puts a fine into the glass: for breaking a rule, if no amount was given.
func (s *sitting) fine(e *Entry, st *Step) *Error {
	if e.Amount == 0 {
		e.Amount = s.race.Fines[Breach]
	}
	if e.Amount == 0 {
		return &Error{Code: CodeFine}
	}
	st.Entry.Amount = e.Amount
	return s.into(e, st, share{Penalty: e.Amount, Failed: true})
}
