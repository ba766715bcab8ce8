package host

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// probeEvery is how often the host tries whether the log can be written again, in ms.
const probeEvery = 1000

// logAgain is after how long a Throttle lets the same through again.
const logAgain = time.Minute

// Throttle keeps trouble that comes with every request from filling the operator's log. Any
// number of goroutines may use it.
type Throttle struct {
	mu sync.Mutex
	at map[string]time.Time
}

// Passes reports whether something is to be logged now: it wasn't in the last minute.
func (t *Throttle) Passes(what string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if at, ok := t.at[what]; ok && time.Since(at) < logAgain {
		return false
	}
	if t.at == nil {
		t.at = map[string]time.Time{}
	}
	t.at[what] = time.Now()
	return true
}

// trouble logs trouble for the operator, each kind at most once a minute.
func (h *Host) trouble(what string, err error, args ...any) {
	if h.logged.Passes(what) {
		h.opt.Logger.Error(what, append(args, "err", err)...)
	}
}

// Ready returns why no records can be written at present; nil: they can.
func (h *Host) Ready() error {
	if h.sick.Load() {
		return ErrStore
	}
	return nil
}

// ill notes whether the log could be written.
func (l *loop) ill(err error) {
	if was := l.h.sick.Swap(err != nil); was && err == nil {
		l.h.opt.Logger.Warn("the log can be written again: tables go on")
	}
	if err != nil {
		l.probeAt = l.h.opt.Now() + probeEvery
	}
}

// well reports whether tables may continue. While the log can't be written they stand still,
// and people can only look at them. From time to time the host tries again.
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

// peek is on for work that changes nothing. It works even if the log can't be written.
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

// busy returns an error if there is no room for another table with people. Tables without
// connections make room.
func (l *loop) busy() error {
	most := l.h.opt.MaxTables
	if most == 0 || len(l.tables)-l.alone.Len() < most {
		return nil
	}
	err := fmt.Errorf("%w: %d tables with people (--max-tables)", ErrBusy, most)
	l.h.trouble("a table is refused", err)
	return err
}

// markEmpty notes whether somebody is at a table.
func (l *loop) markEmpty(t *live) {
	switch {
	case len(t.conns) > 0 && t.alone != nil:
		l.alone.Remove(t.alone)
		t.alone = nil
	case len(t.conns) == 0 && t.alone == nil && l.tables[t.id] == t:
		t.alone = l.alone.PushBack(t)
	}
}

// forget removes a table from memory. It is read again from the log when somebody comes.
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

// Abandon closes a table for good, unless somebody is there. It reports whether it did.
func (h *Host) Abandon(ctx context.Context, id int64) (done bool, err error) {
	err = h.call(ctx, func(l *loop, answer func(error)) {
		t := l.tables[id]
		if l.reading[id] != nil || t != nil && (t.dirty || len(t.conns) > 0) {
			answer(nil)
			return
		}
		if t != nil {
			l.forget(t)
		}
		done = true
		answer(h.opt.Log.Close(ctx, id))
	})
	return done && err == nil, err
}

// tidy removes the tables that have been without connections for longest, if there are too
// many. Everything that happened at them is in the log: a batch has just been written.
func (l *loop) tidy() {
	most, alone := l.h.opt.MaxTables, l.h.opt.Limits.Alone
	for l.alone.Len() > 0 && (most > 0 && len(l.tables) > most || alone > 0 && l.alone.Len() > alone) {
		l.forget(l.alone.Front().Value.(*live))
	}
}
