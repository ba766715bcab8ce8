// Command chratze plays, simulates and explains the trick-taking games Chratze,
// Kratzen, Chratzen and Zwicken.
//
// It exits with 0 if what was asked for was done, 1 if not, 2 if it was asked wrongly,
// and with 130 or 143 if a signal has stopped it: then it has told what it knew by then.
// A server that a signal ends has done what was asked for. Answers go to standard output, everything else to standard error.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
	_ "golang.org/x/crypto/x509roots/fallback" // authorities, for a system that has none: a container from scratch

	"chratze/internal/msg"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// Exit codes.
const (
	exitOK     = 0
	exitFailed = 1
	exitMisuse = 2
	exitGaps   = 3 // verify: what is there is right, and something is missing
)

// run is the program: it returns the exit code. The first interrupt asks a
// command to stop, the second ends the program.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := interruptible()
	defer stop()
	signal.Ignore(syscall.SIGPIPE) // writing to a closed pipe is an error like others
	return runUntil(ctx, args, stdin, stdout, stderr)
}

// runUntil is run until ctx ends.
func runUntil(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	sh := &shell{Catalogue: msg.New()}
	root := newRoot(sh)
	root.SetArgs(args)
	root.SetIn(endless(ctx, stdin))
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	return sh.report(ctx, stderr, cmd, err)
}

// report says an error, once, and returns the exit code. A command that has said
// enough returns errSilent.
func (sh *shell) report(ctx context.Context, stderr io.Writer, cmd *cobra.Command, err error) int {
	wrong, misused := errors.AsType[*misuseError](err)
	stopped, told := errors.AsType[*interruptError](err)
	switch {
	case err == nil:
		return exitOK
	case told || errors.Is(err, context.Canceled) && ctx.Err() != nil:
		text := sh.printer().T("usage.interrupted", nil)
		if told {
			text = stopped.text
		}
		if text != "" {
			fmt.Fprintf(stderr, "%s: %s\n", cmd.CommandPath(), text)
		}
		return exitInterrupted(ctx)
	case misused:
		fmt.Fprintf(stderr, "%s: %s\n", cmd.CommandPath(), wrong.text)
		fmt.Fprintln(stderr, sh.printer().T("usage.see", msg.Args{"line": cmd.CommandPath()}))
		return exitMisuse
	case errors.Is(err, errIncomplete):
		return exitGaps
	case !errors.Is(err, errSilent):
		fmt.Fprintf(stderr, "%s: %s\n", cmd.CommandPath(), err)
	}
	return exitFailed
}

// errSilent ends a command that has already said why it failed.
var errSilent = errors.New("failed")

// errIncomplete ends verify, which has said what is missing.
var errIncomplete = errors.New("incomplete")

// misuseError says that the program was asked wrongly.
type misuseError struct{ text string }

func (e *misuseError) Error() string { return e.text }

// misuse returns the error of a command that was asked wrongly: what is wrong, the
// value, and what is allowed.
func misuse(text string) error { return &misuseError{text} }
