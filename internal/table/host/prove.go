package host

import (
	"crypto/rand"

	"chratze/internal/fair"
	"chratze/internal/table"
)

// newSecret returns the secret of a session's deals.
func newSecret() (s fair.Secret) {
	_, _ = rand.Read(s[:]) // it never fails
	return s
}

// prove makes a connection take part in the proof of the deals from now on.
func (l *loop) prove(t *live, c *Conn) (table.Ready, error) {
	switch {
	case t.t.Config().Proof == "":
		return table.Ready{}, &table.Refused{Code: table.RefusedProof}
	case c.proves:
		return table.Ready{First: t.t.Seq(), Wake: t.wake}, nil
	}
	c.proves = true
	c.cursor.Prove()
	return t.t.Prove(l.h.opt.Now(), c.Chair, true), nil
}

// left notes that a connection has gone.
func (l *loop) left(t *live, c *Conn) {
	now := l.h.opt.Now()
	t.watch = true
	if c.proves {
		l.collect(t, t.t.Prove(now, c.Chair, false))
	}
	t.program(c, false)
	l.collect(t, t.t.Present(now, c.Chair, false))
}

// program notes that a connection that comes or goes is a program's, for all to see.
func (t *live) program(c *Conn, there bool) {
	if !c.Program {
		return
	}
	t.t.Program(c.Chair, there)
	if t.delayed != nil {
		t.delayed.Program(c.Chair, there)
	}
}
