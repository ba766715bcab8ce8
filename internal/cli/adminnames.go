package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"chratze/internal/locale"
	"chratze/internal/server/host"
	"chratze/internal/server/store"
	"chratze/internal/server/table"
)

// ---- scrub ----

// nobody replaces a name that was deleted.
const nobody = "N.N."

func (a *admin) newScrub() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "scrub ID NAME",
		Example: `  chratze admin scrub 17 Vreni`,
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := a.tableID(args[0])
			if err != nil {
				return err
			}
			return a.with(cmd.Context(), func(db store.Store) error { return a.scrub(cmd, db, id, args[1]) })
		},
	}
	a.describe(cmd, "admin.scrub")
	return cmd
}

func (a *admin) scrub(cmd *cobra.Command, db store.Store, id int64, name string) error {
	p := a.printer()
	names, err := namesAt(cmd.Context(), p, db, id)
	if err != nil {
		return err
	}
	if !slices.Contains(names, name) {
		list := cmp.Or(strings.Join(names, ", "), p.T("admin.scrub.none", nil))
		return errors.New(p.T("admin.scrub.nobody", locale.Args{"name": name, "id": id, "list": list}))
	}
	n, err := db.Scrub(cmd.Context(), id, func(body []byte) ([]byte, bool) { return withoutName(body, name) })
	if err != nil {
		return err
	}
	if err := db.Compact(cmd.Context()); err != nil {
		return err
	}
	return say(cmd, a.json, struct {
		ID      int64 `json:"id"`
		Records int   `json:"records"`
	}{id, n}, p.T("admin.scrub.done", locale.Args{"id": id, "records": n}))
}

// errUnlike is the error for a record that would change if it were written again.
var errUnlike = errors.New("unknown fields")

// namesAt returns the names of the people who sit or sat at a table, and refuses a
// log that it doesn't understand wholly: then nothing must be rewritten.
func namesAt(ctx context.Context, p *locale.Printer, db store.Store, id int64) (names []string, err error) {
	for rec, err := range db.Load(ctx, id) {
		if err != nil {
			return nil, err
		}
		r, err := table.DecodeRecord(rec.Body)
		if err == nil && !bytes.Equal(r.Encode(), rec.Body) {
			err = errUnlike
		}
		if err != nil {
			return nil, errors.New(p.T("admin.scrub.newer", locale.Args{"id": id, "record": rec.Seq, "reason": err}))
		}
		if r.Name != "" && r.Bot == "" && r.Name != nobody && !slices.Contains(names, r.Name) {
			names = append(names, r.Name)
		}
	}
	return names, nil
}

// withoutName returns a record without a person's name, and whether it had the name.
func withoutName(body []byte, name string) ([]byte, bool) {
	r, err := table.DecodeRecord(body)
	if err != nil || r.Name != name || r.Bot != "" {
		return nil, false
	}
	r.Name = nobody
	return r.Encode(), true
}

// ---- retention ----

// maxDays is far more than the age of any table.
const maxDays = 100 * 366

func (a *admin) newRetention() *cobra.Command {
	var keepList bool
	cmd := &cobra.Command{
		Use: "retention DAYS",
		Example: `  chratze admin retention 90
  chratze admin retention 30 --keep-list`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			days, err := strconv.Atoi(args[0])
			if err != nil || days < 0 || days > maxDays {
				return misuse(a.printer().T("admin.bad.days", locale.Args{"value": args[0], "most": maxDays}))
			}
			keep := store.KeepNothing
			if keepList {
				keep = store.KeepEntry
			}
			return a.with(cmd.Context(), func(db store.Store) error { return a.retain(cmd, db, days, keep) })
		},
	}
	cmd.Flags().BoolVar(&keepList, "keep-list", false, "")
	a.describe(cmd, "admin.retention")
	return cmd
}

func (a *admin) retain(cmd *cobra.Command, db store.Store, days int, keep store.Kept) error {
	before := time.Now().AddDate(0, 0, -days)
	closed, err := db.Tables(cmd.Context(), store.Closed)
	if err != nil {
		return err
	}
	n, err := db.Retain(cmd.Context(), before, keep)
	if err != nil {
		return err
	}
	for _, t := range closed { // notes on its hands are deleted too
		if left, err := db.Table(cmd.Context(), t.ID); err == nil && left.Len > 0 {
			continue
		}
		if _, err := db.Setting(cmd.Context(), host.NotesKey(t.ID)); err != nil {
			continue // no notes
		}
		if err := db.Set(cmd.Context(), host.NotesKey(t.ID), []byte("[]")); err != nil {
			return err
		}
	}
	if n > 0 {
		if err := db.Compact(cmd.Context()); err != nil {
			return err
		}
	}
	return say(cmd, a.json, struct {
		Tables int       `json:"tables"`
		Before time.Time `json:"before"`
	}{n, before}, a.printer().T("admin.retention.done", locale.Args{"when": before.Format(time.DateTime), "tables": n}))
}
