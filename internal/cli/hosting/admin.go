package hosting

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/server/hostlog"
	"chratze/internal/server/store"
)

// admin is the group of commands for the tables of a server.
type admin struct {
	*shell.Shell
	data string
	db   string
	json bool
}

func NewAdmin(sh *shell.Shell) *cobra.Command {
	a := &admin{Shell: sh}
	cmd := &cobra.Command{
		Use:         "admin",
		Annotations: map[string]string{shell.TakesItsTime: "yes"},
		Example: `  chratze admin list
  chratze admin close 17
  chratze admin scrub 17 Vreni
  chratze admin retention 90`,
		Args:                       sh.UnknownCommand,
		SuggestionsMinimumDistance: 2,
		RunE:                       func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	databaseFlags(cmd, &a.data, &a.db)
	cmd.PersistentFlags().BoolVar(&a.json, "json", false, "")
	a.Describe(cmd, "admin")
	cmd.AddCommand(a.newList(), a.newClose(), a.newDesks(), a.newForget(), a.newScrub(), a.newRetention(), a.newRenew(), a.newLost(), a.newNodes())
	return cmd
}

// open opens the database for writing; no server may have it.
func (a *admin) open(ctx context.Context) (store.Store, error) {
	at, err := databaseAt(a.Printer(), a.data, a.db)
	if err != nil {
		return nil, err
	}
	return at.open(ctx, false, nil)
}

// with opens the database for writing and does f.
func (a *admin) with(ctx context.Context, f func(db store.Store) error) error {
	db, err := a.open(ctx)
	if err != nil {
		return storeFault(a.Printer(), err)
	}
	return storeFault(a.Printer(), cmp.Or(f(db), db.Close()))
}

// read opens the database for reading and does f.
func (a *admin) read(ctx context.Context, f func(r store.ReadOnly) error) error {
	p := a.Printer()
	at, err := databaseAt(p, a.data, a.db)
	if err != nil {
		return err
	}
	r, err := at.Read(ctx)
	if err != nil {
		return storeFault(p, err)
	}
	return storeFault(p, cmp.Or(f(r), r.Close()))
}

// tableID parses the number of a table.
func (a *admin) tableID(text string) (int64, error) {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 {
		return 0, shell.Misuse(a.Printer().T("admin.bad.id", locale.Args{"value": text}))
	}
	return id, nil
}

// ---- list ----

// tableRow is the JSON form of a table.
type tableRow struct {
	ID      int64      `json:"id"`
	Code    string     `json:"code,omitempty"`
	Rules   string     `json:"rules"`
	Created time.Time  `json:"created"`
	Active  time.Time  `json:"active"`
	Closed  *time.Time `json:"closed,omitempty"`
	Records uint64     `json:"records"`
}

func (a *admin) newList() *cobra.Command {
	var onlyLive, onlyClosed bool
	cmd := &cobra.Command{
		Use: "list",
		Example: `  chratze admin list
  chratze admin list --live --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			which := store.All
			switch {
			case onlyLive && onlyClosed:
				return shell.Misuse(a.Printer().T("admin.bad.both", nil))
			case onlyLive:
				which = store.Live
			case onlyClosed:
				which = store.Closed
			}
			return a.list(cmd, which)
		},
	}
	cmd.Flags().BoolVar(&onlyLive, "live", false, "")
	cmd.Flags().BoolVar(&onlyClosed, "closed", false, "")
	a.Describe(cmd, "admin.list")
	return cmd
}

func (a *admin) list(cmd *cobra.Command, which store.Which) error {
	var tables []store.Table
	err := a.read(cmd.Context(), func(r store.ReadOnly) (err error) {
		tables, err = r.Tables(cmd.Context(), which)
		return err
	})
	if err != nil {
		return err
	}
	answer := make([]tableRow, len(tables))
	for i, t := range tables {
		answer[i] = tableRow{ID: t.ID, Code: t.Code, Rules: t.Preset, Created: t.Created, Active: t.Active, Records: t.Len}
		if !t.Live() {
			answer[i].Closed = &t.Closed
		}
	}
	return say(cmd, a.json, answer, listText(a.Printer(), tables))
}

// listText formats tables for people.
func listText(p *locale.Printer, tables []store.Table) string {
	if len(tables) == 0 {
		return p.T("admin.list.none", nil)
	}
	const minute = "2006-01-02 15:04"
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	heads := []string{"admin.list.id", "admin.list.code", "admin.list.rules", "admin.list.made", "admin.list.used", "admin.list.records", "admin.list.state"}
	for i, key := range heads {
		heads[i] = p.T(key, nil)
	}
	fmt.Fprintln(w, strings.Join(heads, "\t"))
	for _, t := range tables {
		state := p.T("admin.live", nil)
		if !t.Live() {
			state = p.T("admin.closed", locale.Args{"when": t.Closed.Format(minute)})
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%d\t%s\n", t.ID, cmp.Or(t.Code, "-"), cmp.Or(t.Preset, "-"),
			t.Created.Format(minute), t.Active.Format(minute), t.Len, state)
	}
	if err := w.Flush(); err != nil {
		panic(err) // a builder never fails
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// ---- lost ----

func (a *admin) newLost() *cobra.Command {
	cmd := &cobra.Command{
		Use: "lost",
		Example: `  chratze admin lost
  chratze admin lost --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.lost(cmd) },
	}
	a.Describe(cmd, "admin.lost")
	return cmd
}

