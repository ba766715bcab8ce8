package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"chratze/internal/locale"
	"chratze/internal/server/host"
	"chratze/internal/server/store"
	"chratze/internal/server/table"
)

// admin looks after the tables of a server.
type admin struct {
	*shell
	data string
	json bool
}

func newAdmin(sh *shell) *cobra.Command {
	a := &admin{shell: sh}
	cmd := &cobra.Command{
		Use:         "admin",
		Annotations: map[string]string{takesItsTime: "yes"},
		Example: `  chratze admin list
  chratze admin close 17
  chratze admin scrub 17 Vreni
  chratze admin retention 90`,
		Args:                       sh.unknownCommand,
		SuggestionsMinimumDistance: 2,
		RunE:                       func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	dataFlag(cmd, &a.data)
	cmd.PersistentFlags().BoolVar(&a.json, "json", false, "")
	a.describe(cmd, "admin")
	cmd.AddCommand(a.newList(), a.newClose(), a.newScrub(), a.newRetention(), a.newLost())
	return cmd
}

// open opens the database for writing; no server may have it.
func (a *admin) open(ctx context.Context) (*store.DB, error) {
	path, err := databasePath(a.data)
	if err != nil {
		return nil, err
	}
	return store.Open(ctx, path, store.Options{})
}

// with opens the database for writing and does f.
func (a *admin) with(ctx context.Context, f func(db *store.DB) error) error {
	db, err := a.open(ctx)
	if err != nil {
		return storeFault(a.printer(), err)
	}
	return storeFault(a.printer(), cmp.Or(f(db), db.Close()))
}

// tableID reads the number of a table.
func (a *admin) tableID(text string) (int64, error) {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 {
		return 0, misuse(a.printer().T("admin.bad.id", locale.Args{"value": text}))
	}
	return id, nil
}

// ---- list ----

// listed is a table in JSON.
type listed struct {
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
				return misuse(a.printer().T("admin.bad.both", nil))
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
	a.describe(cmd, "admin.list")
	return cmd
}

func (a *admin) list(cmd *cobra.Command, which store.Which) error {
	path, err := databasePath(a.data)
	if err != nil {
		return err
	}
	p := a.printer()
	r, err := store.OpenReader(cmd.Context(), path)
	if err != nil {
		return storeFault(p, err)
	}
	tables, err := r.Tables(cmd.Context(), which)
	if err := cmp.Or(err, r.Close()); err != nil {
		return storeFault(p, err)
	}
	answer := make([]listed, len(tables))
	for i, t := range tables {
		answer[i] = listed{ID: t.ID, Code: t.Code, Rules: t.Preset, Created: t.Created, Active: t.Active, Records: t.Len}
		if !t.Live() {
			answer[i].Closed = &t.Closed
		}
	}
	return say(cmd, a.json, answer, listText(p, tables))
}

// listText lays tables out for people.
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
		panic(err) // a builder takes everything
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
	a.describe(cmd, "admin.lost")
	return cmd
}

func (a *admin) lost(cmd *cobra.Command) error {
	path, err := databasePath(a.data)
	if err != nil {
		return err
	}
	p := a.printer()
	r, err := store.OpenReader(cmd.Context(), path)
	if err != nil {
		return storeFault(p, err)
	}
	list, err := r.LostBefore(cmd.Context())
	if err := cmp.Or(err, r.Close()); err != nil {
		return storeFault(p, err)
	}
	if list == nil {
		list = []store.Lost{}
	}
	lines := []string{}
	for _, l := range list {
		when := l.At.Local().Format(time.DateTime)
		if l.Journal {
			lines = append(lines, p.T("admin.lost.journal", locale.Args{"when": when}))
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
			return a.with(cmd.Context(), func(db *store.DB) error { return a.closeTable(cmd, db, id) })
		},
	}
	a.describe(cmd, "admin.close")
	return cmd
}

func (a *admin) closeTable(cmd *cobra.Command, db *store.DB, id int64) error {
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
	}{id, !t.Live()}, a.printer().T(key, locale.Args{"id": id}))
}

// ---- scrub ----

// nobody is what stands in the place of a name that was deleted.
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
			return a.with(cmd.Context(), func(db *store.DB) error { return a.scrub(cmd, db, id, args[1]) })
		},
	}
	a.describe(cmd, "admin.scrub")
	return cmd
}

func (a *admin) scrub(cmd *cobra.Command, db *store.DB, id int64, name string) error {
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

// errUnlike is about a record that would be another if it were written again.
var errUnlike = errors.New("unknown fields")

// namesAt returns the names of the people who sit or sat at a table, and refuses a
// log that it doesn't understand wholly: then nothing must be rewritten.
func namesAt(ctx context.Context, p *locale.Printer, db *store.DB, id int64) (names []string, err error) {
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

// withoutName returns a record without a person's name, and whether it had it.
func withoutName(body []byte, name string) ([]byte, bool) {
	r, err := table.DecodeRecord(body)
	if err != nil || r.Name != name || r.Bot != "" {
		return nil, false
	}
	r.Name = nobody
	return r.Encode(), true
}

// ---- retention ----

// maxDays is far beyond the age of any table.
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
			return a.with(cmd.Context(), func(db *store.DB) error { return a.retain(cmd, db, days, keep) })
		},
	}
	cmd.Flags().BoolVar(&keepList, "keep-list", false, "")
	a.describe(cmd, "admin.retention")
	return cmd
}

func (a *admin) retain(cmd *cobra.Command, db *store.DB, days int, keep store.Kept) error {
	before := time.Now().AddDate(0, 0, -days)
	closed, err := db.Tables(cmd.Context(), store.Closed)
	if err != nil {
		return err
	}
	n, err := db.Retain(cmd.Context(), before, keep)
	if err != nil {
		return err
	}
	for _, t := range closed { // what was noted at hands goes with them
		if left, err := db.Table(cmd.Context(), t.ID); err == nil && left.Len > 0 {
			continue
		}
		if _, err := db.Setting(cmd.Context(), host.NotesKey(t.ID)); err != nil {
			continue // there are none
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
