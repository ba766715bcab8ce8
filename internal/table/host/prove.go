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

// prove makes a connection take part in the proof of the deals from now on. If it shows that it has heard of a later
// deal than the log has, people may know the cards to come: they get another secret.
func (l *loop) prove(t *live, c *Conn, r *Request) (table.Ready, error) {
	switch {
	case t.t.Config().Proof == "":
		return table.Ready{}, &table.Refused{Code: table.RefusedProof}
	case c.Chair >= 0 && t.t.WentBack(int(r.Question), r.Text):
		l.h.opt.Logger.Warn("a player has seen deals that are not in the log: the data were put back to an earlier state; the deals to come have a new secret",
			"table", t.id, "chair", c.Chair+1, "deal", r.Question)
		return t.t.Step(l.h.opt.Now(), table.Command{Do: table.DoRenew, From: -1, Secret: newSecret()}, l.h.opt.Chance)
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
