// Package program seats a program at a table. It speaks rams-bot/1 (package bot/protocol), one
// message a frame: the server asks and the program answers, without knowing anything about
// tables. So that nobody has to wait for a program that may hold the trump six, the server says
// in advance that the program swaps it. A program that wants to be asked is asked during the
// wait that everybody has then.
package program

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"time"

	"chratze/bot"
	"chratze/bot/protocol"
	"chratze/history"
	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/rams"
	"chratze/variant"
)

// maxFaults is how many faults are tolerated before the program is disconnected.
const maxFaults = 100

// Bye is the code for disconnecting a program that doesn't play this game, or doesn't speak the
// protocol.
const Bye = "bot"

// Options are the parts of a Seat.
type Options struct {
	Host    *host.Host
	Attach  func(s host.Sender, knows []string) (c *host.Conn, trouble string) // takes the chair; trouble is a code, or "" on success
	Say     func(message func(b []byte) []byte)                                // sends what the function appends; it never blocks
	End     func(code string)                                                  // ends the connection after everything has been sent
	Limit   time.Duration                                                      // time for an answer
	AsksSix bool                                                               // it wants to be asked about the trump six
	Now     func() table.Millis
	Logger  *slog.Logger
	Fault   func() // counts faults
}

// Seat is a program on a chair. The host's loop, a timer and the reader of the connection use
// it concurrently.
type Seat struct {
	opt   Options
	hello *time.Timer
	ready protocol.Message
	conn  *host.Conn // of the reader; set once

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
	told   int // the last hand whose end was sent
	ids    uint64
	six    bool   // what to do with the trump six has been said
	asked  uint64 // number of the last question passed on
	open   *question
	late   map[uint64]bool // questions it missed, whose answers may still come
	faults int
}

// question is one that the program has not answered.
type question struct {
	id     uint64
	number uint64 // of the table
	legal  []rams.Action
	late   *time.Timer
}

var _ host.Sender = (*Seat)(nil)

// New greets a program. A program that isn't ready soon is disconnected.
func New(opt Options) *Seat {
	p := &Seat{opt: opt, late: map[uint64]bool{}}
	p.say(protocol.Hello)
	p.hello = time.AfterFunc(protocol.ReadyWithin, func() { p.end(Bye) })
	return p
}

// Hear handles a message of the program: first "ready", then answers.
func (p *Seat) Hear(message []byte) {
	m, err := protocol.Parse(message)
	switch {
	case p.conn != nil:
		p.hear(m, err)
	case err != nil || !m.Ready():
		p.end(Bye)
	default:
		p.hello.Stop()
		p.ready = m
		c, trouble := p.opt.Attach(p, m.Knows)
		if trouble != "" {
			p.end(trouble)
			return
		}
		p.sit(c)
	}
}

func (p *Seat) say(line string) { p.opt.Say(func(b []byte) []byte { return append(b, line...) }) }

// end disconnects the program. One that is too old for the game is told so.
func (p *Seat) end(code string) {
	quit := protocol.Quit
	if code == host.ByeOld {
		quit = protocol.QuitFor(host.ErrOld)
	}
	p.say(quit)
	p.opt.End(code)
}

// sit sets the connection to the table. A question may have come before.
func (p *Seat) sit(c *host.Conn) {
	p.conn = c
	p.do.Lock()
	p.at = c
	p.do.Unlock()
}

// Leave leaves the chair when the connection has ended.
func (p *Seat) Leave() {
	p.hello.Stop()
	if p.conn != nil {
		p.opt.Host.Detach(p.conn)
	}
	p.do.Lock()
	defer p.do.Unlock()
	p.answered()
}

// ---- from the table ----

// Hello implements host.Sender. A program is never asked about a game it doesn't play.
func (p *Seat) Hello(id int64, _ string, chair int, cfg table.Config, _ table.Millis) {
	p.do.Lock()
	defer p.do.Unlock()
	p.table, p.chair, p.rules = strconv.FormatInt(id, 10), chair, cfg.Rules()
	if !p.ready.Lists(cfg.Variant.Preset()) {
		p.end(Bye)
	}
}

// News implements host.Sender.
func (p *Seat) News(n *table.News) {
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
	if n.Six == table.SixOpen && !p.six && !p.opt.AsksSix && p.at != nil {
		p.six = true
		p.command(table.Command{Do: table.DoSix, Action: rams.Action{Kind: rams.Swap}, Always: true})
	}
	switch {
	case n.Question == nil:
		p.answered()
	case n.Question.Number != p.asked: // otherwise it is being answered
		p.ask(n)
	}
}

