package handfile

import (
	"bufio"
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
	if head, _ := b.Peek(64); !history.IsDeal(string(head)) { // a read error comes up again later
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
