package wire

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"chratze/card"
	"chratze/internal/table"
	"chratze/pot"
	"chratze/rams"
)

// Received is a message as a client reads it. T says what it is; news have none.
type Received struct {
	T  string `json:"t"`
	ID uint64 `json:"id"`

	// News:
	Hand   *int         `json:"hand"`
	From   *int         `json:"from"`
	Start  *Start       `json:"start"`
	Events []Event      `json:"ev"`
	Turn   int          `json:"turn"`
	Due    table.Millis `json:"due"`
	Window table.Millis `json:"window"`
	Ask    *Question    `json:"ask"`
	Info   *Info        `json:"info"`
	Past   *Past        `json:"past"`

	// hello:
	Protocol string        `json:"protocol"`
	Table    string        `json:"table"`
	Config   *table.Config `json:"config"`
	Now      table.Millis  `json:"now"` // also of pong

	// hello, chat, key, no, bye:
	Code  string `json:"code"`
	Chair *int   `json:"chair"`
	Text  string `json:"text"`
	Key   string `json:"key"`
	Rule  string `json:"rule"`
	Cards string `json:"cards"`
	Least int    `json:"least"`
	Most  int    `json:"most"`
}

// Question is what a client is asked.
type Question struct {
	Number uint64       `json:"q"`
	Legal  []string     `json:"legal"`
	Six    bool         `json:"six"`
	Due    table.Millis `json:"due"`
}

// Read reads a message from the server.
func Read(b []byte) (Received, error) {
	var r Received
	err := json.Unmarshal(b, &r)
	return r, err
}

// UnmarshalJSON reads what appendStart writes.
func (s *Start) UnmarshalJSON(b []byte) error {
	var j struct {
		Pot    pot.Chips
		Dealer rams.Seat
		Muss   bool
		Redeal uint32
	}
	err := json.Unmarshal(b, &j)
	*s = Start{Pot: j.Pot, Dealer: j.Dealer, Muss: j.Muss, Redeal: j.Redeal}
	return err
}

// Event is an event of a hand as it travels: its kind, the seat, and what else it
// has in rams-hand/1, with blanks between.
//
//	ante 0 20            trump h            take 0 9h
//	cut 4 17 7c Ah       act 1 lay 6c 7d    reshuffle ?? ?? ??
//	dealer 1             act 2 lay ?? ??    susi 3
//	deal 1 As Td         draw 1 7d 7s       trick 2
//	upcard 9h            draw 1 ?? ?? ?? 7c up 7c
//	turn 8c
type Event rams.Event

var errEvent = errors.New("wire: no such event: want one of rams-hand/1 in its text form")

// UnmarshalText reads an event as a seat or the public is told it.
func (e *Event) UnmarshalText(text []byte) (err error) {
	word, rest, _ := strings.Cut(string(text), " ")
	kind, ok := rams.ParseEventKind(word)
	if !ok {
		return errEvent
	}
	*e = Event{Kind: kind, Seat: rams.Nature}
	if seated(kind) {
		var seat int
		if seat, rest, err = firstNumber(rest, rams.MaxSeats-1); err != nil {
			return err
		}
		e.Seat = rams.Seat(seat)
	}
	switch kind {
	case rams.EventAnte:
		e.Amount, err = pot.Parse(rest)
	case rams.EventTrump:
		e.Suit, err = card.ParseSuit(rest)
	case rams.EventAct:
		err = e.readAct(rest)
	case rams.EventCut:
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
	return err
}

// seated reports whether an event of this kind is about a seat.
func seated(k rams.EventKind) bool {
	switch k {
	case rams.EventShuffle, rams.EventUpcard, rams.EventTurn, rams.EventTrump, rams.EventReshuffle:
		return false
	}
	return true
}

func firstNumber(text string, most int) (n int, rest string, err error) {
	word, rest, _ := strings.Cut(text, " ")
	n, err = strconv.Atoi(word)
	if err != nil || n < 0 || n > most {
		return 0, "", errEvent
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
		e.Act, err = rams.ParseAction(act, e.Seat)
		return err
	}
	for _, k := range [...]rams.Kind{rams.Lay, rams.Drop} {
		if k.String() == word {
			e.Act = rams.Action{Kind: k, Seat: e.Seat}
			return nil
		}
	}
	return errEvent
}
