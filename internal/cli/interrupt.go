package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"chratze/bot"
	"chratze/bot/policy"
	"chratze/rams"
)

// interruptError ends a command that was interrupted, and says how far it has come.
type interruptError struct{ text string }

func (e *interruptError) Error() string { return e.text }

// interrupted returns the error of a command that was interrupted and has told what it
// knows so far. Without a text the command has said that as well.
func interrupted(text string) error { return &interruptError{text} }

// unlessInterrupted returns the error of a table that somebody has left, which a signal may
// have made him do.
func unlessInterrupted(ctx context.Context, err error) error {
	if err == nil && ctx.Err() != nil {
		return interrupted("")
	}
	return err
}

// signalError is why a command's context ends.
type signalError struct{ signal os.Signal }

func (e *signalError) Error() string { return e.signal.String() }

// exitSignalled is what a shell adds the number of a signal to.
const exitSignalled = 128

// exitInterrupted returns the exit code of a command whose context has ended: 130 after
// an interrupt, 143 after SIGTERM.
func exitInterrupted(ctx context.Context) int {
	if why, ok := errors.AsType[*signalError](context.Cause(ctx)); ok {
		if number, ok := why.signal.(syscall.Signal); ok {
			return exitSignalled + int(number)
		}
	}
	return exitSignalled + int(syscall.SIGINT)
}

// interruptible returns a context that the first SIGINT or SIGTERM ends; the second ends
// the program.
func interruptible() (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		s, ok := <-signals
		if !ok {
			return
		}
		signal.Stop(signals)
		cancel(&signalError{s})
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(nil)
	}
}

// patience is how long a command may take to tell what it knows once it was interrupted.
const patience = 350 * time.Millisecond

// takesItsTime marks a command that puts away what must not be lost, or the terminal, and
// is never ended before it has done so.
const takesItsTime = "takes its time"

// impatient ends the program if a command that was interrupted doesn't end by itself.
func (sh *shell) impatient(ctx context.Context, cmd *cobra.Command) {
	for c := cmd; c != nil; c = c.Parent() {
		if c.Annotations[takesItsTime] != "" {
			return
		}
	}
	context.AfterFunc(ctx, func() {
		if _, signalled := errors.AsType[*signalError](context.Cause(ctx)); !signalled {
			return // it has ended
		}
		time.Sleep(patience)
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", cmd.CommandPath(), sh.printer().T("usage.interrupted", nil))
		os.Exit(exitInterrupted(ctx))
	})
}

// input is a stream that nobody may be writing to, such as a pipe or a keyboard: reading
// ends when the command is interrupted.
type input struct {
	ctx context.Context
	in  io.Reader
}

type reading struct {
	b   []byte
	err error
}

// Read is io.Reader's. What is read after the context has ended is lost.
func (i *input) Read(b []byte) (int, error) {
	if err := i.ctx.Err(); err != nil {
		return 0, err
	}
	done := make(chan reading, 1)
	go func() {
		own := make([]byte, len(b)) // b is the reader's again when the context has ended
		n, err := i.in.Read(own)
		done <- reading{own[:n], err}
	}()
	select {
	case r := <-done:
		return copy(b, r.b), r.err
	case <-i.ctx.Done():
		return 0, i.ctx.Err()
	}
}

// endless returns a stream as an input, unless it is a file with an end.
func endless(ctx context.Context, in io.Reader) io.Reader {
	if f, ok := in.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return in
		}
	}
	return &input{ctx, in}
}

// file returns the file behind a stream, if there is one.
func file(stream any) (*os.File, bool) {
	if i, ok := stream.(*input); ok {
		stream = i.in
	}
	f, ok := stream.(*os.File)
	return f, ok
}

// keyboard is standard input for a table on a terminal, which reads it by itself.
func keyboard(cmd *cobra.Command) io.Reader {
	if f, ok := file(cmd.InOrStdin()); ok {
		return f
	}
	return cmd.InOrStdin()
}

// until returns what work returns, or ctx's error as soon as ctx has ended; then the work
// goes on for nobody until the program ends, and must write nothing.
func until[T any](ctx context.Context, work func() (T, error)) (T, error) {
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

// thinker is a bot that stops thinking when a command is interrupted.
type thinker struct {
	ctx context.Context
	bot.Bot
}

// Act is policy.Player's.
func (t thinker) Act(v *rams.View) rams.Action { return bot.Act(t.ctx, t.Bot, v) }

var _ policy.Player = thinker{}
