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

// Report is the result of checking a stream of hands.
type Report struct {
	Hands  int64   `json:"hands"` // lines, including invalid ones
	Faults int64   `json:"faults"`
	List   []Fault `json:"list"` // the first ones

	Foreign int64 `json:"-"` // lines that aren't in the format at all; see Foreign
}

// Fault is a line that isn't a valid hand.
type Fault struct {
	Line  int    `json:"line"`
	Event int    `json:"event"` // -1: it isn't about an event
	Code  string `json:"code"`
	Error string `json:"error"`
	Err   error  `json:"-"`
}

// maxFaults is how many faults are listed; all are counted.
const maxFaults = 100

// batch is some lines of a stream, and their faults.
type batch struct {
	first  int // the number of the first line
	lines  []string
	refuse []error // by line, for lines that could not be read
	faults []Fault

	foreign int64 // lines that aren't in the format at all
}

// batchLines is the number of lines in a batch.
const batchLines = 64

// Check checks every line or, if only isn't 0, just that one, with several workers. It calls
// progress, if not nil, from time to time. The error is that of the stream or of the context,
// or a *NoHandError; the result has everything checked before it.
func Check(ctx context.Context, in io.Reader, only, workers int, progress func(hands int64)) (Report, error) {
	var readErr error
	crew := make([]struct { // each worker's own memory
		history.Checker
		history.Hand
	}, max(1, workers))
	all := Report{List: []Fault{}}
	for b, wait := range par.Ordered(batches(ctx, in, only, &readErr), len(crew), func(i int, b *batch, _ <-chan struct{}) { b.check(&crew[i].Checker, &crew[i].Hand) }) {
		wait()
		all.Hands += int64(len(b.lines))
		all.Faults += int64(len(b.faults))
		all.Foreign += b.foreign
		all.List = append(all.List, b.faults[:min(len(b.faults), maxFaults-len(all.List))]...)
		if progress != nil {
			progress(all.Hands)
		}
	}
	return all, errors.Join(readErr, ctx.Err())
}

// batches splits a stream into batches, until ctx is done. failed gets the error of the stream.
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
			if Foreign(err) {
				b.foreign++
			}
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
