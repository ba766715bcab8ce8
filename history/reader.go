package history

import (
	"bufio"
	"errors"
	"io"
	"iter"

	"chratze/rams"
	"chratze/variant"
	"chratze/worlds"
)

// Read reads and checks one line, without its end. The error is an *[Error].
func Read(line string) (*Hand, error) {
	h := &Hand{}
	if err := new(Checker).Read(h, line); err != nil {
		return nil, err
	}
	return h, nil
}

// Checker reads and checks lines, and reuses its memory. The zero Checker is ready to use. It
// is not safe for concurrent use.
type Checker struct {
	parser parser
	games  map[gameKey]*rams.Game
	finder worlds.Finder // has the hand that was checked last, replayed to its end
	hand   *Hand         // being checked
	seen   worlds.Observed
	legal  []rams.Action // memory
}

type gameKey struct {
	v     variant.Variant
	seats int
}

// Read makes h the hand of a line. Parts of h belong to the checker and are valid until its
// next call. The error is an *[Error]; after it h is useless.
func (c *Checker) Read(h *Hand, line string) error {
	if err := c.parser.parse(h, line); err != nil {
		return err
	}
	return c.Check(h)
}

// Check checks a hand as reading its line does. The error is an *[Error].
func (c *Checker) Check(h *Hand) error {
	if err := c.play(h); err != nil {
		return err
	}
	return nil
}

// game returns the game of a hand.
func (c *Checker) game(h *Hand) (*rams.Game, *Error) {
	key := gameKey{h.Variant, h.Seats}
	if g, ok := c.games[key]; ok {
		return g, nil
	}
	g, err := h.Variant.Game(h.Seats)
	if err != nil {
		return nil, &Error{Event: -1, Field: "rules", Code: CodeRules, Err: err}
	}
	if c.games == nil || len(c.games) > 1<<6 {
		c.games = map[gameKey]*rams.Game{}
	}
	c.games[key] = g
	return g, nil
}

// Reader reads hands from a stream of lines. A line ends with LF, CR LF or the end of the
// stream. It skips nothing: an empty line is an error. It is for one goroutine at a time.
type Reader struct {
	in      *bufio.Reader
	line    int
	long    []byte // a line longer than the buffer
	checker Checker
	hand    Hand
}

// NewReader returns a reader of the lines of in.
func NewReader(in io.Reader) *Reader { return &Reader{in: bufio.NewReaderSize(in, 1<<16)} }

// Next reads and checks the next hand, which is valid until the next call. At the end of the
// stream the error is [io.EOF], otherwise an *[Error] with the number of the line. After a rejected
// line you can read the next one, unless the stream has failed ([CodeRead]).
func (r *Reader) Next() (*Hand, error) {
	line, err := r.Text()
	if err != nil {
		return nil, err
	}
	if err := r.checker.Read(&r.hand, line); err != nil {
		var e *Error
		if errors.As(err, &e) {
			e.Line = r.line
		}
		return nil, err
	}
	return &r.hand, nil
}

// Hands iterates over the hands of the stream, like Next: each is valid until the next one. A
// rejected line yields nil and its *[Error], and the iteration goes on. An error of the stream
// itself ([CodeRead]) ends it.
func (r *Reader) Hands() iter.Seq2[*Hand, error] {
	return func(yield func(*Hand, error) bool) {
		for {
			h, err := r.Next()
			if err == io.EOF || !yield(h, err) || Failed(err) {
				return
			}
		}
	}
}

// Failed reports whether err is an error of the stream, not of a line.
func Failed(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return err != nil && (!ok || e.Code == CodeRead)
}

// Line returns the number of the last line read, from 1.
func (r *Reader) Line() int { return r.line }

// Text reads the next line without its end and without checking it. Use it to give the lines to
// several Checkers. Its errors are those of Next.
func (r *Reader) Text() (string, error) {
	text, err := r.in.ReadSlice('\n')
	if err == io.EOF && len(text) == 0 {
		return "", io.EOF
	}
	r.line++
	r.long = r.long[:0]
	long := false
	for err == bufio.ErrBufferFull {
		if long = long || len(r.long) > MaxLine; !long {
			r.long = append(r.long, text...)
		}
		text, err = r.in.ReadSlice('\n')
	}
	if len(r.long) > 0 {
		r.long = append(r.long, text...)
		text = r.long
	}
	if err != nil && err != io.EOF {
		return "", &Error{Line: r.line, Event: -1, Code: CodeRead, Err: err}
	}
	if n := len(text); n > 0 && text[n-1] == '\n' {
		text = text[:n-1]
		if n > 1 && text[n-2] == '\r' {
			text = text[:n-2]
		}
	}
	if long || len(text) > MaxLine {
		return "", &Error{Line: r.line, Event: -1, Code: CodeLong}
	}
	return string(text), nil
}
