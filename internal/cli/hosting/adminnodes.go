package hosting

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/server/hostlog"
	"chratze/internal/server/store/postgres"
	"chratze/internal/terminal/lines"
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

func (a *admin) nodes(cmd *cobra.Command, _ []string) error {
	p := a.Printer()
	at, err := databaseAt(p, a.data, a.db)
	if err != nil {
		return err
	}
	if at.URL == "" {
		return shell.Misuse(p.T("admin.nodes.db", nil))
	}
	r, err := postgres.OpenReader(cmd.Context(), at.URL)
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
	rows := heads(p, "admin.nodes.name", "admin.nodes.address", "admin.nodes.seen", "admin.nodes.tables", "admin.list.state", "admin.nodes.version")
	for _, m := range list {
		state := p.T("admin.nodes.member", nil)
		if m.Leaving {
			state = p.T("admin.nodes.leaving", nil)
		}
		silent := time.Duration(m.Silent) * time.Millisecond
		rows = append(rows, []string{m.Name, m.Address, silent.String(), strconv.FormatInt(m.Tables, 10), state, cmp.Or(m.Version, "-")})
	}
	return strings.Join(lines.Align(rows, "  "), "\n")
}
