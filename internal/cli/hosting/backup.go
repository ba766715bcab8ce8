package hosting

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/report"
	"chratze/internal/server/hostlog"
	"chratze/internal/server/run"
	"chratze/internal/server/store"
	"chratze/internal/terminal/lines"
)

// dataFlag adds --data to a command for a server's data directory.
func dataFlag(cmd *cobra.Command, data *string) {
	cmd.PersistentFlags().StringVar(data, "data", "", "")
	if err := cmd.MarkPersistentFlagDirname("data"); err != nil {
		panic(err) // impossible: the flag was just added
	}
}

// databaseAt is the database that --data and --db name, or CHRATZE_DATA and CHRATZE_DB.
func databaseAt(p *locale.Printer, data, db string) (run.Database, error) {
	dir, err := lines.DataDir(cmp.Or(data, os.Getenv("CHRATZE_DATA")), os.Getenv)
	if err != nil {
		return run.Database{}, err
	}
	db = cmp.Or(db, os.Getenv("CHRATZE_DB"))
	if db != "" && !run.IsPostgres(db) {
		return run.Database{}, shell.Misuse(p.T("serve.bad.db", locale.Args{"value": db}))
	}
	return run.Database{Dir: dir, URL: db}, nil
}

// databaseFlags adds --data and --db.
func databaseFlags(cmd *cobra.Command, data, db *string) {
	dataFlag(cmd, data)
	cmd.PersistentFlags().StringVar(db, "db", "", "")
}

// databasePath is the database in the data directory that --data or CHRATZE_DATA
// names. PostgreSQL has programs of its own that copy it.
func databasePath(p *locale.Printer, data string) (string, error) {
	at, err := databaseAt(p, data, "")
	if err == nil && at.URL != "" && data == "" {
		err = errors.New(p.T("backup.postgres", nil))
	}
	return filepath.Join(at.Dir, run.DatabaseName), err
}

func NewBackup(sh *shell.Shell) *cobra.Command {
	var data string
	var asJSON bool
	cmd := &cobra.Command{
		Use:         "backup FILE",
		Annotations: map[string]string{shell.TakesItsTime: "yes"},
		Example: `  chratze backup /var/backups/chratze.db
  chratze backup --data ./evening "chratze-$(date +%F-%H%M).db"`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			p := sh.Printer()
			path, err := databasePath(p, data)
			if err != nil {
				return err
			}
			if info, err := os.Stat(filepath.Dir(args[0])); err != nil || !info.IsDir() { // or the advice is about the data
				return shell.Misuse(p.T("backup.no-place", locale.Args{"path": filepath.Dir(args[0])}))
			}
			sum, err := backup(cmd.Context(), path, args[0])
			if e, ok := errors.AsType[*store.Error](err); ok && e.Code == store.ErrExists {
				return errors.New(p.T("backup.exists", locale.Args{"path": args[0]}))
			}
			if err != nil {
				return storeFault(p, err)
			}
			return say(cmd, asJSON, backedUp{args[0], sum}, p.T("backup.done", locale.Args{"path": args[0], "what": summary(p, sum)}))
		},
	}
	dataFlag(cmd, &data)
	shell.Vars(cmd, map[string]any{"json": &asJSON})
	return cmd
}

func backup(ctx context.Context, path, to string) (store.Summary, error) {
	r, err := store.OpenReader(ctx, path)
	if err != nil {
		return store.Summary{}, err
	}
	if err := hostlog.NotMoved(ctx, r); err != nil { // otherwise it would copy the same, night after night
		return store.Summary{}, cmp.Or(err, r.Close())
	}
	sum, err := r.Backup(ctx, to)
	return sum, cmp.Or(err, r.Close())
}

