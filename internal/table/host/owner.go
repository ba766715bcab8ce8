package host

import (
	"context"
	"errors"
)

// A server that shares its log with others has a table only for a while: Options.Owner says until
// when. The log itself refuses what another server writes; what is here keeps this server from
// telling people less than they know already.

// owns reports whether a table may be answered for from memory.
func (h *Host) owns(id, term int64) bool { return h.opt.Owner == nil || h.opt.Owner.Keeps(id, term) }

// held returns a table that is in memory, or nil. One that this server doesn't have any more is
// dropped.
func (l *loop) held(id int64) *live {
	t := l.tables[id]
	if t != nil && !l.h.owns(id, t.term) {
		l.drop(t, "restart")
		return nil
	}
	return t
}

// Rewrite lets f change what the log has of a table, when everything that happened there is durable, and says goodbye to
// everybody there: they come back, and the table is read again. No table goes on meanwhile.
func (h *Host) Rewrite(ctx context.Context, id int64, f func() error) (err error) {
	called := h.on(ctx, id, func(l *loop, t *live) error {
		l.after(func(error) {
			l.drop(t, "restart")
			err = f()
		})
		return nil
	})
	if errors.Is(called, ErrNoTable) { // it can't be read: nobody has it
		return f()
	}
	return errors.Join(called, err)
}

// RewriteClosed lets f change what the log has of tables that are over, as Rewrite does. All that are in memory are dropped.
func (h *Host) RewriteClosed(ctx context.Context, f func() error) (err error) {
	called := h.call(ctx, func(l *loop, answer func(error)) {
		l.after(func(error) {
			for _, t := range l.tables {
				if t.ended {
					l.drop(t, "restart")
				}
			}
			err = f()
		})
		answer(nil)
	})
	return errors.Join(called, err)
}

// Yield drops the tables that keep doesn't keep, when everything that happened there is durable,
// and says goodbye to everybody there with a code. Only those of people who come back are read
// again.
func (h *Host) Yield(ctx context.Context, keep func(id, term int64) bool, code string) error {
	return h.call(ctx, func(l *loop, answer func(error)) {
		l.after(func(error) {
			for _, t := range l.tables {
				if !keep(t.id, t.term) {
					l.drop(t, code)
				}
			}
		})
		answer(nil)
	})
}
