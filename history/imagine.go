package history

import "chratze/rams"

// Moment is a state of a hand and what happens in it.
type Moment struct {
	State rams.State
	Event rams.Event // the first one that the action brings with it, as one who sees everything is told
}

// Imagine finds a world, one of many, in which everything is true that a seat has
// been told, and appends its moments; now is the state they lead to. Only what
// the view shows is right about it. The view must have its events. The error is an
// *Error.
func (c *Checker) Imagine(v *rams.View, dst []Moment) (past []Moment, now rams.State, err error) {
	c.imagined.Seats, c.imagined.For, c.imagined.Start = v.Game.Seats(), SeatView(v.Seat), v.Start
	c.imagined.Events = c.imagined.Events[:0]
	for i := range v.Events {
		c.imagined.Events = append(c.imagined.Events, Event{Event: v.Events[i]})
	}
	if err := c.playWorld(&c.imagined, v.Game, len(v.Events)); err != nil {
		return dst, rams.State{}, err
	}
	r := &c.replay
	if err := r.begin(&c.imagined, v.Game, c.world.events); err != nil {
		return dst, rams.State{}, err
	}
	for before, n := r.state, len(r.log); r.step(); before, n = r.state, len(r.log) {
		dst = append(dst, Moment{before, r.log[n]})
	}
	if v.Turn == v.Seat && r.state.Turn() != v.Seat { // the trump six was kept before the first lead, unseen (2.9)
		r.state.ApplyUnchecked(rams.Action{Kind: rams.Keep, Seat: r.state.Turn()})
	}
	return dst, r.state, nil
}
