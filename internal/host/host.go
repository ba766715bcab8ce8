// Package host runs tables: the only loop of the server, with an inbox, timers,
// and a pool for bots. It steps the tables, appends what they say to the log in
// one transaction for all of them, and only then tells people (package table,
// Ready). What was not appended has not happened: if the log fails, the tables of
// that batch are dropped and read again when somebody comes.
//
// All tables belong to the loop. Others send it work; there are no locks.
package host

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"chratze/internal/table"
	"chratze/rams"
)

// Entry is one record of a table for the log.
type Entry struct {
	Table int64
	Seq   uint64
	Body  []byte
}

// Log is what the host needs of the store.
type Log interface {
	// Create makes an empty table and returns its number.
	Create(ctx context.Context, code, about string) (int64, error)
	// Append writes the entries, all or none, durably.
	Append(ctx context.Context, batch []Entry) error
	// Load returns the records of a table in order; the error is ErrNoTable if there
	// is no such table.
	Load(ctx context.Context, id int64) ([][]byte, error)
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
)

// Options are what a Host is made of.
type Options struct {
	Log       Log
	Chance    rams.Shuffler          // orders of packs, unforeseeable
	Secret    func() string          // a fresh secret of 128 bits
	Code      func() string          // a fresh code of 40 bits
	Logger    *slog.Logger           // no cards, no secrets
	Now       func() table.Millis    // nil: the clock
	Think     func(table.Ask) string // what a bot answers: an act
	BotLimit  time.Duration          // how long a bot may take; then the fallback of rams-bot/1 plays
	Bots      int                    // how many bots may think at once
	MaxTables int                    // live tables
	Measure   Measure                // counts; nil fields are skipped
}

// Measure is told what happens, for metrics.
type Measure struct {
	Batch func(entries int, took time.Duration)
	Panic func()
	Stale func()
}

// Host runs tables until it is closed.
type Host struct {
	opt   Options
	inbox chan work
	done  chan struct{} // closed when the loop has ended
	stop  chan struct{}
}

// work is something to be done by the loop.
type work func(*loop)

// New starts a host.
func New(opt Options) *Host {
	if opt.Now == nil {
		opt.Now = func() table.Millis { return table.Millis(time.Now().UnixMilli()) }
	}
	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}
	h := &Host{opt: opt, inbox: make(chan work, 4096), done: make(chan struct{}), stop: make(chan struct{})}
	go newLoop(h).run()
	return h
}

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