func (a *admin) lost(cmd *cobra.Command) error {
	p, list := a.Printer(), []store.Lost{}
	err := a.read(cmd.Context(), func(r store.ReadOnly) error {
		before, err := store.LostBefore(cmd.Context(), r)
		list = append(list, before...)
		return err
	})
	if err != nil {
		return err
	}
	lines := []string{}
	for _, l := range list {
		when := l.At.Local().Format(time.DateTime)
		if l.Journal {
			lines = append(lines, p.T("admin.lost.journal", locale.Args{"when": when}))
		}
		if l.Marks {
			lines = append(lines, p.T("admin.lost.marks", locale.Args{"when": when}))
		}
		for _, t := range l.Tables {
			lines = append(lines, p.T("admin.lost.table", locale.Args{"when": when, "id": t.Table, "had": t.Had, "has": t.Has}))
		}
	}
	if len(lines) == 0 {
		lines = append(lines, p.T("admin.lost.none", nil))
	}
	return say(cmd, a.json, list, lines...)
}

// ---- renew ----

func (a *admin) newRenew() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "renew",
		Example: `  chratze admin renew --db postgres://chratze@127.0.0.1/chratze`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.with(cmd.Context(), func(db store.Store) error {
				live, err := db.Tables(cmd.Context(), store.Live)
				if err == nil {
					err = hostlog.Renew(cmd.Context(), db)
				}
				if err != nil {
					return err
				}
				return say(cmd, a.json, struct {
					Tables int `json:"tables"`
				}{len(live)}, a.Printer().T("admin.renew.done", locale.Args{"tables": len(live)}))
			})
		},
	}
	a.Describe(cmd, "admin.renew")
	return cmd
}

// ---- close ----

func (a *admin) newClose() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "close ID",
		Example: `  chratze admin close 17`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := a.tableID(args[0])
			if err != nil {
				return err
			}
			return a.with(cmd.Context(), func(db store.Store) error { return a.closeTable(cmd, db, id) })
		},
	}
	a.Describe(cmd, "admin.close")
	return cmd
}

func (a *admin) closeTable(cmd *cobra.Command, db store.Store, id int64) error {
	t, err := db.Table(cmd.Context(), id)
	if err != nil {
		return err
	}
	if err := db.CloseTable(cmd.Context(), id); err != nil {
		return err
	}
	key := "admin.close.done"
	if !t.Live() {
		key = "admin.close.was"
	}
	return say(cmd, a.json, struct {
		ID  int64 `json:"id"`
		Was bool  `json:"was_closed"`
	}{id, !t.Live()}, a.Printer().T(key, locale.Args{"id": id}))
}
