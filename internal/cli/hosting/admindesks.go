package hosting

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"chratze/internal/hub"
	"chratze/internal/locale"
	"chratze/internal/server/store"
)

func (a *admin) desks(cmd *cobra.Command, _ []string) error {
	return a.read(cmd.Context(), func(r store.ReadOnly) error {
		keys, err := r.Settings(cmd.Context())
		if err != nil {
			return err
		}
		list, err := hub.Desks().List(cmd.Context(), r, keys)
		if err != nil {
			return err
		}
		lines := []string{}
		for _, d := range list {
			lines = append(lines, a.Printer().T("admin.desks.line", locale.Args{"id": d.ID, "when": d.Used.Format(time.DateOnly), "lines": d.Lines, "people": strings.Join(d.People, ", ")}))
		}
		if len(lines) == 0 {
			lines = append(lines, a.Printer().T("admin.desks.none", nil))
		}
		return say(cmd, a.json, list, lines...)
	})
}

func (a *admin) forget(cmd *cobra.Command, args []string) error {
	return a.with(cmd, func(db store.Store) error {
		if isGroup(args[0]) {
			return a.forgetGroup(cmd, db, args[0])
		}
		return a.keepingGroups(cmd.Context(), db, func() error {
			return a.running.desk(args[0], func() error { return a.forgetDesk(cmd, db, args[0]) })
		})
	})
}

func (a *admin) forgetDesk(cmd *cobra.Command, db store.Store, id string) error {
	keys, err := db.Settings(cmd.Context())
	if err != nil {
		return err
	}
	list, err := hub.Desks().List(cmd.Context(), db, keys)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(list, func(d hub.Kept) bool { return d.ID == id }) {
		return errors.New(a.Printer().T("admin.forget.none", locale.Args{"id": id}))
	}
	if err := hub.Desks().Forget(cmd.Context(), db, keys, id); err != nil {
		return err
	}
	if err := db.Compact(cmd.Context()); err != nil {
		return err
	}
	return say(cmd, a.json, struct {
		ID string `json:"id"`
	}{id}, a.Printer().T("admin.forget.done", locale.Args{"id": id}))
}
