package host

import (
	"fmt"
	"sync"

	"chratze/internal/table"
	"chratze/internal/table/wire"
)

// link is a connection. What the server says waits in down, what the client says in
// up, and either may be lost.
type link struct {
	host   *Host
	person *person
	up     []Request
	old    []Request // said before

	entry, owner *simNode // the servers on its way; nil: there is one server

	mu   sync.Mutex
	conn *Conn // nil: not yet attached
	down [][]byte
	dead bool // nothing the server says arrives any more
}

func (l *link) say(b []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.dead {
		l.down = append(l.down, b)
	}
}

// next takes what has arrived first; nil: nothing is there.
func (l *link) next() (b []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.down) > 0 && !l.blocked() {
		b, l.down = l.down[0], l.down[1:]
	}
	return b
}

func (l *link) attached() *Conn {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.conn
}

// die lets nothing more arrive, and lose what has arrived and wasn't read; it
// reports whether that was new.
func (l *link) die(lose bool) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	was := l.dead
	if l.dead = true; lose {
		l.down = nil
	}
	return !was
}

func (l *link) Hello(id int64, code string, chair int, cfg table.Config, now table.Millis) {
	if n := l.owner; n != nil {
		if err := n.fleet.base.hasTable(n, id); err != nil {
			n.fleet.Error(err)
		}
	}
	l.say(wire.AppendHello(nil, wire.Hello{Table: fmt.Sprint(id), Code: code, Chair: chair, Now: now, Config: cfg}))
}
func (l *link) News(n *table.News)          { l.say(wire.AppendNews(nil, n)) }
func (l *link) Chat(int, string, string)    {}
func (l *link) Hint(uint64, uint64, []byte) {}
func (l *link) Review(Review)               {}
func (l *link) Watch(Watchers)              {}
func (l *link) Key(uint64, int, string)     {}
func (l *link) Answer(id uint64, err error) {}
func (l *link) Bye(code string)             { l.say(wire.AppendSaid(nil, wire.Said{T: "bye", Code: code})) }
