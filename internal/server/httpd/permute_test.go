package httpd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"chratze/card"
	"chratze/chance"
	"chratze/internal/fair"
	"chratze/internal/server/hostlog/hosttest"
	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/internal/table/talk"
	"chratze/rams"
	"chratze/variant"
)

// desk is a table with four people and a spectator, without a network, driven step
// by step, so that two runs of the same differ in nothing.
type desk struct {
	t    *testing.T
	host *host.Host
	log  *hosttest.Memory
	id   int64
	now  atomic.Int64  // the clock
	conn [5]*host.Conn // chairs, and the spectator
	get  [5]*listener
}

// listener reads what one client is sent.
type listener struct {
	*talk.Queue
	line *line // nil: a WebSocket takes them
	client
	all   []byte // every byte, and between messages a newline
	proof int    // bytes of proofs
	deal  int    // the number of the deal that comes next
}

// read takes what has been sent.
func (l *listener) read() {
	each := func(f func([]byte) error) (err error) {
		if l.line == nil {
			if w, _ := l.Queue.Take(); w != nil {
				err = w.Each(f)
			}
			return err
		}
		list, _, _ := l.line.fetch(l.line.told + len(l.line.waiting))
		for _, message := range list {
			err = errors.Join(err, f(message))
		}
		return err
	}
	_ = each(func(message []byte) error {
		var n news
		mustJSON(l.t, message, &n)
		l.client.take(message, n)
		if n.Proof != nil {
			j, err := json.Marshal(n.Proof)
			l.proof += len(j) + len(`,"proof":`)
			if err != nil {
				return err
			}
			if n.Proof.Next != nil {
				l.deal = n.Proof.Next.Number
			}
		}
		l.all = append(append(l.all, message...), '\n')
		return nil
	})
}

// nature gives orders and notes them.
type nature struct {
	from   rams.Shuffler
	orders [][]card.Card
	cuts   []int
}

func (n *nature) Shuffle(cards []card.Card) {
	n.from.Shuffle(cards)
	n.orders = append(n.orders, slices.Clone(cards))
}

func (n *nature) Cut(k int) int {
	at := n.from.Cut(k)
	n.cuts = append(n.cuts, at)
	return at
}

// exchanged gives the noted orders with two cards in each other's place.
type exchanged struct {
	orders [][]card.Card
	cuts   []int
	x, y   card.Card
}

func (e *exchanged) Shuffle(cards []card.Card) {
	copy(cards, e.orders[0])
	e.orders = e.orders[1:]
	for i, c := range cards {
		switch c {
		case e.x:
			cards[i] = e.y
		case e.y:
			cards[i] = e.x
		}
	}
}

func (e *exchanged) Cut(int) int {
	at := e.cuts[0]
	e.cuts = e.cuts[1:]
	return at
}

func newDesk(t *testing.T, preset string, source rams.Shuffler) *desk {
	t.Helper()
	return newDeskAs(t, preset, source, func(*table.Config) {})
}

