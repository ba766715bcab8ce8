package history

import (
	"strconv"

	"chratze/card"
	"chratze/internal/jsonscan"
	"chratze/pot"
	"chratze/rams"
)

// AppendTo appends the line, without a newline. Equal hands have equal lines.
func (h *Hand) AppendTo(b []byte) []byte {
	b = append(b, `{"format":"`+Format+`","rules":`...)
	b = h.rules.append(b, h.Variant)
	b = append(b, `,"seats":`...)
	b = strconv.AppendInt(b, int64(h.Seats), 10)
	if len(h.Names) > 0 {
		b = append(b, `,"names":[`...)
		for i, name := range h.Names {
			if i > 0 {
				b = append(b, ',')
			}
			b = jsonscan.AppendString(b, name)
		}
		b = append(b, ']')
	}
	switch h.For {
	case Full:
	case Public:
		b = append(b, `,"view":"public"`...)
	default:
		b = append(b, `,"view":`...)
		b = appendSeat(b, h.For.Seat())
	}
	b = append(b, `,"dealer":`...)
	b = appendSeat(b, h.Start.Dealer)
	b = append(b, `,"muss":`...)
	b = strconv.AppendBool(b, h.Start.Muss)
	b = append(b, `,"pot":`...)
	b = h.Start.Pot.AppendTo(b)
	b = appendRedeal(b, h.Start)
	b = append(b, `,"events":[`...)
	for i := range h.Events {
		if i > 0 {
			b = append(b, ',')
		}
		b = h.Events[i].AppendJSON(b)
	}
	b = append(b, ']')
	if h.Over {
		b = h.appendResult(b)
	}
	for _, f := range h.Extra {
		b = append(b, ',')
		b = jsonscan.AppendString(b, f.Name)
		b = append(b, ':')
		b = append(b, f.Value...)
	}
	return append(b, '}')
}

// String returns what AppendTo appends. Of the zero Hand, which has no rules, it can't be read.
func (h Hand) String() string { return string(h.AppendTo(nil)) }

// MarshalJSON writes the line.
func (h Hand) MarshalJSON() ([]byte, error) { return h.AppendTo(nil), nil }

// UnmarshalJSON reads and checks a line, as [Read] does.
func (h *Hand) UnmarshalJSON(line []byte) error { return new(Checker).Read(h, string(line)) }

func (h *Hand) appendResult(b []byte) []byte {
	b = append(b, `,"payout":`...)
	b = appendChips(b, h.Payout[:h.Seats])
	b = append(b, `,"penalty":`...)
	b = appendChips(b, h.Penalty[:h.Seats])
	b = append(b, `,"next":{"pot":`...)
	b = h.Next.Pot.AppendTo(b)
	b = append(b, `,"dealer":`...)
	b = appendSeat(b, h.Next.Dealer)
	b = append(b, `,"muss":`...)
	b = strconv.AppendBool(b, h.Next.Muss)
	b = appendRedeal(b, h.Next)
	return append(b, '}')
}

func appendRedeal(b []byte, s rams.Start) []byte {
	if s.Redeal > 0 {
		b = append(b, `,"redeal":`...)
		b = strconv.AppendUint(b, uint64(s.Redeal), 10)
	}
	if s.Spared > 0 {
		b = append(b, `,"spared":`...)
		b = strconv.AppendUint(b, uint64(s.Spared), 10)
	}
	return b
}

func appendSeat(b []byte, s rams.Seat) []byte { return strconv.AppendInt(b, int64(s), 10) }

func appendChips(b []byte, list []pot.Chips) []byte {
	b = append(b, '[')
	for i, n := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = n.AppendTo(b)
	}
	return append(b, ']')
}

// MarshalJSON writes the event as in a line.
func (e Event) MarshalJSON() ([]byte, error) { return e.AppendJSON(nil), nil }

// AppendJSON appends the event as in a line.
func (e *Event) AppendJSON(b []byte) []byte {
	b = append(b, `{"t":"`...)
	b = append(b, e.Kind.String()...)
	b = append(b, '"')
	if e.Seat >= 0 {
		b = append(b, `,"seat":`...)
		b = appendSeat(b, e.Seat)
	}
	switch e.Kind {
	case rams.EventAnte:
		b = append(b, `,"amount":`...)
		b = e.Amount.AppendTo(b)
	case rams.EventCut:
		b = append(b, `,"at":`...)
		b = strconv.AppendUint(b, uint64(e.At), 10)
		b = appendCards(b, `,"shown":"`, &e.Cards)
	case rams.EventTrump:
		b = append(b, `,"suit":"`...)
		b = append(b, e.Suit.String()...)
		b = append(b, '"')
	case rams.EventUpcard, rams.EventTurn, rams.EventTake:
		b = appendCards(b, `,"card":"`, &e.Cards)
	case rams.EventReshuffle:
		if e.Cards.Len() > 0 && e.Cards.At(0) == card.Hidden {
			b = append(b, `,"n":`...)
			b = strconv.AppendUint(b, uint64(e.Cards.Len()), 10)
			break
		}
		b = appendCards(b, `,"cards":"`, &e.Cards)
	case rams.EventShuffle, rams.EventDeal, rams.EventShow:
		b = appendCards(b, `,"cards":"`, &e.Cards)
	case rams.EventDraw:
		b = appendCards(b, `,"cards":"`, &e.Cards)
		if e.Up.Len() > 0 {
			b = appendCards(b, `,"up":"`, &e.Up)
		}
	case rams.EventAct:
		b = e.appendAct(b)
	}
	return append(b, '}')
}

func (e *Event) appendAct(b []byte) []byte {
	b = append(b, `,"act":"`...)
	b = append(b, e.Act.Kind.String()...)
	if e.Cards.Len() > 0 {
		b = appendCards(b, " ", &e.Cards)
	} else {
		b = append(b, '"')
	}
	if e.Legal == nil {
		return b
	}
	b = append(b, `,"legal":[`...)
	for i, a := range e.Legal {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '"')
		b = a.AppendTo(b)
		b = append(b, '"')
	}
	return append(b, ']')
}

// appendCards appends a key, the cards, and the quote behind them.
func appendCards(b []byte, key string, cards *card.List) []byte {
	b = append(b, key...)
	b = cards.AppendTo(b)
	return append(b, '"')
}
