// Package load plays random legal moves at many tables of a server through the public protocol.
// It measures the moves per second, the time until all seats of a table have a move, the
// server's cost per move, and everything that should not have happened.
//
// Start with Run.
package load

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"chratze/internal/client"
	"chratze/internal/par"
	"chratze/variant"
)

// Options say where to play and how much.
type Options struct {
	URLs     []string // of the server, or of several that share their tables, without a trailing slash
	Names    []string // of these servers, if each seat comes to the one that has its table; nil: to any
	Token    string   // the server's --load-token
	Rules    variant.Variant
	Seats    int // of each table
	Tables   int
	Pace     time.Duration // between two moves of a table; 0: none
	Warm     time.Duration // playing time before the measurement
	Duration time.Duration // time of the measurement
	PID      int           // of the server, if it runs on this machine; 0: its /metrics are read
}

// Run makes the tables, plays, and measures. It calls progress from time to time with the
// seconds since the start.
func Run(ctx context.Context, o Options, progress func(seconds int64)) (*Report, error) {
	l := &loader{Options: o}
	return l.run(ctx, progress)
}

// loader plays at many tables.
type loader struct {
	Options

	began    time.Time
	from, to atomic.Int64 // of the measurement, in ns since 1970
	all      []*table

	mu      sync.Mutex
	here    int // seats that have received their table
	outages []Outage
}

// Outage is a time during which not all seats were at their tables, in ms since 1970.
type Outage struct {
	Lost      int64 `json:"lost"`       // the first seat lost its connection
	FirstBack int64 `json:"first_back"` // the first seat was up to date again
	P99Back   int64 `json:"p99_back"`   // 99 of 100 of those that were lost were; 0: not all are yet
	AllBack   int64 `json:"all_back"`   // the last seat was; 0: not yet

	backs []int64 // when each was
}

func (l *loader) measuring(sent, now time.Time) bool {
	return sent.UnixNano() >= l.from.Load() && now.UnixNano() < l.to.Load()
}

func (l *loader) header(secret string) http.Header {
	return http.Header{"Load-Token": {l.Token}, "Authorization": {"Bearer " + secret}}
}

// back notes that a seat has received its table.
func (l *loader) back() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.here++
	if n := len(l.outages); n > 0 {
		o := &l.outages[n-1]
		now := time.Now().UnixMilli()
		if o.AllBack != 0 {
			return
		}
		o.FirstBack = cmp.Or(o.FirstBack, now)
		o.backs = append(o.backs, now)
		if l.here == l.Seats*l.Tables {
			o.P99Back, o.AllBack = o.backs[(len(o.backs)-1)*99/100], now
		}
	}
}

// gone notes that a seat has lost its connection.
func (l *loader) gone() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.here--
	if n := len(l.outages); n == 0 || l.outages[n-1].AllBack != 0 {
		l.outages = append(l.outages, Outage{Lost: time.Now().UnixMilli()})
	}
}

// run makes the tables, plays, and measures.
func (l *loader) run(ctx context.Context, progress func(int64)) (*Report, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	l.began = time.Now()
	if err := l.open(ctx); err != nil {
		return nil, err
	}
	opened := time.Since(l.began)
	l.from.Store(time.Now().Add(l.Warm).UnixNano())
	l.to.Store(l.from.Load() + int64(l.Duration))
	var players sync.WaitGroup
	for _, t := range l.all {
		for _, s := range t.seats {
			players.Go(func() { s.run(ctx) })
		}
	}
	l.wait(ctx, progress, time.Unix(0, l.from.Load()))
	before := l.sample()
	l.wait(ctx, progress, time.Unix(0, l.to.Load()))
	after := l.sample()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	cancel()
	players.Wait()
	return l.report(opened, before, after), nil
}

// openers is how many tables are made at the same time.
const openers = 16

// open makes all tables.
func (l *loader) open(ctx context.Context) error {
	l.all = make([]*table, l.Tables)
	going, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	par.Each(going, int64(l.Tables), 1, openers, func(_ int, n int64) {
		t, err := l.makeTable(ctx, int(n))
		if err != nil {
			stop(err)
		}
		l.all[n] = t
	}, nil)
	all := context.Cause(going)
	if refused, ok := errors.AsType[*client.StatusError](all); ok && (refused.Status == http.StatusBadRequest || refused.Status == http.StatusTooManyRequests) {
		return fmt.Errorf("making a table failed: is --token the server's --load-token? %w", all)
	}
	if all != nil {
		return fmt.Errorf("making a table failed: %w", all)
	}
	return nil
}

// wait reports progress until a time.
func (l *loader) wait(ctx context.Context, progress func(int64), until time.Time) {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for time.Now().Before(until) && ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-tick.C:
			progress(int64(time.Since(l.began).Seconds()))
		}
	}
}

// usage is what was used up to a time.
type usage struct {
	bytes  int64
	server time.Duration // CPU of the server
	rss    int64
	known  bool // whether the two above are known
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
	if l.PID != 0 {
		u.server, u.rss, err = processUsage(l.PID)
	} else {
		for _, url := range l.URLs {
			cpu, rss, bad := metricsUsage(url)
			u.server, u.rss, err = u.server+cpu, u.rss+rss, errors.Join(err, bad)
		}
	}
	u.known = err == nil
	u.self = ownCPU()
	return u
}

var errNoUsage = errors.New("reading the usage of the process failed")
