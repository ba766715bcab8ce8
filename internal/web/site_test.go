package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"chratze/bot"
	"chratze/card"
	"chratze/internal/host"
	"chratze/internal/httpd"
	"chratze/internal/table"
)

// memory is a log in memory; a copy of it is what a killed server leaves behind.
type memory struct {
	mu   sync.Mutex
	dead bool
	rows map[int64][][]byte
	code map[string]int64
}

func newMemory() *memory { return &memory{rows: map[int64][][]byte{}, code: map[string]int64{}} }

// kill returns what is durable at this moment; nothing is written after it.
func (m *memory) kill() *memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.dead = true
	return &memory{rows: m.rows, code: m.code}
}

func (m *memory) Create(_ context.Context, code, _ string, records [][]byte) (int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	id := int64(len(m.rows) + 1)
	m.rows[id] = records
	m.code[code] = id
	return id, nil
}

func (m *memory) Append(_ context.Context, batch []host.Entry) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.dead {
		return host.ErrStore
	}
	for _, e := range batch {
		m.rows[e.Table] = append(m.rows[e.Table], bytes.Clone(e.Body))
	}
	return nil
}

func (m *memory) Load(_ context.Context, id int64) (host.Saved, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	saved := host.Saved{Records: append([][]byte(nil), m.rows[id]...)}
	for code, of := range m.code {
		if of == id {
			saved.Code = code
		}
	}
	return saved, nil
}

func (m *memory) ByCode(_ context.Context, code string) (int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if id, ok := m.code[code]; ok {
		return id, nil
	}
	return 0, host.ErrNoTable
}

func (m *memory) SetCode(_ context.Context, id int64, code string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for c, of := range m.code {
		if of == id {
			delete(m.code, c)
		}
	}
	if code != "" {
		m.code[code] = id
	}
	return nil
}

func (m *memory) Close(context.Context, int64) error { return nil }

// chance is a seeded source of orders.
type chance struct{ *rand.Rand }

func (c chance) Shuffle(cards []card.Card) {
	c.Rand.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
}
func (c chance) Cut(n int) int { return 1 + c.IntN(n-1) }

// site is a server with the pages, on a port of its own.
type site struct {
	t    *testing.T
	seed uint64
	log  *memory
	host *host.Host
	http *httptest.Server
	bot  string // who plays for bots
	n    int    // secrets given out
	pass string // the server's password
	desk func() (wasm, script []byte, err error)
	mu   sync.Mutex
}

// open starts a server whose packs are shuffled from a seed.
func open(t *testing.T, seed uint64) *site {
	t.Helper()
	s := &site{t: t, seed: seed, log: newMemory(), bot: table.StandIn, desk: buildKasse}
	s.start("127.0.0.1:0")
	t.Cleanup(func() { s.stop() })
	return s
}

func (s *site) start(addr string) {
	s.t.Helper()
	spec, err := bot.Parse(s.bot)
	if err != nil {
		s.t.Fatal(err)
	}
	s.host = host.New(host.Options{
		Log: s.log, Chance: chance{rand.New(rand.NewPCG(s.seed, 1))}, Secret: func() string { return s.fresh(22) }, Code: func() string { return s.fresh(8) },
		Think: func(a table.Ask) string { return spec.New(rand.New(rand.NewPCG(s.seed, 2))).Act(&a.View).String() },
	})
	server, err := httpd.New(httpd.Options{Host: s.host, Logger: slog.New(slog.DiscardHandler), Bots: []string{table.StandIn}, LoadToken: loadToken, BuildKasse: s.desk, Password: s.pass})
	if err != nil {
		s.t.Fatal(err)
	}
	s.http = httptest.NewUnstartedServer(server)
	for range 100 { // the port of a killed server may need a moment
		l, listenErr := net.Listen("tcp", addr)
		if err = listenErr; err == nil {
			_ = s.http.Listener.Close()
			s.http.Listener = l
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	s.http.Start()
}

const loadToken = "load-token-of-the-test"

func (s *site) fresh(letters int) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
	return fmt.Sprintf("%0*d", letters, 47110000+s.n)
}

func (s *site) stop() {
	s.http.CloseClientConnections()
	s.host.Close()
	s.http.Close()
}

// kill ends the server as if its process were gone, and starts another one, on the
// same port, that has only what was durable.
func (s *site) kill() {
	s.t.Helper()
	left := s.log.kill()
	addr := s.http.Listener.Addr().String()
	s.stop()
	s.log = left
	s.start(addr)
}

// make makes a table; more are further fields of the request.
func (s *site) make(more string) httpd.Seat {
	s.t.Helper()
	return s.post("/api/tables", `{"name":"Anna","pace":300,"six_window":300`+more+`}`)
}

func (s *site) post(path, body string) (seat httpd.Seat) {
	s.t.Helper()
	r, err := http.NewRequest(http.MethodPost, s.http.URL+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Load-Token", loadToken)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusCreated {
		s.t.Fatalf("%s %s: %s", path, body, answer.Status)
	}
	if err := json.NewDecoder(answer.Body).Decode(&seat); err != nil {
		s.t.Fatal(err)
	}
	return seat
}
