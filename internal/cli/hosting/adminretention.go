package hosting

import (
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"chratze/internal/cli/shell"
	"chratze/internal/hub"
	"chratze/internal/locale"
	"chratze/internal/server/hostlog"
	"chratze/internal/server/store"
)

// maxDays is far more than the age of any table.
const maxDays = 100 * 366

func (a *admin) newRetention() *cobra.Command {
	var keepList bool
	flags := map[string]any{"keep-list": &keepList}
	return a.command("retention DAYS", "retention 90\n  chratze admin retention 30 --keep-list", flags, func(cmd *cobra.Command, args []string) error {
		days, err := strconv.Atoi(args[0])
		if err != nil || days < 0 || days > maxDays {
			return shell.Misuse(a.Printer().T("admin.bad.days", locale.Args{"value": args[0], "most": maxDays}))
		}
		keep := store.KeepNothing
		if keepList {
			keep = store.KeepEntry
		}
		return a.with(cmd, func(db store.Store) error {
			return a.keepingGroups(cmd.Context(), db, func() error { return a.retain(cmd, db, days, keep) })
		})
	})
}

func (a *admin) retain(cmd *cobra.Command, db store.Store, days int, keep store.Kept) error {
	before := time.Now().AddDate(0, 0, -days)
	keys, err := db.Settings(cmd.Context())
	if err != nil {
		return err
	}
	desks, err := hub.Desks().Retain(cmd.Context(), db, keys, before, func(id string, f func() error) error { return a.running.desk(id, f) })
	if err != nil {
		return err
	}
	n := 0
	err = a.running.closed(cmd, func() error {
		n, err = hostlog.Retain(cmd.Context(), db, before, keep)
		return err
	})
	if err == nil && n == 0 && desks > 0 {
		err = db.Compact(cmd.Context())
	}
	files := 0
	if _, file := db.(*store.DB); err == nil && file {
		files, err = store.DropReplaced(db.Path(), before)
	}
	if err != nil {
		return err
	}
	return say(cmd, a.json, struct {
		Tables int       `json:"tables"`
		Desks  int       `json:"desks"`
		Files  int       `json:"files"` // that restores have left
		Before time.Time `json:"before"`
	}{n, desks, files, before}, a.Printer().T("admin.retention.done", locale.Args{"when": before.Format(time.DateTime), "tables": n, "desks": desks, "files": files}))
}
