package history

import (
	"errors"
	"slices"
	"strconv"

	"chratze/rams"
	"chratze/worlds"
)

// play replays the hand in the kernel, or in a world that fits the view, and compares every
// event with the line. It leaves the replay at its end.
func (c *Checker) play(h *Hand) *Error {
	g, err := c.game(h)
	if err != nil {
		return err
	}
	c.observe(h, g)
	if err := c.finder.Find(&c.seen); err != nil {
		return h.fault(err)
	}
	if err := c.checkEnd(h); err != nil || h.For == Full {
		return err
	}
	if err := c.finder.Replay.CheckObserved(); err != nil {
		return h.fault(err)
	}
	return nil
}

// observe makes the hand an audience's observation of it.
func (c *Checker) observe(h *Hand, g *rams.Game) {
	c.hand = h
	c.seen = worlds.Observed{Game: g, Start: h.Start, Seat: h.For.Seat(), Whole: h.For == Full, Events: c.seen.Events[:0]}
	for i := range h.Events {
		c.seen.Events = append(c.seen.Events, h.Events[i].Event)
	}
	if c.finder.Replay.Check == nil {
		c.finder.Replay.Check = c.checkLegal
	}
}

// checkLegal checks the list of legal actions of the next event, if the line has one.
func (c *Checker) checkLegal(r *worlds.Replay) error {
	h, e := c.hand, &c.hand.Events[r.At]
	if e.Legal == nil {
		return nil
	}
	if h.For != Full && h.For.Seat() != e.Seat {
		return &Error{Event: r.At, Code: CodeHidden, Detail: "legal stands in a view's own acts only"}
	}
	if c.legal = r.State.Legal(c.legal[:0]); !slices.Equal(c.legal, e.Legal) {
		want := Event{Event: r.Events[r.At], Legal: c.legal}
		return &Error{Event: r.At, Code: CodeLegal, Detail: "expected " + string(want.AppendJSON(nil))}
	}
	return nil
}

// fault converts a *worlds.Error into one about the line.
func (h *Hand) fault(err error) *Error {
	w, _ := errors.AsType[*worlds.Error](err)
	e := &Error{Event: w.Event, Code: w.Code, Detail: w.Detail, Err: w.Err}
	found := func() string {
		line := Event{Event: h.Events[w.Event].Event}
		return "found " + string(line.AppendJSON(nil))
	}
	switch w.Code {
	case worlds.CodeCheck:
		errors.As(w.Err, &e)
	case worlds.CodeEvent:
		want := w.Detail
		if w.Expected != nil {
			want = string((&Event{Event: *w.Expected}).AppendJSON(nil))
		}
		e.Detail = "expected " + want + ", " + found()
	case worlds.CodeHidden:
		if e.Detail == "" {
			e.Detail = found()
		}
	}
	return e
}

// checkEnd checks that the line has a result exactly if the hand is over, and that the result
// is right.
func (c *Checker) checkEnd(h *Hand) *Error {
	r := &c.finder.Replay
	result := func(field, detail string) *Error {
		return &Error{Event: -1, Field: field, Code: CodeResult, Detail: detail}
	}
	switch done := r.State.Done(); {
	case h.Over && r.Missing != nil:
		return &Error{Event: r.At, Code: CodeOpen, Detail: "expected " + string((&Event{Event: *r.Missing}).AppendJSON(nil))}
	case h.Over && !done:
		return &Error{Event: r.At, Code: CodeOpen, Detail: waits(&r.State)}
	case !h.Over && done:
		return result("", "the hand is over: payout, penalty and next are missing")
	case !h.Over:
		return nil
	}
	want := Hand{Seats: h.Seats}
	want.settle(&r.State)
	switch {
	case want.Payout != h.Payout:
		return result("payout", "expected "+string(appendChips(nil, want.Payout[:h.Seats])))
	case want.Penalty != h.Penalty:
		return result("penalty", "expected "+string(appendChips(nil, want.Penalty[:h.Seats])))
	case want.Next != h.Next:
		return result("next", "expected "+string(want.appendResult(nil)))
	}
	h.Declarer, h.Made = want.Declarer, want.Made
	return nil
}

// waits names what the hand waits for.
func waits(s *rams.State) string {
	if turn := s.Turn(); turn >= 0 {
		return "seat " + strconv.Itoa(int(turn)) + " has to act"
	}
	return "expected " + s.PendingChance().Kind.String()
}
