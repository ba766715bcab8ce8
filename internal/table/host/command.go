package host

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"time"

	"chratze/internal/keyhash"
	"chratze/internal/table"
)

// Request is a command as it comes from a connection. If it names no chair, it is about the
// connection's own.
type Request struct {
	table.Command
	ID      uint64       // is returned with the answer
	Network netip.Prefix // the network of the client's address
	came    time.Time
}

// Receive accepts a request. The answer comes through the connection's Sender.
func (h *Host) Receive(ctx context.Context, c *Conn, r Request) error {
	if r.From = c.Chair; r.Chair < 0 {
		r.Chair = c.Chair
	}
	r.came = time.Now()
	return h.do(ctx, func(l *loop) { l.received(c, r) })
}

// fulfil carries out a request or refuses it.
func (l *loop) fulfil(t *live, c *Conn, r Request) {
	if c.Chair >= 0 {
		t.from = r.Network
	}
	l.safely(t, func() {
		secret := ""
		ready, err := l.handle(t, c, r, &secret)
		if !refused(err) && err != nil { // the step may be half done
			panic(err)
		}
		if err != nil {
			c.Sender.Answer(r.ID, err)
			return
		}
		l.collect(t, ready)
		if !c.Free {
			spend(t.used.records, l.now(), len(ready.Append))
		}
		l.after(func(stored error) {
			if stored == nil && r.Do == table.DoAct && l.h.opt.Measure.Acted != nil {
				l.h.opt.Measure.Acted(time.Since(r.came))
			}
			switch {
			case stored != nil: // the connection has been told goodbye
			case secret != "":
				c.Sender.Key(r.ID, r.Chair, secret)
			case r.ID != 0 && r.Do != table.DoNote && r.Do != table.DoHint:
				c.Sender.Answer(r.ID, nil)
			}
		})
	})
}

// refusedLong is the code of a command at a table that has the maximum of records for an
// evening. whenLong are the commands that are still accepted: the hand is played to its end,
// and people can say goodbye.
const refusedLong = "long"

//lattice:table
var whenLong = []table.Do{table.DoAct, table.DoSix, table.DoEnd, table.DoLeave, table.DoChat, table.DoHint, table.DoLead, table.DoLook, table.DoNote}

// refused reports whether an error is a table's refusal, which leaves the table unchanged.
func refused(err error) bool {
	var r *table.Refused
	return errors.As(err, &r)
}

// handle carries out the commands that the host answers, and passes the others to the table.
func (l *loop) handle(t *live, c *Conn, r Request, secret *string) (table.Ready, error) {
	now, chance := l.h.opt.Now(), l.h.opt.Chance
	nothing := table.Ready{First: t.t.Seq(), Wake: t.wake}
	switch r.Do {
	case table.DoProof:
		return l.prove(t, c, &r)
	case table.DoPromise, table.DoCopies, table.DoNonce:
		return t.t.Step(now, r.Command, chance)
	case table.DoWatch:
		return nothing, l.watch(t, c, r)
	}
	if c.Chair < 0 {
		return table.Ready{}, &table.Refused{Code: table.RefusedChair}
	}
	if l.long(t) && !c.Free && !slices.Contains(whenLong, r.Do) {
		return table.Ready{}, &table.Refused{Code: refusedLong}
	}
	switch r.Do {
	case table.DoHint: // answered when the hint is ready
		return nothing, l.hint(t, c, r)
	case table.DoLead, table.DoLook:
		return nothing, l.look(t, c, r)
	case table.DoNote: // answered when the note is stored
		return nothing, l.note(t, c, r)
	case table.DoChat:
		return nothing, l.chat(t, c, r.Text, r.Phrase)
	case table.DoKey:
		bare := l.h.opt.Secret()
		*secret = l.h.seal(t.id, bare)
		r.Key = keyhash.Of(bare)
	}
	return t.t.Step(now, r.Command, chance)
}
