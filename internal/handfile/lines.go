package handfile

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"

	"chratze/history"
)

// NoHandError says that a file ends before the requested hand.
type NoHandError struct{ Hand, Hands int }

func (e *NoHandError) Error() string { return "no hand " + strconv.Itoa(e.Hand) }

// Lines returns a stream of lines of rams-hand/1: the input or, if it is a text of rams-deal/1,
// the line of its hand. The error is a *history.Error.
func Lines(in io.Reader) (io.Reader, error) {
	b := bufio.NewReader(in)
	if !IsDeal(b) {
		return b, nil
	}
	text, err := io.ReadAll(io.LimitReader(b, history.MaxLine+1))
	if err != nil {
		return nil, &history.Error{Event: -1, Code: history.CodeRead, Err: err}
	}
	h, err := history.ReadDeal(string(text))
	if err != nil {
		return nil, err
	}
	return strings.NewReader(h.String() + "\n"), nil
}

// IsDeal reports whether a stream begins as a text of rams-deal/1 does. Nothing is read from it.
func IsDeal(b *bufio.Reader) bool {
	head, _ := b.Peek(64) // a read error comes up again later
	return history.IsDeal(string(head))
}

// Foreign reports whether an error of reading a line says that the line isn't in the format
// rams-hand/1 at all, or is only the beginning of a hand. A hand that can't have been played is
// not foreign.
func Foreign(err error) bool {
	e, ok := errors.AsType[*history.Error](err)
	if !ok {
		return false
	}
	switch e.Code {
	case history.CodeLong, history.CodeEmpty, history.CodeUTF8, history.CodeSyntax, history.CodeTruncated, history.CodeFormat:
		return true
	case history.CodeMissing:
		return e.Event < 0 && e.Field == "format"
	case history.CodeType:
		return e.Event < 0 && e.Field == "" // JSON, but not an object
	}
	return false
}
