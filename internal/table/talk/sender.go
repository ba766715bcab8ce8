package talk

import (
	"errors"
	"strconv"

	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/internal/table/wire"
	"chratze/rams"
)

// Why a connection ends, besides the codes of package host: restart, store, error, link, old.
const (
	ByeSlow  = "slow"  // the client reads too slowly
	ByeGone  = "gone"  // the client has gone or doesn't answer pings
	ByeTable = "table" // there is no such table
	ByeMoved = "moved" // another server has the table: come again at once
	ByeChair = "chair" // the link belongs to no chair, and spectators aren't allowed
)

// Sender sends one client of chratze/1 what happens at its table.
type Sender struct {
	*Queue
	Now    func() table.Millis // the time in a pong
	Prefix string              // of the names of tables; "": a server's tables are their numbers
}

var _ host.Sender = Sender{}

// Hello implements host.Sender. A spectator doesn't get the code for sitting down.
func (s Sender) Hello(id int64, code string, chair int, cfg table.Config, now table.Millis) {
	if chair < 0 {
		code = ""
	}
	s.Add(func(b []byte) []byte {
		return wire.AppendHello(b, wire.Hello{Table: s.Prefix + strconv.FormatInt(id, 10), Code: code, Chair: chair, Now: now, Config: cfg})
	})
}

// News implements host.Sender. It is called for every move and every seat.
func (s Sender) News(n *table.News) {
	s.Add(func(b []byte) []byte { return wire.AppendNews(b, n) })
}

// Answer implements host.Sender.
func (s Sender) Answer(id uint64, err error) {
	if err == nil {
		s.say(wire.Said{T: "ok", ID: id})
		return
	}
	code, why := Trouble(err)
	s.say(wire.Refusal(id, code, why))
}

// Chat implements host.Sender.
func (s Sender) Chat(chair int, text, phrase string) {
	s.say(wire.Said{T: "chat", Chair: &chair, Text: text, Phrase: phrase})
}

// Review implements host.Sender.
func (s Sender) Review(r host.Review) {
	if n := r.Note; n != nil {
		s.say(wire.Said{T: "note", Chair: &n.Chair, Name: n.Name, Hand: &n.Hand, At: &n.At, Text: n.Text})
		return
	}
	s.say(wire.Said{T: "review", Chair: &r.Lead, Hand: &r.Hand, At: &r.At})
}

// Watch implements host.Sender.
func (s Sender) Watch(w host.Watchers) { s.say(wire.Said{T: "watch", N: w.N, Names: w.Names}) }

// Hint implements host.Sender.
func (s Sender) Hint(id, question uint64, hint []byte) {
	s.say(wire.Said{T: "hint", ID: id, Q: question, Hint: hint})
}

// Key implements host.Sender.
func (s Sender) Key(id uint64, chair int, secret string) {
	s.say(wire.Said{T: "key", ID: id, Chair: &chair, Key: secret})
}

// Bye implements host.Sender. To an old client, which doesn't know the code, it says what to do.
func (s Sender) Bye(code string) {
	said := wire.Said{T: "bye", Code: code}
	if code == host.ByeOld {
		said.Text = host.ErrOld.Error()
	}
	s.say(said)
	s.Close(code)
}

func (s Sender) pong(id uint64) { s.say(wire.Said{T: "pong", ID: id, Now: s.Now()}) }

func (s Sender) say(said wire.Said) {
	s.Add(func(b []byte) []byte { return wire.AppendSaid(b, said) })
}

// Trouble returns the code of an error and, if the kernel refused, its reason.
func Trouble(err error) (string, *rams.Refusal) {
	var refused *table.Refused
	switch {
	case errors.As(err, &refused):
		return refused.Code, refused.Rule
	case errors.Is(err, host.ErrOld):
		return host.ByeOld, nil
	case errors.Is(err, host.ErrStore):
		return "store", nil
	case errors.Is(err, host.ErrNoTable):
		return ByeTable, nil
	case errors.Is(err, host.ErrNoChair):
		return ByeChair, nil
	case errors.Is(err, host.ErrBusy):
		return "busy", nil
	case errors.Is(err, host.ErrClosed), errors.Is(err, host.ErrMoved): // the client comes again
		return "restart", nil
	}
	return "error", nil
}
