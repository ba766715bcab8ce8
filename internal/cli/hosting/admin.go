package hosting

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/server/hostlog"
	"chratze/internal/server/store"
	"chratze/internal/terminal/lines"
)

// admin is the group of commands for the tables of a server.
type admin struct {
	*shell.Shell
	data string
	db   string
	json bool

	group bool // scrub: the ID is a group's

	running *running // the server whose database it is; nil: there is none
}

func NewAdmin(sh *shell.Shell) *cobra.Command { return newAdmin(&admin{Shell: sh}) }

func newAdmin(a *admin) *cobra.Command {
	cmd := &cobra.Command{
		Use:         "admin",
		Annotations: map[string]string{shell.TakesItsTime: "yes"},
		Example: `  chratze admin list
  chratze admin close 17
  chratze admin scrub 17 Vreni
  chratze admin retention 90`,
		Args:                       a.UnknownCommand,
		SuggestionsMinimumDistance: 2,
		RunE:                       func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	databaseFlags(cmd, &a.data, &a.db)
	cmd.PersistentFlags().BoolVar(&a.json, "json", false, "")
	cmd.AddCommand(
		a.newList(),
		a.command("close ID", "close 17", nil, a.closeTable),
		a.command("desks", "desks", nil, a.desks),
		a.command("groups", "groups", nil, a.groups),
		a.command("forget ID", "forget k7m2x9q4w1ab\n  chratze admin forget gk7m2x9q4w1ab", nil, a.forget),
		a.command("scrub ID NAME", "scrub 17 Vreni\n  chratze admin scrub --group gk7m2x9q4w1ab Vreni", map[string]any{"group": &a.group}, a.scrub),
		a.newRetention(),
		a.command("renew", "renew --db postgres://chratze@127.0.0.1/chratze", nil, a.renew),
		a.command("lost", "lost\n  chratze admin lost --json", nil, a.lost),
		a.command("nodes", "nodes --db postgres://chratze@127.0.0.1/chratze", nil, a.nodes),
	)
	return cmd
}

// command returns a command with as many arguments as its use names, and with flags if it has any.
func (a *admin) command(use, example string, flags map[string]any, run func(*cobra.Command, []string) error) *cobra.Command {
	cmd := &cobra.Command{Use: use, Example: "  chratze admin " + example, Args: cobra.ExactArgs(strings.Count(use, " ")), RunE: run}
	shell.Vars(cmd, flags)
	return cmd
}

// with opens the database for writing and does f. If a server has it, the server does the command, or it can't be done.
func (a *admin) with(cmd *cobra.Command, f func(db store.Store) error) error {
	ctx, p := cmd.Context(), a.Printer()
	if a.running != nil {
		return storeFault(p, f(a.running.db))
	}
	at, err := databaseAt(p, a.data, a.db)
	if err != nil {
		return err
	}
	if slices.Contains(whileRunning, cmd.Name()) {
		if asked, err := a.ask(cmd, at.Socket()); asked {
			return err
		}
	}
	at.Moved = cmd.Name() == "renew"
	db, err := at.Open(ctx, false, nil)
	if err != nil {
		return storeFault(p, err)
	}
	return storeFault(p, cmp.Or(f(db), db.Close()))
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
	People  []string   `json:"people,omitempty"`
}

func (a *admin) newList() *cobra.Command {
	var onlyLive, onlyClosed, people bool
	flags := map[string]any{"live": &onlyLive, "closed": &onlyClosed, "people": &people}
	return a.command("list", "list\n  chratze admin list --live --json", flags, func(cmd *cobra.Command, _ []string) error {
		which := store.All
		switch {
		case onlyLive && onlyClosed:
			return shell.Misuse(a.Printer().T("admin.bad.both", nil))
		case onlyLive:
			which = store.Live
		case onlyClosed:
			which = store.Closed
		}
		return a.list(cmd, which, people)
	})
}

func (a *admin) list(cmd *cobra.Command, which store.Which, people bool) error {
	answer := []tableRow{}
	err := a.read(cmd.Context(), func(r store.ReadOnly) error {
		tables, err := r.Tables(cmd.Context(), which)
		for _, t := range tables {
			row := tableRow{ID: t.ID, Code: t.Code, Rules: t.Preset, Created: t.Created, Active: t.Active, Records: t.Len}
			if !t.Live() {
				row.Closed = &t.Closed
			}
			if people {
				names, err := hostlog.People(cmd.Context(), r, t.ID)
				if _, ok := errors.AsType[*hostlog.RecordError](err); err != nil && !ok {
					return err
				}
				row.People = names
			}
			answer = append(answer, row)
		}
		return err
	})
	if err != nil {
		return err
	}
	return say(cmd, a.json, answer, listText(a.Printer(), answer, people))
}

// minute is how times are shown.
const minute = "2006-01-02 15:04"

// listText formats tables for people.
func listText(p *locale.Printer, tables []tableRow, people bool) string {
	if len(tables) == 0 {
		return p.T("admin.list.none", nil)
	}
	keys := []string{"admin.list.id", "admin.list.code", "admin.list.rules", "admin.list.made", "admin.list.used", "admin.list.records", "admin.list.state"}
	if people {
		keys = append(keys, "admin.list.people")
	}
	rows := heads(p, keys...)
	for _, t := range tables {
		state := p.T("admin.live", nil)
		if t.Closed != nil {
			state = p.T("admin.closed", locale.Args{"when": t.Closed.Format(minute)})
		}
		rows = append(rows, []string{strconv.FormatInt(t.ID, 10), cmp.Or(t.Code, "-"), cmp.Or(t.Rules, "-"),
			t.Created.Format(minute), t.Active.Format(minute), strconv.FormatUint(t.Records, 10), state, strings.Join(t.People, ", ")}[:len(keys)])
	}
	return strings.Join(lines.Align(rows, "  "), "\n")
}

// heads returns the first row of a table for people.
func heads(p *locale.Printer, keys ...string) [][]string {
	for i, key := range keys {
		keys[i] = p.T(key, nil)
	}
	return [][]string{keys}
}

// ---- lost ----

func (a *admin) lost(cmd *cobra.Command, _ []string) error {
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

func (a *admin) renew(cmd *cobra.Command, _ []string) error {
	return a.with(cmd, func(db store.Store) error {
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
}

// ---- close ----

func (a *admin) closeTable(cmd *cobra.Command, args []string) error {
	id, err := a.tableID(args[0])
	if err != nil {
		return err
	}
	return a.with(cmd, func(db store.Store) error {
		t, err := db.Table(cmd.Context(), id)
		if err != nil {
			return err
		}
		if err := a.running.table(cmd, id, func() error { return db.CloseTable(cmd.Context(), id) }); err != nil {
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
	})
}
