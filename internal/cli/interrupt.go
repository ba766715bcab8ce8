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
	"chratze/internal/interrupt"
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

// keyboard is standard input for a table on a terminal, which reads it by itself.
func keyboard(cmd *cobra.Command) io.Reader {
	if f, ok := interrupt.File(cmd.InOrStdin()); ok {
		return f
	}
	return cmd.InOrStdin()
}

// thinker is a bot that stops thinking when a command is interrupted.
type thinker struct {
	ctx context.Context
	bot.Bot
}

// Act is policy.Player's.
func (t thinker) Act(v *rams.View) rams.Action { return bot.Act(t.ctx, t.Bot, v) }

var _ policy.Player = thinker{}
