package measuring

import (
	"github.com/spf13/cobra"

	"chratze/internal/cli/shell"
	"chratze/internal/rpc"
)

// NewPipe is chratze pipe: the rules for programs in other languages.
func NewPipe(sh *shell.Shell) *cobra.Command {
	return &cobra.Command{
		Use:     "pipe",
		Example: `  echo '{"rules":"chratze","seats":3,"actions":["shuffle","see"],"nature":1}' | chratze pipe`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return rpc.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
}
