package wire

import (
	"encoding/json"
	"errors"
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

// Event is an event of a hand as a client reads it.
type Event rams.Event

var errEvent = errors.New("wire: no such event: want one of rams-hand/1")

// UnmarshalJSON reads an event of rams-hand/1 as a seat or the public is told it.
func (e *Event) UnmarshalJSON(b []byte) error {
	var j struct {
		T, Act, Cards, Card, Shown, Suit, Up string
		Seat                                 *rams.Seat
		At                                   uint8
		N                                    int
		Amount                               pot.Chips
	}
	if err := json.Unmarshal(b, &j); err != nil {
		return err
	}
	kind, ok := rams.ParseEventKind(j.T)
	if !ok || j.N < 0 || j.N > card.Suits*card.Ranks {
		return errEvent
	}
	*e = Event{Kind: kind, Seat: rams.Nature, At: j.At, Amount: j.Amount}
	if j.Seat != nil {
		if e.Seat = *j.Seat; e.Seat < 0 || e.Seat >= rams.MaxSeats {
			return errEvent
		}
	}
	var err error
	switch kind {
	case rams.EventTrump:
		e.Suit, err = card.ParseSuit(j.Suit)
	case rams.EventAct:
		return e.readAct(j.Act)
	case rams.EventReshuffle:
		e.Cards = card.Unseen(j.N)
	case rams.EventDraw:
		if e.Up, err = card.ParseList(j.Up); err != nil {
			return err
		}
		e.Cards, err = card.ParseList(j.Cards)
	default: // one of them at most is there
		e.Cards, err = card.ParseList(j.Cards + j.Card + j.Shown)
	}
	return err
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
