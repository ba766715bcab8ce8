package host

import (
	"context"
	"errors"

	"chratze/internal/keyhash"
	"chratze/internal/table"
)

// Admission is a newly assigned chair, with the secret of its link.
type Admission struct {
	Table  int64
	Chair  int
	Secret string
	Code   string
}

// Create makes a table with its maker on chair 0. The log gets all of it or nothing. The table
// is read from there when its maker connects.
func (h *Host) Create(ctx context.Context, cfg table.Config, name string) (Admission, error) {
	seat := Admission{Secret: h.opt.Secret(), Code: h.opt.Code()}
	_, ready, err := table.Create(h.opt.Wall(), cfg, name, keyhash.Of(seat.Secret), h.opt.Seed())
	if err != nil {
		return Admission{}, err
	}
	err = h.call(ctx, func(l *loop, answer func(error)) {
		answer(l.busy())
	})
	if err != nil {
		return Admission{}, err
	}
	if seat.Table, err = h.opt.Log.Create(ctx, seat.Code, cfg.Variant.String(), ready.Append); err != nil {
		h.trouble("a table can't be made", err)
		h.lost(err)
		return Admission{}, ErrStore
	}
	seat.Secret = h.seal(seat.Table, seat.Secret)
	return seat, nil
}

// readTable is a table as read from the log.
type readTable struct {
	*table.Table
	delayed *delayedFeed
	code    string
	closed  bool
	term    int64
}

// add puts a table that was just read into memory.
func (l *loop) add(id int64, r *readTable) *live {
	now := l.h.opt.Now()
	r.Restarted(now)
	if r.delayed != nil {
		r.delayed.Restarted(now)
	}
	t := &live{id: id, t: r.Table, conns: map[*Conn]struct{}{}, at: -1, delayed: r.delayed, code: r.code, ended: r.closed, term: r.term}
	t.used.chat, t.used.records = l.h.opt.Limits.TableChat.Limiter(), l.h.opt.Limits.Records.Limiter()
	l.tables[id] = t
	return t
}

// reading is an in-flight load of a table from the log. Concurrent callers share it.
type reading struct {
	done chan struct{} // closed when the table is in memory, or err says why not
	err  error
}

// on runs work on a table in the loop. If the table is not in memory, it is first read from the
// log.
func (h *Host) on(ctx context.Context, id int64, w func(l *loop, t *live) error) error {
	for {
		var r *reading
		err := h.call(ctx, func(l *loop, answer func(error)) {
			t, err := l.held(id), error(nil)
			if t == nil {
				if err = l.busy(); err == nil {
					r = l.read(id)
				}
				answer(err)
				return
			}
			err = ErrStore // if w panics
			l.safely(t, func() {
				err = w(l, t)
			})
			answer(err)
		})
		if err != nil || r == nil {
			return err
		}
		select {
		case <-r.done:
		case <-h.done:
			return ErrClosed
		case <-ctx.Done():
			return ctx.Err()
		}
		if r.err != nil {
			return r.err
		}
	}
}

// read returns the reading of a table, and begins it if nobody has. Others may wait for it, so it
// goes on whatever becomes of its first reader and of this batch.
func (l *loop) read(id int64) *reading {
	r := l.reading[id]
	if r == nil {
		r = &reading{done: make(chan struct{}), err: ErrStore}
		l.reading[id] = r
		go l.h.bring(id, r)
	}
	return r
}

// readsAtOnce is how many tables are read at the same time. After a restart people wait for all of them: if all were
// read at once, the first would come as late as the last.
const readsAtOnce = 32

// bring reads a table into memory. If that panics, nobody has it, and nobody else is hindered.
func (h *Host) bring(id int64, r *reading) {
	h.reads <- struct{}{}
	defer func() { <-h.reads }()
	var found *readTable
	defer close(r.done)
	defer func() {
		if what := recover(); what != nil {
			h.panicked(what)
		}
		err := h.call(context.Background(), func(l *loop, answer func(error)) {
			delete(l.reading, id)
			if found != nil && !h.owns(id, found.term) {
				answer(ErrMoved)
				return
			}
			if found != nil {
				t := l.add(id, found)
				if !h.sick.Load() {
					l.safely(t, func() { l.tick(t) })
				}
				l.markEmpty(t)
			}
			answer(nil)
		})
		if r.err == nil {
			r.err = err
		}
	}()
	found, r.err = h.read(context.Background(), id)
}

// read reads a table from the log. A table that an operator has closed in the middle of its
// evening counts as missing; one whose evening is over can still be viewed.
func (h *Host) read(ctx context.Context, id int64) (*readTable, error) {
	saved, err := h.opt.Log.Load(ctx, id)
	if err != nil {
		return nil, h.unread(ctx, err)
	}
	if len(saved.Records) == 0 { // its records were deleted
		return nil, ErrNoTable
	}
	t, err := table.Replay(saved.Records)
	if err != nil {
		h.trouble("a table can't be read", err, "table", id)
		return nil, err
	}
	if saved.Closed && t.Stage() != table.Over {
		return nil, ErrNoTable
	}
	late, err := newDelayedFeed(t.Config(), saved.Records, h.opt.Now())
	if err != nil {
		return nil, err
	}
	return &readTable{t, late, saved.Code, saved.Closed, saved.Term}, nil
}

