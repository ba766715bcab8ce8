package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"chratze/chance"
	"chratze/internal/client"
	"chratze/internal/server/httpd"
	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/internal/table/wire"
	"chratze/internal/waittest"
	"chratze/rams"
)

// memory is a log in memory.
type memory struct {
	mu   sync.Mutex
	rows [][][]byte
	code string
}

func (m *memory) Create(_ context.Context, code, _ string, records [][]byte) (int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.code = code
	m.rows = append(m.rows, records)
	return int64(len(m.rows)), nil
}

func (m *memory) Append(_ context.Context, batch []host.Entry) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, e := range batch {
		m.rows[e.Table-1] = append(m.rows[e.Table-1], e.Body)
	}
	return nil
}

func (m *memory) Load(_ context.Context, id int64) (host.Saved, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if id > int64(len(m.rows)) {
		return host.Saved{}, host.ErrNoTable
	}
	return host.Saved{Code: m.code, Records: slices.Clone(m.rows[id-1])}, nil
}

func (m *memory) ByCode(context.Context, string) (int64, error) { return 1, nil }
func (m *memory) Close(context.Context, int64) error            { return nil }

// site is a server that can be stopped and started again behind one address.
type site struct {
	t       *testing.T
	log     memory
	http    *httptest.Server
	now     atomic.Pointer[httpd.Server] // nil: it is down
	host    *host.Host
	starts  uint64
	secret  atomic.Int64
	refuses atomic.Int32 // the status with which WebSockets are refused; 0: they get through
}

func newSite(t *testing.T) *site {
	s := &site{t: t}
	s.http = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if status := int(s.refuses.Load()); status != 0 && r.Header.Get("Upgrade") != "" {
			http.Error(w, "not here", status)
			return
		}
		if h := s.now.Load(); h != nil {
			h.ServeHTTP(w, r)
			return
		}
		w.WriteHeader(http.StatusBadGateway)
	}))
	s.start()
	t.Cleanup(func() {
		s.stop()
		s.http.Close()
	})
	return s
}

func (s *site) start() {
	s.starts++
	s.host = host.New(host.Options{
		Log: &s.log, Chance: chance.Of(rand.New(rand.NewPCG(s.starts, 1))),
		Secret:  func() string { return fmt.Sprintf("secret%016d", s.secret.Add(1)) },
		Code:    func() string { return "12345678" },
		LinkKey: []byte("the key of the test"),
		Think:   func(_ context.Context, a table.Ask) rams.Action { return a.View.Legal[0] },
	})
	server, err := httpd.New(httpd.Options{Host: s.host, LoadToken: "load", Bots: []string{table.StandIn}})
	if err != nil {
		s.t.Fatal(err)
	}
	s.now.Store(server)
}

func (s *site) stop() {
	if server := s.now.Swap(nil); server != nil {
		server.Stop()
		s.host.Close()
		if s.refuses.Load() == 0 { // a server waits two seconds for lines that ask no more
			server.Wait(waittest.Limit)
		}
	}
}

// player is a client that plays at random and keeps what it was told.
type player struct {
	*client.Client
	mu    sync.Mutex
	hands int
	seen  map[int][]rams.Event // by hand, the longest list it ever had
	lost  int
	fault string
	more  chan struct{}
}

func (s *site) play(seat client.Seat, seed uint64) (*player, func() error) {
	p := &player{seen: map[int][]rams.Event{}, more: make(chan struct{}, 1)}
	r := rand.New(rand.NewPCG(seed, 7))
	answered := uint64(0)
	p.Client = client.New(client.Options{
		Server: s.http.URL, Table: seat.Table, Secret: seat.Secret, Header: http.Header{"Load-Token": {"load"}},
		Least: time.Millisecond, Most: 20 * time.Millisecond,
		Told: func(t *client.Table, m *wire.Received) {
			p.told(t, m)
			if m.T == "hello" {
				answered = 0
			}
			if t.Ask != nil && t.Ask.Number != answered { // it is repeated when something else has changed
				answered = t.Ask.Number
				_ = p.Act(t.Ask.Number, t.Ask.Legal[r.IntN(len(t.Ask.Legal))].String())
			}
		},
		Lost: func(error, time.Duration) {
			p.mu.Lock()
			p.lost++
			p.mu.Unlock()
		},
	})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- p.Run(ctx) }()
	return p, func() error {
		cancel()
		return <-done
	}
}

func (p *player) told(t *client.Table, m *wire.Received) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hands = t.Hand
	if m.T == "no" {
		p.fault = "refused: " + m.Code
	}
	old := p.seen[t.Hand]
	if n := min(len(old), len(t.Events)); m.From == nil && !slices.Equal(old[:n], t.Events[:n]) {
		p.fault = fmt.Sprintf("hand %d was %v and is %v", t.Hand, old, t.Events)
	}
	if len(t.Events) >= len(old) {
		p.seen[t.Hand] = slices.Clone(t.Events)
	}
	select {
	case p.more <- struct{}{}:
	default:
	}
}

func (p *player) until(t *testing.T, what func() bool) {
	t.Helper()
	hang := time.After(waittest.Limit)
	for {
		p.mu.Lock()
		ok, fault := what(), p.fault
		p.mu.Unlock()
		switch {
		case fault != "":
			t.Fatal(fault)
		case ok:
			return
		}
		select {
		case <-p.more:
		case <-hang:
			t.Fatal(waittest.Late("what the test waits for"))
		}
	}
}

func newTable(t *testing.T, s *site, chairs int) []client.Seat {
	t.Helper()
	return newTableOf(t, s, chairs, "")
}

