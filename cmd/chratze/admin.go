package main

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

	"chratze/internal/store"
	"chratze/internal/table"
)

// admin looks after the tables of a server.
type admin struct {
	data string
	json bool
}

func newAdmin(*shell) *cobra.Command {
	a := &admin{}
	cmd := &cobra.Command{
		Use:   "admin",
		Short: "Look after the tables of a server: list, close, forget, delete",
		Long: `Look after the tables of a server. List works while the server is running; stop the
server for the other commands, and make a backup first.`,
		Example: `  chratze admin list
  chratze admin close 17
  chratze admin scrub 17 Vreni
  chratze admin retention 90`,
		Args:                       unknownCommand,
		SuggestionsMinimumDistance: 2,
		RunE:                       func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	dataFlag(cmd, &a.data)
	cmd.PersistentFlags().BoolVar(&a.json, "json", false, "answer in JSON")
	cmd.AddCommand(a.newList(), a.newClose(), a.newScrub(), a.newRetention())
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
		return err
	}
	return cmp.Or(f(db), db.Close())
}

// tableID reads the number of a table.
func tableID(text string) (int64, error) {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 {
		return 0, misuse("ID " + strconv.Quote(text) + ": want the number of a table, as chratze admin list shows it")
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
		Use:   "list",
		Short: "List the tables",
		Long:  "List the tables: number, code while seats are free, rules, when made and last used, records.",
		Example: `  chratze admin list
  chratze admin list --live --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			which := store.All
			switch {
			case onlyLive && onlyClosed:
				return misuse("--live and --closed: want one of them, or none for all tables")
			case onlyLive:
				which = store.Live
			case onlyClosed:
				which = store.Closed
			}
			return a.list(cmd, which)
		},
	}
	cmd.Flags().BoolVar(&onlyLive, "live", false, "only those that aren't over")
	cmd.Flags().BoolVar(&onlyClosed, "closed", false, "only those that are over")
	return cmd
}

func (a *admin) list(cmd *cobra.Command, which store.Which) error {
	path, err := databasePath(a.data)
	if err != nil {
		return err
	}
	r, err := store.OpenReader(cmd.Context(), path)
	if err != nil {
		return err
	}
	tables, err := r.Tables(cmd.Context(), which)
	if err := cmp.Or(err, r.Close()); err != nil {
		return err
	}
	answer := make([]listed, len(tables))
	for i, t := range tables {
		answer[i] = listed{ID: t.ID, Code: t.Code, Rules: t.Preset, Created: t.Created, Active: t.Active, Records: t.Len}
		if !t.Live() {
			answer[i].Closed = &t.Closed
		}
	}
	return say(cmd, a.json, answer, "%s", listText(tables))
}

// listText lays tables out for people.
func listText(tables []store.Table) string {
	if len(tables) == 0 {
		return "There are no tables.\n"
	}
	const minute = "2006-01-02 15:04"
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tCODE\tRULES\tMADE\tLAST USED\tRECORDS\tSTATE")
	for _, t := range tables {
		state := "live"
		if !t.Live() {
			state = "closed " + t.Closed.Format(minute)
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%d\t%s\n", t.ID, cmp.Or(t.Code, "-"), cmp.Or(t.Preset, "-"),
			t.Created.Format(minute), t.Active.Format(minute), t.Len, state)
	}
	if err := w.Flush(); err != nil {
		panic(err) // a buffer takes everything
	}
	return b.String()
}

// ---- close ----

func (a *admin) newClose() *cobra.Command {
	return &cobra.Command{
		Use:   "close ID",
		Short: "Close a table for good",
		Long: `Close a table for good: nobody can sit down or play on. What has happened stays until
chratze admin retention deletes it.`,
		Example: `  chratze admin close 17`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := tableID(args[0])
			if err != nil {
				return err
			}
			return a.with(cmd.Context(), func(db *store.DB) error { return a.closeTable(cmd, db, id) })
		},
	}
}

func (a *admin) closeTable(cmd *cobra.Command, db *store.DB, id int64) error {
	t, err := db.Table(cmd.Context(), id)
	if err != nil {
		return err
	}
	if err := db.CloseTable(cmd.Context(), id); err != nil {
		return err
	}
	text := fmt.Sprintf("Table %d is closed.\n", id)
	if !t.Live() {
		text = fmt.Sprintf("Table %d was closed already.\n", id)
	}
	return say(cmd, a.json, struct {
		ID  int64 `json:"id"`
		Was bool  `json:"was_closed"`
	}{id, !t.Live()}, "%s", text)
}

// ---- scrub ----

// nobody is what stands in the place of a name that was deleted.
const nobody = "N.N."

func (a *admin) newScrub() *cobra.Command {
	return &cobra.Command{
		Use:   "scrub ID NAME",
		Short: "Delete a person's name from a table",
		Long: `Delete a person's name from a table: N.N. stands in its place, and the name is in no
file of the data directory any more. Backups still have it.`,
		Example: `  chratze admin scrub 17 Vreni`,
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := tableID(args[0])
			if err != nil {
				return err
			}
			return a.with(cmd.Context(), func(db *store.DB) error { return a.scrub(cmd, db, id, args[1]) })
		},
	}
}

func (a *admin) scrub(cmd *cobra.Command, db *store.DB, id int64, name string) error {
	names, err := namesAt(cmd.Context(), db, id)
	if err != nil {
		return err
	}
	if !slices.Contains(names, name) {
		return fmt.Errorf("nobody called %q sits or sat at table %d; there are: %s", name, id, cmp.Or(strings.Join(names, ", "), "none"))
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
	}{id, n}, "Table %d: the name is deleted. Records changed: %d. Backups still have it.\n", id, n)
}

// namesAt returns the names of the people who sit or sat at a table, and refuses a
// log that it doesn't understand wholly: then nothing must be rewritten.
func namesAt(ctx context.Context, db *store.DB, id int64) (names []string, err error) {
	for rec, err := range db.Load(ctx, id) {
		if err != nil {
			return nil, err
		}
		r, err := table.DecodeRecord(rec.Body)
		if err == nil && !bytes.Equal(r.Encode(), rec.Body) {
			err = errors.New("it has what this version doesn't know")
		}
		if err != nil {
			return nil, fmt.Errorf("table %d: record %d can't be rewritten: %w", id, rec.Seq, err)
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
		Use:   "retention DAYS",
		Short: "Delete the tables that were closed so many days ago or earlier",
		Long: `Delete the tables that were closed so many days ago or earlier, with all that happened
at them. Backups still have them.`,
		Example: `  chratze admin retention 90
  chratze admin retention 30 --keep-list`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			days, err := strconv.Atoi(args[0])
			if err != nil || days < 0 || days > maxDays {
				return misuse(fmt.Sprintf("DAYS %q: want a whole number from 0 to %d", args[0], maxDays))
			}
			keep := store.KeepNothing
			if keepList {
				keep = store.KeepEntry
			}
			return a.with(cmd.Context(), func(db *store.DB) error { return a.retain(cmd, db, days, keep) })
		},
	}
	cmd.Flags().BoolVar(&keepList, "keep-list", false, "delete what happened at them, but keep them in the list")
	return cmd
}

func (a *admin) retain(cmd *cobra.Command, db *store.DB, days int, keep store.Kept) error {
	before := time.Now().AddDate(0, 0, -days)
	n, err := db.Retain(cmd.Context(), before, keep)
	if err != nil {
		return err
	}
	if n > 0 {
		if err := db.Compact(cmd.Context()); err != nil {
			return err
		}
	}
	return say(cmd, a.json, struct {
		Tables int       `json:"tables"`
		Before time.Time `json:"before"`
	}{n, before}, "Tables deleted that were closed before %s: %d.\n", before.Format(time.DateTime), n)
}
