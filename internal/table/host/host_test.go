package host

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"chratze/chance"
	"chratze/internal/table"
	"chratze/internal/waittest"
	"chratze/rams"
	"chratze/variant"
)

func newChance(seed uint64) chance.Shuffler { return chance.Of(rand.New(rand.NewPCG(seed, 1))) }

// player is a connection that plays at random.
type player struct {
	from  netip.Prefix // its network
	t     *testing.T
	h     *Host
	c     *Conn
	ready chan struct{} // c is set
	mu    sync.Mutex
	r     *rand.Rand
	code  string // as it was greeted
	stage table.Stage
	hands int
	ends  []int // hands of which the settlement has been told
	bye   string
	no    []error
	more  chan struct{}

	heard   []string // what was said
	reviews []Review

	watchers []Watchers
	hints    []string
	times    int // it was told news
}

func newPlayer(t *testing.T, h *Host, seed uint64) *player {
	return &player{t: t, h: h, r: rand.New(rand.NewPCG(seed, 2)), ready: make(chan struct{}), more: make(chan struct{}, 1)}
}

func (p *player) Hello(_ int64, code string, _ int, _ table.Config, _ table.Millis) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.code = code
}
func (p *player) Chat(_ int, text, _ string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.heard = append(p.heard, text)
}
func (p *player) Hint(id, question uint64, hint []byte) {
	p.mu.Lock()
	p.hints = append(p.hints, fmt.Sprintf("%d %d %s", id, question, hint))
	p.mu.Unlock()
}

func (p *player) Review(r Review) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.reviews = append(p.reviews, r)
}
func (p *player) Watch(w Watchers) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.watchers = append(p.watchers, w)
}
func (p *player) Key(uint64, int, string) {}
func (p *player) Answer(_ uint64, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		p.no = append(p.no, err)
	}
}
func (p *player) Bye(code string) {
	p.mu.Lock()
	p.bye = code
	p.mu.Unlock()
	p.wake()
}

func (p *player) wake() {
	select {
	case p.more <- struct{}{}:
	default:
	}
}

func (p *player) News(n *table.News) {
	p.mu.Lock()
	p.times++
	p.hands = n.Hand
	if n.Info != nil {
		p.stage = n.Info.Stage
	}
	if n.Info != nil && n.Info.Result != nil {
		p.ends = append(p.ends, n.Hand)
	}
	p.mu.Unlock()
	p.wake()
	if n.Question == nil {
		return
	}
	act := n.Question.Legal[p.r.IntN(len(n.Question.Legal))]
	q := n.Question.Number
	go func() {
		<-p.ready
		_ = p.h.Receive(context.Background(), p.c, Request{Command: table.Command{Do: table.DoAct, Question: q, Action: act, Chair: -1}, Network: p.from})
	}()
}

func (p *player) attach(id int64, secret string) {
	p.t.Helper()
	c, err := p.h.Attach(context.Background(), id, secret, p)
	if err != nil {
		p.t.Fatal(err)
	}
	p.c = c
	close(p.ready)
}

func (p *player) until(what func() bool) {
	p.t.Helper()
	deadline := time.After(waittest.Limit)
	for {
		p.mu.Lock()
		ok := what()
		p.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-p.more:
		case <-deadline:
			p.t.Fatalf("%s: hands %d, bye %q, refused %v", waittest.Late("what a player waits for"), p.hands, p.bye, p.no)
		}
	}
}

func newHost(log Log, seed uint64) *Host {
	var n, codes atomic.Int64
	return New(Options{
		Log: log, Chance: newChance(seed),
		Secret: func() string { return fmt.Sprint("secret ", seed, " ", n.Add(1)) },
		Code:   func() string { return fmt.Sprint("code ", seed, " ", codes.Add(1)) },
		Think:  func(_ context.Context, a table.Ask) rams.Action { return a.View.Legal[0] },
	})
}

func config(t *testing.T) table.Config {
	t.Helper()
	v, err := variant.Parse("chratze")
	if err != nil {
		t.Fatal(err)
	}
	return table.Config{Variant: v, Chairs: 4, Bot: "stammtisch-1"}
}

