package lines

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"

	"chratze/internal/locale"
	"chratze/internal/wording"
	"chratze/rams"
)

// Typed is a line that was typed, or the end of the input.
type Typed struct {
	Text string
	Long bool  // longer than 4096 bytes; then Text is empty
	Err  error // ErrLeft at the end, or a read error
}

const (
	maxAnswer = 4096    // limit of an answer in bytes
	maxLong   = 1 << 20 // limit of a line in bytes; after that reading stops
)

// MostWrong is how many lines in a row may lead nowhere before a program gives up.
const MostWrong = 1000

// ErrLeft is the end of the input.
var ErrLeft = errors.New("left")

// errLongLine is wrapped by the error of a line without end.
var errLongLine = errors.New("a line without end")

// Listen returns a function that reads one line after another. The end of the stream or of the
// context is ErrLeft.
func Listen(in io.Reader) func(context.Context) Typed {
	r := bufio.NewReaderSize(in, maxAnswer)
	lines := make(chan Typed, 1)
	return func(ctx context.Context) Typed {
		go func() { lines <- readLine(r) }()
		select {
		case line := <-lines:
			return line
		case <-ctx.Done():
			return Typed{Err: ErrLeft} // nobody asks again after an error
		}
	}
}

// readLine reads a line, or skips one that is too long.
func readLine(r *bufio.Reader) Typed {
	text, err := r.ReadSlice('\n')
	if err == nil || err == io.EOF && len(text) > 0 {
		return Typed{Text: string(text)}
	}
	n := len(text)
	for err == bufio.ErrBufferFull && n < maxLong {
		text, err = r.ReadSlice('\n')
		n += len(text)
	}
	switch {
	case err == bufio.ErrBufferFull:
		err = errLongLine
	case err == io.EOF && n > 0:
		err = nil
	case err == io.EOF:
		err = ErrLeft
	}
	return Typed{Long: n > 0, Err: err}
}

// ErrDeaf is the error for input that leads nowhere: too many lines, or one without end.
var ErrDeaf = misuse("cli.deaf", nil)

// Unread returns the error for input that can't be read.
func Unread(err error) error {
	if errors.Is(err, errLongLine) {
		return ErrDeaf
	}
	return err
}

// Unshown returns the error of a screen that can't be written to.
func Unshown(err error) error {
	return &Fault{Key: "cli.no-screen", Args: locale.Args{"reason": Reason(err)}, Err: err}
}

// Question returns the question that a view asks, with the possible answers.
func Question(t *wording.Table, view *rams.View) string {
	text := t.Question(view)
	choices := t.Choices(view)
	switch {
	case len(choices) > 1 || view.Legal[0].Cards == 0 && choices[0].Kind != rams.Lay:
		calls := make([]string, len(choices))
		for i, c := range choices {
			calls[i] = strings.ReplaceAll(c.Call, " ", nbsp)
		}
		return t.T("cli.choices", locale.Args{"question": text, "calls": strings.Join(calls, " / ")})
	case len(view.Legal) == 1:
		return text + " " + t.T("cli.only", locale.Args{"cards": t.Set(view.Legal[0].Cards)})
	}
	return text
}
