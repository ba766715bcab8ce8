// Package host runs tables: the only loop of the server, with an inbox, timers,
// and a pool for bots. It steps the tables, appends what they say to the log in
// one transaction for all of them, and only then tells people (package table,
// Ready). What was not appended has not happened: if the log fails, the tables of
// that batch are dropped and read again when somebody comes. If the log is lost to
// this process, because another has taken over or the disk failed in the very moment
// of a write, the host ends.
//
// All tables belong to the loop. Others send it work; there are no locks.
package host

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"sync/atomic"
	"time"

	"chratze/internal/fair"
	"chratze/internal/server/table"
	"chratze/rams"
)

// Entry is one record of a table for the log.
type Entry struct {
	Table int64
	Seq   uint64
	Body  []byte
}

// Saved is a table as the log has it.
type Saved struct {
	Code    string // by which others join; "": it has none any more
	Closed  bool   // nothing can be appended
	Records [][]byte
}

// Log is what the host needs of the store. An error that wraps ErrDead says that
// this process can't use the log any more.
type Log interface {
	// Create makes a table with its first records, all or nothing, durably, and
	// returns its number.
	Create(ctx context.Context, code, about string, records [][]byte) (int64, error)
	// Append writes the entries, all or none, durably.
	Append(ctx context.Context, batch []Entry) error
	// Load returns a table, its records in order; the error is ErrNoTable if there is
	// no such table.
	Load(ctx context.Context, id int64) (Saved, error)
	// ByCode returns the table of a code; the error is ErrNoTable if it is none's.
	ByCode(ctx context.Context, code string) (int64, error)
	// SetCode changes a table's code; "" takes it away.
	SetCode(ctx context.Context, id int64, code string) error
	// Close marks a table whose evening is over.
	Close(ctx context.Context, id int64) error
}

// Errors of the host.
var (
	ErrNoTable = errors.New("host: there is no such table, or it is over")
	ErrNoChair = errors.New("host: this link is of no chair at the table")
	ErrClosed  = errors.New("host: the server is stopping")
	ErrStore   = errors.New("host: the log can't be written; what was not answered has not happened")
	ErrBusy    = errors.New("host: too many tables")
	ErrDead    = errors.New("host: this process can't use the log any more")
)

// Options are what a Host is made of.
type Options struct {
	Log    Log
	Chance rams.Shuffler       // orders of packs, unforeseeable
	Secret func() string       // a fresh secret of 128 bits
	Seed   func() fair.Secret  // a fresh secret of a sitting, from which its deals follow; nil: from crypto/rand
	Code   func() string       // a fresh code of 40 bits
	Logger *slog.Logger        // no cards, no secrets
	Now    func() table.Millis // by which tables wait; never goes back. nil: Wall as it was at first, and from there on the monotonic clock
	Wall   func() table.Millis // the clock on the wall, for records; it may jump. nil: the system's
	// Think returns what a bot answers. When the context is done nobody waits any
	// longer, and it returns the best it has found.
	Think    func(context.Context, table.Ask) rams.Action
	Quick    func(table.Ask) rams.Action // what is played for a bot that takes too long; nil: the fallback of rams-bot/1
	Slow     func(bot string) bool       // whether a bot of this name takes its time; nil: none does
	BotLimit time.Duration               // how long a bot may take; 0: 50 ms
	// Hint returns what to do in a view, as JSON; nil: nothing can be said. When the context
	// is done nobody waits any longer. If Hint is nil there are no hints.
	Hint      func(context.Context, *rams.View) []byte
	Bots      int      // how many bots may think at once; 0: as many as there are processors
	MaxTables int      // live tables
	Limits    Limits   // what people at a table may do
	LinkKey   []byte   // seals links; nil: they have no seal
	LinkSince int64    // links of tables up to this number have none
	Notes     Settings // keeps what people note at hands; nil: memory does
	Measure   Measure  // counts; nil fields are skipped
}

// Measure is told what happens, for metrics.
type Measure struct {
	Batch func(entries int, took time.Duration)
	Panic func()
	Stale func() // a bot's answer for somebody who was back by then
	Late  func() // a bot took longer than it may
}

// Host runs tables until it is closed.
type Host struct {
	opt   Options
	inbox chan work
	done  chan struct{} // closed when the loop has ended
	dead  error         // why it has, unless by Close; not to be read before
	stop  chan struct{}
	pool  chan struct{} // one for each bot that is thinking and still waited for
	work  *Pool         // for hints, and what else takes longer than a moment
	notes notes
	sick  atomic.Bool // the log can't be written just now
	said  said
}

// work is something to be done by the loop.
type work func(*loop)

// New starts a host.
func New(opt Options) *Host {
	if opt.Wall == nil {
		opt.Wall = systemClock
		if opt.Now != nil {
			opt.Wall = opt.Now
		}
	}
	if opt.Now == nil {
		opt.Now = steady(opt.Wall)
	}
	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}
	if opt.Seed == nil {
		opt.Seed = newSecret
	}
	if opt.Bots == 0 {
		opt.Bots = runtime.GOMAXPROCS(0)
	}
	if opt.BotLimit == 0 {
		opt.BotLimit = 50 * time.Millisecond
	}
	h := &Host{opt: opt, inbox: make(chan work, 4096), done: make(chan struct{}), stop: make(chan struct{}), pool: make(chan struct{}, opt.Bots), work: NewPool(max(1, runtime.GOMAXPROCS(0)/2))}
	h.notes = notes{log: opt.Notes, all: map[int64][]kept{}}
	go newLoop(h).run()
	return h
}

// Work is where the server does what takes longer than a moment.
func (h *Host) Work() *Pool { return h.work }

// Close ends the loop after the work that is in the inbox, and says goodbye to
// all connections. What was acknowledged is in the log.
func (h *Host) Close() {
	select {
	case <-h.stop:
	default:
		close(h.stop)
	}
	<-h.done
}

// Done is closed when the host has ended: by Close, or by itself, because its log
// can't be used any more. Then Err says why.
func (h *Host) Done() <-chan struct{} { return h.done }

// Err returns why the host has ended by itself, after Done; nil: it has not.
func (h *Host) Err() error {
	select {
	case <-h.done:
		return h.dead
	default:
		return nil
	}
}

// lost ends the host if an error of the log says that nothing can follow it: what
// is in memory may then be more, or less, than what others read from the log.
func (h *Host) lost(err error) {
	if errors.Is(err, ErrDead) {
		_ = h.do(context.Background(), func(l *loop) { l.dead = err }) // an error: it has ended
	}
}

// do hands work to the loop.
func (h *Host) do(ctx context.Context, w work) error {
	select {
	case h.inbox <- w:
		return nil
	case <-h.done:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// call hands work to the loop and waits for its answer, which comes after what
// the work wrote is durable.
func (h *Host) call(ctx context.Context, w func(l *loop, answer func(error))) error {
	answer := make(chan error, 1)
	if err := h.do(ctx, func(l *loop) {
		w(l, func(err error) { l.after(func(stored error) { answer <- errors.Join(err, stored) }) })
	}); err != nil {
		return err
	}
	select {
	case err := <-answer:
		return err
	case <-h.done:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}
