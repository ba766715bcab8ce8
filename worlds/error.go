package worlds

import (
	"errors"
	"strconv"

	"chratze/rams"
)

// Error says why events can't have happened. Code is stable; the other fields are its
// parameters.
type Error struct {
	Event    int // the event's number, from 0; -1: it isn't about an event
	Code     string
	Expected *rams.Event // CodeEvent: what must have happened instead, if that is known
	Detail   string      // in words
	Err      error       // what the kernel says, or Check
}

// The codes of Error.
const (
	CodeStart   = "start"   // a hand can't begin like this; Err is a *rams.StartError
	CodeEvent   = "event"   // something else happened
	CodeShuffle = "shuffle" // not the cards that are shuffled
	CodeCut     = "cut"     // no such cut
	CodeAct     = "act"     // an illegal decision; Err is a *rams.Refusal
	CodeCheck   = "check"   // Replay.Check refused a decision; Err says why
	CodeHidden  = "hidden"  // hidden where it must be shown, or shown where it must be hidden
	CodeOver    = "over"    // an event after the end
	CodeWorld   = "world"   // no cards make this true
)

// Error returns "worlds: event 17: act: rams: play As: …".
func (e *Error) Error() string {
	text := "worlds: "
	if e.Event >= 0 {
		text += "event " + strconv.Itoa(e.Event) + ": "
	}
	text += e.Code
	if e.Expected != nil {
		text += ": expected " + e.Expected.String()
	}
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns what the kernel or Check says.
func (e *Error) Unwrap() error { return e.Err }

// hidden reports whether hidden cards are to blame, so that another event may be the
// first impossible one.
func (e *Error) hidden() bool {
	var r *rams.Refusal
	return e.Code == CodeWorld || errors.As(e.Err, &r) && r.Cards == 0
}
