// The files: hand.go (the types), write.go, scan.go (JSON), parse.go (the line),
// replay.go (the check), views.go, steps.go, reader.go, deal.go (rams-deal/1),
// error.go.

// Package history is the open format rams-hand/1 (docs/rams-hand.md): one hand,
// one line of JSON, complete enough to recompute every card of it.
//
// A [Hand] is a line as a value. It can be made from a [rams.Record] and written, or read and
// checked. Reading replays the hand in the kernel. It rejects the first event that can't have
// happened, with the number of the event and the reason (*[Error]).
//
//	h := history.FromRecord(v, names, &record, nil)
//	line := h.AppendTo(nil)
//
//	h, err := history.Read(string(line))
//	view, err := h.View(history.SeatView(2)) // what seat 2 may see of it
//	steps, err := h.Steps()                  // the hand, event by event
//
// A [Reader] reads lines from a stream. A [Checker] checks single lines: a program with several
// workers gives one to each. Both reuse their memory.
//
// A view hides cards, so it can't be recomputed. It is rejected if no world fits it: a
// placement of the hidden cards for which the kernel plays exactly what the view shows. Package
// worlds finds such a world and replays it like a full line. The world is never shown.
package history