func TestPersonAndBotsPlayAndComeBackAfterARestart(t *testing.T) {
	t.Parallel()
	log := newMemory()
	h := newHost(log, 1)
	ctx := context.Background()
	seat, err := h.Create(ctx, config(t), "Anna")
	if err != nil {
		t.Fatal(err)
	}
	anna := newPlayer(t, h, 1)
	anna.attach(seat.Table, seat.Secret)
	if err := h.Receive(ctx, anna.c, Request{Command: table.Command{Do: table.DoStart, Chair: -1}}); err != nil {
		t.Fatal(err)
	}
	anna.until(func() bool { return anna.hands >= 10 })
	h.Close()
	for i := 1; i < anna.hands; i++ {
		if !slices.Contains(anna.ends, i) {
			t.Errorf("nobody was told how hand %d ended", i)
		}
	}
	if anna.bye != "restart" {
		t.Errorf("said goodbye with %q", anna.bye)
	}

	h = newHost(log, 2)
	defer h.Close()
	again := newPlayer(t, h, 3)
	again.attach(seat.Table, seat.Secret)
	again.until(func() bool { return again.hands >= 20 })
	if len(again.no) > 0 {
		t.Errorf("refused: %v", again.no)
	}
	if chair, _, err := h.Chair(ctx, seat.Table, seat.Secret); chair != 0 || err != nil {
		t.Errorf("the maker's link is of chair %d: %v", chair, err)
	}
	if _, _, err := h.Chair(ctx, seat.Table, "wrong"); !errors.Is(err, ErrNoChair) {
		t.Errorf("a wrong secret is of a chair: %v", err)
	}
	if _, err := h.Attach(ctx, seat.Table, "wrong", newPlayer(t, h, 4)); !errors.Is(err, ErrNoChair) {
		t.Errorf("a wrong secret gives %v", err)
	}
	if _, err := h.Attach(ctx, 99, seat.Secret, newPlayer(t, h, 4)); !errors.Is(err, ErrNoTable) {
		t.Errorf("a table that isn't gives %v", err)
	}
}

func TestNothingIsToldThatWasNotWritten(t *testing.T) {
	t.Parallel()
	log := newMemory()
	h := newHost(log, 5)
	defer h.Close()
	ctx := context.Background()
	seat, err := h.Create(ctx, config(t), "Anna")
	if err != nil {
		t.Fatal(err)
	}
	anna := newPlayer(t, h, 1)
	anna.attach(seat.Table, seat.Secret)
	log.failing(errFull)
	if err := h.Receive(ctx, anna.c, Request{Command: table.Command{Do: table.DoStart, Chair: -1}}); err != nil {
		t.Fatal(err)
	}
	anna.until(func() bool { return anna.bye != "" })
	if anna.hands != 0 || anna.bye != "store" {
		t.Errorf("told of hand %d, goodbye %q", anna.hands, anna.bye)
	}
	if _, err := h.Join(ctx, seat.Code, "Beat", ""); !errors.Is(err, ErrStore) {
		t.Errorf("joining while the disk is full gives %v", err)
	}
	log.failing(nil)
	again := newPlayer(t, h, 2)
	again.attach(seat.Table, seat.Secret)
	if err := h.Receive(ctx, again.c, Request{Command: table.Command{Do: table.DoStart, Chair: -1}}); err != nil {
		t.Fatal(err)
	}
	again.until(func() bool { return again.hands >= 3 })
}

// slowLog is a log that is read slowly, or not at all.
type slowLog struct {
	*memory
	reads atomic.Int64
	wait  chan struct{} // a read waits for something to come out of it
	fails bool          // the next read panics
}

func (l *slowLog) Load(ctx context.Context, id int64) (Saved, error) {
	l.reads.Add(1)
	<-l.wait
	if l.fails {
		l.fails = false
		panic("a fault of the log")
	}
	return l.memory.Load(ctx, id)
}

// TestTableIsReadOnceForAll: after a restart all people of a table come at once, and
// its log is read once. Who can't read it because of a fault hinders nobody else.
func TestTableIsReadOnceForAll(t *testing.T) {
	t.Parallel()
	log := &slowLog{memory: newMemory(), wait: make(chan struct{}), fails: true}
	ctx := context.Background()
	h := newHost(log, 1)
	defer h.Close()
	seat, err := h.Create(ctx, config(t), "Anna")
	if err != nil {
		t.Fatal(err)
	}
	const people = 20
	came := make(chan error, people)
	come := func() {
		_, _, err := h.Chair(ctx, seat.Table, seat.Secret)
		came <- err
	}
	go come()
	log.wait <- struct{}{}
	if err := <-came; !errors.Is(err, ErrStore) {
		t.Errorf("who can't read it is told %v", err)
	}
	for range people {
		go come()
	}
	for log.reads.Load() < 2 { // until one of them reads
		runtime.Gosched()
	}
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if _, _, err := h.Chair(gone, seat.Table, seat.Secret); !errors.Is(err, context.Canceled) {
		t.Errorf("who has gone is told %v", err)
	}
	log.wait <- struct{}{}
	for range people {
		if err := <-came; err != nil {
			t.Errorf("who comes is told %v", err)
		}
	}
	if n := log.reads.Load(); n != 2 {
		t.Errorf("the log is read %d times", n)
	}
	newPlayer(t, h, 2).attach(seat.Table, seat.Secret)
}
