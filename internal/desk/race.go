package desk

import (
	"slices"
	"strconv"

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

// append writes the race as parseRace reads it.
func (r *Race) append(b []byte) []byte {
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
			b = append(append(append(b, ' '), causeWords[cause]...), ' ')
			b = fine.AppendTo(b)
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

// start returns the points that a player begins with.
func (r *Race) start() int {
	if r.Up {
		return 0
	}
	return r.Goal
}

// through reports whether these points have reached the goal.
func (r *Race) through(points int) bool {
	if r.Up {
		return points >= r.Goal
	}
	return points <= 0
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
	s.race, s.through = r, nil
	for p := range s.points {
		s.points[p] = r.start()
	}
	if n := s.Places(); len(r.Prizes) >= n {
		return &Error{Code: CodePrizes, N: len(r.Prizes), Want: n - 1}
	}
	return s.find()
}

// racing returns the people who sit and aren't through, in turn order.
func (s *sitting) racing() (list []int) {
	for _, p := range s.People() {
		if !slices.Contains(s.through, p) {
			list = append(list, p)
		}
	}
	return list
}

// decided reports whether the round is over: one player is left, or the prizes are gone.
func (s *sitting) decided() bool {
	return len(s.racing()) < 2 || s.race.Prizes != nil && len(s.through) == len(s.race.Prizes)
}

// ready returns why no hand of the race can be played, or nil.
func (s *sitting) ready() *Error {
	if err := s.find(); err != nil {
		return err
	}
	if s.decided() {
		return &Error{Code: CodeDecided}
	}
	return nil
}

// dealerFrom returns the first place from the given one on whose player isn't through.
func (s *sitting) dealerFrom(place int) int {
	for i := range s.Places() {
		if at := (place + i) % s.Places(); !slices.Contains(s.through, s.At(at)) {
			return at
		}
	}
	return 0
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
	dealer, before := s.dealerFrom(int(s.Next.Dealer)), len(s.prizes)
	var r rams.Result
	fine := func(seat rams.Seat, cause Cause) {
		r.Penalty[seat] += s.race.Fines[cause]
		r.Failed[seat] = r.Failed[seat] || s.race.Fines[cause] > 0
	}
	for _, p := range h.In {
		who, seat, points := s.person(p.Name), s.seat(p.Name), int(p.Tricks)
		if points == 0 {
			points = -s.race.Back
			fine(seat, Without)
		}
		if !s.race.Up {
			points = -points
		}
		if s.points[who] += points; s.race.through(s.points[who]) && !s.decided() {
			s.prizes = append(s.prizes, Prize{who, s.race.prize(len(s.through))})
			s.through = append(s.through, who)
			fine(seat, Won)
		}
	}
	for seat, p := range s.People() {
		st.share(p, share{Penalty: r.Penalty[seat], Failed: r.Failed[seat]})
	}
	r.Next = rams.Start{Dealer: rams.Seat(s.dealerFrom(dealer + 1))}
	if s.Settle(s.Seats(), &r, rams.Seat(dealer), rams.Nobody) != nil {
		return &Error{Code: CodeFull}
	}
	st.Hand, st.Unopened, st.Dealer, st.Left = s.Hands(), h.Nobody, s.At(dealer), s.Ledger.Pot()
	st.Entry.Hand, st.Prizes = *h, slices.Clone(s.prizes[before:])
	return nil
}

// checkRun finds faults of a hand of the race, and fills in the tricks that weren't entered.
func (s *sitting) checkRun(h *Hand) *Error {
	if len(h.Cuts) > 0 || h.Seven || h.Last != "" || h.Lost != "" {
		return &Error{Code: CodePotOnly}
	}
	for _, p := range h.In {
		switch who := s.person(p.Name); {
		case s.seat(p.Name) < 0:
			return &Error{Code: CodePerson, Name: p.Name}
		case slices.Contains(s.through, who):
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
