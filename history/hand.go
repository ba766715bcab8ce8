package history

import (
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// Format is the name of the format, which stands in every line.
const Format = "rams-hand/1"

// MaxLine is how many bytes a line may have, without its end.
const MaxLine = 1 << 20

// Hand is one line: a hand, or what somebody may see of it.
type Hand struct {
	Variant variant.Variant
	Seats   int
	Names   []string // by seat, or none
	For     Audience
	Start   rams.Start
	Events  []Event

	// Over says that the hand is settled; without it what follows is empty.
	Over    bool
	Payout  [rams.MaxSeats]pot.Chips // by seat, in Rappen
	Penalty [rams.MaxSeats]pot.Chips
	Next    rams.Start

	// Extra are the other fields of the line, in their order: id, time and fair,
	// and whatever else somebody wrote into it.
	Extra []Field

	rules rulesText
	told  []rams.Event // memory
}

// Event is something that happened, as the line's audience is told it.
type Event struct {
	rams.Event
	Legal []rams.Action // act: everything that was legal, if the line says it
}

// Field is a field of a line that has no meaning here: its value is JSON and
// stays as it is.
type Field struct{ Name, Value string }

// Audience is for whom a line is. The zero Audience is Full.
type Audience int8

// The audiences beside those of a seat.
const (
	Full   Audience = 0  // somebody who may see everything
	Public Audience = -1 // spectators
)

// SeatView returns the audience of a seat.
func SeatView(seat rams.Seat) Audience { return Audience(seat) + 1 }

// Seat returns the seat whose view it is, or rams.Nobody.
func (a Audience) Seat() rams.Seat {
	if a > 0 {
		return rams.Seat(a - 1)
	}
	return rams.Nobody
}

// Field returns the value of a field in Extra, such as id, and whether it is
// there.
func (h *Hand) Field(name string) (string, bool) {
	for _, f := range h.Extra {
		if f.Name == name {
			return f.Value, true
		}
	}
	return "", false
}

// Reset empties the hand and keeps its memory.
func (h *Hand) Reset() {
	*h = Hand{Names: h.Names[:0], Events: h.Events[:0], Extra: h.Extra[:0], rules: h.rules, told: h.told}
}

// FromRecord returns the line of a recorded hand, over or not. Names may be nil.
// Legal may be nil, or the list of legal actions of each act, in their order.
func FromRecord(v variant.Variant, names []string, r *rams.Record, legal [][]rams.Action) *Hand {
	h := &Hand{Variant: v, Names: names}
	h.Fill(r, legal)
	return h
}

// Fill makes h the line of a recorded hand, as FromRecord does, with the Variant,
// the Names and the Extra it has. It uses the memory of h again; the lists of
// legal actions are not copied.
func (h *Hand) Fill(r *rams.Record, legal [][]rams.Action) {
	h.fill(r, Full, r.Log, legal)
}

// FillView makes h the view that a seat, or the public, has of a recorded hand,
// as Fill does; legal as for Fill, for the acts of all seats.
func (h *Hand) FillView(r *rams.Record, to Audience, legal [][]rams.Action) {
	if to == Full {
		h.Fill(r, legal)
		return
	}
	h.told = r.AppendObserved(h.told[:0], 0, to.Seat())
	h.fill(r, to, h.told, nil)
	if legal == nil {
		return
	}
	at := 0 // the next act of the seat in h.Events
	n := 0  // acts so far, of all seats
	for i := range r.Log {
		e := &r.Log[i]
		if e.Kind != rams.EventAct {
			continue
		}
		if e.Seat == to.Seat() {
			for h.Events[at].Kind != rams.EventAct || h.Events[at].Seat != e.Seat {
				at++
			}
			h.Events[at].Legal = legal[n]
			at++
		}
		n++
	}
}

func (h *Hand) fill(r *rams.Record, to Audience, events []rams.Event, legal [][]rams.Action) {
	h.Seats = r.State.Game().Seats()
	h.Start = r.Start
	h.For = to
	h.rules.set(h.Variant)
	h.Events = h.Events[:0]
	for i := range events {
		e := Event{Event: events[i]}
		if legal != nil && e.Kind == rams.EventAct {
			e.Legal, legal = legal[0], legal[1:]
		}
		h.Events = append(h.Events, e)
	}
	h.settle(&r.State)
}

// settle notes the result of a hand that is over.
func (h *Hand) settle(s *rams.State) {
	h.Over, h.Payout, h.Penalty, h.Next = false, [rams.MaxSeats]pot.Chips{}, [rams.MaxSeats]pot.Chips{}, rams.Start{}
	if s.Done() {
		result := s.Result()
		h.Over, h.Payout, h.Penalty, h.Next = true, result.Payout, result.Penalty, result.Next
	}
}

// rulesText is a variant with its JSON, so that a simulation writes it once.
type rulesText struct {
	of   variant.Variant
	json []byte
}

func (t *rulesText) set(v variant.Variant) {
	if t.of != v || t.json == nil {
		t.of, t.json = v, v.AppendJSON(nil)
	}
}

func (t *rulesText) append(b []byte, v variant.Variant) []byte {
	if t.of != v || t.json == nil {
		return v.AppendJSON(b)
	}
	return append(b, t.json...)
}
