package history

import (
	"slices"
	"strconv"

	"chratze/card"
	"chratze/rams"
)

// replay plays a line again in the kernel and holds every event the kernel tells
// against the line. Full lines are played from their shuffles and cuts by a
// rams.Deck, for which the replay is the Shuffler; views in a world that gives
// the hidden cards names (world.go).
type replay struct {
	state  rams.State
	log    []rams.Event // all that the kernel has told
	events []Event      // the line's, in a view with the world's cards in place of the hidden ones
	line   []Event      // the line's
	at     int          // the next event of the line
	view   Audience
	deck   rams.Deck
	legal  []rams.Action // memory
	told   []rams.Event  // memory
	owed   *rams.Event   // told by the kernel when the line had ended
	err    *Error
	learnt learnt // what a refusal says about a hidden hand
}

// begin starts the hand. The error is about its beginning.
func (r *replay) begin(h *Hand, g *rams.Game, events []Event) *Error {
	s, err := g.NewHand(h.Start)
	if err != nil {
		return &Error{Event: -1, Code: CodeStart, Err: err}
	}
	r.state, r.events, r.line, r.at, r.view, r.err, r.owed = s, events, h.Events, 0, h.For, nil, nil
	r.learnt = learnt{}
	r.deck.Source = r
	r.log = s.Antes(r.log[:0])
	r.compare(0)
	return r.err
}

// run plays to the end of the line and checks the result.
func (r *replay) run(h *Hand) *Error {
	for r.step() {
	}
	if r.err == nil {
		r.checkEnd(h)
	}
	return r.err
}

// step plays one action; false means that the line has no more, or is refused.
func (r *replay) step() bool {
	if r.err != nil {
		return false
	}
	a, ok := r.unseen()
	var drawn []card.Card
	switch s := &r.state; {
	case ok:
	case r.at == len(r.events):
		return false
	case s.Done():
		r.fail(CodeOver, "")
	case s.Turn() != rams.Nature:
		a = r.decision()
	case r.view == Full:
		a = r.deck.Next(s)
		drawn = r.deck.Drawn(a)
	default:
		a, drawn = r.shown()
	}
	if r.err != nil {
		return false
	}
	n := len(r.log)
	r.log = r.state.Events(r.log, a, drawn)
	r.state.ApplyUnchecked(a)
	if !ok {
		r.compare(n)
	}
	return r.err == nil
}

func (r *replay) fail(code, detail string) {
	if r.err == nil {
		r.err = &Error{Event: r.at, Code: code, Detail: detail}
	}
}

// compare holds what the kernel has told, from the n-th on, against the line. A
// line may end before the hand does, anywhere.
func (r *replay) compare(n int) {
	for i := n; i < len(r.log); i++ {
		if r.at == len(r.events) {
			r.owed = &r.log[i]
			return
		}
		if e := &r.events[r.at]; e.Event != r.log[i] {
			r.expected(string((&Event{Event: r.log[i]}).Append(nil)))
			return
		}
		r.at++
	}
}

// expected fails because the line has something else.
func (r *replay) expected(what string) {
	r.fail(CodeEvent, "expected "+what+", found "+r.found())
}

// found returns the next event as the line has it.
func (r *replay) found() string {
	e := Event{Event: r.line[r.at].Event}
	return string(e.Append(nil))
}

// next returns the next event if it is of this kind, else fails.
func (r *replay) next(k rams.EventKind) *Event {
	if r.at < len(r.events) && r.events[r.at].Kind == k {
		return &r.events[r.at]
	}
	if r.at < len(r.events) {
		r.expected(`"t":"` + k.String() + `"`)
	}
	return nil
}

// decision returns what the seat whose turn it is has decided, if it is legal.
func (r *replay) decision() rams.Action {
	s, e := &r.state, &r.events[r.at]
	if e.Kind != rams.EventAct || e.Seat != s.Turn() {
		r.expected("an act of seat " + strconv.Itoa(int(s.Turn())))
		return rams.Action{}
	}
	own := r.view == Full || r.view.Seat() == e.Seat
	if e.Legal != nil {
		r.legal = s.Legal(r.legal[:0])
		switch {
		case !own:
			r.fail(CodeHidden, "legal stands in a view's own acts only")
		case !slices.Equal(r.legal, e.Legal):
			want := Event{Event: e.Event, Legal: r.legal}
			r.fail(CodeLegal, "expected "+string(want.Append(nil)))
		}
	}
	if e.Cards.Len() != e.Act.Cards.Len() {
		r.fail(CodeHidden, "?? stands in views only")
	}
	if why := s.Why(e.Act); why != nil && r.err == nil {
		r.learn(why)
		why.Action = e.Act
		if !own {
			why.Cards = 0 // the world's, not the hand's
		}
		r.err = &Error{Event: r.at, Code: CodeAct, Err: why}
	}
	return e.Act
}

// Shuffle gives the pack, or the discards, the order that the line has.
func (r *replay) Shuffle(cards []card.Card) {
	k := rams.EventReshuffle
	if r.state.PendingChance().Kind == rams.Shuffle {
		k = rams.EventShuffle
	}
	e := r.next(k)
	switch {
	case e == nil:
	case e.Cards.Len() != len(cards) || e.Cards.Set() != card.Of(cards...):
		r.fail(CodeShuffle, "want each of "+card.Of(cards...).String())
	default:
		copy(cards, e.Cards.Slice())
	}
}

// Cut cuts where the line says.
func (r *replay) Cut(n int) int {
	e := r.next(rams.EventCut)
	switch {
	case e == nil:
	case e.At < 1 || int(e.At) >= n:
		r.fail(CodeCut, "at "+strconv.Itoa(int(e.At))+", want 1 to "+strconv.Itoa(n-1))
	default:
		return int(e.At)
	}
	return 1
}

// checkEnd checks that a line that has ended has its result just if the hand is
// over, and the right one.
func (r *replay) checkEnd(h *Hand) {
	result := func(field, detail string) {
		if r.err == nil {
			r.err = &Error{Event: -1, Field: field, Code: CodeResult, Detail: detail}
		}
	}
	switch done := r.state.Done(); {
	case h.Over && r.owed != nil:
		r.fail(CodeOpen, "expected "+string((&Event{Event: *r.owed}).Append(nil)))
	case h.Over && !done:
		r.fail(CodeOpen, r.waits())
	case !h.Over && done:
		result("", "the hand is over: payout, penalty and next are missing")
	}
	if r.err != nil || !h.Over {
		return
	}
	want := Hand{Seats: h.Seats}
	want.settle(&r.state)
	switch {
	case want.Payout != h.Payout:
		result("payout", "expected "+string(appendChips(nil, want.Payout[:h.Seats])))
	case want.Penalty != h.Penalty:
		result("penalty", "expected "+string(appendChips(nil, want.Penalty[:h.Seats])))
	case want.Next != h.Next:
		result("next", "expected "+string(want.appendResult(nil)))
	}
}

// waits says what the hand waits for.
func (r *replay) waits() string {
	if turn := r.state.Turn(); turn >= 0 {
		return "seat " + strconv.Itoa(int(turn)) + " has to act"
	}
	return "expected " + r.state.PendingChance().Kind.String()
}
