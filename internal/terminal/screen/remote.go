package screen

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"chratze/card"
	"chratze/internal/locale"
	"chratze/internal/server/client"
	"chratze/internal/server/table"
	"chratze/internal/server/wire"
	"chratze/pot"
	"chratze/rams"
)

// remote is a server's table, seen from one chair.
type remote struct {
	printer *locale.Printer
	client  *client.Client
	stop    context.CancelFunc
	done    chan struct{}

	mu     sync.Mutex
	send   func(tea.Msg)
	last   *Table
	words  *locale.Table
	course [][]pot.Chips
	counts int   // the hand that stands last in course
	ahead  int64 // milliseconds of the server's clock before this machine's
	lost   bool

	watches bool // without a chair's secret
}

// Remote returns the source of a server's table: the chair with the secret of the options,
// or without one a spectator's place. The connection is made anew as often as it breaks.
func Remote(p *locale.Printer, opt client.Options) Source {
	r := &remote{printer: p, done: make(chan struct{}), watches: opt.Secret == ""}
	opt.Told, opt.Lost = r.told, r.offline
	r.client = client.New(opt)
	return r
}

func (r *remote) Open(send func(tea.Msg)) {
	ctx, stop := context.WithCancel(context.Background())
	r.mu.Lock()
	r.send, r.stop = send, stop
	r.mu.Unlock()
	go func() {
		defer close(r.done)
		defer func() {
			if fault := recover(); fault != nil {
				send(Ended{&panicError{fault}})
			}
		}()
		if err := r.client.Run(ctx); errors.Is(err, client.ErrLink) {
			send(Ended{errors.New(r.printer.T(deadLink(err, r.watches), nil))})
		}
	}()
}

// deadLink is the message why a link is of no use: one without a secret watches, and a
// table may allow nobody to.
func deadLink(err error, watches bool) string {
	refused, ok := errors.AsType[*client.StatusError](err)
	if ok && watches && refused.Status == http.StatusForbidden {
		return "tui.no-watching"
	}
	return "tui.dead-link"
}

// Close breaks the connection; the chair stays one's own.
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

func (r *remote) Do(e Effect) tea.Msg {
	m := wire.Message{}
	switch e.Kind {
	case DoAct:
		m = wire.Message{T: table.DoAct, Q: e.Q, Act: e.Act.String()}
	case DoNext:
		m.T = table.DoNext
		if t := r.table(); t != nil && t.Stage == table.Lobby {
			m.T = table.DoStart
		}
	case DoLast:
		m.T = table.DoLast
	case DoEnd:
		m.T = table.DoEnd
	case DoPause:
		m.T = table.DoPause
	case DoResume:
		m.T = table.DoResume
	case DoLeave:
		m.T = table.DoLeave
	case DoBot:
		m = wire.Message{T: table.DoBot, Chair: &e.Chair, Bot: table.StandIn}
	case DoSix:
		m = wire.Message{T: table.DoSix, Act: e.Text, Always: true}
	case DoChat:
		m = wire.Message{T: table.DoChat, Text: e.Text}
	default:
		return nil
	}
	if err := r.client.Send(&m); err != nil {
		return Refused{r.printer.T("tui.not-sent", nil)}
	}
	return nil
}

func (r *remote) table() *Table {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last
}

func (r *remote) offline(_ error, wait time.Duration) {
	r.mu.Lock()
	r.lost = true
	r.mu.Unlock()
	r.send(Offline{Millis: wait.Milliseconds()})
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
		if next.Six == table.SixOpen { // at once, so that nobody has to be waited for
			_ = r.client.Send(&wire.Message{T: table.DoSix, Act: rams.Swap.String(), Always: true}) // an error: it is asked again
		}
		r.mu.Lock()
		r.last = next
		back := r.lost
		r.lost = false
		r.mu.Unlock()
		if back {
			r.send(Offline{Back: true})
		}
		r.send(next)
	case "chat":
		if m.Chair != nil {
			r.send(Chatted{*m.Chair, m.Text})
		}
	case "no":
		r.send(Refused{r.why(m)})
	}
}

// why says why the server refused something.
func (r *remote) why(m *wire.Received) string {
	if m.Rule != "" && r.words != nil {
		cards, _ := card.ParseSet(m.Cards)
		return r.words.Error(&rams.Refusal{Code: m.Rule, Cards: cards, Least: m.Least, Most: m.Most})
	}
	return Reason(r.printer, m.Code)
}

// Reason says what a server's code means.
func Reason(p *locale.Printer, code string) string {
	if key := "no." + code; p.Has(key) {
		return p.T(key, nil)
	}
	return p.T("no.other", locale.Args{"code": code})
}

// tell makes a Table of what the client knows.
func (r *remote) tell(from *client.Table) *Table {
	config := from.Hello.Config
	t := &Table{
		Info: *from.Info, Rules: config.Variant, Money: locale.Points, Me: -1, Hand: from.Hand, Start: from.Start, Events: slices.Clone(from.Events),
		Turn: from.Turn, Ask: from.Ask, Six: from.Six, Code: from.Hello.Code, Due: r.here(cmp.Or(from.Due, from.Window)),
	}
	t.Chairs = slices.Clone(t.Chairs) // the client keeps its own up to date
	if !config.Points {
		t.Money = r.printer.SheetOf(config.Variant, 0).Money
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
	t.Course = r.course
	r.words = r.printer.Table(t.Rules, r.printer.DeckOf(t.Rules.Preset()), t.Money, t.names(), t.seat(t.Me))
	if t.Stage != table.Playing {
		t.Proof = r.proof(&from.Proved, t.Hand)
	}
	if t.Stage == table.Over {
		r.over(t)
		t.Proofs = r.proofs(&from.Proved, t.Hand)
	}
	return t
}

// over settles up when the evening is over. The shares of the pot are what the
// accounts have got since the last hand; who has left pays and is paid too.
func (r *remote) over(t *Table) {
	t.Shares = make([]pot.Chips, len(t.Chairs))
	if before := r.last; before != nil && before.Stage != table.Over {
		for i, b := range before.balances() {
			t.Shares[i] = t.Chairs[i].Balance - b
		}
	}
	_, accounts := t.Accounts()
	t.Settle, _ = pot.Settle(accounts) // it can fail only if they don't add up, which the server checks
}

// here is a moment of the server's clock by this machine's.
func (r *remote) here(moment table.Millis) int64 {
	if moment == 0 {
		return 0
	}
	return int64(moment) - r.ahead
}