// newTableOf makes a table; more are further fields of the request.
func newTableOf(t *testing.T, s *site, chairs int, more string) []client.Seat {
	t.Helper()
	ctx, header := context.Background(), http.Header{"Load-Token": {"load"}}
	first, err := client.Make(ctx, s.http.URL, header, json.RawMessage(fmt.Sprintf(`{"name":"Anna","chairs":%d,"pace":0,"six_window":0,"away":0,"bot":""%s}`, chairs, more)))
	if err != nil {
		t.Fatal(err)
	}
	seats := []client.Seat{first}
	for range chairs - 1 {
		seat, err := client.Join(ctx, s.http.URL, header, first.Code, "Beat")
		if err != nil {
			t.Fatal(err)
		}
		seats = append(seats, seat)
	}
	return seats
}

// TestClientComesBack: three people play; the server is stopped and started in the
// middle of it; nobody misses anything, and they go on.
func TestClientComesBack(t *testing.T) {
	t.Parallel()
	comesBack(t, 0)
}

// TestNoWebSockets: where a network refuses WebSockets, chratze join and bots play by requests, and come back as by a WebSocket.
func TestNoWebSockets(t *testing.T) {
	t.Parallel()
	for _, status := range []int32{http.StatusForbidden, http.StatusNotFound, http.StatusUpgradeRequired} {
		t.Run(http.StatusText(int(status)), func(t *testing.T) {
			t.Parallel()
			comesBack(t, status)
		})
	}
}

// comesBack plays at a site that is stopped and started; refuses is the status with which WebSockets are refused, or 0.
func comesBack(t *testing.T, refuses int32) {
	s := newSite(t)
	s.refuses.Store(refuses)
	seats := newTable(t, s, 3)
	var players []*player
	for i, seat := range seats {
		p, stop := s.play(seat, uint64(i))
		defer func() {
			if err := stop(); !errors.Is(err, context.Canceled) {
				t.Errorf("ended with %v", err)
			}
		}()
		players = append(players, p)
	}
	for _, p := range players {
		p.until(t, func() bool { return p.Send(&wire.Message{T: table.DoPing}) == nil })
	}
	if err := players[0].Send(&wire.Message{T: table.DoStart}); err != nil {
		t.Fatal(err)
	}
	for restarts := range 3 {
		for _, p := range players {
			p.until(t, func() bool { return p.hands >= 5*(restarts+1) })
		}
		s.stop()
		s.start()
	}
	for _, p := range players {
		p.until(t, func() bool { return p.hands >= 20 && p.lost >= 3 })
	}
	s.stop()
	checkSeen(t, s, players)
}

// sameOrBacks compares an event that was seen with the log's. A dealer who hadn't looked when the server stopped has seen
// the backs of the own cards, which the next news would have turned.
func sameOrBacks(seen, logged rams.Event) bool {
	backs := seen.Kind == rams.EventDeal && logged.Kind == rams.EventDeal && seen.Seat == logged.Seat && seen.Cards.Len() == logged.Cards.Len() && seen.Cards.Set() == 0
	return seen == logged || backs
}

// checkSeen reads the log and fails if somebody has seen what isn't in it.
func checkSeen(t *testing.T, s *site, players []*player) {
	t.Helper()
	tab, err := table.Replay(s.log.rows[0])
	if err != nil {
		t.Fatal(err)
	}
	for chair, p := range players {
		v, _ := tab.View(chair)
		var n table.News
		n, _ = tab.News(chair, &table.Cursor{})
		p.mu.Lock()
		seen := p.seen[n.Hand]
		if len(seen) > len(v.Events) || !slices.EqualFunc(seen, v.Events[:len(seen)], sameOrBacks) {
			t.Errorf("chair %d has seen %v, and the log says %v", chair, seen, v.Events)
		}
		p.mu.Unlock()
	}
}

func TestUselessLinksEndTheClient(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	seat := newTable(t, s, 2)[0]
	for _, wrong := range []client.Seat{{Table: seat.Table, Secret: "wrong"}, {Table: "99", Secret: seat.Secret}, {Table: "x"}} {
		c := client.New(client.Options{Server: s.http.URL + "/", Table: wrong.Table, Secret: wrong.Secret})
		if err := c.Run(context.Background()); !errors.Is(err, client.ErrLink) {
			t.Errorf("%+v: %v", wrong, err)
		}
		if err := c.Act(1, "pass"); !errors.Is(err, client.ErrOffline) {
			t.Errorf("sent without a connection: %v", err)
		}
	}
	if _, err := client.Join(context.Background(), s.http.URL, nil, "bad", "Anna"); err == nil {
		t.Error("a code that can't be is joined")
	}
}

func TestTableRefusesGaps(t *testing.T) {
	t.Parallel()
	for _, messages := range [][]string{
		{`{"turn":1}`},
		{`{"t":"hello","protocol":"chratze/2"}`},
		{`{"t":"hello","protocol":"chratze/1"}`, `{"hand":1,"from":1,"ev":[]}`},
		{`{"t":"hello","protocol":"chratze/1"}`, `{"hand":1,"from":0,"ev":["trick 1"]}`, `{"from":2}`},
		{`{"t":"hello","protocol":"chratze/1"}`, `{"hand":1,"from":0,"ev":["trick 1"]}`, `{"hand":2,"from":1}`},
	} {
		var tab client.Table
		var err error
		for i, text := range messages {
			m, bad := wire.Read([]byte(text))
			if bad != nil {
				t.Fatal(bad)
			}
			if err = tab.Take(&m); err != nil && i < len(messages)-1 {
				t.Errorf("%s: %v", text, err)
			}
		}
		if err == nil {
			t.Errorf("%v are taken", messages)
		}
	}
}
