package history

import (
	"strconv"
	"strings"
)

// Error says why a line is rejected. Code is stable and names a message; the other fields are
// its parameters.
type Error struct {
	Line   int    // number of the line in a Reader, from 1; 0: unknown
	Event  int    // number of the event, from 0; -1: not about an event
	Field  string // the key, if it is about one
	Code   string
	Detail string // the value, and what is allowed
	Err    error  // the error of the kernel or the house rules, if there is one
}

// The codes of Error.
const (
	CodeRead      = "read"      // the stream failed
	CodeLong      = "long"      // longer than MaxLine
	CodeEmpty     = "empty"     // an empty line
	CodeUTF8      = "utf8"      // not UTF-8
	CodeSyntax    = "syntax"    // not JSON
	CodeTruncated = "truncated" // ends in the middle
	CodeDepth     = "depth"     // nested too deeply
	CodeTwice     = "twice"     // a key appears twice in one object
	CodeType      = "type"      // a value of the wrong type
	CodeNumber    = "number"    // not a whole number, or out of range
	CodeMany      = "many"      // too many elements
	CodeMissing   = "missing"   // a key is missing
	CodeUnknown   = "unknown"   // an unknown key, event or act
	CodeFormat    = "format"    // another format
	CodeRules     = "rules"     // invalid rules; see Err
	CodeStart     = "start"     // invalid beginning of a hand; see Err
	CodeValue     = "value"     // no such card, suit, seat …
	CodeHidden    = "hidden"    // hidden where it must be shown, or shown where it must be hidden
	CodeEvent     = "event"     // another event should be here
	CodeShuffle   = "shuffle"   // not the cards that were to be shuffled
	CodeCut       = "cut"       // no such cut
	CodeAct       = "act"       // a decision that isn't legal; Err is a *rams.Refusal
	CodeLegal     = "legal"     // not the list of legal acts
	CodeOver      = "over"      // an event after the end
	CodeOpen      = "open"      // a result, but the hand isn't over
	CodeResult    = "result"    // wrong payout, penalty or next, or none
	CodeWorld     = "world"     // a view that no placement of the hidden cards fits
)

//lattice:table
var codeText = map[string]string{
	CodeRead:      "can't be read",
	CodeLong:      "longer than 1048576 bytes",
	CodeEmpty:     "empty: every line is one hand",
	CodeUTF8:      "not UTF-8",
	CodeSyntax:    "not JSON",
	CodeTruncated: "ends in the middle",
	CodeDepth:     "nested too deeply",
	CodeTwice:     "stands twice",
	CodeType:      "wrong type",
	CodeNumber:    "no such number",
	CodeMany:      "too many",
	CodeMissing:   "missing",
	CodeUnknown:   "unknown",
	CodeFormat:    "another format",
	CodeRules:     "refused",
	CodeStart:     "refused",
	CodeValue:     "no such value",
	CodeHidden:    "hidden and shown don't fit the view",
	CodeEvent:     "something else happened",
	CodeShuffle:   "not the cards that are shuffled",
	CodeCut:       "no such cut",
	CodeAct:       "refused",
	CodeLegal:     "not the list of legal acts",
	CodeOver:      "the hand is over",
	CodeOpen:      "the hand isn't over",
	CodeResult:    "not what the rules settle",
	CodeWorld:     "no cards can make this true",
}

// Error returns "line 3: event 17: act: refused: …".
func (e *Error) Error() string {
	var b strings.Builder
	if e.Line > 0 {
		b.WriteString("line " + strconv.Itoa(e.Line) + ": ")
	}
	if e.Event >= 0 {
		b.WriteString("event " + strconv.Itoa(e.Event) + ": ")
	}
	if e.Field != "" {
		b.WriteString(e.Field + ": ")
	}
	b.WriteString(codeText[e.Code])
	if e.Detail != "" {
		b.WriteString(": " + e.Detail)
	}
	if e.Err != nil {
		b.WriteString(": " + e.Err.Error())
	}
	return b.String()
}

// Unwrap returns the error of the kernel or the house rules.
func (e *Error) Unwrap() error { return e.Err }
