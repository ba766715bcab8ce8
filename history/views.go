package history

import (
	"strconv"

	"chratze/rams"
)

// View returns the view of the hand for an audience (docs/rams-hand.md, Views). It keeps the
// other fields of the line except "fair", since only the maker of a proof knows which parts of
// it are safe. A view can only be narrowed to Public. The error is an *[Error] if the hand can't
// have happened, or has no such view.
func (h *Hand) View(to Audience) (Hand, error) {
	if to == h.For {
		return *h, nil
	}
	if int(to.Seat()) >= h.Seats || h.For != Full && to != Public {
		return Hand{}, &Error{Event: -1, Field: "view", Code: CodeValue,
			Detail: "seat " + strconv.Itoa(int(to.Seat())) + " has none of this line"}
	}
	var c Checker
	if err := c.play(h); err != nil {
		return Hand{}, err
	}
	view := *h
	view.For = to
	r := &c.finder.Replay
	view.Events, view.told = view.appendTold(nil, r.State.AppendObserved(nil, r.Log, to.Seat()), h.legalOf(to.Seat())), nil
	view.Extra = nil
	for _, f := range h.Extra {
		if f.Name != "fair" {
			view.Extra = append(view.Extra, f)
		}
	}
	return view, nil
}

// legalOf returns the lists of legal acts of a seat, in the order of its acts.
func (h *Hand) legalOf(seat rams.Seat) (lists [][]rams.Action) {
	for i := range h.Events {
		if e := &h.Events[i]; e.Kind == rams.EventAct && e.Seat == seat {
			lists = append(lists, e.Legal)
		}
	}
	return lists
}
