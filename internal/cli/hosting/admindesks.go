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
	return a.listKept(cmd, hub.Desks(), "", "admin.desks.line", "admin.desks.none")
}

func (a *admin) groups(cmd *cobra.Command, _ []string) error {
	return a.listKept(cmd, hub.Groups(), groupLetter, "admin.groups.line", "admin.groups.none")
}

// listKept lists the cash desks or the groups. Their IDs begin with a letter.
func (a *admin) listKept(cmd *cobra.Command, kind hub.Kind, letter, line, none string) error {
	return a.read(cmd.Context(), func(r store.ReadOnly) error {
		keys, err := r.Settings(cmd.Context())
		if err != nil {
			return err
		}
		list, err := kind.List(cmd.Context(), r, keys)
		if err != nil {
			return err
		}
		lines := []string{}
		for i := range list {
			d := &list[i]
			d.ID = letter + d.ID
			lines = append(lines, a.Printer().T(line, locale.Args{"id": d.ID, "when": d.Used.Format(time.DateOnly), "lines": d.Lines, "people": strings.Join(d.People, ", ")}))
		}
		if len(lines) == 0 {
			lines = append(lines, a.Printer().T(none, nil))
		}
		return say(cmd, a.json, list, lines...)
	})
}

// sayDone confirms a change of a desk or a group.
func (a *admin) sayDone(cmd *cobra.Command, id, key string) error {
	return say(cmd, a.json, struct {
		ID string `json:"id"`
	}{id}, a.Printer().T(key, locale.Args{"id": id}))
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
	return a.sayDone(cmd, id, "admin.forget.done")
}
