package load

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"chratze/internal/client"
)

// table is a table under load: seats that play random legal acts. A move is sent when the seat
// on turn has its question and all seats have the previous move.
type table struct {
	load  *loader
	mu    sync.Mutex
	seats []*seat
	rand  *rand.Rand
	next  pending // the next move
	sent  move    // the last move
	start bool    // the first hand was requested
	due   time.Time

	moves  int64
	lat    []time.Duration
	faults map[string]int64
}

// pending is a move that waits to be sent.
type pending struct {
	seat    *seat // nil: none
	number  uint64
	act     string
	six     bool
	waiting bool // until it is time
}

// move is the last move that was sent.
type move struct {
	at    time.Time
	by    *seat
	hand  int
	acts  int  // number of public acts of this hand that include the move; 0: the others don't see it
	timed bool // it is measured
}

// seat is a seat of a table under load.
type seat struct {
	table *table
	seat  client.Seat
	conn  *client.Conn // nil: it is reconnecting
	hand  int
	chain []string // the public acts of the hand
	heard news
	bytes int64
	out   []byte
	said  uint64 // number of the question it last answered on this connection
	here  bool   // it has received its table on this connection
	moved bool   // the server has said that another has the table
}

// fault counts something that should not have happened.
func (t *table) fault(what string) { t.faults[what]++ }

// run keeps a seat at its table until the context is done.
func (s *seat) run(ctx context.Context) {
	for tries := 0; ctx.Err() == nil; tries++ {
		if !s.moved && tries > 0 {
			sleep(ctx, 50*time.Millisecond+rand.N(100*time.Millisecond))
		}
		url := s.table.load.anyURL()
		if tries == 0 {
			url = s.table.load.urlOf(s.seat)
		}
		address := client.Address(url, s.seat.Table, s.moved)
		s.moved = false
		conn, err := client.Dial(ctx, address, s.table.load.header(s.seat.Secret))
		if err != nil {
			continue
		}
		stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
		s.table.mu.Lock()
		s.conn = conn
		s.table.mu.Unlock()
		s.read(ctx, conn)
		stop()
		s.lost(ctx, conn)
	}
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

func (s *seat) read(ctx context.Context, conn *client.Conn) {
	for {
		b, err := conn.Read()
		if err != nil || ctx.Err() != nil {
			return
		}
		s.take(b)
	}
}

// lost drops a broken connection.
func (s *seat) lost(ctx context.Context, conn *client.Conn) {
	_ = conn.Close()
	t := s.table
	t.mu.Lock()
	defer t.mu.Unlock()
	s.conn, s.said = nil, 0
	t.sent.timed, t.sent.acts = false, 0 // the move may be lost too
	if t.next.seat == s {
		t.next = pending{}
	}
	if s.hand == 0 {
		t.start = false
	}
	if !s.here || ctx.Err() != nil {
		return
	}
	s.here = false
	t.fault(FaultLost)
	t.load.gone()
}

// take handles a message.
func (s *seat) take(b []byte) {
	t, h := s.table, &s.heard
	t.mu.Lock()
	defer t.mu.Unlock()
	s.bytes += int64(len(b))
	if !h.scan(b) {
		t.fault(FaultMessage)
		return
	}
	switch h.T {
	case "":
	case "no":
		t.fault(FaultRefused + h.Code)
		return
	default:
		s.moved = h.T == "bye" && h.Code == "moved"
		return
	}
	s.follow()
	if !s.here {
		s.here = true
		t.load.back()
	}
	if h.Ask != nil && h.Ask.Q != s.said { // otherwise the answer is on its way
		t.next = pending{seat: s, number: h.Ask.Q, act: h.Ask.Legal[t.rand.IntN(len(h.Ask.Legal))], six: h.Ask.Six}
	} else if t.next.seat == s {
		t.next = pending{}
	}
	if s.hand == 0 { // nobody has dealt yet
		t.begin()
		return
	}
	t.arrived()
	t.goOn()
}

// follow notes the acts in a message, and compares repeated acts with those received before.
func (s *seat) follow() {
	t, h := s.table, &s.heard
	acts := h.acts()
	if h.From == nil || *h.From != 0 {
		s.chain = append(s.chain, acts...)
		return
	}
	switch {
	case h.Hand < s.hand:
		t.fault(FaultHands)
	case h.Hand == s.hand:
		for i, a := range s.chain {
			if i >= len(acts) || acts[i] != a {
				t.fault(FaultActs)
				break
			}
		}
	}
	s.hand, s.chain = h.Hand, acts
}

// begin requests the first hand when everybody is there.
func (t *table) begin() {
	if t.start || slices.ContainsFunc(t.seats, func(s *seat) bool { return !s.here }) {
		return
	}
	t.start = true
	_ = t.seats[0].conn.Write([]byte(`{"t":"start"}`)) // the reader notices an error
}

// has reports whether the seat has received a move.
func (s *seat) has(m *move) bool {
	return m.acts == 0 || s.hand > m.hand || s.hand == m.hand && len(s.chain) >= m.acts
}

// arrived notes when all seats have the last move.
func (t *table) arrived() {
	if !t.sent.timed || !t.allHave() {
		return
	}
	t.sent.timed = false
	if now := time.Now(); t.load.measuring(t.sent.at, now) {
		t.lat = append(t.lat, now.Sub(t.sent.at))
	}
	t.compare()
}

func (t *table) allHave() bool {
	return !slices.ContainsFunc(t.seats, func(s *seat) bool { return !s.has(&t.sent) })
}

// compare reports a fault for seats that received different acts.
func (t *table) compare() {
	for _, s := range t.seats {
		if n := t.sent.acts; s.hand == t.sent.hand && t.sent.by.hand == s.hand && s.chain[n-1] != t.sent.by.chain[n-1] {
			t.fault(FaultDifferent)
		}
	}
}

// goOn sends the next move if it is time. The question about the trump six is answered at once:
// the others see the move before it only after that.
func (t *table) goOn() {
	n := &t.next
	if n.seat == nil || n.waiting || !n.six && !t.allHave() {
		return
	}
	if pace := t.load.Pace; pace > 0 && !n.six {
		now := time.Now()
		if t.due.IsZero() {
			t.due = now.Add(time.Duration(t.rand.Int64N(int64(pace))))
		}
		if wait := t.due.Sub(now); wait > 0 {
			n.waiting = true
			time.AfterFunc(wait, t.fire)
			return
		}
	}
	t.send()
}

// fire is called when it is time for the next move.
func (t *table) fire() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.next.seat != nil && t.next.waiting {
		t.send()
	}
}