// ask asks the program, and answers for it if it takes too long.
func (p *Seat) ask(n *table.News) {
	p.answered()
	p.ids++
	p.asked = n.Question.Number
	q := &question{id: p.ids, number: n.Question.Number, legal: slices.Clone(n.Question.Legal)}
	p.open = q
	limit := p.opt.Limit
	for _, end := range [...]table.Millis{n.Question.Due, n.Window} {
		if left := time.Duration(end-p.opt.Now()) * time.Millisecond; end > 0 && left < limit {
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
	asked := protocol.Question{ID: q.id, Hand: p.handName(), Sitting: p.sitting(), Seat: p.mySeat(), Limit: limit, Legal: q.legal, View: p.view()}
	p.opt.Say(asked.AppendTo)
}

// handName returns the name of the hand for the program.
func (p *Seat) handName() string { return p.table + "-" + strconv.Itoa(p.hand) }

// sitting names the hands of these people on these chairs.
func (p *Seat) sitting() string { return fmt.Sprint(p.table, p.seats, p.names) }

func (p *Seat) mySeat() rams.Seat { return rams.Seat(slices.Index(p.seats, p.chair)) }

// view returns the hand so far as the seat may know it.
func (p *Seat) view() *history.Hand {
	h := &history.Hand{Variant: p.rules, Seats: len(p.seats), For: history.Public, Start: p.start, Events: p.events}
	if seat := p.mySeat(); seat >= 0 {
		h.For = history.SeatView(seat)
	}
	for _, c := range p.seats {
		h.Names = append(h.Names, p.names[c])
	}
	return h
}

// tellEnd sends a settled hand.
func (p *Seat) tellEnd(r *rams.Result) {
	if p.mySeat() < 0 {
		return
	}
	h := p.view()
	h.Over, h.Next = true, r.Next
	h.Payout, h.Penalty = r.Payout, r.Penalty
	for seat := range p.seats { // what a prize costs belongs to the evening, not to the hand
		if !r.Failed[seat] {
			h.Next.Pot -= h.Penalty[seat]
			h.Penalty[seat] = 0
		}
	}
	p.opt.Say(func(b []byte) []byte { return protocol.AppendEnd(b, p.handName(), p.sitting(), p.mySeat(), h) })
}

// Answer implements host.Sender. A refusal means that another person has answered.
func (p *Seat) Answer(uint64, error) {}

// Chat implements host.Sender.
func (p *Seat) Chat(int, string, string) {}

// Review implements host.Sender.
func (p *Seat) Review(host.Review) {}

// Watch implements host.Sender.
func (p *Seat) Watch(host.Watchers) {}

// Hint implements host.Sender. Programs don't ask for hints.
func (p *Seat) Hint(uint64, uint64, []byte) {}

// Key implements host.Sender.
func (p *Seat) Key(uint64, int, string) {}

// Bye implements host.Sender.
func (p *Seat) Bye(code string) { p.end(code) }

// ---- from the program ----

// hear handles an answer.
func (p *Seat) hear(m protocol.Message, err error) {
	p.do.Lock()
	defer p.do.Unlock()
	if err != nil {
		p.fault(protocol.NotJSON)
		if p.open != nil {
			p.act(p.open, bot.Fallback(p.open.legal))
		}
		return
	}
	if p.late[m.ID] { // already counted
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
func (p *Seat) act(q *question, a rams.Action) {
	p.answered()
	p.command(table.Command{Do: table.DoAct, Question: q.number, Action: a})
}

// command sends a command to the table, in a goroutine, since the host's loop may be waiting
// for this Seat. An error means that the host is closing.
func (p *Seat) command(c table.Command) {
	conn := p.at
	go func() { _ = p.opt.Host.Receive(context.Background(), conn, host.Request{Command: c}) }()
}

// answered closes the open question, if there is one.
func (p *Seat) answered() {
	if p.open != nil {
		p.open.late.Stop()
		p.open = nil
	}
}

// fault counts what the program did wrong.
func (p *Seat) fault(what protocol.Fault) {
	p.opt.Fault()
	p.opt.Logger.Info("a program at a table erred", "table", p.table, "chair", p.chair, "what", string(what))
	if p.faults++; p.faults == maxFaults {
		p.end(Bye)
	}
}
