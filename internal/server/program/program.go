package httpd

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"chratze/bot"
	"chratze/bot/protocol"
	"chratze/history"
	"chratze/internal/server/host"
	"chratze/internal/server/table"
	"chratze/rams"
	"chratze/variant"
)

// A program takes a chair by the messages of rams-bot/1 (package bot/protocol), one
// a frame: the server asks, the program answers. It needs to know nothing of tables. So that
// nobody has to wait whether it holds the trump six, the server says for it in advance that
// it swaps; with ?six=ask it is asked, in the window that all wait for then.

// maxFaults is how many faults are put up with: a program that makes more is sent
// away.
const maxFaults = 100

// program is GET /bot/{table}: the WebSocket of a chair's program.
func (s *Server) program(w http.ResponseWriter, r *http.Request) {
	id, given := tableID(r), secret(r)
	if given == "" {
		fail(w, http.StatusUnauthorized, byeChair, "Authorization: Bearer and the secret of a chair")
		return
	}
	leave, ok := s.enter(w, r)
	if !ok {
		return
	}
	defer leave()
	q := newQueue()
	k := s.upgrade(w, r, q)
	if k == nil {
		return
	}
	p := &program{queue: q, s: s, asksSix: r.FormValue("six") == "ask", limit: s.opt.ProgramLimit, late: map[uint64]bool{}}
	defer p.leave()
	late := time.AfterFunc(protocol.ReadyWithin, func() { p.end(byeBot) })
	defer late.Stop()
	p.say(protocol.Hello)
	k.run(func(message []byte) {
		m, err := protocol.Parse(message)
		switch {
		case p.conn == nil && (err != nil || !m.Ready()):
			p.end(byeBot)
		case p.conn == nil:
			late.Stop()
			p.presets = m.Presets
			c, err := s.attach(id, given, p, s.exempt(r))
			if err != nil {
				code, _ := trouble(err)
				p.end(code)
				return
			}
			p.sit(c)
		default:
			p.hear(m, err)
		}
	})
}

// program asks the program on a chair. The host's loop, the timer and the reader
// use it.
type program struct {
	*queue
	s       *Server
	limit   time.Duration
	presets []string   // it plays; nil: all
	asksSix bool       // it wants to be asked about the trump six
	conn    *host.Conn // of the reader; set once

	do     sync.Mutex
	at     *host.Conn // the same, for the others
	rules  variant.Variant
	table  string
	chair  int
	names  []string // by chair
	seats  []int    // chairs by seat
	hand   int
	start  rams.Start
	events []history.Event
	told   int // the last hand whose end has been told
	ids    uint64
	six    bool   // what to do with the trump six has been said
	asked  uint64 // the number of the last question that was passed on
	open   *question
	late   map[uint64]bool // questions it was late with, whose answers may still come
	faults int
}

// question is one that the program has not answered.
type question struct {
	id     uint64
	number uint64 // the table's
	legal  []rams.Action
	late   *time.Timer
}

var _ host.Sender = (*program)(nil)

func (p *program) say(line string) { p.add(func(b []byte) []byte { return append(b, line...) }) }

// end sends the program away.
func (p *program) end(code string) {
	p.say(protocol.Quit)
	p.close(code)
}

// sit notes the connection to the table. A question may have come before.
func (p *program) sit(c *host.Conn) {
	p.conn = c
	p.do.Lock()
	p.at = c
	p.do.Unlock()
}

func (p *program) leave() {
	if p.conn != nil {
		p.s.opt.Host.Detach(p.conn)
	}
	p.do.Lock()
	defer p.do.Unlock()
	p.answered()
}

// ---- what the table says ----

// Hello is host.Sender's. A program is never asked about a game it doesn't play.
func (p *program) Hello(id int64, _ string, chair int, cfg table.Config, _ table.Millis) {
	p.do.Lock()
	defer p.do.Unlock()
	p.table, p.chair, p.rules = strconv.FormatInt(id, 10), chair, cfg.Variant
	if !protocol.Plays(p.presets, cfg.Variant.Preset()) {
		p.end(byeBot)
	}
}

// News is host.Sender's.
func (p *program) News(n *table.News) {
	p.do.Lock()
	defer p.do.Unlock()
	p.hand, p.start = n.Hand, n.Start
	p.events = p.events[:min(n.From, len(p.events))]
	for _, e := range n.Events {
		p.events = append(p.events, history.Event{Event: e})
	}
	if n.Info != nil {
		p.seats = slices.Clone(n.Info.InHand)
		p.names = p.names[:0]
		for _, c := range n.Info.Chairs {
			p.names = append(p.names, c.Name)
		}
		if r := n.Info.Result; r != nil && p.told < n.Hand {
			p.told = n.Hand
			p.tellEnd(r)
		}
	}
	if n.Six == table.SixOpen && !p.six && !p.asksSix && p.at != nil {
		p.six = true
		p.command(table.Command{Do: table.DoSix, Action: rams.Action{Kind: rams.Swap}, Always: true})
	}
	switch {
	case n.Question == nil:
		p.answered()
	case n.Question.Number != p.asked: // else it is being answered, or the answer is on its way
		p.ask(n)
	}
}