// newDeskAs is newDesk with something agreed otherwise.
func newDeskAs(t *testing.T, preset string, source rams.Shuffler, change func(*table.Config)) *desk {
	t.Helper()
	d := &desk{t: t, log: hosttest.NewMemory()}
	d.now.Store(1_795_232_552_714)
	n := 0
	d.host = host.New(host.Options{
		Log: d.log, Logger: quiet(), Chance: source, Code: func() string { return "CODE" },
		Secret: func() string { n++; return fmt.Sprint("secret", n) },
		Seed:   func() fair.Secret { return fair.Secret{9} }, // the same deals in every run
		Now:    func() table.Millis { return table.Millis(d.now.Load()) },
	})
	v, err := variant.Parse(preset)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	cfg := table.Config{Variant: v, Chairs: 4, Spectators: true, Pace: 1000}
	change(&cfg)
	seat, err := d.host.Create(ctx, cfg, "Anna")
	for c := range d.conn {
		d.get[c] = &listener{Queue: talk.NewQueue(), client: client{t: t}}
		if c%2 == 1 { // and the second way
			d.get[c].line = newLine("", NewMetrics(), nil, func() {})
			d.get[c].line.silence.Stop()
			d.get[c].Queue = d.get[c].line.queue
		}
		d.id = seat.Table
		if err == nil {
			d.conn[c], err = d.host.Attach(ctx, seat.Table, seat.Secret, talk.Sender{Queue: d.get[c].Queue})
		}
		if err == nil && c < 3 {
			seat, err = d.host.Join(ctx, "CODE", [...]string{"Beat", "Chregu", "Dora"}[c], "")
		}
		if c == 3 {
			seat.Secret = ""
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// say lets a chair wish something and waits until everybody has been told.
func (d *desk) say(chair int, w host.Request) {
	d.t.Helper()
	w.Chair = -1
	if err := d.host.Receive(context.Background(), d.conn[chair], w); err != nil {
		d.t.Fatal(err)
	}
	d.settle()
}

// settle waits until everybody has been told, and reads it.
func (d *desk) settle() {
	d.t.Helper()
	if _, _, err := d.host.Chair(context.Background(), d.id, "secret1"); err != nil {
		d.t.Fatal(err)
	}
	for _, l := range d.get {
		l.read()
		if len(l.refused) > 0 {
			d.t.Fatalf("refused: %v", l.refused)
		}
	}
}

// play plays the first hand; choose says what a chair that is asked so
// decides.
func (d *desk) play(choose func(legal []string) string) {
	d.t.Helper()
	d.say(0, host.Request{Command: table.Command{Do: table.DoStart}})
	d.goOn(choose)
}

// goOn plays the hand that is being played.
func (d *desk) goOn(choose func(legal []string) string) {
	d.t.Helper()
	for d.get[0].state.Info.Stage == "playing" {
		asked := slices.IndexFunc(d.get[:4], func(l *listener) bool { return l.state.Ask != nil })
		if asked < 0 {
			d.t.Fatal("nobody is asked")
		}
		q := d.get[asked].state.Ask
		d.get[asked].state.Ask = nil
		d.say(asked, host.Request{Command: table.Command{Do: table.DoAct, Question: q.Q, Action: parsed(choose(q.Legal))}})
	}
}

// instead returns an act with two cards in each other's place.
func instead(act string, x, y card.Card) string {
	words := strings.Fields(act)
	for i, w := range words[1:] {
		switch w {
		case x.String():
			words[i+1] = y.String()
		case y.String():
			words[i+1] = x.String()
		}
	}
	return strings.Join(words, " ")
}

// TestHiddenCardsChangeNoByte: a hand is played twice, the second time with two cards swapped
// that somebody never sees. They are sent the same bytes. (Package table tests that others
// don't notice a question about the trump six, since its holder plays it in the end.)
func TestHiddenCardsChangeNoByte(t *testing.T) {
	t.Parallel()
	for _, preset := range variant.Presets() {
		t.Run(preset, func(t *testing.T) {
			t.Parallel()
			for seed := range howMany(100, 20) {
				permuted(t, preset, uint64(seed), 0)
			}
		})
	}
}

// permuted plays one pair of hands. With a delay it is the spectator who is told them so
// much later.
func permuted(t *testing.T, preset string, seed uint64, delay table.Millis) {
	r := rand.New(rand.NewPCG(seed, 77))
	source := &nature{from: chance.Of(rand.New(rand.NewPCG(seed, 1)))}
	later := func(c *table.Config) {
		c.SpectatorDelay = delay
		c.Pace += 2 * delay // so that no other hand begins before they see this one
	}
	first := newDeskAs(t, preset, source, later)
	defer first.host.Close()
	var acts []string
	first.play(func(legal []string) string {
		acts = append(acts, legal[r.IntN(len(legal))])
		return acts[len(acts)-1]
	})
	h := hands(t, first.log.Records(first.id))[0]
	observer := r.IntN(5)
	if delay > 0 {
		observer = 4
	}
	seat := rams.Seat(observer)
	if observer == 4 {
		seat = rams.Nobody
	}
	k := newKnower(&h, seat)
	for i := range h.events {
		k.sees(&h, &h.events[i])
	}
	hidden := (h.rules.Rules().Pack.Cards() &^ k.known).Append(nil)
	if len(hidden) < 2 {
		return
	}
	r.Shuffle(len(hidden), func(i, j int) { hidden[i], hidden[j] = hidden[j], hidden[i] })
	x, y := hidden[0], hidden[1]
	second := newDeskAs(t, preset, &exchanged{orders: source.orders, cuts: source.cuts, x: x, y: y}, later)
	defer second.host.Close()
	second.play(func([]string) string {
		act := instead(acts[0], x, y)
		acts = acts[1:]
		return act
	})
	for _, d := range []*desk{first, second} {
		d.now.Add(int64(delay))
		d.settle()
	}
	if one, two := first.get[observer].all, second.get[observer].all; !bytes.Equal(one, two) {
		t.Errorf("seed %d: with %v and %v exchanged, which it never sees, audience %d is sent\n%s\nand not\n%s", seed, x, y, observer, two, one)
	}
}

// parsed reads an act; what is none gives the zero Action.
func parsed(act string) rams.Action {
	a, err := rams.ParseAction(act, 0)
	if err != nil {
		return rams.Action{}
	}
	return a
}
