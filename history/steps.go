package history

import (
	"iter"

	"chratze/rams"
	"chratze/worlds"
)

// Step is a hand before one of its events, or behind the last one.
type Step struct {
	N     int    // the event's number, from 0
	Event *Event // what happens now; nil behind the last event
	hand  *Hand
	state rams.State
	log   []rams.Event
}

// Steps returns the hand step by step: one for each event, and one behind the
// last. An event that another brings with it, such as the trick behind its last
// card, happens in the state that this one has led to. The error is an *Error if
// the hand can't have happened.
func (h *Hand) Steps() (iter.Seq[Step], error) {
	var c Checker
	if err := c.play(h); err != nil {
		return nil, err
	}
	seen, events := c.seen, c.finder.Replay.Events // in a view the world's
	return func(yield func(Step) bool) {
		r := &worlds.Replay{}
		_ = r.Begin(&seen, events) // it was played before
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

// View returns what a seat knew, or the public (rams.Nobody), when the event had
// not happened yet. Of a view everybody but its own seat gets the public's.
func (s *Step) View(seat rams.Seat) rams.View {
	if s.hand.For != Full && s.hand.For.Seat() != seat {
		seat = rams.Nobody
	}
	v := s.state.View(seat, nil)
	v.Start = s.hand.Start
	v.Events = s.state.AppendObserved(nil, s.log, seat)
	return v
}

// State returns the whole state of the hand, which only a full line has.
func (s *Step) State() (rams.State, bool) {
	if s.hand.For != Full {
		return rams.State{}, false
	}
	return s.state, true
}
