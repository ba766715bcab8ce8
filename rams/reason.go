package rams

import (
	"errors"
	"slices"
	"strings"

	"chratze/pot"
)

// Reasons say in codes and numbers why a hand ended as its [Result] says (docs/rules.md 2.11, 3.10, 5.8, 4). The walk that
// settles the hand fills them; every sentence about the end of a hand is made of them.
type Reasons struct {
	End  End
	Left Left             // why money stays in the pot
	Seat [MaxSeats]Reason // of the seats of the game; the others are zero
}

// Reason says why a seat is paid, and what it owes. Its JSON is a part of chratze/1 (docs/protocol.md).
type Reason struct {
	Won    int       `json:"won"`              // tricks; in a race all of them without play
	Needed int       `json:"needed"`           // tricks, by its contract; 0: it is not in, or plays for the pot
	Share  Share     `json:"share"`            // why it gets what it gets
	Rest   pot.Chips `json:"rest,omitempty"`   // of that, in Rappen: what couldn't be divided and goes to the declarer
	Debt   Debt      `json:"debt,omitempty"`   // why it pays
	Pots   int       `json:"pots,omitempty"`   // how many penalties it owes
	Owed   pot.Chips `json:"owed,omitempty"`   // the same in Rappen, before the limits
	Price  pot.Chips `json:"price,omitempty"`  // paid to play, in Rappen
	Spared bool      `json:"spared,omitempty"` // pays no ante for the next hand
}

// End is how a hand ended.
type End uint8

// The ends of a hand.
const (
	EndUnopened End = iota // nobody declared, and the same dealer deals again (2.5)
	EndThrownIn            // nobody declared, and the deal passes on (2.5, 3.6)
	EndAlone               // a single seat was in and won without play (2.7, 3.7, 5.5)
	EndMuss                // played, as a Muss or a Seven Muss (3.5)
	EndShown               // three jacks were shown and won all tricks (docs/rules.md 4)
	EndPlayed
)

// Opened reports whether the hand was played, or won without play.
func (e End) Opened() bool { return e >= EndAlone }

// Share is why a seat gets its part of the pot, or nothing.
type Share uint8

// The shares. From ShareAll on the seat gets something.
const (
	ShareNone       Share = iota // it is not in, or has won too little
	ShareMuss                    // it made it, and a Muss pays nothing out (3.5)
	ShareTied                    // it tied for the most tricks, which leaves the pot
	ShareSwallowed               // it made it, and the declarer's share was rounded up to all of the pot (2.11)
	ShareForPot                  // it played for the pot, where its tricks' parts stay
	ShareAll                     // all of the pot: it alone made it, or won every trick
	ShareThirds                  // the declarer's two thirds (2.11)
	ShareThirdsUp                // the same, rounded up
	ShareRest                    // a joiner's part of what the declarer leaves
	ShareEqual                   // a joiner's part of the whole pot, since the declarer failed
	ShareRole                    // two parts for the declarer, one for a joiner
	ShareTricks                  // a part for each trick
	ShareTricksDown              // the same, rounded down
	ShareMost                    // all of it, for the most tricks
	SharePoints                  // no money: each trick is a point of a race
	ShareTie                     // an equal part, with others, for the most tricks
)

const shares = "none muss tied swallowed for-pot all thirds thirds-up rest equal role tricks tricks-down most points tie"

// Paid reports whether the seat gets money out of the pot.
func (s Share) Paid() bool { return s >= ShareAll && s != SharePoints }

// Failed reports whether the seat has to pay a penalty.
func (d Debt) Failed() bool { return d&(DebtShort|DebtWeli) != 0 }

// Debt is a set of reasons why a seat pays, and what changed the amount.
type Debt uint8

// The debts.
const (
	DebtShort  Debt = 1 << iota // it won too few tricks
	DebtWeli                    // its Weli fell to the trump ace (5.8)
	DebtPrice                   // it has won too few tricks, and loses what it has paid to play
	DebtPrize                   // it has won a prize of a race, and pays for it
	DebtFixed                   // the penalty is a fixed sum, whatever the pot
	DebtCapped                  // a penalty was cut to the highest one allowed
	DebtFull                    // a penalty was cut to what the pot may hold
	DebtBack                    // it is set back in a race (Rules.Back)
)

const debts = "short weli price prize fixed capped full back"

