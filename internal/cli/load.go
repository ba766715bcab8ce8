package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"chratze/internal/report"
	"chratze/internal/server/client"
	"chratze/variant"
)

// loadFlags are the flags of chratze load.
type loadFlags struct {
	url      string
	rules    string
	token    string
	tables   whole
	seats    whole
	pace     time.Duration
	duration time.Duration
	warm     time.Duration
	pid      whole
	json     bool
}

func newLoad(sh *shell) *cobra.Command {
	f := &loadFlags{tables: whole{100, 1, 100_000}, seats: whole{4, 2, 8}, pid: whole{0, 0, 1 << 31}}
	cmd := &cobra.Command{
		Use:   "load",
		Short: "Play at many tables of a server at once, and measure it",
		Long: `Play legal moves at random at many tables of a server, through the public protocol,
and report moves a second, the time from a move sent to all seats of its table having
it, what a move costs the server, and everything that should not have happened.

The server has to know the token: chratze serve --load-token T. It measures the whole
of a machine: let it run against your own.`,
		Example: `  chratze load --url http://127.0.0.1:8080 --token T --tables 1000 --duration 10s
  chratze load --url http://127.0.0.1:8080 --token T --tables 1000 --pace 1s --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			l, err := f.loader(sh)
			if err != nil {
				return err
			}
			r, err := l.run(cmd.Context(), report.NewBar(cmd.ErrOrStderr(), "s", int64((f.warm+f.duration).Seconds())))
			if err != nil {
				return err
			}
			text := r.text()
			if f.json {
				text = report.JSON(r)
			}
			_, err = io.WriteString(cmd.OutOrStdout(), text)
			return err
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&f.url, "url", "http://127.0.0.1:8080", "the server")
	rulesFlag(cmd, &f.rules)
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

func (f *loadFlags) loader(sh *shell) (*loader, error) {
	rules, err := sh.readRules(f.rules)
	if err != nil {
		return nil, err
	}
	if f.pace < 0 || f.warm < 0 || f.duration <= 0 || f.duration > time.Hour {
		return nil, misuse("--duration, --warm, --pace: want 0s to 1h, and some duration")
	}
	if u, err := url.Parse(f.url); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, misuse("--url " + f.url + ": want http:// or https:// and a host, such as http://127.0.0.1:8080")
	}
	return &loader{
		url: strings.TrimSuffix(f.url, "/"), token: f.token, rules: rules, seats: int(f.seats.value), tables: int(f.tables.value),
		pace: f.pace, warm: f.warm, duration: f.duration, pid: int(f.pid.value),
	}, nil
}

// loader plays at many tables.
type loader struct {
	url, token     string
	rules          variant.Variant
	seats, tables  int
	pace           time.Duration
	warm, duration time.Duration
	pid            int // of the server; 0: unknown

	began    time.Time
	from, to atomic.Int64 // when it is measured, in ns since 1970
	all      []*loadTable

	mu      sync.Mutex
	here    int // seats that know their table
	outages []outage
}

// outage is a time in which not all seats were at their tables; in ms since 1970.
type outage struct {
	Lost      int64 `json:"lost"`       // the first seat lost its connection
	FirstBack int64 `json:"first_back"` // the first one was back in step
	AllBack   int64 `json:"all_back"`   // the last one was; 0: not yet
}

func (l *loader) measuring(sent, now time.Time) bool {
	return sent.UnixNano() >= l.from.Load() && now.UnixNano() < l.to.Load()
}

func (l *loader) header(secret string) http.Header {
	return http.Header{"Load-Token": {l.token}, "Authorization": {"Bearer " + secret}}
}

// back notes that a seat knows its table.
func (l *loader) back() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.here++
	if n := len(l.outages); n > 0 {
		o := &l.outages[n-1]
		now := time.Now().UnixMilli()
		o.FirstBack = cmp.Or(o.FirstBack, now)
		if l.here == l.seats*l.tables {
			o.AllBack = cmp.Or(o.AllBack, now)
		}
	}
}

// gone notes that a seat has lost its connection.
func (l *loader) gone() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.here--
	if n := len(l.outages); n == 0 || l.outages[n-1].AllBack != 0 {
		l.outages = append(l.outages, outage{Lost: time.Now().UnixMilli()})
	}
}

// run makes the tables, plays, and measures.
func (l *loader) run(ctx context.Context, b *report.Bar) (*loadReport, error) {
	defer b.Clear()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	l.began = time.Now()
	if err := l.open(ctx); err != nil {
		return nil, err
	}
	opened := time.Since(l.began)
	l.from.Store(time.Now().Add(l.warm).UnixNano())
	l.to.Store(l.from.Load() + int64(l.duration))
	var players sync.WaitGroup
	for _, t := range l.all {
		for _, s := range t.seats {
			players.Go(func() { s.run(ctx) })
		}
	}
	l.wait(ctx, b, time.Unix(0, l.from.Load()))
	before := l.sample()
	l.wait(ctx, b, time.Unix(0, l.to.Load()))
	after := l.sample()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	cancel()
	players.Wait()
	return l.report(opened, before, after), nil
}

// openers is how many tables are made at once.
const openers = 16

// open makes all tables.
func (l *loader) open(ctx context.Context) error {
	l.all = make([]*loadTable, l.tables)
	errs := make(chan error, openers)
	var next atomic.Int64
	for range openers {
		go func() {
			for {
				n := int(next.Add(1)) - 1
				if n >= l.tables {
					errs <- nil
					return
				}
				t, err := l.makeTable(ctx, n)
				if err != nil {
					errs <- err
					return
				}
				l.all[n] = t
			}
		}()
	}
	var all error
	for range openers {
		if err := <-errs; all == nil {
			all = err
		}
	}
	if refused, ok := errors.AsType[*client.StatusError](all); ok && (refused.Status == http.StatusBadRequest || refused.Status == http.StatusTooManyRequests) {
		return fmt.Errorf("the server makes no tables for tests: is --token its --load-token? %w", all)
	}
	if all != nil {
		return fmt.Errorf("the server makes no tables: %w", all)
	}
	return nil
}

// wait shows how far it is, until a moment.
func (l *loader) wait(ctx context.Context, b *report.Bar, until time.Time) {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for time.Now().Before(until) && ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-tick.C:
			b.Set(int64(time.Since(l.began).Seconds()))
		}
	}
}

// usage is what has been used up to a moment.
type usage struct {
	bytes  int64
	server time.Duration // CPU
	rss    int64
	known  bool // the two above are
	self   time.Duration
	moves  int64
}

func (l *loader) sample() (u usage) {
	for _, t := range l.all {
		t.mu.Lock()
		u.moves += t.moves
		for _, s := range t.seats {
			u.bytes += s.bytes
		}
		t.mu.Unlock()
	}
	var err error
	if l.pid != 0 {
		u.server, u.rss, err = processUsage(l.pid)
	} else {
		u.server, u.rss, err = metricsUsage(l.url)
	}
	u.known = err == nil
	u.self = ownCPU()
	return u
}

var errNoUsage = errors.New("how much the process uses can't be found out")