// unread distinguishes a missing table from a log that can't be read now: a client gives up on
// the first, and tries again after the second.
func (h *Host) unread(ctx context.Context, err error) error {
	if errors.Is(err, ErrNoTable) {
		return ErrNoTable
	}
	if errors.Is(err, ErrMoved) {
		return ErrMoved
	}
	if ctx.Err() != nil { // the reader has gone; a deadline of the log's own is trouble
		return err
	}
	h.trouble("the log can't be read", err)
	return ErrStore
}

// Join gives a person a free chair of the table with the given code. left is the secret of the
// chair that they have left: then they go on with their account. With another, or none (""),
// they are a newcomer.
func (h *Host) Join(ctx context.Context, code, name, left string) (Admission, error) {
	id, err := h.opt.Log.ByCode(ctx, code)
	if err != nil {
		return Admission{}, h.unread(ctx, err)
	}
	secret := h.opt.Secret()
	seat := Admission{Table: id, Secret: h.seal(id, secret)}
	sit := table.Command{Do: table.DoSit, From: -1, Name: name, Key: keyhash.Of(secret)}
	if bare, ok := h.unseal(id, left); ok {
		sit.Left = keyhash.Of(bare)
	}
	err = h.on(ctx, id, func(l *loop, t *live) error {
		sit.Chair = t.t.FreeChair(name)
		r, err := t.t.Step(h.opt.Now(), sit, nil)
		if err != nil {
			return err
		}
		seat.Chair = t.t.ChairOf(sit.Key)
		l.collect(t, r)
		return nil
	})
	return seat, err
}

// Attach connects somebody to a table: with the secret of a chair's link to that chair, without
// a secret as a spectator, if the table allows spectators.
func (h *Host) Attach(ctx context.Context, id int64, secret string, s Sender) (*Conn, error) {
	return h.AttachConn(ctx, id, secret, &Conn{Sender: s})
}

// AttachConn is Attach for a connection whose Sender, Free, Program and Knows the caller has set. The
// error is ErrOld if its chair would be asked what the client doesn't know.
func (h *Host) AttachConn(ctx context.Context, id int64, secret string, c *Conn) (*Conn, error) {
	if c.wall = secret != "" && secret == h.WallKey(id); c.wall {
		secret = ""
	}
	bare, ok := h.unseal(id, secret)
	if secret != "" && !ok {
		return c, ErrNoChair
	}
	c.Chair, c.id, c.key = -1, id, keyhash.Of(bare)
	s := c.Sender
	err := h.on(ctx, id, func(l *loop, t *live) error {
		if secret != "" {
			c.Chair = t.t.ChairOf(c.key)
		}
		if c.Chair < 0 && (secret != "" || !t.t.Config().Spectators && !(c.wall && t.t.Walled())) {
			return ErrNoChair
		}
		if c.Knows != nil && c.Chair >= 0 && !c.Knows(t.t.Config().Variant.Rules()) {
			return ErrOld
		}
		if !c.Free && !l.room(t, c.Chair) {
			return ErrBusy
		}
		l.number++
		c.number = l.number
		t.conns[c] = struct{}{}
		t.idle = 0
		t.watch = true
		s.Hello(id, t.code, c.Chair, t.t.Config(), h.opt.Now())
		t.program(c, true)
		l.collect(t, t.t.Present(h.opt.Now(), c.Chair, true))
		if r := t.review; r != nil && c.Chair >= 0 {
			l.after(func(error) { s.Review(*r) })
		}
		return nil
	})
	return c, err
}

// Detach removes a connection that its owner has closed.
func (h *Host) Detach(c *Conn) {
	_ = h.do(context.Background(), func(l *loop) { // an error: the host is closing
		t := l.tables[c.id]
		if t == nil {
			return
		}
		if _, here := t.conns[c]; !here {
			return
		}
		delete(t.conns, c)
		c.gone = true
		l.safely(t, func() { l.left(t, c) })
	})
}

// Chair returns the chair whose link has the given secret, and the code by which others join.
// The error is ErrNoTable or ErrNoChair.
func (h *Host) Chair(ctx context.Context, id int64, secret string) (chair int, code string, err error) {
	bare, ok := h.unseal(id, secret)
	if !ok {
		return -1, "", ErrNoChair
	}
	err = h.peek(ctx, id, func(t *live) error {
		if chair = t.t.ChairOf(keyhash.Of(bare)); chair < 0 {
			return ErrNoChair
		}
		code = t.code
		return nil
	})
	return chair, code, err
}