func (t *table) send() {
	n := t.next
	t.next = pending{}
	if n.seat.conn == nil {
		return
	}
	s := n.seat
	s.said = n.number
	s.out = append(s.out[:0], `{"t":"act","q":`...)
	s.out = strconv.AppendUint(s.out, n.number, 10)
	s.out = append(append(append(s.out, `,"act":"`...), n.act...), `"}`...)
	now := time.Now()
	t.sent = move{at: now, by: s, hand: s.hand}
	if public(n.act) {
		t.sent.acts, t.sent.timed = len(s.chain)+1, !n.six
	}
	if t.load.measuring(now, now) {
		t.moves++
	}
	if pace := t.load.Pace; pace > 0 {
		if t.due = t.due.Add(pace); t.due.Before(now) {
			t.due = now
		}
	}
	_ = s.conn.Write(s.out) // the reader notices an error
}

// anyURL returns that of one of the servers.
func (l *loader) anyURL() string { return l.URLs[rand.IntN(len(l.URLs))] }

// urlOf returns that of the server that has a seat's table, if the servers have names.
func (l *loader) urlOf(s client.Seat) string {
	if i := slices.Index(l.Names, s.Server); i >= 0 {
		return l.URLs[i]
	}
	return l.anyURL()
}

// makeTable makes a table on the server and takes its seats.
func (l *loader) makeTable(ctx context.Context, n int) (*table, error) {
	t := &table{load: l, rand: rand.New(rand.NewPCG(uint64(n), 1)), faults: map[string]int64{}}
	header := http.Header{"Load-Token": {l.Token}}
	url := l.anyURL()
	taken, err := patiently(ctx, func() (client.Seat, error) {
		return client.Make(ctx, url, header, map[string]any{
			"name": "Seat 0", "rules": l.Rules, "chairs": l.Seats, "pace": 0, "six_window": 0, "away": 0, "bot": "",
		})
	})
	for i := 0; err == nil; i++ {
		t.seats = append(t.seats, &seat{table: t, seat: taken})
		if i == l.Seats-1 {
			return t, nil
		}
		code := t.seats[0].seat.Code
		taken, err = patiently(ctx, func() (client.Seat, error) {
			return client.Join(ctx, url, header, code, "Seat "+string(rune('1'+i)))
		})
	}
	return nil, err
}

// patiently asks for a seat again, up to 30 times, while the server or the proxy before it is too busy.
func patiently(ctx context.Context, sit func() (client.Seat, error)) (seat client.Seat, err error) {
	for range 30 {
		seat, err = sit()
		refused, ok := errors.AsType[*client.StatusError](err)
		if !ok || refused.Status != http.StatusServiceUnavailable {
			break
		}
		sleep(ctx, time.Second)
	}
	return seat, err
}
