// Package history is the open format rams-hand/1 (docs/rams-hand.md): one hand,
// one line of JSON, complete enough to recompute every card of it.
//
// A Hand is a line as a value. It is filled from a rams.Record and written, or
// read and checked: reading plays the hand again in the kernel and refuses the
// first thing that can't have happened, with the number of the event and the
// reason (*Error).
//
//	h := history.FromRecord(v, names, &record, nil)
//	line := h.Append(nil)
//
//	h, err := history.Read(string(line))
//	view, err := h.View(history.SeatView(2)) // what seat 2 may see of it
//	steps, err := h.Steps()                  // the hand, event by event
//
// A Reader reads lines from a stream; a Checker is what a program with several
// workers gives each of them. Both use their memory again.
//
// A view hides cards, so it can't be recomputed. It is refused if there is no
// world in which it is true: a way the hidden cards can have lain, in which the
// kernel plays just what the view shows. Package worlds finds it and plays it like
// a full line; it is never shown.
//
// The files: hand.go (the types), write.go, scan.go (JSON), parse.go (the line),
// replay.go (the check), views.go, steps.go, reader.go, deal.go (rams-deal/1),
// error.go.
package history
