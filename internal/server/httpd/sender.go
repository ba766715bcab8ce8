package httpd

import (
	"errors"
	"strconv"

	"chratze/internal/server/host"
	"chratze/internal/server/table"
	"chratze/internal/server/wire"
	"chratze/rams"
)

// Why a connection ends, besides the codes of package host: restart, store, error, link.
const (
	byeSlow  = "slow"  // the client reads too slowly
	byeGone  = "gone"  // the client has gone or doesn't answer pings
	byeTable = "table" // there is no such table
	byeChair = "chair" // the link belongs to no chair, and spectators aren't allowed
)

// sender sends one client of chratze/1 what happens at its table.
type sender struct {
	*queue
	m   *Metrics
	now func() table.Millis
}

var _ host.Sender = sender{}

// Hello implements host.Sender. A spectator doesn't get the code for sitting down.
func (s sender) Hello(id int64, code string, chair int, cfg table.Config, now table.Millis) {
	if chair < 0 {
		code = ""
	}
	s.add(func(b []byte) []byte {
		return wire.AppendHello(b, wire.Hello{Table: strconv.FormatInt(id, 10), Code: code, Chair: chair, Now: now, Config: cfg})
	})
}

// News implements host.Sender. It is called for every move and every seat.
func (s sender) News(n *table.News) {
	s.add(func(b []byte) []byte { return wire.AppendNews(b, n) })
}

// Answer implements host.Sender.
func (s sender) Answer(id uint64, err error) {
	if err == nil {
		s.say(wire.Said{T: "ok", ID: id})
		return
	}
	code, why := trouble(err)
	s.add(func(b []byte) []byte { return wire.AppendTrouble(b, id, code, why) })
}

// Chat implements host.Sender.
func (s sender) Chat(chair int, text string) {
	s.say(wire.Said{T: "chat", Chair: &chair, Text: text})
}

// Review implements host.Sender.
func (s sender) Review(r host.Review) {
	if n := r.Note; n != nil {
		s.say(wire.Said{T: "note", Chair: &n.Chair, Name: n.Name, Hand: n.Hand, At: &n.At, Text: n.Text})
		return
	}
	s.say(wire.Said{T: "review", Chair: &r.Lead, Hand: r.Hand, At: &r.At})
}

// Hint implements host.Sender.
func (s sender) Hint(id, question uint64, hint []byte) {
	s.add(func(b []byte) []byte { return wire.AppendHint(b, id, question, hint) })
}

// Key implements host.Sender.
func (s sender) Key(id uint64, chair int, secret string) {
	s.say(wire.Said{T: "key", ID: id, Chair: &chair, Key: secret})
}

// Bye implements host.Sender.
func (s sender) Bye(code string) {
	s.say(wire.Said{T: "bye", Code: code})
	s.close(code)
}

func (s sender) pong(id uint64) { s.say(wire.Said{T: "pong", ID: id, Now: s.now()}) }

func (s sender) say(said wire.Said) {
	s.add(func(b []byte) []byte { return wire.AppendSaid(b, said) })
}

// trouble returns the code of an error and, if the kernel refused, its reason.
func trouble(err error) (string, *rams.Refusal) {
	var refused *table.Refused
	switch {
	case errors.As(err, &refused):
		return refused.Code, refused.Rule
	case errors.Is(err, host.ErrStore):
		return "store", nil
	case errors.Is(err, host.ErrNoTable):
		return byeTable, nil
	case errors.Is(err, host.ErrNoChair):
		return byeChair, nil
	case errors.Is(err, host.ErrBusy):
		return "busy", nil
	case errors.Is(err, host.ErrClosed):
		return "restart", nil
	}
	return "error", nil
}
