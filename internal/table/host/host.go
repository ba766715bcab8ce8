// Package host runs tables. It has the only loop of the server, with an inbox, timers, and a
// pool for bots. It steps the tables, appends the records of all of them to the log in one
// transaction, and only then sends News (see table.Ready). What was not appended has not
// happened: if a write fails, the tables of that batch are dropped, and read again when
// somebody comes. If this process has lost the log, because another has taken over or the disk
// failed during a commit, the host ends.
//
// All tables belong to the loop. Others send it work; there are no locks.
package host

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"time"

	"chratze/internal/fair"
	"chratze/internal/owner"
	"chratze/internal/table"
	"chratze/rams"
)

// Entry is one record of a table, for the log.
type Entry struct {
	Table int64
	Seq   uint64
	Body  []byte
}

// Saved is a table as it is in the log.
type Saved struct {
	Code    string // the code by which others join; "": none any more
	Closed  bool   // nothing can be appended
	Term    int64  // of this server's ownership; 0 if it has the log alone
	Records [][]byte
}

// Log is the part of the store that the host needs. An error that wraps ErrDead says that this
// process can't use the log any more.
type Log interface {
	// Create makes a table with its first records, durably and all or nothing, and returns its
	// number.
	Create(ctx context.Context, code, about string, records [][]byte) (int64, error)
	// Append writes the entries durably, all or none.
	Append(ctx context.Context, batch []Entry) error
	// Load returns a table with its records in order. The error is ErrNoTable if there is no
	// such table, ErrMoved if another server has it.
	Load(ctx context.Context, id int64) (Saved, error)
	// ByCode returns the number of the table with a code. The error is ErrNoTable if there is
	// none.
	ByCode(ctx context.Context, code string) (int64, error)
	// Close marks a table whose evening is over.
	Close(ctx context.Context, id int64) error
}

// Errors of the host.
var (
	ErrNoTable = errors.New("host: no such table, or it is over")
	ErrNoChair = errors.New("host: link does not belong to any chair at this table")
	ErrOld     = errors.New("host: this table's game has answers that the program doesn't say it knows: update the program to one that knows spare and price")
	ErrClosed  = errors.New("host: the server is stopping")
	ErrStore   = errors.New("host: the log can't be written; what was not answered has not happened")
	ErrMoved   = errors.New("host: another server has this table")
	ErrBusy    = errors.New("host: limit reached")
	ErrDead    = errors.New("host: this process can no longer use the log")
)

// ByeOld is the code with which a client is refused by ErrOld.
const ByeOld = "old"

// Logger is told what an operator should know: a *slog.Logger is one. A table in a page has none, and
// doesn't carry that package along.
type Logger interface {
	Warn(what string, args ...any)
	Error(what string, args ...any)
}

// unlogged is a Logger that nobody reads.
type unlogged struct{}

func (unlogged) Warn(string, ...any)  {}
func (unlogged) Error(string, ...any) {}

// Options are the parts and settings of a Host.
type Options struct {
	Log    Log
	Chance rams.Shuffler       // orders of packs; must be unpredictable
	Secret func() string       // returns a fresh secret of 128 bits
	Seed   func() fair.Secret  // returns a fresh secret of a session; nil: from crypto/rand
	Code   func() string       // returns a fresh code of 40 bits
	Logger Logger              // gets no cards and no secrets; nil: nobody is told
	Now    func() table.Millis // the tables' clock, which never goes back; nil: starts at Wall and follows the monotonic clock
	Wall   func() table.Millis // the wall clock, for records; it may jump. nil: the system's
	// Think returns what a bot answers. When the context is done nobody waits any
	// longer, and it returns the best it has found.
	Think    func(context.Context, table.Ask) rams.Action
	Quick    func(table.Ask) rams.Action // plays for a bot that takes too long; nil: the fallback of rams-bot/1
	Slow     func(bot string) bool       // reports whether a kind of bot searches until its budget ends; nil: none does
	BotLimit time.Duration               // the most time for a bot; 0: 50 ms
	// Hint returns advice about a view as JSON, or nil if there is nothing to say. It stops
	// when the context is done. If Hint is nil, there are no hints.
	Hint      func(context.Context, *rams.View) []byte
	Bots      int         // how many bots may think at once; 0: one per processor
	MaxTables int         // limit of live tables
	Limits    Limits      // what people at a table may do
	LinkKey   []byte      // the key that seals links; nil: links have no seal
	Notes     Settings    // stores people's notes on hands; nil: in memory
	Measure   Measure     // counters; nil fields are skipped
	Owner     owner.Owner // one of several servers has each table; nil: this server has all
}

