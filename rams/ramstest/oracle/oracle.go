package oracle

import (
	"fmt"
	"slices"
)

// Decision is one question of a hand: the number of its event, the full list
// of legal acts in the order of docs/rams-hand.md, and what was chosen, "" if an
// unfinished line ends before the answer.
type Decision struct {
	Event  int
	Seat   int
	Legal  []string
	Chosen string
}

// Check recomputes one line of rams-hand/1 from its shuffles, cuts and
// decisions. The line is a full one or that of an unfinished hand, without
// payout, penalty and next, which may end after any event. An error names the
// event (from 0) and what was expected there.
func Check(text []byte) error {
	_, err := replay(text)
	return err
}

// Strokes returns what each seat earns in a race by a line, or is set back: an error as of [Check], or none if the hand isn't over.
func Strokes(text []byte) ([]int64, error) {
	h, err := replay(text)
	if err != nil {
		return nil, err
	}
	return h.strokes, nil
}

// Decisions returns every question of a line that passes Check.
func Decisions(text []byte) ([]Decision, error) {
	h, err := replay(text)
	if err != nil {
		return nil, err
	}
	return h.decisions, nil
}

// Refuse says why rules (the object of a line's `rules`) can't be played by this number
// of seats; nil if they can (docs/rules.md 4).
func Refuse(rulesJSON []byte, seats int) error {
	r, err := parseRules(rulesJSON)
	if err != nil {
		return err
	}
	return r.refuse(seats)
}

// CheckNext says whether a line begins as the one before it in its sitting
// says: pot, dealer, muss and redeal.
func CheckNext(before, text []byte) error {
	b, err := parseLine(before)
	if err != nil {
		return fmt.Errorf("the line before: %w", err)
	}
	l, err := parseLine(text)
	if err != nil {
		return err
	}
	if !b.finished {
		return fmt.Errorf("the line before has no next")
	}
	if b.after != l.next {
		return fmt.Errorf("line: expected to begin with %+v, found %+v", b.after, l.next)
	}
	return nil
}

// replay parses a line and plays it again.
func replay(text []byte) (*hand, error) {
	l, err := parseLine(text)
	if err != nil {
		return nil, err
	}
	return l.replay()
}

// replay plays a parsed line again.
func (l *line) replay() (h *hand, err error) {
	r := &reader{line: l}
	h = begin(l.header, r)
	over, err := runUntilStop(h)
	switch {
	case err != nil:
		return nil, err
	case !over:
		return h, nil
	case r.at < len(l.events):
		return nil, fmt.Errorf("event %d: the hand was over, found %s", r.at, l.events[r.at].text())
	case !l.finished:
		return h, nil
	case !slices.Equal(l.payout, h.payout):
		return nil, fmt.Errorf("payout: expected %v, found %v", h.payout, l.payout)
	case !slices.Equal(l.penalty, h.penalty):
		return nil, fmt.Errorf("penalty: expected %v, found %v", h.penalty, l.penalty)
	case l.after != h.after:
		return nil, fmt.Errorf("next: expected %+v, found %+v", h.after, l.after)
	}
	return h, nil
}

// runUntilStop runs a hand; over is false if it stopped before its end.
func runUntilStop(h *hand) (over bool, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			halt, ok := problem.(stop)
			if !ok {
				panic(problem)
			}
			err = halt.err
		}
	}()
	h.run()
	return true, nil
}
