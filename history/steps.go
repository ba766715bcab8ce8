package history

import (
	"iter"

	"chratze/rams"
	"chratze/worlds"
)

// Step is the state of a hand before one of its events, or after the last one.
type Step struct {
	N     int    // number of the event, from 0
	Event *Event // the next event; nil after the last one
	hand  *Hand
	state rams.State
	log   []rams.Event
}

// Steps returns the hand step by step: one step before each event, and one after the last. An
// event that follows from another, such as the trick from its last card, happens in the state
// after that one. The error is an *[Error] if the hand can't have happened.
func (h *Hand) Steps() (iter.Seq[Step], error) {
	var c Checker
	if err := c.play(h); err != nil {
		return nil, err
	}
	seen, events := c.seen, c.finder.Replay.Events // in a view, the world's
	return func(yield func(Step) bool) {
		r := &worlds.Replay{}
		_ = r.Begin(&seen, events) // no error: it has been played before
		show := func(before rams.State, n, logged int) bool {
			for i := n; i < r.At; i++ {
				if i > n {
					before = r.State
				}
				if !yield(Step{i, &h.Events[i], h, before, r.Log[:logged+i-n]}) {
					return false
				}
			}
			return true
		}
		for ok := show(r.State, 0, 0); ok; {
			before, n, logged := r.State, r.At, len(r.Log)
			if !r.Step() {
				yield(Step{r.At, nil, h, r.State, r.Log})
				return
			}
			ok = show(before, n, logged)
		}
	}, nil
}

// Last returns the step after the last event. The error is an *[Error] if the hand can't have happened.
func (h *Hand) Last() (last Step, err error) {
	steps, err := h.Steps()
	if err != nil {
		return last, err
	}
	for last = range steps {
	}
	return last, nil
}

// Outcome returns the public view after the last event, and how the hand ended; the result of a hand that isn't over has only
// its pot. The error is that of an invalid hand.
func (h *Hand) Outcome() (rams.View, rams.Result, error) {
	last, err := h.Last()
	if err != nil {
		return rams.View{}, rams.Result{}, err
	}
	v := last.View(rams.Nobody)
	r := rams.Result{Payout: h.Payout, Penalty: h.Penalty, Next: h.Next, PotPlayedFor: v.Pot, Left: v.Pot, Seats: h.Seats}
	for seat := 0; h.Over && seat < h.Seats; seat++ {
		why := &v.Why.Seat[seat]
		r.Left -= h.Payout[seat]
		switch r.Failed[seat] = why.Debt.Failed(); {
		case why.Share == rams.SharePoints:
			r.Points[seat] = int8(why.Won)
		case why.Debt&rams.DebtBack != 0:
			rules := h.Variant.Rules()
			r.Points[seat] = -int8(rules.Back)
		}
	}
	return v, r, nil
}

// View returns the view of a seat, or of the public ([rams.Nobody]), before the event. If the
// hand is itself a view, everybody except its own seat gets the public's.
func (s *Step) View(seat rams.Seat) rams.View {
	if s.hand.For != Full && s.hand.For.Seat() != seat {
		seat = rams.Nobody
	}
	v := s.state.View(seat, nil)
	v.Start = s.hand.Start
	v.Events = s.state.AppendObserved(nil, s.log, seat)
	return v
}

// Own returns the view of the seat whose view the hand is; of a whole hand, the public's.
func (s *Step) Own() rams.View { return s.View(s.hand.For.Seat()) }

// Why returns why an act of the seat in turn is not legal, or nil if it is. In a view it answers
// only for the view's own seat. The error is a *[rams.Refusal].
func (s *Step) Why(a rams.Action) error {
	if s.hand.For != Full && s.hand.For.Seat() != a.Seat {
		return &rams.Refusal{Code: rams.RefuseTurn, Action: a}
	}
	return s.state.Why(a)
}

// State returns the whole state. ok is false for a view.
func (s *Step) State() (rams.State, bool) {
	if s.hand.For != Full {
		return rams.State{}, false
	}
	return s.state, true
}
