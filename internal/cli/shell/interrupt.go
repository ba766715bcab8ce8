package shell

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

	"chratze/internal/interrupt"
)

// InterruptError ends a command that was interrupted; its text says how far it got.
type InterruptError struct{ Text string }

func (e *InterruptError) Error() string { return e.Text }

// Interrupted returns the error of a command that was interrupted and has printed what it
// knows. With text "" the command has also printed how far it got.
func Interrupted(text string) error { return &InterruptError{text} }

// UnlessInterrupted returns the error of a table that the person has left, possibly because of
// a signal.
func UnlessInterrupted(ctx context.Context, err error) error {
	if err == nil && ctx.Err() != nil {
		return Interrupted("")
	}
	return err
}

// signalError is the cause of the end of a command's context.
type signalError struct{ signal os.Signal }

func (e *signalError) Error() string { return e.signal.String() }

// ExitSignalled is the base to which a shell adds the number of a signal.
const ExitSignalled = 128

// ExitInterrupted returns the exit code of a command whose context has ended: 130 after
// an interrupt, 143 after SIGTERM, 129 after SIGHUP.
func ExitInterrupted(ctx context.Context) int {
	if why, ok := errors.AsType[*signalError](context.Cause(ctx)); ok {
		if number, ok := why.signal.(syscall.Signal); ok {
			return ExitSignalled + int(number)
		}
	}
	return ExitSignalled + int(syscall.SIGINT)
}

// Interruptible returns a context that ends with the first SIGINT, SIGTERM or, unless it is ignored (nohup), SIGHUP. The second
// ends the program.
func Interruptible() (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(signals, syscall.SIGHUP)
	}
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

// patience is how long an interrupted command may take to print what it knows: on a busy machine it needs more than a moment, and
// a person who doesn't want to wait interrupts it again.
const patience = 3 * time.Second

// TakesItsTime marks a command that saves data or restores the terminal. It is never killed
// before it has finished.
const TakesItsTime = "takes its time"

// Impatient ends the program if an interrupted command doesn't end by itself.
func (sh *Shell) Impatient(ctx context.Context, cmd *cobra.Command) {
	for c := cmd; c != nil; c = c.Parent() {
		if c.Annotations[TakesItsTime] != "" {
			return
		}
	}
	context.AfterFunc(ctx, func() {
		if _, signalled := errors.AsType[*signalError](context.Cause(ctx)); !signalled {
			return // the command has ended
		}
		time.Sleep(patience)
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", cmd.CommandPath(), sh.Printer().T("usage.interrupted", nil))
		os.Exit(ExitInterrupted(ctx))
	})
}

// Keyboard returns standard input for a table on a terminal, which reads it directly.
func Keyboard(cmd *cobra.Command) io.Reader {
	if f, ok := interrupt.File(cmd.InOrStdin()); ok {
		return f
	}
	return cmd.InOrStdin()
}
