package screen

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"chratze/card"
	"chratze/internal/client"
	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/table/wire"
	"chratze/internal/terminal/lines"
	"chratze/pot"
	"chratze/rams"
)

// remote is a server's table, seen from one chair.
type remote struct {
	server string // its address
	client *client.Client
	stop   context.CancelFunc
	done   chan struct{}

	mu     sync.Mutex
	send   func(tea.Msg)
	last   *Table
	course [][]pot.Chips
	counts int   // the last hand in course
	ahead  int64 // the server's clock minus this machine's, in ms
	six    int   // the hand in which swaps was true on this connection

	leaves  atomic.Bool // the person has given up the chair
	watches bool        // a spectator, without a chair's secret
}

// Remote returns the source for a server's table: for the chair with the secret in the options,
// or for a spectator if there is none. It reconnects as often as necessary.
func Remote(opt client.Options) Source {
	r := &remote{server: strings.TrimSuffix(opt.Server, "/"), done: make(chan struct{}), watches: opt.Secret == ""}
	opt.Told, opt.Lost = r.told, r.offline
	r.client = client.New(opt)
	return r
}

func (r *remote) Open(send func(tea.Msg)) {
	ctx, stop := context.WithCancel(context.Background())
	r.mu.Lock()
	r.send, r.stop = send, stop
	r.mu.Unlock()
	go guarded(send, func() {
		defer close(r.done)
		if err := r.client.Run(ctx); errors.Is(err, client.ErrLink) {
			send(Ended{&lines.Fault{Key: r.deadLink(err)}})
		}
	})
}

// deadLink returns the message key for an invalid link. A link without a secret is a
// spectator's, and a table may not allow them.
func (r *remote) deadLink(err error) string {
	if r.leaves.Load() {
		return "door.left"
	}
	switch code := client.Farewell(err); {
	case errors.Is(err, client.ErrOld):
		return "tui.old"
	case code == "elsewhere":
		return "tui.elsewhere"
	case !r.watches && (code == "table" || code == "chair" || code == "link"):
		return "bye." + code
	}
	refused, ok := errors.AsType[*client.StatusError](err)
	if ok && r.watches && refused.Status == http.StatusForbidden {
		return "tui.no-watching"
	}
	return "tui.dead-link"
}

// Close closes the connection; the chair stays the person's.
func (r *remote) Close() error {
	r.mu.Lock()
	stop := r.stop
	r.mu.Unlock()
	if stop != nil {
		stop()
		<-r.done
	}
	return nil
}

func (r *remote) Do(c table.Command) tea.Msg {
	m := wire.Message{T: c.Do, Q: c.Question, Always: c.Always, Bot: c.Bot, Person: c.Person, Into: c.Into, Text: c.Text}
	switch c.Do {
	case table.DoAct, table.DoSix:
		m.Act = c.Action.String()
	case table.DoBot, table.DoStandIn:
		m.Chair = &c.Chair
	case table.DoLeave:
		r.leaves.Store(true)
	}
	if err := r.client.Send(&m); err != nil {
		return Refused{Unsent: true}
	}
	return nil
}

func (r *remote) offline(err error, wait time.Duration) {
	r.mu.Lock()
	r.six = 0
	r.mu.Unlock()
	r.send(Offline{Millis: wait.Milliseconds(), Code: client.Farewell(err)})
}

// told is called for every message of the server.
func (r *remote) told(t *client.Table, m *wire.Received) {
	switch m.T {
	case "hello":
		r.ahead = int64(m.Now) - time.Now().UnixMilli()
	case "":
		if t.Info == nil || t.Hello.Config == nil {
			return
		}
		next := r.tell(t)
		next.Undone = m.Back
		if r.swaps(next) {
			_ = r.client.Send(&wire.Message{T: table.DoSix, Act: rams.Swap.String(), Always: true}) // after an error it is asked again
		}
		r.mu.Lock()
		r.last = next
		r.mu.Unlock()
		r.send(next)
	case "chat":
		if m.Chair != nil {
			r.send(Chatted{*m.Chair, m.Text, m.Phrase})
		}
	case "no":
		r.send(refusal(m))
	}
}

// swaps reports whether it is to be said now that the trump six is to be swapped: at once, so that
// nobody has to wait, and once on a connection and hand. The person may say otherwise before the
// server's next message, which then hasn't heard of it.
func (r *remote) swaps(t *Table) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if t.Six != table.SixOpen || r.six == t.Hand {
		return false
	}
	r.six = t.Hand
	return true
}

// refusal reads the reason of a refusal.
func refusal(m *wire.Received) Refused {
	r := Refused{Code: m.Code}
	if m.Rule != "" {
		cards, _ := card.ParseSet(m.Cards)
		r.Rule = &rams.Refusal{Code: m.Rule, Cards: cards, Least: m.Least, Most: m.Most}
	}
	return r
}

// Reason returns the sentence for a code of the server.
func Reason(p *locale.Printer, code string) string {
	if key := "no." + code; p.Has(key) {
		return p.T(key, nil)
	}
	return p.T("no.other", locale.Args{"code": code})
}

// tell makes a Table from the client's state.
func (r *remote) tell(from *client.Table) *Table {
	config := from.Hello.Config
	t := &Table{
		Info: *from.Info, Rules: config.Variant, Money: locale.Points, Deck: locale.Deck(config.Deck), Blind: config.AskBlind, Me: -1, Hand: from.Hand, Start: from.Start, Events: slices.Clone(from.Events),
		Turn: from.Turn, Ask: from.Ask, Six: from.Six, Code: from.Hello.Code, Due: r.here(cmp.Or(from.Due, from.Window)),
	}
	if t.Code != "" && r.server != "" {
		t.Invite = r.server + "/#" + t.Code
	}
	t.Chairs = slices.Clone(t.Chairs) // the client continues to change its own
	if money, ok := locale.ParseMoney(config.Money); ok {
		t.Money = money
	} else {
		t.Usual = true
	}
	if from.Hello.Chair != nil {
		t.Me = *from.Hello.Chair
	}
	if t.Stage == table.Playing {
		t.Result = nil
	}
	if t.Stage != table.Playing && t.Stage != table.Lobby && r.counts != from.Hand {
		r.counts = from.Hand
		r.course = append(slices.Clip(r.course), t.balances())
	}
	if t.Stage == table.Playing && r.counts == from.Hand && len(r.course) > 0 { // the end of the hand was taken back
		r.course, r.counts = r.course[:len(r.course)-1], 0
	}
	t.Course = r.course
	t.Proofs, t.Without = from.Proofs, config.Proof == "" && !config.Practice
	if t.Stage == table.Over {
		r.over(t)
	}
	return t
}

// over works out the shares of the pot when the evening is over: they are the changes of the
// accounts since the last hand.
func (r *remote) over(t *Table) {
	t.Shares = make([]pot.Chips, len(t.Chairs))
	if before := r.last; before != nil && before.Stage != table.Over {
		for i, b := range before.balances() {
			t.Shares[i] = t.Chairs[i].Balance - b
		}
	}
}

// here converts a time of the server's clock to this machine's.
func (r *remote) here(moment table.Millis) int64 {
	if moment == 0 {
		return 0
	}
	return int64(moment) - r.ahead
}
