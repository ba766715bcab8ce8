package host

import (
	"context"
	"errors"
	"net/netip"
	"slices"

	"chratze/internal/server/table"
)

// Wish is what somebody at a table wants; Kind says which, in the words of the
// protocol.
type Wish struct {
	Kind     string
	From     netip.Prefix // the address it comes from
	ID       uint64       // comes back with the answer
	Question uint64
	Act      string
	Always   bool // six: in the hands to come too
	Chair    int  // whom it is about; -1: oneself
	Bot      string
	Text     string
	Moment   Moment // lead, look and note: of which hand
}

// Receive takes a wish. The answer comes through the connection's Sender.
func (h *Host) Receive(ctx context.Context, c *Conn, w Wish) error {
	return h.do(ctx, func(l *loop) { l.wished(c, w) })
}

// fulfil grants or refuses a wish.
func (l *loop) fulfil(t *live, c *Conn, w Wish) {
	l.safely(t, func() {
		secret := ""
		r, err := l.grant(t, c, w, &secret)
		if !refused(err) && err != nil { // half a step may have been made
			panic(err)
		}
		if err != nil {
			c.Sender.Answer(w.ID, err)
			return
		}
		l.took(t, r)
		if !c.Free {
			t.used.records.take(l.h.opt.Limits.Records, float64(len(r.Append)))
		}
		l.after(func(stored error) {
			switch {
			case stored != nil: // the connection has been told goodbye
			case secret != "":
				c.Sender.Key(w.ID, w.Chair, secret)
			case w.ID != 0 && w.Kind != "note" && w.Kind != "hint":
				c.Sender.Answer(w.ID, nil)
			}
		})
	})
}

// refusedLong is the code of a wish at a table whose evening has all the records it may
// have; whenLong are those that are granted all the same: the hand is played to its end, and
// people say goodbye.
const refusedLong = "long"

//lattice:table
var whenLong = []string{"act", "six", "end", "leave", "chat", "hint", "lead", "look", "note"}

// refused reports whether a table has refused something and is as it was.
func refused(err error) bool {
	var r *table.Refused
	return errors.As(err, &r)
}

// grant does what is wished, if the table lets it.
func (l *loop) grant(t *live, c *Conn, w Wish, secret *string) (table.Ready, error) {
	now, chance := l.h.opt.Now(), l.h.opt.Chance
	about := w.Chair
	if about < 0 {
		about = c.Chair
	}
	if w.Kind == "proof" || w.Kind == "promise" || w.Kind == "nonce" {
		return l.prove(t, c, w)
	}
	if c.Chair < 0 {
		return table.Ready{}, &table.Refused{Code: table.RefusedChair}
	}
	if l.long(t) && !c.Free && !slices.Contains(whenLong, w.Kind) {
		return table.Ready{}, &table.Refused{Code: refusedLong}
	}
	switch w.Kind {
	case "act":
		return t.t.Act(now, c.Chair, w.Question, w.Act, table.ByPerson, chance)
	case "six":
		return t.t.Six(now, c.Chair, w.Act, w.Always)
	case "start":
		return t.t.Start(now, c.Chair, chance)
	case "next":
		return t.t.Next(now, c.Chair, chance)
	case "pause", "resume", "last", "end":
		return t.t.Change(now, c.Chair, table.Kind(w.Kind))
	case "back", "again", "show", "hide":
		return t.t.Practise(now, c.Chair, table.Kind(w.Kind), chance)
	case "agree", "disagree":
		return t.t.Agree(now, c.Chair, table.Kind(w.Kind))
	case "hint": // it is answered when somebody has thought about it
		return table.Ready{First: t.t.Seq(), Wake: t.wake}, l.hint(t, c, w)
	case "leave":
		return t.t.Leave(now, c.Chair, about)
	case "host":
		return t.t.HandOver(now, c.Chair, about)
	case "bot":
		return t.t.SitBot(now, c.Chair, about, w.Bot)
	case "key":
		*secret = l.h.opt.Secret()
		bare := *secret
		*secret = l.h.seal(t.id, bare)
		return t.t.NewKey(now, c.Chair, about, hash(bare))
	case "lead", "look":
		return table.Ready{First: t.t.Seq(), Wake: t.wake}, l.look(t, c, w)
	case "note": // it is answered when it is kept
		return table.Ready{First: t.t.Seq(), Wake: t.wake}, l.note(t, c, w)
	case "chat":
		return table.Ready{First: t.t.Seq(), Wake: t.wake}, l.chat(t, c, w.Text)
	}
	return table.Ready{}, &table.Refused{Code: "kind"}
}

// MaxChat is how many bytes a chat line may have.
const MaxChat = 500

// chat passes a line on to everybody at the table; it is not kept.
func (l *loop) chat(t *live, from *Conn, text string) error {
	text = table.CleanText(text, MaxChat)
	if text == "" {
		return &table.Refused{Code: "text"}
	}
	if !l.mayChat(t, from) {
		return &table.Refused{Code: refusedLimit}
	}
	for c := range t.conns {
		if c.Chair >= 0 || t.late == nil {
			c.Sender.Chat(from.Chair, text)
		}
	}
	if t.late != nil {
		t.late.said = append(t.late.said, line{l.h.opt.Now(), from.Chair, text})
		l.wakeAt(t, t.wake)
	}
	return nil
}