// AddPrizes notes who pays for a prize of a race. That is booked after the hand: r has what is paid.
func (why *Reasons) AddPrizes(r *Result) {
	for seat, amount := range r.Penalty {
		if s := &why.Seat[seat]; amount > 0 && !s.Debt.Failed() {
			s.Debt |= DebtPrize
		}
	}
}

// Has reports whether the share of a seat is this one.
func (why *Reasons) Has(s Share) bool {
	return slices.ContainsFunc(why.Seat[:], func(x Reason) bool { return x.Share == s })
}

// Owes reports whether a seat has this debt.
func (why *Reasons) Owes(d Debt) bool {
	return slices.ContainsFunc(why.Seat[:], func(x Reason) bool { return x.Debt&d != 0 })
}

// Left is why money stays in the pot.
type Left uint8

// What stays in the pot, and why.
const (
	LeftNothing Left = iota
	LeftAll          // nobody has won anything
	LeftMuss         // a Muss pays nothing out
	LeftTied         // two or more have the most tricks
	LeftForPot       // what was won for it
	LeftRest         // what can't be divided
	LeftRace         // it isn't played for
)

const (
	ends  = "unopened thrown-in alone muss shown played"
	lefts = "nothing all muss tied for-pot rest race"
)

// String returns unopened, thrown-in, alone, muss, shown or played.
func (e End) String() string { return name(ends, e) }

// String returns the share in a word, such as "thirds-up".
func (s Share) String() string { return name(shares, s) }

// String returns nothing, all, muss, tied, for-pot, rest or race.
func (l Left) String() string { return name(lefts, l) }

// String returns the reasons, such as "short capped"; "" if the seat pays nothing.
func (d Debt) String() string {
	var list []string
	for i, word := range strings.Fields(debts) {
		if d>>i&1 != 0 {
			list = append(list, word)
		}
	}
	return strings.Join(list, " ")
}

// MarshalText returns what String returns.
func (e End) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// MarshalText returns what String returns.
func (s Share) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// MarshalText returns what String returns.
func (l Left) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// MarshalText returns what String returns.
func (d Debt) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// ErrReason is returned for a text that is no reason.
var ErrReason = errors.New("rams: no such reason")

// UnmarshalText reads what String returns.
func (e *End) UnmarshalText(text []byte) error { return reasonOf(ends, text, e) }

// UnmarshalText reads what String returns.
func (s *Share) UnmarshalText(text []byte) error { return reasonOf(shares, text, s) }

// UnmarshalText reads what String returns.
func (l *Left) UnmarshalText(text []byte) error { return reasonOf(lefts, text, l) }

// UnmarshalText reads what String returns.
func (d *Debt) UnmarshalText(text []byte) error {
	var all Debt
	for _, word := range strings.Fields(string(text)) {
		var i Debt
		if err := reasonOf(debts, []byte(word), &i); err != nil {
			return err
		}
		all |= 1 << i
	}
	*d = all
	return nil
}

// reasonOf finds a word in a list of words.
func reasonOf[T ~uint8](words string, text []byte, to *T) error {
	i := slices.Index(strings.Fields(words), string(text))
	if i < 0 {
		return &textError{ErrReason, string(text)}
	}
	*to = T(i)
	return nil
}

// Explain settles a hand as [Game.Settle] does, and says why. The error is a *[TallyError].
func (g *Game) Explain(t Tally) (Result, Reasons, error) {
	if code := g.checkTally(&t); code != "" {
		return Result{}, Reasons{}, &TallyError{code}
	}
	r, why := g.explain(&t)
	return r, why, nil
}

func (g *Game) explain(t *Tally) (r Result, why Reasons) {
	r = Result{PotPlayedFor: t.Pot, Seats: g.Seats()}
	g.settle(t, &r, &why)
	for seat := range Seat(g.seats) {
		s := &why.Seat[seat]
		s.Won, s.Needed = int(t.Tricks[seat]), g.rules.TricksFor(t.Contract[seat])
		s.Price, s.Spared = r.Price[seat], r.Next.Spared>>seat&1 != 0
		if s.Share == SharePoints {
			s.Won = int(r.Points[seat])
		}
	}
	return r, why
}

// Reasons says why a hand that is Done ended as its [State.Result] says. It panics before.
func (s *State) Reasons() Reasons {
	if !s.Done() {
		panic("rams: Reasons of a hand that isn't over")
	}
	if !s.has(flagUnopened) {
		_, why := s.game.explain(s.tally())
		if s.has(flagShown) {
			why.End = EndShown
		}
		return why
	}
	why := Reasons{Left: LeftAll}
	if s.unopened().Dealer != s.dealer {
		why.End = EndThrownIn
	}
	return why
}