// ask asks the program, and answers for it if it takes too long.
func (p *program) ask(n *table.News) {
	p.answered()
	p.ids++
	p.asked = n.Question.Number
	q := &question{id: p.ids, number: n.Question.Number, legal: slices.Clone(n.Question.Legal)}
	p.open = q
	limit := p.limit
	for _, end := range [...]table.Millis{n.Question.Due, n.Window} {
		if left := time.Duration(end-p.s.opt.Now()) * time.Millisecond; end > 0 && left < limit {
			limit = max(left, time.Millisecond)
		}
	}
	q.late = time.AfterFunc(limit, func() {
		p.do.Lock()
		defer p.do.Unlock()
		if p.open == q && p.at != nil {
			p.fault(protocol.Late)
			p.late[q.id] = true
			p.act(q, bot.Fallback(q.legal))
		}
	})
	asked := protocol.Question{ID: q.id, Hand: p.handName(), Seat: p.mySeat(), Limit: limit, Legal: q.legal, View: p.view()}
	p.add(asked.Append)
}

// handName names the hand for the program.
func (p *program) handName() string { return p.table + "-" + strconv.Itoa(p.hand) }

func (p *program) mySeat() rams.Seat { return rams.Seat(slices.Index(p.seats, p.chair)) }

// view returns the hand so far as its seat may know it.
func (p *program) view() *history.Hand {
	h := &history.Hand{Variant: p.rules, Seats: len(p.seats), For: history.Public, Start: p.start, Events: p.events}
	if seat := p.mySeat(); seat >= 0 {
		h.For = history.SeatView(seat)
	}
	for _, c := range p.seats {
		h.Names = append(h.Names, p.names[c])
	}
	return h
}

// tellEnd tells a settled hand.
func (p *program) tellEnd(r *rams.Result) {
	if p.mySeat() < 0 {
		return
	}
	h := p.view()
	h.Over, h.Next = true, r.Next
	h.Payout, h.Penalty = r.Payout, r.Penalty
	p.add(func(b []byte) []byte { return protocol.AppendEnd(b, p.handName(), p.mySeat(), h) })
}

// Answer is host.Sender's: a refusal means that somebody else has answered.
func (p *program) Answer(uint64, error) {}

// Chat is host.Sender's.
func (p *program) Chat(int, string) {}

// Review is host.Sender's.
func (p *program) Review(host.Review) {}

// Hint is host.Sender's; a program asks for none.
func (p *program) Hint(uint64, uint64, []byte) {}

// Key is host.Sender's.
func (p *program) Key(uint64, int, string) {}

// Bye is host.Sender's.
func (p *program) Bye(code string) { p.end(code) }

// ---- what the program says ----

// hear takes an answer.
func (p *program) hear(m protocol.Message, err error) {
	p.do.Lock()
	defer p.do.Unlock()
	if err != nil {
		p.fault(protocol.NotJSON)
		if p.open != nil {
			p.act(p.open, bot.Fallback(p.open.legal))
		}
		return
	}
	if p.late[m.ID] { // which was counted
		delete(p.late, m.ID)
		return
	}
	if p.open == nil || p.open.id != m.ID {
		p.fault(protocol.Unasked)
		return
	}
	q := p.open
	a, fault := protocol.Act(m.Act, p.mySeat(), q.legal)
	if fault != protocol.NoFault {
		p.fault(fault)
	}
	p.act(q, a)
}

// act answers the table.
func (p *program) act(q *question, a rams.Action) {
	p.answered()
	p.command(table.Command{Do: table.DoAct, Question: q.number, Action: a})
}

// command sends a command to the table. The host's loop may be waiting for us; an error: it is closing.
func (p *program) command(c table.Command) {
	conn := p.at
	go func() { _ = p.s.opt.Host.Receive(context.Background(), conn, host.Request{Command: c}) }()
}

// answered closes the open question, if there is one.
func (p *program) answered() {
	if p.open != nil {
		p.open.late.Stop()
		p.open = nil
	}
}

// fault counts what the program did wrong.
func (p *program) fault(what protocol.Fault) {
	p.s.opt.Metrics.faults.Add(1)
	p.s.opt.Logger.Info("a program at a table erred", "table", p.table, "chair", p.chair, "what", string(what))
	if p.faults++; p.faults == maxFaults {
		p.end(byeBot)
	}
}
