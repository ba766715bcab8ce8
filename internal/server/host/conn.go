package host

import (
	"chratze/internal/server/table"
)

// Conn is one connection of a seat or a spectator, as the loop sees it. Sender
// says how things are written; it must not block.
type Conn struct {
	Chair   int // -1: a spectator
	Sender  Sender
	Free    bool // of a load test: exempt from Limits
	cursor  table.Cursor
	key     string // hash of the secret by which it came
	id      int64
	gone    bool
	number  uint64 // the older the lower
	waiting int    // requests that are taken later
	proves  bool   // takes part in the proof of the deals
}

// Sender writes to a connection. Its methods are called by the loop only, in
// order, and must not block: a reader that can't keep up is cut off and comes back.
type Sender interface {
	// Hello begins; it says what never changes at this table.
	Hello(id int64, code string, chair int, cfg table.Config, now table.Millis)
	// News tells what has happened; n is valid only during the call.
	News(n *table.News)
	// Answer says that a command was taken (nil) or refused.
	Answer(id uint64, err error)
	// Chat passes on what a chair said.
	Chat(chair int, text string)
	// Review tells who looks at the hands together with others at which moment.
	Review(r Review)
	// Hint brings what was asked for about a question, as JSON; nil: nothing can be said.
	Hint(id, question uint64, hint []byte)
	// Key hands the host the secret of a chair's new link.
	Key(id uint64, chair int, secret string)
	// Bye ends the connection; code says why.
	Bye(code string)
}

func (c *Conn) tell(t *table.Table) {
	if n, ok := t.News(c.Chair, &c.cursor); ok {
		c.Sender.News(&n)
	}
}

// valid reports whether the link by which c came still is that of its chair.
func (c *Conn) valid(t *table.Table) bool { return c.Chair < 0 || t.HasLink(c.Chair, c.key) }

// answer answers a command, if an answer was wanted or it is refused.
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
