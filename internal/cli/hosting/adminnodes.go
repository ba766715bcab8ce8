package hosting

import (
	"cmp"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/server/hostlog"
	"chratze/internal/server/store/postgres"
)

// listedNode is the JSON form of a server among several.
type listedNode struct {
	Name    string `json:"name"`
	Address string `json:"address"`
	Silent  int64  `json:"silent_ms"` // since its last heartbeat
	Tables  int64  `json:"tables"`    // and cash desks that it owns
	Version string `json:"version,omitempty"`
	Leaving bool   `json:"leaving,omitempty"`
}

func (a *admin) newNodes() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "nodes",
		Example: `  chratze admin nodes --db postgres://chratze@127.0.0.1/chratze`,
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.nodes(cmd) },
	}
	a.Describe(cmd, "admin.nodes")
	return cmd
}

func (a *admin) nodes(cmd *cobra.Command) error {
	p := a.Printer()
	at, err := databaseAt(p, a.data, a.db)
	if err != nil {
		return err
	}
	if at.Url == "" {
		return shell.Misuse(p.T("admin.nodes.db", nil))
	}
	r, err := postgres.OpenReader(cmd.Context(), at.Url)
	if err != nil {
		return storeFault(p, err)
	}
	v, owned, err := r.Nodes(cmd.Context())
	list := []listedNode{}
	for _, m := range v.Members {
		list = append(list, listedNode{m.Name, m.Address, v.Now - m.Seen, owned[m.ID], hostlog.ProgramOf(cmd.Context(), r, m.Name), m.Leaving})
	}
	if err := cmp.Or(err, r.Close()); err != nil {
		return storeFault(p, err)
	}
	return say(cmd, a.json, list, nodesText(p, list))
}

// nodesText formats servers for people.
func nodesText(p *locale.Printer, list []listedNode) string {
	if len(list) == 0 {
		return p.T("admin.nodes.none", nil)
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, strings.Join([]string{p.T("admin.nodes.name", nil), p.T("admin.nodes.address", nil), p.T("admin.nodes.seen", nil), p.T("admin.nodes.tables", nil), p.T("admin.list.state", nil), p.T("admin.nodes.version", nil)}, "\t"))
	for _, m := range list {
		state := p.T("admin.nodes.member", nil)
		if m.Leaving {
			state = p.T("admin.nodes.leaving", nil)
		}
		fmt.Fprintf(w, "%s\t%s\t%v\t%d\t%s\t%s\n", m.Name, m.Address, time.Duration(m.Silent)*time.Millisecond, m.Tables, state, cmp.Or(m.Version, "-"))
	}
	if err := w.Flush(); err != nil {
		panic(err) // a builder never fails
	}
	return strings.TrimSuffix(b.String(), "\n")
}
