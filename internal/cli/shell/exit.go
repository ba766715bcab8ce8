package shell

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"

	"github.com/spf13/cobra"

	"chratze/internal/locale"
	"chratze/internal/terminal/lines"
)

// Exit codes.
const (
	ExitOK     = 0
	ExitFailed = 1
	ExitMisuse = 2
	ExitGaps   = 3  // verify: everything is correct, but something is missing
	ExitConfig = 78 // the unit doesn't start the server again
	ExitUnread = ExitSignalled + int(syscall.SIGPIPE)
)

// ReportError prints an error once and returns the exit code. A command that has already printed
// enough returns ErrSilent.
func (sh *Shell) ReportError(ctx context.Context, stderr io.Writer, cmd *cobra.Command, err error) int {
	if fault, ok := errors.AsType[*lines.Fault](err); ok && !Unread(err) {
		switch err = errors.New(fault.Text(sh.Printer())); {
		case fault.Misuse:
			err = Misuse(err.Error())
		case errors.Is(fault, lines.ErrNoHome):
			err = BadConfig(err.Error())
		}
	}
	wrong, misused := errors.AsType[*MisuseError](err)
	config, unusable := errors.AsType[*ConfigError](err)
	stopped, told := errors.AsType[*InterruptError](err)
	switch {
	case err == nil:
		return ExitOK
	case Unread(err):
		return ExitUnread
	case told || errors.Is(err, context.Canceled) && ctx.Err() != nil:
		text := sh.Printer().T("usage.interrupted", nil)
		if told {
			text = stopped.Text
		}
		if text != "" {
			fmt.Fprintf(stderr, "%s: %s\n", cmd.CommandPath(), text)
		}
		return ExitInterrupted(ctx)
	case misused:
		fmt.Fprintf(stderr, "%s: %s\n", cmd.CommandPath(), wrong.Text)
		fmt.Fprintln(stderr, sh.Printer().T("usage.see", locale.Args{"line": cmd.CommandPath()}))
		return ExitMisuse
	case unusable:
		fmt.Fprintf(stderr, "%s: %s\n", cmd.CommandPath(), config.Text)
		return ExitConfig
	case errors.Is(err, ErrUnread):
		return ExitMisuse
	case errors.Is(err, ErrIncomplete):
		return ExitGaps
	case !errors.Is(err, ErrSilent):
		fmt.Fprintf(stderr, "%s: %s\n", cmd.CommandPath(), err)
	}
	return ExitFailed
}
