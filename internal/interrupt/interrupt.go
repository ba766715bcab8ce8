// Package interrupt lets a caller abandon work that ignores its context: a calculation, or reading a
// stream that may stay silent.
package interrupt

import (
	"context"
	"io"
	"os"
)

// Until returns what work returns, or ctx's error as soon as ctx has ended; then the work
// goes on for nobody until the program ends, and must write nothing.
func Until[T any](ctx context.Context, work func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		value, err := work()
		done <- outcome{value, err}
	}()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// Reader returns a stream that can be read until ctx ends. A file with an end stays as it is.
func Reader(ctx context.Context, in io.Reader) io.Reader {
	if f, ok := in.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return in
		}
	}
	return &input{ctx, in}
}

// File returns the file behind a stream, if there is one.
func File(stream any) (*os.File, bool) {
	if i, ok := stream.(*input); ok {
		stream = i.in
	}
	f, ok := stream.(*os.File)
	return f, ok
}

// input is a stream such as a pipe or a keyboard.
type input struct {
	ctx context.Context
	in  io.Reader
}

// Read implements io.Reader. What is read after the context has ended is lost.
func (i *input) Read(b []byte) (int, error) {
	if err := i.ctx.Err(); err != nil {
		return 0, err
	}
	own := make([]byte, len(b)) // b is the reader's again when the context has ended
	read, err := Until(i.ctx, func() ([]byte, error) {
		n, err := i.in.Read(own)
		return own[:n], err
	})
	return copy(b, read), err
}
