package hosting

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/spf13/cobra"

	"chratze/internal/bounded"
	"chratze/internal/cli/shell"
	"chratze/internal/group"
	"chratze/internal/hub/evenings"
	"chratze/internal/locale"
	"chratze/internal/server/store"
)

// mostExport is how many bytes the export of a group may have.
const mostExport = 64 << 20

// NewGroup is chratze group, for files of groups.
func NewGroup(sh *shell.Shell) *cobra.Command {
	cmd := &cobra.Command{
		Use: "group", Example: "  chratze group verify group.json", Args: sh.UnknownCommand, SuggestionsMinimumDistance: 2,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	a := &admin{Shell: sh}
	verify := &cobra.Command{
		Use: "verify FILE", Args: cobra.ExactArgs(1),
		Example: `  chratze group verify group.json
  chratze group verify group.json --data /var/lib/chratze`,
		RunE: a.verifyGroup,
	}
	databaseFlags(verify, &a.data, &a.db)
	verify.Flags().BoolVar(&a.json, "json", false, "")
	cmd.AddCommand(verify)
	return cmd
}

// verifyGroup folds an export anew, with the tables of a database if one is named.
func (a *admin) verifyGroup(cmd *cobra.Command, args []string) error {
	p := a.Printer()
	b, err := bounded.ReadFile(args[0], mostExport)
	if err != nil {
		return err
	}
	var x evenings.Export
	if err := json.Unmarshal(b, &x); err != nil {
		return errors.New(p.T("group.verify.file", locale.Args{"file": locale.Quoted(args[0])}))
	}
	folded, line := 0, 0
	if a.data == "" && a.db == "" {
		folded, line, err = x.Verify(cmd.Context(), nil)
	} else {
		read := a.read(cmd.Context(), func(r store.ReadOnly) error {
			folded, line, err = x.Verify(cmd.Context(), func(ctx context.Context, id int64) ([][]byte, error) { return recordsOf(ctx, r, id) })
			return nil
		})
		if read != nil {
			return read
		}
	}
	bad, isLine := errors.AsType[*group.Error](err)
	switch {
	case isLine:
		return errors.New(p.T("group.verify.line", locale.Args{"line": line, "why": p.GroupFault(bad.Code, bad.Text, bad.Name, bad.N, bad.Want)}))
	case errors.Is(err, evenings.ErrExport):
		return errors.New(p.T("group.verify.hash", nil))
	case errors.Is(err, evenings.ErrDiffer):
		return errors.New(p.T("group.verify.differs", locale.Args{"line": line}))
	case err != nil:
		return err
	}
	return say(cmd, a.json, struct {
		Lines  int `json:"lines"`
		Folded int `json:"folded"` // evenings
	}{len(x.Lines), folded}, p.T("group.verify.good", locale.Args{"lines": len(x.Lines), "evenings": folded}))
}
