package cli

import (
	"errors"
	"os"

	"github.com/spf13/cobra"

	"chratze/internal/desk"
	"chratze/internal/interrupt"
	"chratze/internal/locale"
	"chratze/internal/terminal/clerk"
	"chratze/internal/terminal/lines"
)

// newKasse is chratze kasse.
func newKasse(sh *shell) *cobra.Command {
	var enter, asJSON, asCSV, asText bool
	cmd := &cobra.Command{
		Use: "kasse [FILE]",
		Example: `  chratze kasse evening.txt
  chratze kasse --enter evening.txt
  printf 'seats anna beat carl\nanna 2! beat 1 carl\n' | chratze kasse -`,
		Args: cobra.MaximumNArgs(1),
	}
	flags := cmd.Flags()
	flags.BoolVar(&enter, "enter", false, "")
	flags.BoolVar(&asJSON, "json", false, "")
	flags.BoolVar(&asCSV, "csv", false, "")
	flags.BoolVar(&asText, "text", false, "")
	cmd.MarkFlagsMutuallyExclusive("enter", "json", "csv", "text")
	sh.describe(cmd, "kasse")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p, scr := sh.printer(), lines.NewScreen(cmd.OutOrStdout(), os.Getenv)
		if enter || len(args) == 0 {
			if len(args) == 0 || args[0] == "-" {
				return misuse(p.T("cli.kasse.file", nil))
			}
			if err := writable(p, args[0]); err != nil {
				return err
			}
			return kasseFault(p, clerk.Enter(p, scr, args[0], cmd.InOrStdin()))
		}
		e, err := readEvening(cmd, p, args[0])
		if err != nil {
			return err
		}
		switch {
		case asJSON:
			scr.Data(string(e.JSON()))
		case asCSV:
			scr.Data(string(e.CSV()))
		case asText:
			scr.Data(e.Text())
		default:
			return clerk.New(p, scr, e).Report()
		}
		return scr.Flush()
	}
	return cmd
}

// readEvening reads an evening from a file or from standard input.
func readEvening(cmd *cobra.Command, p *locale.Printer, path string) (*desk.Evening, error) {
	in, err := openFile(p, cmd, path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }() // it was only read
	text, err := clerk.Text(in)
	if err != nil {
		return nil, unreadable(p, path, err)
	}
	e, err := interrupt.Until(cmd.Context(), func() (*desk.Evening, error) { return desk.Read(text) })
	return e, kasseFault(p, err)
}

// kasseFault turns an error of the desk into one of the command.
func kasseFault(p *locale.Printer, err error) error {
	if e, ok := errors.AsType[*clerk.ReadError](err); ok {
		return unreadable(p, e.Path, e.Err)
	}
	if e, ok := errors.AsType[*desk.Error](err); ok {
		return misuse(clerk.Refused(p, e))
	}
	if errors.Is(err, clerk.ErrSaid) {
		return errSilent
	}
	return err
}
