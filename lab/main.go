// Rams-lab is the laboratory beside chratze: it trains policies, estimates how exploitable a bot is, measures charts, counts trees of play,
// measures speed, and loads a server. It speaks English, and ends with the exit codes of chratze.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"chratze/bot"
	"chratze/internal/cli/shell"
	"chratze/internal/interrupt"
	"chratze/internal/locale"
	"chratze/rams"
)

// version, revision and date are those of a release, set by its build.
var version, revision, date string

func main() {
	ctx, stop := shell.Interruptible()
	code := execute(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// execute runs the command line args until ctx ends, and returns the exit code.
func execute(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	sh := &shell.Shell{Catalogue: locale.New(), Lang: locale.Base, Release: shell.Build{Version: version, Revision: revision, Date: date}}
	began := false // else an error is one of the command line
	root := &cobra.Command{
		Use:           "rams-lab",
		Short:         "Train and measure what chratze plays",
		Version:       cmp.Or(sh.Build().Name(), "development"),
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(cmd *cobra.Command, args []string) error {
			began = true
			sh.Impatient(cmd.Context(), cmd)
			return cmp.Or(shell.Together(sh.Printer(), cmd), shell.SpareInputs(sh.Printer(), cmd, args))
		},
	}
	root.AddCommand(newTrain(sh), newExploit(sh), newSolve(sh), newChart(sh), newPerft(sh), newDivide(sh), newBench(sh), newLoad(sh))
	root.SetArgs(args)
	root.SetIn(interrupt.Reader(ctx, stdin))
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	if err != nil && !began {
		err = shell.Misuse(err.Error())
	}
	return sh.ReportError(ctx, stderr, cmd, err)
}

// flags adds --rules and other flags: by name, the variable that each sets (shell.Vars) and what it is for, or "" if that is as in
// chratze.
func flags(sh *shell.Shell, cmd *cobra.Command, rules *string, list map[string]flag) {
	shell.RulesFlag(cmd, rules)
	vars := map[string]any{}
	for name, f := range list {
		vars[name] = f.to
	}
	shell.Vars(cmd, vars)
	p := sh.Printer()
	cmd.Flags().VisitAll(func(f *pflag.Flag) { f.Usage = cmp.Or(list[f.Name].usage, p.T("cmd.flag."+f.Name, nil)) })
}

type flag struct {
	to    any
	usage string
}

// misuse returns an error about the command line.
func misuse(format string, args ...any) error { return shell.Misuse(fmt.Sprintf(format, args...)) }

// botFault is what a command says of a name that is no bot's.
func botFault(err error) string { return strings.TrimPrefix(err.Error(), "bot: ") }

// cardPlayer returns the bot that plays the cards in training. An error is a misuse.
func cardPlayer(name string) (rams.Player, error) {
	spec, err := bot.Parse(name)
	switch {
	case err != nil:
		return nil, misuse("--play: %s", botFault(err))
	case !spec.Shared():
		return nil, misuse("--play %s: expected a bot that keeps to rules of thumb, stammtisch-1 or thumb with its thresholds.", name)
	}
	return spec.New(nil), nil
}

// printed writes the answer of a command.
func printed(cmd *cobra.Command, format string, args ...any) error {
	_, err := fmt.Fprintf(cmd.OutOrStdout(), format+"\n", args...)
	return err
}

// canceled reports whether an error says that the command was interrupted.
func canceled(err error) bool { return errors.Is(err, context.Canceled) }