// Measure has functions that are called for metrics.
type Measure struct {
	Batch func(entries int, took time.Duration)
	Acted func(took time.Duration) // from when a person's act has come until it is acknowledged
	Panic func()
	Stale func() // a bot's answer came after the person was back
	Late  func() // a bot took too long
}

// Host runs tables until it is closed.
type Host struct {
	opt    Options
	inbox  chan work
	done   chan struct{} // closed when the loop has ended
	dead   error         // why it ended, unless by Close; read it only after done
	stop   chan struct{}
	pool   chan struct{} // one token for each quick bot that is thinking and still waited for
	slow   *Pool         // for bots that search
	work   *Pool         // for hints, and everything else that takes longer than a moment
	reads  chan struct{} // one token for each table that is being read
	notes  notes
	sick   atomic.Bool // the log can't be written at present
	logged Throttle
}

// work runs in the loop.
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
		opt.Logger = unlogged{}
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
	h := &Host{opt: opt, inbox: make(chan work, 4096), done: make(chan struct{}), stop: make(chan struct{}), pool: make(chan struct{}, opt.Bots),
		slow: NewPool(max(1, opt.Bots/2)), work: NewPool(max(1, runtime.GOMAXPROCS(0)/2))}
	h.slow.spare = make(chan struct{}, (cap(h.slow.places)-1)/2) // so one address has at most half
	h.reads = make(chan struct{}, readsAtOnce)
	h.notes = notes{log: opt.Notes, owner: opt.Owner, all: map[int64][]Note{}}
	go newLoop(h).run()
	return h
}

// Work returns the pool for everything that takes longer than a moment.
func (h *Host) Work() *Pool { return h.work }

// Close ends the loop after the work in the inbox, and says goodbye to all connections.
// Everything that was acknowledged is in the log.
func (h *Host) Close() {
	select {
	case <-h.stop:
	default:
		close(h.stop)
	}
	<-h.done
}

// Done is closed when the host has ended: by Close, or because its log can't be used any more.
// In the second case Err says why.
func (h *Host) Done() <-chan struct{} { return h.done }

// Err returns, after Done, why the host has ended by itself; nil: Close ended it.
func (h *Host) Err() error {
	select {
	case <-h.done:
		return h.dead
	default:
		return nil
	}
}

// lost ends the host if an error of the log says that nothing can follow it: what is in memory
// may then differ from the log.
func (h *Host) lost(err error) {
	if errors.Is(err, ErrDead) {
		_ = h.do(context.Background(), func(l *loop) { l.dead = err }) // an error: it has ended
	}
}

// do sends work to the loop.
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

// Pulse returns when the loop answers. An error of the store is an answer.
func (h *Host) Pulse(ctx context.Context) error {
	answered := make(chan error, 1)
	return h.await(ctx, func(*loop) { answered <- nil }, answered)
}

// await sends work to the loop and waits for what it answers.
func (h *Host) await(ctx context.Context, w work, answer <-chan error) error {
	if err := h.do(ctx, w); err != nil {
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

// call sends work to the loop and waits for its answer, which comes when everything that the
// work wrote is durable.
func (h *Host) call(ctx context.Context, w func(l *loop, answer func(error))) error {
	answer := make(chan error, 1)
	return h.await(ctx, func(l *loop) {
		w(l, func(err error) { l.after(func(stored error) { answer <- errors.Join(err, stored) }) })
	}, answer)
}
