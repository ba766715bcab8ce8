// Package cli is the commands of the program: each parses its flags, calls a room,
// and prints what comes back, in the language of --lang.
//
// The program exits with 0 if it did what you asked for, with 1 if it failed, and with
// 2 if the command line is wrong. If a signal stops it, it prints what it knows so far
// and exits with 130 or 143; a server that a signal ends exits with 0. If nobody reads on, as
// after head, it ends without a word and exits with 141. Answers go to
// standard output, everything else to standard error.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"chratze/internal/interrupt"
	"chratze/internal/locale"
	"chratze/internal/terminal/lines"
)

// Main runs the program with the arguments, files and signals of the process, and exits. A
// release passes its version, revision and date (RFC 3339); other builds pass "".
func Main(version, revision, date string) {
	ctx, stop := interruptible()
	defer stop()
	signal.Ignore(syscall.SIGPIPE) // so that writing to a closed pipe is an ordinary error
	sh := newShell()
	sh.release = build{Version: version, Revision: revision, Date: date}
	os.Exit(sh.run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// Exit codes.
const (
	exitOK     = 0
	exitFailed = 1
	exitMisuse = 2
	exitGaps   = 3 // verify: everything is correct, but something is missing
	exitUnread = exitSignalled + int(syscall.SIGPIPE)
)

// unread reports whether an error says that nobody reads standard output any more, as when it
// is a pipe to head.
func unread(err error) bool {
	e, ok := errors.AsType[*fs.PathError](err)
	return ok && e.Path == os.Stdout.Name() && errors.Is(e.Err, syscall.EPIPE)
}

// run runs the command line args until ctx ends, and returns the exit code. The first
// interrupt asks a command to stop, the second ends the program.
func (sh *shell) run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	sh.lang = earlyLang(args)
	root := newRoot(sh)
	root.SetArgs(args)
	root.SetIn(interrupt.Reader(ctx, stdin))
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	return sh.report(ctx, stderr, cmd, err)
}

// earlyLang returns the value of --lang before the flags are judged, so that what is wrong with
// one before it is said in that language too.
func earlyLang(args []string) string {
	for i, arg := range args {
		if value, ok := strings.CutPrefix(arg, "--lang="); ok {
			return value
		}
		if arg == "--lang" && i+1 < len(args) {
			return args[i+1]
		}
		if arg == "--" {
			break
		}
	}
	return ""
}

// report prints an error once and returns the exit code. A command that has already printed
// enough returns errSilent.
func (sh *shell) report(ctx context.Context, stderr io.Writer, cmd *cobra.Command, err error) int {
	if fault, ok := errors.AsType[*lines.Fault](err); ok && !unread(err) {
		if err = errors.New(fault.Text(sh.printer())); fault.Misuse {
			err = misuse(err.Error())
		}
	}
	wrong, misused := errors.AsType[*misuseError](err)
	stopped, told := errors.AsType[*interruptError](err)
	switch {
	case err == nil:
		return exitOK
	case unread(err):
		return exitUnread
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
		fmt.Fprintln(stderr, sh.printer().T("usage.see", locale.Args{"line": cmd.CommandPath()}))
		return exitMisuse
	case errors.Is(err, errUnread):
		return exitMisuse
	case errors.Is(err, errIncomplete):
		return exitGaps
	case !errors.Is(err, errSilent):
		fmt.Fprintf(stderr, "%s: %s\n", cmd.CommandPath(), err)
	}
	return exitFailed
}

// errSilent ends a command that has already printed why it failed.
var errSilent = errors.New("failed")

// errUnread ends verify, which has already printed which lines can't be read.
var errUnread = errors.New("unread")

// errIncomplete ends verify, which has already printed what is missing.
var errIncomplete = errors.New("incomplete")

// misuseError says that the command line is wrong.
type misuseError struct{ text string }

func (e *misuseError) Error() string { return e.text }

// misuse returns an error about the command line. The text says what is wrong, the value, and
// what is allowed.
func misuse(text string) error { return &misuseError{text} }
