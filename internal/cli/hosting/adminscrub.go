package hosting

import (
	"cmp"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"chratze/internal/locale"
	"chratze/internal/server/hostlog"
	"chratze/internal/server/store"
)

func (a *admin) scrub(cmd *cobra.Command, args []string) error {
	if a.group {
		return a.with(cmd, func(db store.Store) error { return a.scrubGroup(cmd, db, args[0], args[1]) })
	}
	id, err := a.tableID(args[0])
	if err != nil {
		return err
	}
	return a.with(cmd, func(db store.Store) error {
		return a.running.table(cmd, id, func() error { return a.scrubName(cmd, db, id, args[1]) })
	})
}

func (a *admin) scrubName(cmd *cobra.Command, db store.Store, id int64, name string) error {
	p := a.Printer()
	n, err := hostlog.Scrub(cmd.Context(), db, id, name)
	if e, ok := errors.AsType[*hostlog.NameError](err); ok {
		list := cmp.Or(strings.Join(e.Names, ", "), p.T("admin.scrub.none", nil))
		return errors.New(p.T("admin.scrub.nobody", locale.Args{"name": name, "id": id, "list": list}))
	}
	if e, ok := errors.AsType[*hostlog.RecordError](err); ok {
		return errors.New(p.T("admin.scrub.newer", locale.Args{"id": id, "record": e.Seq, "reason": e.Err}))
	}
	if err != nil {
		return err
	}
	return say(cmd, a.json, struct {
		ID      int64 `json:"id"`
		Records int   `json:"records"`
	}{id, n}, p.T("admin.scrub.done", locale.Args{"id": id, "records": n}))
}
