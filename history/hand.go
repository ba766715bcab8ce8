package history

import (
	"strconv"

	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// Format is the name of the format. It is in every line.
const Format = "rams-hand/1"

// MaxLine is the limit for a line in bytes, without its line end.
const MaxLine = 1 << 20

// Hand is one line: a whole hand, or a view of it.
type Hand struct {
	Variant variant.Variant
	Seats   int
	Names   []string // by seat, or none
	For     Audience
	Start   rams.Start
	Events  []Event

	// Over says that the hand is settled. Otherwise the fields below are empty.
	Over     bool
	Payout   [rams.MaxSeats]pot.Chips // by seat, in Rappen
	Penalty  [rams.MaxSeats]pot.Chips
	Next     rams.Start
	Declarer rams.Seat           // rams.Nobody: nobody declared. Not in the line: reading finds it by playing the hand
	Made     [rams.MaxSeats]bool // who was in and owed no penalty; likewise

	// Extra has the other fields of the line in order: id, time, fair, and unknown ones.
	Extra []Field

	rules rulesText
	told  []rams.Event // memory
}

// Event is an event as the line's audience sees it.
type Event struct {
	rams.Event
	Legal []rams.Action // act: all legal actions, if the line has them
}

// Field is a field of a line without a meaning here. Its value is kept as JSON.
type Field struct{ Name, Value string }

// Audience says whom a line is for. The zero Audience is Public.
type Audience int8

// The audiences besides the seats.
const (
	Full   Audience = -1 // may see everything
	Public Audience = 0  // spectators
)

// SeatView returns the audience of a seat, and Public for [rams.Nobody]. It panics for anything else:
// nature knows every card, so a view of [rams.Nature] would show them all.
func SeatView(seat rams.Seat) Audience {
	switch {
	case seat == rams.Nobody:
		return Public
	case seat < 0 || seat >= rams.MaxSeats:
		panic("history: SeatView of seat " + strconv.Itoa(int(seat)))
	}
	return Audience(seat) + 1
}

// Seat returns the seat of the audience, or [rams.Nobody].
func (a Audience) Seat() rams.Seat {
	if a > 0 {
		return rams.Seat(a - 1)
	}
	return rams.Nobody
}

// Field returns the value of a field in Extra, such as id, and whether there is one.
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

// FromRecord returns the line of a recorded hand, finished or not. names may be nil. legal may
// be nil, or the list of legal actions for each act, in order.
func FromRecord(v variant.Variant, names []string, r *rams.Record, legal [][]rams.Action) *Hand {
	h := &Hand{Variant: v, Names: names}
	h.Fill(r, legal)
	return h
}

// Fill makes h the line of a recorded hand, like [FromRecord], but keeps the Variant, Names and
// Extra of h. It reuses the memory of h; the lists of legal actions are not copied.
func (h *Hand) Fill(r *rams.Record, legal [][]rams.Action) {
	h.fill(r, Full, r.Log, legal)
}

// FillView makes h the view of a recorded hand for a seat or the public. legal is as for Fill,
// for the acts of all seats.
func (h *Hand) FillView(r *rams.Record, to Audience, legal [][]rams.Action) {
	if to == Full {
		h.Fill(r, legal)
		return
	}
	h.told = r.AppendObserved(h.told[:0], 0, to.Seat())
	var own [][]rams.Action
	for i := range r.Log {
		if e := &r.Log[i]; e.Kind == rams.EventAct && len(legal) > 0 {
			if e.Seat == to.Seat() {
				own = append(own, legal[0])
			}
			legal = legal[1:]
		}
	}
	h.fill(r, to, h.told, own)
}

func (h *Hand) fill(r *rams.Record, to Audience, events []rams.Event, legal [][]rams.Action) {
	h.Seats = r.Game().Seats()
	h.Start = r.Start
	h.For = to
	h.rules.set(h.Variant)
	h.Events = h.appendTold(h.Events[:0], events, legal)
	state := r.State()
	h.settle(&state)
}

// appendTold appends what the audience is told: of its own acts, or all in a full line, with what was legal.
func (h *Hand) appendTold(dst []Event, told []rams.Event, legal [][]rams.Action) []Event {
	for i := range told {
		e := Event{Event: told[i]}
		if len(legal) > 0 && e.Kind == rams.EventAct && (h.For == Full || e.Seat == h.For.Seat()) {
			e.Legal, legal = legal[0], legal[1:]
		}
		dst = append(dst, e)
	}
	return dst
}

// settle sets the result of a finished hand.
func (h *Hand) settle(s *rams.State) {
	h.Over, h.Payout, h.Penalty, h.Next = false, [rams.MaxSeats]pot.Chips{}, [rams.MaxSeats]pot.Chips{}, rams.Start{}
	h.Declarer, h.Made = 0, [rams.MaxSeats]bool{}
	if !s.Done() {
		return
	}
	result := s.Result()
	h.Over, h.Payout, h.Penalty, h.Next, h.Declarer = true, result.Payout, result.Penalty, result.Next, s.Declarer()
	for seat := range rams.Seat(h.Seats) {
		h.Made[seat] = s.Contract(seat).In() && !result.Failed[seat]
	}
}

// rulesText is a variant with its JSON, so that it is encoded only once.
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
