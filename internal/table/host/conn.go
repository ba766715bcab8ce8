package host

import (
	"chratze/internal/table"
	"chratze/rams"
)

// Conn is a connection of a seat or a spectator, as the loop sees it. It writes through Sender.
type Conn struct {
	Chair   int // -1: a spectator
	Sender  Sender
	Free    bool                  // a load test: exempt from Limits
	Program bool                  // it speaks rams-bot/1
	Knows   func(rams.Rules) bool // whether it knows all answers of a game; nil: of each
	cursor  table.Cursor
	key     string // hash of the secret it came with
	id      int64
	gone    bool
	number  uint64 // older connections have lower numbers
	waiting int    // number of requests that wait
	proves  bool   // takes part in the proof of the deals
	name    string // a spectator's, if they have given one
	watched bool   // has been told who watches
	wall    bool   // a screen on the wall
}

// Sender writes to a connection. Only the loop calls its methods, in order. They must not
// block: a client that can't keep up is disconnected and reconnects.
type Sender interface {
	// Hello is the first message; it has what never changes at this table.
	Hello(id int64, code string, chair int, cfg table.Config, now table.Millis)
	// News sends what has happened; n is valid only during the call.
	News(n *table.News)
	// Answer says that a command was accepted (nil) or refused.
	Answer(id uint64, err error)
	// Chat passes on a line that a chair wrote.
	Chat(chair int, text, phrase string)
	// Review says who leads the common review of the hands, and which moment is shown.
	Review(r Review)
	// Watch says who watches the table.
	Watch(w Watchers)
	// Hint sends a hint about a question, as JSON; nil: there is nothing to say.
	Hint(id, question uint64, hint []byte)
	// Key gives the host the secret of a chair's new link.
	Key(id uint64, chair int, secret string)
	// Bye ends the connection; code says why.
	Bye(code string)
}

func (c *Conn) tell(t *table.Table) {
	if n, ok := t.News(c.Chair, &c.cursor); ok {
		c.Sender.News(&n)
	}
}

// valid reports whether the link that c came with is still the chair's link.
func (c *Conn) valid(t *table.Table) bool {
	return c.Chair < 0 && (!c.wall || t.Walled()) || c.Chair >= 0 && t.HasLink(c.Chair, c.key)
}

// answer answers a command if it has an ID or was refused.
func (c *Conn) answer(id uint64, err error) {
	if !c.gone && (id != 0 || err != nil) {
		c.Sender.Answer(id, err)
	}
}

func (c *Conn) close(code string) {
	if !c.gone {
		c.gone = true
		c.Sender.Bye(code)
	}
}
