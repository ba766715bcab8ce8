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
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"chratze/internal/cli/shell"
	"chratze/internal/interrupt"
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
	exitOK     = shell.ExitOK
	exitFailed = shell.ExitFailed
	exitMisuse = shell.ExitMisuse
	exitGaps   = shell.ExitGaps
	exitConfig = shell.ExitConfig
	exitUnread = shell.ExitUnread
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
	return sh.ReportError(ctx, stderr, cmd, err)
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
