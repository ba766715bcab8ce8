package host

import (
	"context"
	"errors"

	"chratze/internal/table"
	"chratze/rams"
)

// hint starts a hint, if the table allows it. Advisers think in the pool, in which each address
// has its share. A connection waits for at most one hint.
func (l *loop) hint(t *live, c *Conn, r Request) error {
	if l.h.opt.Hint == nil {
		return &table.Refused{Code: table.RefusedHint}
	}
	view, err := t.t.Hint(c.Chair, r.Question)
	if err != nil {
		return err
	}
	if t.hints[c] != nil {
		return &table.Refused{Code: refusedBusy}
	}
	wanted, stop := context.WithCancel(context.Background())
	if t.hints == nil {
		t.hints = map[*Conn]*hinting{}
	}
	asked := &hinting{r.Question, stop}
	t.hints[c] = asked
	go l.h.advise(wanted, t.id, c, r, &view, asked)
	return nil
}

// hinting is a hint that a connection waits for.
type hinting struct {
	question uint64
	stop     func() // called when nobody waits for it any more
}

// stillHinted stops the hints that nobody waits for any more: the person has answered, has
// left, or may not have hints now.
func (l *loop) stillHinted(t *live) {
	for c, asked := range t.hints {
		_, err := t.t.Hint(c.Chair, asked.question)
		if err != nil || c.gone || !c.valid(t.t) {
			t.unhint(c, asked)
		}
	}
}

// unhint ends a hint.
func (t *live) unhint(c *Conn, asked *hinting) {
	asked.stop()
	if t.hints[c] == asked {
		delete(t.hints, c)
	}
}

// refusedBusy is the code of a command that found too many others waiting.
const refusedBusy = "busy"

// unhinted ends all hints of a table.
func (t *live) unhinted() {
	for c, asked := range t.hints {
		t.unhint(c, asked)
	}
}

// advise computes a hint and delivers it to the connection that asked, if the table still
// allows hints and the question is still open.
func (h *Host) advise(wanted context.Context, id int64, c *Conn, r Request, view *rams.View, asked *hinting) {
	var hint []byte
	err := h.work.Do(wanted, r.Network, func(ctx context.Context) error {
		hint = h.consider(ctx, view)
		return nil
	})
	_ = h.do(context.Background(), func(l *loop) { // an error: the host is closing
		t := l.tables[id]
		if t == nil {
			return
		}
		t.unhint(c, asked)
		if c.gone || !c.valid(t.t) {
			return
		}
		l.safely(t, func() {
			if errors.Is(err, ErrCrowd) {
				c.Sender.Answer(r.ID, &table.Refused{Code: refusedBusy})
				return
			}
			if _, err := t.t.Hint(c.Chair, r.Question); err != nil {
				c.Sender.Answer(r.ID, err)
				return
			}
			c.Sender.Hint(r.ID, r.Question, hint)
		})
	})
}

// consider returns a hint, or nil if there is nothing to say.
func (h *Host) consider(wanted context.Context, view *rams.View) (hint []byte) {
	defer func() {
		if r := recover(); r != nil {
			h.opt.Logger.Error("an adviser panicked", "what", r)
			hint = nil
		}
	}()
	return h.opt.Hint(wanted, view)
}