// share notes why a seat gets its part. Without Reasons nothing is noted: they haven't been asked for.
func (why *Reasons) share(seat Seat, s Share) {
	if why != nil {
		why.Seat[seat].Share = s
	}
}

// points notes who wins points of a race.
func (why *Reasons) points(t *Tally) {
	for seat, n := range t.Tricks {
		if n > 0 {
			why.share(Seat(seat), SharePoints)
		}
	}
}

// most notes which seats have the most tricks, a bit a seat.
func (why *Reasons) most(first uint8, tie Tie) {
	s := ShareMost
	switch {
	case first&(first-1) == 0:
	case tie == TieSplit:
		s = ShareTie
	default:
		s = ShareTied
	}
	for seat := range Seat(MaxSeats) {
		if first>>seat&1 != 0 {
			why.share(seat, s)
		}
	}
}

// trickShare says how n of all tricks are paid.
func trickShare(paid, played pot.Chips, n, tricks int) Share {
	switch {
	case n == tricks:
		return ShareAll
	case paid*pot.Chips(tricks) < played*pot.Chips(n):
		return ShareTricksDown
	}
	return ShareTricks
}

// roleShare says how a seat that made it is paid: all of the pot, or its part.
func roleShare(all, declarerMade bool) Share {
	switch {
	case all:
		return ShareAll
	case declarerMade:
		return ShareRole
	}
	return ShareEqual
}

// thirds notes how declarer and joiners, those who made it, share the pot.
func (why *Reasons) thirds(t *Tally, joiners []Seat, each pot.Chips, declarerMade bool, roundUp pot.Chips) {
	joined := ShareRest
	switch n := pot.Chips(len(joiners)); {
	case !declarerMade && n == 1:
		joined = ShareAll
	case !declarerMade:
		joined = ShareEqual
	case n == 0:
		why.share(t.Declarer, ShareAll)
	default:
		part := pot.TwoThirds(t.Pot, roundUp)
		why.rest(t.Declarer, t.Pot-part-n*each)
		if each == 0 {
			joined = ShareSwallowed
		}
		if why.share(t.Declarer, ShareThirds); 3*part > 2*t.Pot {
			why.share(t.Declarer, ShareThirdsUp)
		}
	}
	for _, seat := range joiners {
		why.share(seat, joined)
	}
}

// rest notes what a declarer gets of what couldn't be divided, in Rappen.
func (why *Reasons) rest(seat Seat, amount pot.Chips) {
	if why != nil && amount > 0 {
		s := &why.Seat[seat]
		if s.Rest = amount; s.Share == ShareNone {
			s.Share = ShareTricks
		}
	}
}

// owes notes why a seat pays a number of penalties.
func (why *Reasons) owes(rules *Rules, played pot.Chips, seat Seat, d Debt, pots int) {
	if why == nil {
		return
	}
	if rules.fixed() {
		d |= DebtFixed
	}
	owed := rules.owed(played, pots)
	if rules.penalty(played, pots) < owed {
		d |= DebtCapped
	}
	s := &why.Seat[seat]
	s.Debt, s.Pots, s.Owed = d, pots, owed
}

// full notes that the pot can't hold all that a seat owes.
func (why *Reasons) full(seat Seat) {
	if why != nil {
		why.Seat[seat].Debt |= DebtFull
	}
}

// lost notes that a seat loses the price of playing.
func (why *Reasons) lost(seat Seat) {
	if why != nil {
		why.Seat[seat].Debt |= DebtPrice
	}
}

// ended notes how the hand ended, and why money stays in the pot.
func (why *Reasons) ended(g *Game, t *Tally, r *Result, alone, paysOut bool) {
	switch why.End = EndPlayed; {
	case alone:
		why.End = EndAlone
	case t.Declarer != Nobody && t.Contract[t.Declarer].muss():
		why.End = EndMuss
	}
	switch {
	case g.rules.Races():
		why.Left = LeftRace
	case !paysOut:
		why.Left = LeftMuss
	case r.Left == 0:
		why.Left = LeftNothing
	case why.Has(ShareForPot):
		why.Left = LeftForPot
	case why.Has(ShareTied):
		why.Left = LeftTied
	case r.Left < t.Pot:
		why.Left = LeftRest
	default:
		why.Left = LeftAll
	}
}
