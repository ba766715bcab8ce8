package cli

import (
	"io"

	"github.com/spf13/cobra"

	"chratze/internal/cli/shell"
	"chratze/internal/report"
)

func newVersion(sh *shell.Shell) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use: "version",
		Example: `  chratze version
  chratze version --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return report.Write(cmd.OutOrStdout(), sh.Printer(), sh.Build(), asJSON)
		},
	}
	shell.Vars(cmd, map[string]any{"json": &asJSON})
	return cmd
}

// versionFlag adds --version to the program, with the output of the command version. Cobra's
// own flag has a fixed text, which can't depend on --lang.
func versionFlag(sh *shell.Shell, root *cobra.Command) {
	asked := root.Flags().BoolP("version", "v", false, "")
	run := root.RunE
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if !*asked {
			return run(cmd, args)
		}
		_, err := io.WriteString(cmd.OutOrStdout(), sh.Build().Text(sh.Printer()))
		return err
	}
}
