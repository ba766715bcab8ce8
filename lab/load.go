package main

import (
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/report"
	"chratze/lab/load"
)

// loadFlags are the flags of rams-lab load.
type loadFlags struct {
	url      string
	rules    string
	token    string
	tables   shell.Whole
	seats    shell.Whole
	pace     time.Duration
	duration time.Duration
	warm     time.Duration
	pid      shell.Whole
	json     bool
}

func newLoad(sh *shell.Shell) *cobra.Command {
	f := &loadFlags{tables: shell.NewWhole(100, 1, 100_000), seats: shell.NewWhole(4, 2, 8), pid: shell.NewWhole(0, 0, 1<<31)}
	cmd := &cobra.Command{
		Use:   "load",
		Short: "Play at many tables of a server at once, and measure it",
		Long: `Play legal moves at random at many tables of a server, through the public protocol,
and report moves a second, the time from a move sent to all seats of its table having
it, what a move costs the server, and everything that should not have happened.
Then it exits with 1.

The server has to know the token: chratze serve --load-token T. It measures the whole
of a machine: let it run against your own.`,
		Example: `  rams-lab load --url http://127.0.0.1:8080 --token T --tables 1000 --duration 10s
  rams-lab load --url http://127.0.0.1:8080 --token T --tables 1000 --pace 1s --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o, err := f.options(sh)
			if err != nil {
				return err
			}
			b := report.NewBar(cmd.ErrOrStderr(), "s", int64((f.warm + f.duration).Seconds()))
			r, err := load.Run(cmd.Context(), o, b.Set)
			b.Clear()
			if _, ok := errors.AsType[*url.Error](err); ok {
				p := sh.Printer()
				return errors.New(p.T("join.unreachable", locale.Args{"server": f.url, "reason": shell.Unreached(p, err)}))
			}
			if err != nil {
				return err
			}
			if err := report.Write(cmd.OutOrStdout(), sh.Printer(), r, f.json); err != nil || len(r.Faults) == 0 {
				return err
			}
			return shell.ErrSilent
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&f.url, "url", "http://127.0.0.1:8080", "the server, or several that share their tables, with commas between them; each as NAME=URL: people come to the one that has their table")
	shell.RulesFlag(cmd, &f.rules)
	fs.StringVar(&f.token, "token", "", "the server's --load-token")
	fs.Var(&f.tables, "tables", "tables")
	fs.Var(&f.seats, "seats", "seats of each")
	fs.DurationVar(&f.pace, "pace", 0, "a move at each table so often (default: as fast as it goes)")
	fs.DurationVar(&f.duration, "duration", 10*time.Second, "how long is measured")
	fs.DurationVar(&f.warm, "warm", 2*time.Second, "how long is played before")
	fs.Var(&f.pid, "pid", "the server's process, if it runs on this machine (default: what its /metrics say)")
	fs.BoolVar(&f.json, "json", false, "the report as JSON")
	return cmd
}

// options returns the options of a load for the flags. An error is a misuse.
func (f *loadFlags) options(sh *shell.Shell) (o load.Options, err error) {
	rules, err := sh.ReadRules(f.rules)
	if err != nil {
		return o, err
	}
	if f.pace < 0 || f.warm < 0 || f.duration <= 0 || f.duration > time.Hour {
		return o, shell.Misuse("--duration, --warm, --pace: expected 0s to 1h, and some duration")
	}
	var urls, names []string
	for text := range strings.SplitSeq(f.url, ",") {
		if name, at, ok := strings.Cut(text, "=http"); ok {
			names, text = append(names, name), "http"+at
		}
		if u, err := url.Parse(text); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return o, shell.Misuse("--url " + text + ": expected http:// or https:// and a host, such as http://127.0.0.1:8080")
		}
		urls = append(urls, strings.TrimSuffix(text, "/"))
	}
	if len(names) != 0 && len(names) != len(urls) {
		return o, shell.Misuse("--url " + f.url + ": expected a name for each of them, or for none")
	}
	return load.Options{
		URLs: urls, Names: names, Token: f.token, Rules: rules, Seats: int(f.seats.Value), Tables: int(f.tables.Value),
		Pace: f.pace, Warm: f.warm, Duration: f.duration, PID: int(f.pid.Value),
	}, nil
}
