package hosting

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/server/hostlog"
	"chratze/internal/server/run"
	"chratze/internal/server/store"
	"chratze/internal/terminal/lines"
)

// NewMoveData is chratze move-data.
func NewMoveData(sh *shell.Shell) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:         "move-data FROM TO",
		Annotations: map[string]string{shell.TakesItsTime: "yes"},
		Example: `  chratze move-data /var/lib/chratze postgres://chratze@127.0.0.1/chratze
  chratze move-data postgres://chratze@127.0.0.1/chratze ./evening`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			p := sh.Printer()
			path, m, err := moveData(cmd.Context(), p, args[0], args[1])
			if e, ok := errors.AsType[*store.Error](err); ok && e.Code == store.ErrExists {
				return errors.New(p.T("move-data.exists", locale.Args{"path": e.Path}))
			}
			if err != nil {
				return storeFault(p, err)
			}
			lines := []string{p.T("move-data.done", locale.Args{"path": path, "tables": m.Tables, "live": m.Live, "records": m.Records})}
			if m.Unreadable != nil {
				lines = append(lines, p.T("move-data.unreadable", locale.Args{"list": strings.Trim(fmt.Sprint(m.Unreadable), "[]")}))
			}
			return say(cmd, asJSON, moveReport{path, m}, append(lines, p.T("move-data.next", nil))...)
		},
	}
	shell.Vars(cmd, map[string]any{"json": &asJSON})
	return cmd
}

// moveReport is the answer of move-data in JSON.
type moveReport struct {
	To string `json:"to"`
	hostlog.Moved
}

// moveData moves the data of a server, which doesn't run, to another place.
func moveData(ctx context.Context, p *locale.Printer, from, to string) (path string, m hostlog.Moved, err error) {
	source, err := placeOf(from)
	if err != nil {
		return "", m, err
	}
	target, err := placeOf(to)
	if err != nil {
		return "", m, err
	}
	a, err := source.Open(ctx, false, nil)
	if err != nil {
		return "", m, err
	}
	defer func() { err = cmp.Or(err, a.Close()) }()
	if err := os.MkdirAll(target.Dir, 0o700); err != nil {
		return "", m, cantMake(p, target.Dir, err)
	}
	target.Moved = true // what isn't empty is refused anyway, with what to do
	b, err := target.Open(ctx, true, nil)
	if err != nil {
		return "", m, err
	}
	defer func() { err = cmp.Or(err, b.Close()) }()
	m, err = hostlog.Move(ctx, a, b)
	return b.Path(), m, err
}

// placeOf is the database that an argument names: a data directory, or PostgreSQL.
func placeOf(arg string) (run.Database, error) {
	if !run.IsPostgres(arg) {
		dir, err := filepath.Abs(arg)
		return run.Database{Dir: dir}, err
	}
	dir, err := lines.DataDir(os.Getenv("CHRATZE_DATA"), os.Getenv)
	return run.Database{Dir: dir, URL: arg}, err
}
