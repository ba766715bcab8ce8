package host

import (
	"crypto/rand"

	"chratze/internal/fair"
	"chratze/internal/server/table"
)

// newSecret returns the secret of a sitting's deals.
func newSecret() (s fair.Secret) {
	_, _ = rand.Read(s[:]) // it never fails
	return s
}

// prove does what is wished about the proof of the deals: a connection is told of it
// from now on (proof), commits to a nonce (promise), or gives it (nonce).
func (l *loop) prove(t *live, c *Conn, w Wish) (table.Ready, error) {
	now, number := l.h.opt.Now(), int(min(w.Question, 1<<30))
	switch {
	case t.t.Config().Proof == "":
		return table.Ready{}, &table.Refused{Code: table.RefusedProof}
	case w.Kind == "promise":
		return t.t.Offer(now, c.Chair, number, w.Text, l.h.opt.Chance)
	case w.Kind == "nonce":
		return t.t.Reveal(now, c.Chair, number, w.Text, l.h.opt.Chance)
	case c.proves:
		return table.Ready{First: t.t.Seq(), Wake: t.wake}, nil
	}
	c.proves = true
	c.cursor.Prove()
	return t.t.Prove(now, c.Chair, true), nil
}

// left notes that a connection has gone.
func (l *loop) left(t *live, c *Conn) {
	now := l.h.opt.Now()
	if c.proves {
		l.took(t, t.t.Prove(now, c.Chair, false))
	}
	l.took(t, t.t.Present(now, c.Chair, false))
}
