// Command chratze plays, simulates and explains the trick-taking games Chratze,
// Kratzen, Chratzen and Zwicken.
//
// It exits with 0 if what was asked for was done, 1 if not, and 2 if it was asked
// wrongly. Answers go to standard output, everything else to standard error.
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

	"chratze/internal/msg"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// Exit codes.
const (
	exitOK     = 0
	exitFailed = 1
	exitMisuse = 2
)

// run is the program: it returns the exit code. The first interrupt asks a
// command to stop, the second ends the program.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	signal.Ignore(syscall.SIGPIPE) // writing to a closed pipe is an error like others
	sh := &shell{Catalogue: msg.New()}
	root := newRoot(sh)
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	return sh.report(stderr, cmd, err)
}

// report says an error, once, and returns the exit code. A command that has said
// enough returns errSilent.
func (sh *shell) report(stderr io.Writer, cmd *cobra.Command, err error) int {
	wrong, misused := errors.AsType[*misuseError](err)
	switch {
	case err == nil:
		return exitOK
	case misused:
		fmt.Fprintf(stderr, "%s: %s\n", cmd.CommandPath(), wrong.text)
		fmt.Fprintln(stderr, sh.printer().T("usage.see", msg.Args{"line": cmd.CommandPath()}))
		return exitMisuse
	case !errors.Is(err, errSilent):
		fmt.Fprintf(stderr, "%s: %s\n", cmd.CommandPath(), err)
	}
	return exitFailed
}

// errSilent ends a command that has already said why it failed.
var errSilent = errors.New("failed")

// misuseError says that the program was asked wrongly.
type misuseError struct{ text string }

func (e *misuseError) Error() string { return e.text }

// misuse returns the error of a command that was asked wrongly: what is wrong, the
// value, and what is allowed.
func misuse(text string) error { return &misuseError{text} }
