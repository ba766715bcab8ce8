package hosting

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"chratze/internal/group"
	"chratze/internal/hub"
	"chratze/internal/hub/evenings"
	"chratze/internal/locale"
	"chratze/internal/server/store"
)

// Groups are named g and their ID, so that none is taken for a cash desk.
const groupLetter = "g"

// hubOf returns the groups of a database: those of the server that has it, or of this command.
func (a *admin) hubOf(db store.Store) *hub.Hub {
	if a.running != nil {
		return a.running.server.Groups()
	}
	return hub.New(hub.Groups(), db)
}

// groupID returns the ID of a group that an argument names.
func (a *admin) groupID(ctx context.Context, db store.Store, arg string) (string, error) {
	id, is := strings.CutPrefix(arg, groupLetter)
	if is {
		if _, err := a.hubOf(db).Own(ctx, id); err == nil {
			return id, nil
		}
	}
	return "", errors.New(a.Printer().T("admin.groups.unknown", locale.Args{"id": arg}))
}

// isGroup reports whether an argument names a group, not a desk.
func isGroup(arg string) bool { return len(arg) == 13 && strings.HasPrefix(arg, groupLetter) }

func (a *admin) forgetGroup(cmd *cobra.Command, db store.Store, arg string) error {
	ctx := cmd.Context()
	id, err := a.groupID(ctx, db, arg)
	if err != nil {
		return err
	}
	keys, err := db.Settings(ctx)
	if err == nil {
		err = a.hubOf(db).Rewrite(id, func() error { return hub.Groups().Forget(ctx, db, keys, id) })
	}
	if err == nil {
		err = db.Compact(ctx)
	}
	if err != nil {
		return err
	}
	return a.sayDone(cmd, arg, "admin.groups.forgotten")
}

// scrubGroup takes a name out of a group, that of a member or of a guest.
func (a *admin) scrubGroup(cmd *cobra.Command, db store.Store, arg, name string) error {
	ctx := cmd.Context()
	id, err := a.groupID(ctx, db, arg)
	if err != nil {
		return err
	}
	named, members := true, []string(nil)
	err = a.hubOf(db).Note(ctx, hub.Guest{}, id, 0, func(now *group.Log) []string {
		lines := now.Without(name)
		named, members = lines != nil, now.Members()
		return lines
	})
	if err == nil && !named {
		return errors.New(a.Printer().T("admin.groups.unnamed", locale.Args{"name": name, "id": arg, "list": strings.Join(members, ", ")}))
	}
	if err != nil {
		return err
	}
	if err := db.Compact(ctx); err != nil {
		return err
	}
	return a.sayDone(cmd, arg, "admin.groups.scrubbed")
}

// sourcesOf returns where the evenings of groups are read in a database.
func sourcesOf(db store.ReadOnly) *evenings.Sources {
	return &evenings.Sources{
		Now:   time.Now(),
		Table: func(ctx context.Context, id int64) ([][]byte, error) { return recordsOf(ctx, db, id) },
		Desk:  func(ctx context.Context, id string) ([]string, error) { return hub.Desks().Lines(ctx, db, id) },
	}
}

// recordsOf returns the log of a table, nothing if it was deleted.
func recordsOf(ctx context.Context, db store.ReadOnly, id int64) (list [][]byte, err error) {
	for rec, err := range db.Load(ctx, id) {
		if errors.Is(err, store.ErrNoTable) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		list = append(list, rec.Body)
	}
	return list, nil
}

// keepingGroups lets f delete tables and desks, and keeps of each what the groups need: before, their evenings are folded; afterwards, those whose cards are gone
// are marked.
func (a *admin) keepingGroups(ctx context.Context, db store.Store, f func() error) error {
	keys, err := db.Settings(ctx)
	if err != nil {
		return err
	}
	list, err := hub.Groups().List(ctx, db, keys)
	if err != nil {
		return err
	}
	h, s := a.hubOf(db), sourcesOf(db)
	for _, g := range list {
		if err := s.Refresh(ctx, h, g.ID, evenings.Before); err != nil {
			return err
		}
	}
	if err := f(); err != nil {
		return err
	}
	for _, g := range list {
		if err := s.Mark(ctx, h, g.ID, func(e group.Source) (bool, error) { return there(ctx, db, e) }); err != nil {
			return err
		}
	}
	return nil
}

// there reports whether the log of an evening is in a database.
func there(ctx context.Context, db store.ReadOnly, e group.Source) (bool, error) {
	if e.Kind == group.AtDesk {
		lines, err := hub.Desks().Lines(ctx, db, e.Ref)
		return len(lines) > 0, err
	}
	id, err := strconv.ParseInt(e.Ref, 10, 64)
	if err != nil {
		return false, nil
	}
	t, err := db.Table(ctx, id)
	if errors.Is(err, store.ErrNoTable) {
		return false, nil
	}
	return t.Len > 0, err
}
