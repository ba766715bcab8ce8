// Package handfile reads files of recorded hands: it checks them with several workers, and
// verifies the proofs of their deals.
package handfile

import (
	"context"
	"errors"
	"io"
	"iter"

	"chratze/history"
	"chratze/internal/par"
)

// Checked is what came of checking a stream of hands.
type Checked struct {
	Hands  int64   `json:"hands"` // lines, faulty ones too
	Faults int64   `json:"faults"`
	List   []Fault `json:"list"` // the first ones
}

// Fault is a line that can't be a hand.
type Fault struct {
	Line  int    `json:"line"`
	Event int    `json:"event"` // -1: it isn't about an event
	Code  string `json:"code"`
	Error string `json:"error"`
	Err   error  `json:"-"`
}

// maxFaults is how many faults are named; they are all counted.
const maxFaults = 100

// batch is some lines of a stream, and what is wrong with them.
type batch struct {
	first  int // the number of the first line
	lines  []string
	refuse []error // by line, of lines that could not even be read
	faults []Fault
}

// batchLines is how many lines a worker checks at a time.
const batchLines = 64

// Check checks every line, or with a number in only just that one, with some
// workers and calls progress, if it isn't nil, now and then. The error is that of the
// stream or of the context, or a *NoHandError; what was checked before it counts.
func Check(ctx context.Context, in io.Reader, only, workers int, progress func(hands int64)) (Checked, error) {
	var readErr error
	crew := make([]struct { // each worker's own memory
		history.Checker
		history.Hand
	}, max(1, workers))
	all := Checked{List: []Fault{}}
	for b, wait := range par.Ordered(batches(ctx, in, only, &readErr), len(crew), func(i int, b *batch, _ <-chan struct{}) { b.check(&crew[i].Checker, &crew[i].Hand) }) {
		wait()
		all.Hands += int64(len(b.lines))
		all.Faults += int64(len(b.faults))
		all.List = append(all.List, b.faults[:min(len(b.faults), maxFaults-len(all.List))]...)
		if progress != nil {
			progress(all.Hands)
		}
	}
	return all, errors.Join(readErr, ctx.Err())
}

// batches cuts a stream into batches, until ctx ends. The error is that of the stream.
func batches(ctx context.Context, in io.Reader, only int, failed *error) iter.Seq[*batch] {
	return func(yield func(*batch) bool) {
		r := history.NewReader(in)
		for ctx.Err() == nil {
			b := &batch{first: r.Line() + 1}
			err := b.read(r)
			switch {
			case only == 0:
			case r.Line() >= only && only >= b.first:
				at := only - b.first
				b.first, b.lines, b.refuse, err = only, b.lines[at:at+1], b.refuse[at:at+1], io.EOF
			case err == io.EOF:
				err = &NoHandError{only, r.Line()}
				fallthrough
			default:
				b.lines = nil // of others
			}
			if len(b.lines) > 0 && !yield(b) {
				return
			}
			if err != nil {
				if err != io.EOF {
					*failed = err
				}
				return
			}
		}
	}
}

// read fills a batch. The error is io.EOF, or that of the stream.
func (b *batch) read(r *history.Reader) error {
	for len(b.lines) < batchLines {
		line, err := r.Text()
		if history.Failed(err) {
			return err
		}
		b.lines = append(b.lines, line)
		b.refuse = append(b.refuse, err)
	}
	return nil
}

func (b *batch) check(c *history.Checker, h *history.Hand) {
	for i, line := range b.lines {
		err := b.refuse[i]
		if err == nil {
			err = c.Read(h, line)
		}
		if err != nil {
			b.faults = append(b.faults, newFault(b.first+i, err))
		}
	}
}

func newFault(line int, err error) Fault {
	f := Fault{Line: line, Event: -1, Err: err}
	if e, ok := errors.AsType[*history.Error](err); ok {
		e.Line = line
		f.Event, f.Code = e.Event, e.Code
	}
	f.Error = err.Error()
	return f
}
