package wire

import (
	"encoding/json"

	"chratze/internal/table"
	"chratze/pot"
	"chratze/rams"
)

// Received is a message as a client reads it. T is its kind; news have none.
type Received struct {
	Said

	// News:
	From   *int             `json:"from"`
	Start  *rams.Start      `json:"start"`
	Events []Event          `json:"ev"`
	Turn   int              `json:"turn"`
	Due    table.Millis     `json:"due"`
	Window table.Millis     `json:"window"`
	Six    table.SixSaid    `json:"six"`
	Ask    *Question        `json:"ask"`
	Stakes []Stake          `json:"stakes"` // by seat
	Forced string           `json:"forced"` // with stakes: how the deal was forced
	Info   *table.InfoParts `json:"info"`
	Past   *table.Past      `json:"past"`

	Proof *table.ProofNews `json:"proof"`
	Back  bool             `json:"back"`

	// hello:
	Protocol string        `json:"protocol"`
	Table    string        `json:"table"`
	Config   *table.Config `json:"config"`
}

// Question is a question to a client.
type Question struct {
	Number uint64       `json:"q"`
	Legal  []string     `json:"legal"`
	Stakes []Stake      `json:"stakes"`          // by act, in the auction
	Prize  *rams.Prize  `json:"prize,omitempty"` // in the auction; absent: there is none
	Only   string       `json:"only,omitempty"`  // the rule that leaves one card to play, as in a refusal
	Six    bool         `json:"six"`
	Due    table.Millis `json:"due"`
}

// Table returns the question in the form that a table asks it. It leaves out acts that this
// program doesn't know, and returns nil if it knows none.
func (q *Question) Table(seat rams.Seat) *table.Question {
	out := &table.Question{Number: q.Number, Due: q.Due, Six: q.Six}
	for i, text := range q.Legal {
		a, err := rams.ParseAction(text, seat)
		if err != nil {
			continue
		}
		out.Legal = append(out.Legal, a)
		if i < len(q.Stakes) {
			out.Stakes = append(out.Stakes, rams.Stake(q.Stakes[i]))
		}
	}
	if len(out.Legal) == 0 {
		return nil
	}
	return out
}

// Read reads a message from the server.
func Read(b []byte) (Received, error) {
	var r Received
	err := json.Unmarshal(b, &r)
	return r, err
}

// Stake is the target and penalty of an act or a seat: [tricks, pots, Rappen], in a race that sets back [tricks, pots, Rappen, strokes], or 0 for none.
type Stake rams.Stake

// MarshalJSON writes it as appendStake does.
func (s Stake) MarshalJSON() ([]byte, error) { return appendStake(nil, rams.Stake(s)), nil }

// UnmarshalJSON reads what appendStake writes.
func (s *Stake) UnmarshalJSON(b []byte) error {
	*s = Stake{}
	if string(b) == "0" {
		return nil
	}
	var n [4]int64
	err := json.Unmarshal(b, &n)
	*s = Stake{Tricks: int(n[0]), Pots: int(n[1]), Penalty: pot.Chips(n[2]), Back: int(n[3])}
	return err
}

// Event is an event of a hand as a seat or the public sees it, in its text form.
type Event = rams.Event