// restoreFault returns an error of restoring a backup: what to do about a damaged one is other
// than about a damaged database.
func restoreFault(p *locale.Printer, backup string, err error) error {
	e, ok := errors.AsType[*store.Error](err)
	if ok && e.Code == store.ErrExists {
		return errors.New(p.T("restore.loses", locale.Args{"path": e.Path, "what": e.What}))
	}
	if ok && e.Code == store.ErrSame {
		return shell.Misuse(storeText(p, err)) // --force can't help
	}
	if path, bad := filepath.Abs(backup); ok && e.Code == store.ErrDamaged && bad == nil && path == e.Path {
		return errors.New(p.T("restore.damaged", locale.Args{"path": backup, "reason": cmp.Or(e.What, fmt.Sprint(e.Err))}))
	}
	return storeFault(p, err)
}

// isBackup returns an error if a file isn't a database of this program. It doesn't read it
// through.
func isBackup(ctx context.Context, path string) error {
	r, err := store.OpenReader(ctx, path)
	if err != nil {
		return err
	}
	return r.Close()
}

// regular returns an error if there is no such file, or if it is a directory.
func regular(path string) error {
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		err = &os.PathError{Op: "read", Path: path, Err: syscall.EISDIR}
	}
	return err
}

func NewRestore(sh *shell.Shell) *cobra.Command {
	var data string
	var force, asJSON bool
	cmd := &cobra.Command{
		Use:         "restore FILE",
		Annotations: map[string]string{shell.TakesItsTime: "yes"},
		Example: `  chratze restore /var/backups/chratze.db
  chratze restore --data ./evening --force chratze-2026-12-24.db`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			p := sh.Printer()
			path, err := databasePath(p, data)
			if err != nil {
				return err
			}
			if err := regular(args[0]); err != nil {
				return shell.Unreadable(p, args[0], err)
			}
			if err := isBackup(cmd.Context(), args[0]); err != nil { // before a directory is made for it
				return restoreFault(p, args[0], err)
			}
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				return cantMake(p, filepath.Dir(path), err)
			}
			if old, err := (run.Database{Dir: filepath.Dir(path)}).Read(cmd.Context()); errors.Is(err, store.ErrMoved) { // a server elsewhere wouldn't see it
				return storeFault(p, err)
			} else if err == nil {
				_ = old.Close() // it was only read
			}
			r, err := store.Restore(cmd.Context(), args[0], path, force, hostlog.Meaning())
			if err != nil {
				return restoreFault(p, args[0], err)
			}
			lines := []string{p.T("restore.done", locale.Args{"path": path, "what": summary(p, r.Summary)})}
			if r.Replaced != "" {
				lines = append(lines, p.T("restore.kept", locale.Args{"path": r.Replaced}))
			}
			if r.Reopened > 0 {
				lines = append(lines, p.T("restore.reopened", locale.Args{"tables": r.Reopened}))
			}
			return say(cmd, asJSON, restored{path, r}, lines...)
		},
	}
	dataFlag(cmd, &data)
	shell.Vars(cmd, map[string]any{"force": &force, "json": &asJSON})
	return cmd
}

// The JSON answers of backup and restore.
type (
	backedUp struct {
		File string `json:"file"`
		store.Summary
	}
	restored struct {
		File string `json:"file"`
		store.Restored
	}
)

// summary describes the size of a database.
func summary(p *locale.Printer, s store.Summary) string {
	return p.T("backup.what", locale.Args{"tables": s.Tables, "live": s.Live, "records": s.Records, "size": shell.BytesText(s.Bytes)})
}

// say writes a command's answer as JSON or as lines of text.
func say(cmd *cobra.Command, asJSON bool, answer any, lines ...string) error {
	text := strings.Join(lines, "\n") + "\n"
	if asJSON {
		text = report.JSON(answer)
	}
	_, err := fmt.Fprint(cmd.OutOrStdout(), text)
	return err
}

// cantMake explains why a directory for a server's data can't be made, by a shell.ConfigError if trying again can't help.
func cantMake(p *locale.Printer, dir string, err error) error {
	text := p.T("serve.cant-make", locale.Args{"path": locale.Quoted(dir), "reason": lines.Reason(err)})
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.EROFS) {
		return shell.BadConfig(text)
	}
	return errors.New(text)
}
