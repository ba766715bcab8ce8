package host

import (
	"context"
	"errors"
	"sync"
	"time"
)

// probeEvery is how often it is tried whether the log can be written again, in ms.
const probeEvery = 1000

// sayAgain is after how long the operator is told the same trouble again.
const sayAgain = time.Minute

// said remembers when the operator was last told of what: trouble that comes with every
// request fills no log.
type said struct {
	mu sync.Mutex
	at map[string]time.Time
}

// trouble tells the operator of trouble, once a minute.
func (h *Host) trouble(what string, err error, args ...any) {
	h.said.mu.Lock()
	defer h.said.mu.Unlock()
	if at, ok := h.said.at[what]; ok && time.Since(at) < sayAgain {
		return
	}
	if h.said.at == nil {
		h.said.at = map[string]time.Time{}
	}
	h.said.at[what] = time.Now()
	h.opt.Logger.Error(what, append(args, "err", err)...)
}

// Ready returns why no records can be written just now; nil: they can.
func (h *Host) Ready() error {
	if h.sick.Load() {
		return ErrStore
	}
	return nil
}

// ill notes whether the log could be written.
func (l *loop) ill(err error) {
	l.h.sick.Store(err != nil)
	if err != nil {
		l.probeAt = l.h.opt.Now() + probeEvery
	}
}

// well reports whether tables may go on by themselves. While the log can't be written they
// stand still, and can be looked at; from time to time it is tried whether it can again.
func (l *loop) well() bool {
	if !l.h.sick.Load() {
		return true
	}
	if l.h.opt.Now() < l.probeAt {
		return false
	}
	if l.h.opt.Notes != nil {
		l.ill(l.h.opt.Notes.Set(context.Background(), "probe", nil))
	} else {
		l.ill(nil)
	}
	return !l.h.sick.Load()
}

// peek is on for work that changes nothing: it is answered also if the log can't be
// written.
func (h *Host) peek(ctx context.Context, id int64, w func(t *live) error) error {
	found := errors.New("found")
	err := h.on(ctx, id, func(_ *loop, t *live) error {
		if err := w(t); err != nil {
			return err
		}
		return found
	})
	if errors.Is(err, found) {
		return nil
	}
	if errors.Is(err, ErrNoChair) {
		return ErrNoChair
	}
	return err
}

// ---- tables in memory ----

// busy reports whether there is no room for one more table at which somebody is. Tables at
// which nobody is make room.
func (l *loop) busy() bool {
	most := l.h.opt.MaxTables
	return most > 0 && len(l.tables)-l.alone.Len() >= most
}

// company notes whether somebody is at a table.
func (l *loop) company(t *live) {
	switch {
	case len(t.conns) > 0 && t.alone != nil:
		l.alone.Remove(t.alone)
		t.alone = nil
	case len(t.conns) == 0 && t.alone == nil && l.tables[t.id] == t:
		t.alone = l.alone.PushBack(t)
	}
}

// forget takes a table out of memory; it is read again from the log when somebody comes.
func (l *loop) forget(t *live) {
	t.unask()
	t.unhinted()
	l.unschedule(t)
	if t.alone != nil {
		l.alone.Remove(t.alone)
		t.alone = nil
	}
	delete(l.tables, t.id)
}

// tidy forgets those tables that nobody has been at for longest, if there are too many.
// All that has happened at them is in the log: a batch has just been written.
func (l *loop) tidy() {
	most, alone := l.h.opt.MaxTables, l.h.opt.Limits.Alone
	for l.alone.Len() > 0 && (most > 0 && len(l.tables) > most || alone > 0 && l.alone.Len() > alone) {
		l.forget(l.alone.Front().Value.(*live))
	}
}
