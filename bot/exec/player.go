package exec

import (
	"chratze/bot/protocol"
	"chratze/history"
	"chratze/rams"
	"chratze/variant"
)

// Player is a program on a seat: a bot.Bot. It plays one hand at a time; Begin
// names the next one.
type Player struct {
	*Process
	rules         variant.Variant
	hand, sitting string
	view          history.Hand
}

// NewPlayer seats a program at a table with these rules.
func NewPlayer(p *Process, v variant.Variant) *Player {
	return &Player{Process: p, rules: v}
}

// Begin says that a new hand of a sitting begins. The names should tell the program nothing.
func (p *Player) Begin(hand, sitting string) { p.hand, p.sitting = hand, sitting }

// Act asks the program. The view must have its events.
func (p *Player) Act(v *rams.View) rams.Action {
	return p.Ask(p.Question(v)).Action
}

// Question returns the question that a view asks. It is valid until the next one.
func (p *Player) Question(v *rams.View) *protocol.Question {
	h := &p.view
	h.Reset()
	h.Variant, h.Seats, h.For, h.Start = p.rules, v.Seats(), history.SeatView(v.Seat), v.Start
	for _, e := range v.Events {
		h.Events = append(h.Events, history.Event{Event: e})
	}
	return &protocol.Question{Hand: p.hand, Sitting: p.sitting, Seat: v.Seat, Legal: v.Legal, View: h}
}

// End tells the program that its hand is over, and what its seat may know of it.
func (p *Player) End(r *rams.Record, seat rams.Seat) {
	p.view.Variant = p.rules
	p.view.FillView(r, history.SeatView(seat), nil)
	p.Tell(append(protocol.AppendEnd(nil, p.hand, p.sitting, seat, &p.view), '\n'))
}
