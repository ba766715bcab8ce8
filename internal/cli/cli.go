// Package cli is the commands of the program: each parses its flags, calls a room,
// and prints what comes back, in the language of --lang.
//
// The program exits with 0 if it did what you asked for, with 1 if it failed, with 2 if the command line is wrong,
// and with 78 if it can't work until a person has mended its settings or data. 78 is EX_CONFIG of sysexits.h; no Go
// program dies with it, as it does with 2 of a panic.
// If a signal stops it, it prints what it knows so far and exits with 130 or 143; a server that
// a signal ends exits with 0. If nobody reads on, as after head, it ends without a word and exits
// with 141. Answers go to standard output, everything else to standard error.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"chratze/internal/cli/shell"
	"chratze/internal/interrupt"
	"chratze/internal/locale"
	"chratze/internal/terminal/lines"
)

// Main runs the program with the arguments, files and signals of the process, and exits. A
// release passes its version, revision and date (RFC 3339); other builds pass "".
func Main(version, revision, date string) {
	ctx, stop := shell.Interruptible()
	defer stop()
	signal.Ignore(syscall.SIGPIPE) // so that writing to a closed pipe is an ordinary error
	sh := shell.New()
	sh.Release = shell.Build{Version: version, Revision: revision, Date: date}
	os.Exit(execute(ctx, sh, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// Exit codes.
const (
	exitOK     = 0
	exitFailed = 1
	exitMisuse = 2
	exitGaps   = 3  // verify: everything is correct, but something is missing
	exitConfig = 78 // the unit doesn't start the server again
	exitUnread = shell.ExitSignalled + int(syscall.SIGPIPE)
)

// execute runs the command line args until ctx ends, and returns the exit code. The first
// interrupt asks a command to stop, the second ends the program.
func execute(ctx context.Context, sh *shell.Shell, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	sh.Lang = earlyLang(args)
	root := newRoot(sh)
	root.SetArgs(args)
	root.SetIn(interrupt.Reader(ctx, stdin))
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	return reportError(ctx, sh, stderr, cmd, err)
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

// reportError prints an error once and returns the exit code. A command that has already printed
// enough returns errSilent.
func reportError(ctx context.Context, sh *shell.Shell, stderr io.Writer, cmd *cobra.Command, err error) int {
	if fault, ok := errors.AsType[*lines.Fault](err); ok && !shell.Unread(err) {
		if err = errors.New(fault.Text(sh.Printer())); fault.Misuse {
			err = shell.Misuse(err.Error())
		}
	}
	wrong, misused := errors.AsType[*shell.MisuseError](err)
	config, unusable := errors.AsType[*shell.ConfigError](err)
	stopped, told := errors.AsType[*shell.InterruptError](err)
	switch {
	case err == nil:
		return exitOK
	case shell.Unread(err):
		return exitUnread
	case told || errors.Is(err, context.Canceled) && ctx.Err() != nil:
		text := sh.Printer().T("usage.interrupted", nil)
		if told {
			text = stopped.Text
		}
		if text != "" {
			fmt.Fprintf(stderr, "%s: %s\n", cmd.CommandPath(), text)
		}
		return shell.ExitInterrupted(ctx)
	case misused:
		fmt.Fprintf(stderr, "%s: %s\n", cmd.CommandPath(), wrong.Text)
		fmt.Fprintln(stderr, sh.Printer().T("usage.see", locale.Args{"line": cmd.CommandPath()}))
		return exitMisuse
	case unusable:
		fmt.Fprintf(stderr, "%s: %s\n", cmd.CommandPath(), config.Text)
		return exitConfig
	case errors.Is(err, shell.ErrUnread):
		return exitMisuse
	case errors.Is(err, shell.ErrIncomplete):
		return exitGaps
	case !errors.Is(err, shell.ErrSilent):
		fmt.Fprintf(stderr, "%s: %s\n", cmd.CommandPath(), err)
	}
	return exitFailed
}
