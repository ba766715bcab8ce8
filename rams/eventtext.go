package rams

import (
	"errors"
	"strconv"
	"strings"

	"chratze/card"
	"chratze/pot"
)

// ErrEvent is the error of a text that is no event.
var ErrEvent = errors.New("rams: no such event: want one of rams-hand/1 in its text form, such as act 1 play As")

// ParseEvent reads an event in its text form: its kind, the seat, and what else it
// has in rams-hand/1, with blanks between. Cards that the audience may not see are
// "??". A shuffle is observed by nobody, but can be read.
//
//	ante 0 20            trump h            take 0 9h
//	cut 4 17 7c Ah       act 1 lay 6c 7d    reshuffle ?? ?? ??
//	dealer 1             act 2 lay ?? ??    susi 3
//	deal 1 As Td         draw 1 7d 7s       trick 2
//	upcard 9h            draw 1 ?? ?? ?? 7c up 7c
//	turn 8c                                 show 1 Jc Js Jh
func ParseEvent(text string) (e Event, err error) {
	word, rest, _ := strings.Cut(text, " ")
	kind, ok := ParseEventKind(word)
	if !ok {
		return e, &textError{ErrEvent, text}
	}
	e = Event{Kind: kind, Seat: Nature}
	if kind.seated() {
		var seat int
		if seat, rest, err = firstNumber(rest, MaxSeats-1); err != nil {
			return e, err
		}
		e.Seat = Seat(seat)
	}
	switch kind {
	case EventAnte:
		e.Amount, err = pot.Parse(rest)
	case EventTrump:
		e.Suit, err = card.ParseSuit(rest)
	case EventAct:
		err = e.readAct(rest)
	case EventCut:
		var at int
		if at, rest, err = firstNumber(rest, card.Suits*card.Ranks); err == nil {
			e.At = uint8(at)
			e.Cards, err = card.ParseList(rest)
		}
	default:
		cards, up, _ := strings.Cut(rest, " up ")
		if e.Cards, err = card.ParseList(cards); err == nil {
			e.Up, err = card.ParseList(up)
		}
	}
	return e, err
}

// MarshalText writes what String returns.
func (e Event) MarshalText() ([]byte, error) { return e.AppendTo(nil), nil }

// UnmarshalText reads what [ParseEvent] reads.
func (e *Event) UnmarshalText(text []byte) (err error) {
	*e, err = ParseEvent(string(text))
	return err
}

// seated reports whether an event of this kind is about a seat.
func (k EventKind) seated() bool {
	switch k {
	case EventShuffle, EventUpcard, EventTurn, EventTrump, EventReshuffle:
		return false
	}
	return true
}

func firstNumber(text string, most int) (n int, rest string, err error) {
	word, rest, _ := strings.Cut(text, " ")
	n, err = strconv.Atoi(word)
	if err != nil || n < 0 || n > most {
		return 0, "", &textError{ErrEvent, text}
	}
	return n, rest, nil
}

// readAct reads an act whose cards may be hidden.
func (e *Event) readAct(act string) (err error) {
	word, cards, _ := strings.Cut(act, " ")
	if e.Cards, err = card.ParseList(cards); err != nil {
		return err
	}
	if e.Cards.Len() == 0 || e.Cards.At(0) != card.Hidden {
		e.Act, err = ParseAction(act, e.Seat)
		return err
	}
	for _, k := range [...]Kind{Lay, Drop} {
		if k.String() == word {
			e.Act = Action{Kind: k, Seat: e.Seat}
			return nil
		}
	}
	return &textError{ErrEvent, act}
}
