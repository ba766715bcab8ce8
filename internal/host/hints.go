package host

import (
	"context"

	"chratze/internal/table"
	"chratze/rams"
)

// hintsWait is how many hints may be thought about or waited for; who asks then is told
// to ask later.
const hintsWait = 64

// hint lets somebody be told what to answer, if the table allows it. Advisers think as
// bots do, in goroutines of their own, and not more at once than there is room for;
// nobody waits for two hints at once.
func (l *loop) hint(t *live, c *Conn, w Wish) error {
	if l.h.opt.Hint == nil {
		return &table.Refused{Code: table.RefusedHint}
	}
	view, err := t.t.Hint(c.Chair, w.Question)
	if err != nil {
		return err
	}
	if c.hinting || l.hints >= hintsWait {
		return &table.Refused{Code: "busy"}
	}
	c.hinting = true
	l.hints++
	go l.h.advise(t.id, c, w, &view)
	return nil
}

// advise thinks about a hint and brings it to who has asked, if the table still allows it
// and he hasn't answered yet.
func (h *Host) advise(id int64, c *Conn, w Wish, view *rams.View) {
	h.advisers <- struct{}{}
	hint := h.consider(view)
	<-h.advisers
	_ = h.do(context.Background(), func(l *loop) { // an error: the host is closing
		l.hints--
		c.hinting = false
		t := l.tables[id]
		if t == nil || c.gone || !c.valid(t.t) {
			return
		}
		l.safely(t, func() {
			if _, err := t.t.Hint(c.Chair, w.Question); err != nil {
				c.Sender.Answer(w.ID, err)
				return
			}
			c.Sender.Hint(w.ID, w.Question, hint)
		})
	})
}

// consider returns a hint, or nil if nothing can be said.
func (h *Host) consider(view *rams.View) (hint []byte) {
	defer func() {
		if r := recover(); r != nil {
			h.opt.Logger.Error("an adviser panicked", "what", r)
			hint = nil
		}
	}()
	return h.opt.Hint(view)
}
