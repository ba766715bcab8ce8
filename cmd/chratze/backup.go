package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"chratze/internal/store"
)

// dataFlag adds --data, of the commands that look after a server's data directory.
func dataFlag(cmd *cobra.Command, data *string) {
	cmd.PersistentFlags().StringVar(data, "data", "", "data directory of the server (default: CHRATZE_DATA, else the user's data directory)")
	if err := cmd.MarkPersistentFlagDirname("data"); err != nil {
		panic(err) // there is no such flag
	}
}

// databasePath is the database in the data directory that --data or CHRATZE_DATA
// names.
func databasePath(data string) (string, error) {
	dir, err := dataDir(cmp.Or(data, os.Getenv("CHRATZE_DATA")), os.Getenv)
	return filepath.Join(dir, databaseName), err
}

func newBackup(*shell) *cobra.Command {
	var data string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the tables and settings of a server to a file",
		Long: `Copy all tables and settings of a server to a file, as they are at this moment, and
read the copy through. The server may be running. A file that exists is not
overwritten. The copy holds the server's secrets: only you can read it.`,
		Example: `  chratze backup /var/backups/chratze.db
  chratze backup --data ./evening "chratze-$(date +%F).db"`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			path, err := databasePath(data)
			if err != nil {
				return err
			}
			sum, err := backup(cmd.Context(), path, args[0])
			if err != nil {
				return err
			}
			return say(cmd, asJSON, backedUp{args[0], sum}, "Copied to %s: %s.\n", args[0], summary(sum))
		},
	}
	dataFlag(cmd, &data)
	cmd.Flags().BoolVar(&asJSON, "json", false, "answer in JSON")
	return cmd
}

func backup(ctx context.Context, path, to string) (store.Summary, error) {
	r, err := store.OpenReader(ctx, path)
	if err != nil {
		return store.Summary{}, err
	}
	sum, err := r.Backup(ctx, to)
	return sum, cmp.Or(err, r.Close())
}

func newRestore(*shell) *cobra.Command {
	var data string
	var force, asJSON bool
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "Put a backup in the place of a server's data",
		Long: `Put a backup, after reading it through, in the place of the tables and settings of a
server, which must not be running. Is there something that would be lost, live tables
or records that the backup doesn't have, it has to be forced. What was there is kept
beside it either way, its name with .replaced.`,
		Example: `  chratze restore /var/backups/chratze.db
  chratze restore --data ./evening --force chratze-2026-12-24.db`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			path, err := databasePath(data)
			if err != nil {
				return err
			}
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				return fmt.Errorf("--data: %w", err)
			}
			r, err := store.Restore(cmd.Context(), args[0], path, force)
			if err != nil {
				return err
			}
			text := fmt.Sprintf("Restored %s: %s.\n", path, summary(r.Summary))
			if r.Replaced != "" {
				text += fmt.Sprintf("What was there is kept as %s.\n", r.Replaced)
			}
			return say(cmd, asJSON, restored{path, r}, "%s", text)
		},
	}
	dataFlag(cmd, &data)
	cmd.Flags().BoolVar(&force, "force", false, "also if something would be lost")
	cmd.Flags().BoolVar(&asJSON, "json", false, "answer in JSON")
	return cmd
}

// The answers of backup and restore in JSON.
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

// summary says what a database holds.
func summary(s store.Summary) string {
	return fmt.Sprintf("tables: %d, of them live: %d; records: %d; %s", s.Tables, s.Live, s.Records, bytesText(s.Bytes))
}

// bytesText is a size for people: 1.4 MB.
func bytesText(n int64) string {
	for _, unit := range []struct {
		size int64
		name string
	}{{1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}} {
		if n >= unit.size {
			return strconv.FormatFloat(float64(n)/float64(unit.size), 'f', 1, 64) + " " + unit.name
		}
	}
	return strconv.FormatInt(n, 10) + " B"
}

// say answers a command: in JSON, or as a text.
func say(cmd *cobra.Command, asJSON bool, answer any, format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	if asJSON {
		text = jsonText(answer)
	}
	_, err := fmt.Fprint(cmd.OutOrStdout(), text)
	return err
}
