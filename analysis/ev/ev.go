// Package ev estimates what each act is worth in a hand that you describe: your cards,
// what lies face up, and what was said.
//
//	asked, err := ev.Question{Game: game, Dealer: ev.Any, Seat: 2, Hand: hand, Up: upcard, Said: []string{"pass", "open"}}.Ask()
//	for _, estimate := range ev.Of(searcher, asked) { … }
//
// The kernel plays a hand that matches the description, with arbitrary cards where nothing is
// known. The seat's view of it is the question, and package search samples the other hands that
// look the same to the seat.
package ev

import (
	"errors"
	"strconv"
	"strings"

	"chratze/bot/search"
	"chratze/card"
	"chratze/rams"
)

// Any stands for an unknown dealer or seat: the one for which it is the seat's turn. If neither
// is known, the dealer is seat 0.
const Any = rams.Nobody

// Question is a hand as somebody describes it. Upcards that belong to the dealer may be in its
// Hand or not.
type Question struct {
	Game   *rams.Game
	Start  rams.Start  // except Dealer
	Dealer rams.Seat   // or Any
	Seat   rams.Seat   // the seat that decides, or Any
	Hand   card.Set    // as it was dealt; empty if the seat hasn't seen it, as in blind questions
	Up     []card.Card // turned up, the first one first, also for a contract
	Drawn  []card.Card // drawn by the seat in the exchange, in order
	Shown  card.Pair   // shown at the cut, in games that show it; none: any card without an effect
	Said   []string    // what everybody did, in turn: "pass", "lay 2"; for the seat itself "lay 9d 7d". Leave out see and keep
}

// Estimate is the expected value of an act, in percent of the pot that is played for
// (docs/rams-bot.md); in a race, in percent of a stroke.
type Estimate = search.Value

// Of estimates each legal action, in legal order. It returns nil if no world could be sampled in
// time.
func Of(s *search.Searcher, asked *rams.View) []Estimate {
	rules := asked.Game.Rules()
	stake := asked.Pot
	if rules.Races() {
		stake = rules.Point()
	}
	percent, paid := 100/float64(max(1, stake)), search.Paid(asked)
	list := s.Values(asked)
	for i := range list {
		e := &list[i]
		e.Mean, e.Half = (e.Mean-paid)*percent, e.Half*percent
		e.Less, e.LessHalf = e.Less*percent, e.LessHalf*percent
	}
	return list
}

// Error says why no such hand exists. Code is stable and names a message; the other fields are
// its parameters.
type Error struct {
	Code string
	Card card.Card
	Seat rams.Seat
	N    int    // how many there are
	Want int    // how many there should be
	Text string // the act in question
	List string // the possible acts
}

// The codes of Error.
const (
	CodeSeat   = "seat"   // Seat isn't one of N
	CodePack   = "pack"   // Card isn't in the pack
	CodeTwice  = "twice"  // Card lies in two places
	CodeHand   = "hand"   // N cards instead of Want
	CodeNoHand = "nohand" // Seat has seen its cards: which?
	CodeUp     = "up"     // N cards are face up; more must be
	CodeMuchUp = "muchup" // N cards are face up, only Want have been turned
	CodeDrawn  = "drawn"  // the seat has drawn N cards instead of Want
	CodeCut    = "cut"    // Card moves the deal, or no cut has shown it
	CodeAct    = "act"    // Text is not what Seat can do now: List
	CodeFaceUp = "faceup" // Seat drew cards for Text, N of them face up: which ones?
	CodeTurn   = "turn"   // it is Seat's turn, not the other's
	CodePlay   = "play"   // a card was played
	CodeOver   = "over"   // the hand is over
)

func (e *Error) Error() string {
	text := "odds: " + e.Code + ": seat " + strconv.Itoa(int(e.Seat)) + ", " + strconv.Itoa(e.N) + " cards, want " + strconv.Itoa(e.Want)
	if e.Text != "" {
		text += ", " + e.Text + ": want " + e.List
	}
	if e.Code == CodePack || e.Code == CodeTwice || e.Code == CodeCut {
		text += ", " + e.Card.String()
	}
	return text
}

// Ask plays the hand up to the question, and returns the view of the seat that decides. The error is an *[Error], or a
// *[rams.StartError].
func (q Question) Ask() (*rams.View, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	all := make([]rams.Seat, q.Game.Seats())
	for i := range all {
		all[i] = rams.Seat(i)
	}
	dealers, seats := []rams.Seat{q.Dealer}, []rams.Seat{q.Seat}
	if q.Dealer == Any {
		if dealers = all; q.Seat == Any {
			dealers = all[:1]
		}
	}
	if q.Seat == Any {
		seats = all
	}
	var why error
	far := -1
	for _, dealer := range dealers {
		for _, seat := range seats {
			asked, said, err := q.play(dealer, seat)
			if err == nil {
				return asked, nil
			}
			if said > far || said == far && isTurn(why) && !isTurn(err) {
				why, far = err, said // the reason at the dealer for whom most of the acts were possible
			}
		}
	}
	return nil, why
}

// isTurn reports whether an error is about the turn, which says nothing if the seat may be any.
func isTurn(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Code == CodeTurn
}

// check finds contradictions that don't depend on the dealer.
func (q *Question) check() error {
	n := q.Game.Seats()
	for _, seat := range [...]rams.Seat{q.Dealer, q.Seat} {
		if seat != Any && (seat < 0 || int(seat) >= n) {
			return &Error{Code: CodeSeat, Seat: seat, N: n}
		}
	}
	rules := q.Game.Rules()
	pack := rules.Pack.Cards()
	var up, drawn card.Set
	for i, list := range [...][]card.Card{q.Hand.Append(nil), q.Up, q.Drawn} {
		for _, c := range list {
			switch {
			case !pack.Has(c):
				return &Error{Code: CodePack, Card: c}
			case i == 1 && up.Has(c), i == 2 && (up | drawn | q.Hand).Has(c):
				return &Error{Code: CodeTwice, Card: c}
			}
			switch i {
			case 1:
				up |= c.Bit()
			case 2:
				drawn |= c.Bit()
			}
		}
	}
	if q.Shown.Len() == 0 {
		return nil
	}
	switch c := q.Shown.At(0); {
	case !pack.Has(c):
		return &Error{Code: CodePack, Card: c}
	case (q.Hand | up).Has(c): // it may be drawn, as the last card of the pack
		return &Error{Code: CodeTwice, Card: c}
	case rules.Cut == rams.CutPlain, q.Game.CutCounts(c), q.Shown.Len() > 1:
		return &Error{Code: CodeCut, Card: c}
	}
	return nil
}

// counted parses "lay 2", or "lay 4 9c 8d" with the cards that came face up.
func counted(text string) (n int, up card.Pair, ok bool) {
	words := strings.Fields(text)
	if len(words) < 2 || len(words) > 4 || words[0] != rams.Lay.String() {
		return 0, up, false
	}
	n, err := strconv.Atoi(words[1])
	for _, word := range words[2:] {
		c, bad := card.Parse(word)
		if bad != nil {
			return 0, up, false
		}
		up = up.With(c)
	}
	return n, up, err == nil
}
