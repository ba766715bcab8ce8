package httpd

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"chratze/bot"
	"chratze/chance"
	"chratze/internal/fair"
	"chratze/internal/server/hostlog/hosttest"
	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/internal/teach/adviser"
	"chratze/internal/waittest"
	"chratze/rams"
)

// site is a server under test.
type site struct {
	t      *testing.T
	log    *hosttest.Memory
	host   *host.Host
	server *Server
	http   *httptest.Server
	polls  bool // its players come without WebSockets
	logged *lockedBuffer
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

var secrets = struct {
	sync.Mutex
	n int
}{}

func fresh(letters int) string {
	secrets.Lock()
	defer secrets.Unlock()
	secrets.n++
	return fmt.Sprintf("%0*d", letters, 47110000+secrets.n)
}

// open starts a server on a log; change may alter its options.
func open(t *testing.T, log *hosttest.Memory, change func(*Options)) *site {
	t.Helper()
	return openWith(t, log, nil, change)
}

// openNew is open on a log without tables.
func openNew(t *testing.T, change func(*Options)) *site {
	t.Helper()
	return open(t, hosttest.NewMemory(), change)
}

// openWith is open with other options of the host too.
func openWith(t *testing.T, log *hosttest.Memory, changeHost func(*host.Options), change func(*Options)) *site {
	t.Helper()
	s := &site{t: t, log: log, logged: &lockedBuffer{}}
	logger := slog.New(slog.NewJSONHandler(s.logged, &slog.HandlerOptions{Level: slog.LevelDebug}))
	metrics := NewMetrics()
	spec, err := bot.Parse(table.StandIn)
	if err != nil {
		t.Fatal(err)
	}
	hostOpt := host.Options{
		Log: log, Logger: logger, Chance: chance.Of(rand.New(rand.NewPCG(uint64(log.Tables()), 1))), Measure: metrics.Measure(),
		Secret: func() string { return fresh(22) }, Code: func() string { return fresh(8) },
		Think: func(_ context.Context, a table.Ask) rams.Action {
			return spec.New(rand.New(rand.NewPCG(1, 2))).Act(&a.View)
		},
	}
	if changeHost != nil {
		changeHost(&hostOpt)
	}
	s.host = host.New(hostOpt)
	opt := Options{Host: s.host, Logger: logger, Metrics: metrics, Bots: []string{table.StandIn, "random"}, LoadToken: "load-token-of-the-test", Review: adviser.Reviews()}
	if change != nil {
		change(&opt)
	}
	if s.server, err = New(opt); err != nil {
		t.Fatal(err)
	}
	s.http = httptest.NewServer(s.server)
	t.Cleanup(s.close)
	return s
}

func (s *site) close() {
	if s.http == nil {
		return
	}
	s.server.Stop()
	s.host.Close()
	s.server.Wait(20 * time.Second)
	s.http.Close()
	s.http = nil
}

// post asks for something and reads the answer into out.
func (s *site) post(path, body string, out any) int {
	s.t.Helper()
	r, err := http.Post(s.http.URL+path, "application/json", strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	if out != nil {
		if err := json.Unmarshal(b, out); err != nil {
			s.t.Fatalf("%s: %s: %v", path, b, err)
		}
	}
	return r.StatusCode
}

// make makes a table; more are further fields of the request.
func (s *site) make(more string) Seat {
	s.t.Helper()
	var seat Seat
	if status := s.post("/api/tables", `{"name":"Anna","pace":0,"six_window":0`+more+`}`, &seat); status != http.StatusCreated {
		s.t.Fatalf("making a table gives %d", status)
	}
	return seat
}

func (s *site) join(code, name string) Seat {
	s.t.Helper()
	var seat Seat
	if status := s.post("/api/join", `{"code":"`+code+`","name":"`+name+`"}`, &seat); status != http.StatusCreated {
		s.t.Fatalf("joining gives %d", status)
	}
	return seat
}

// client is a player on a WebSocket, or a line. It keeps every frame.
type client struct {
	t      *testing.T
	ws     carrier
	r      *rand.Rand
	frames [][]byte
	state  struct { // all that it has been told, put together
		Hand *int
		Turn int
		Ask  *asked
		Info *about
	}
	events []json.RawMessage
	bye    string

	answered uint64 // the question that has been answered last
	hello    struct {
		Table, Code string
		Chair       int
		Config      table.Config
	}
	refused []string
	proves  bool // is told of the proof
	onFrame func([]byte)
}

type news struct {
	T    string
	Code string
	Hand *int
	From *int
	Ev   []json.RawMessage
	Turn int
	Ask  *asked
	Info json.RawMessage

	Proof *table.ProofNews
}

type asked struct {
	Q     uint64
	Legal []string
}

// about is the table itself; a message brings only what has changed.
type about struct {
	Stage  string
	Host   int
	Chairs []struct {
		Name, Bot string
		Prize     int
	}
}

func (s *site) dial(path, secret string, header http.Header) (*websocket.Conn, *http.Response, error) {
	h := header.Clone()
	if h == nil {
		h = http.Header{}
	}
	if secret != "" {
		h.Set("Authorization", "Bearer "+secret)
	}
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit)
	defer cancel()
	return websocket.Dial(ctx, strings.Replace(s.http.URL, "http", "ws", 1)+path, &websocket.DialOptions{HTTPHeader: h})
}

// upgraded opens a WebSocket of a spectator, and closes it, now or later, unless the server refuses.
func (s *site) upgraded(h http.Header, closes func(*websocket.Conn)) (status int) {
	s.t.Helper()
	ws, r, err := s.dial("/ws/1", "", h)
	if r == nil {
		s.t.Fatal(err)
	}
	if err == nil {
		closes(ws)
	}
	return r.StatusCode
}

// couple makes a table for Anna and Beat, who have both been told of it.
func (s *site) couple() (beats Seat, anna, beat *client) {
	s.t.Helper()
	annas := s.make("")
	beats = s.join(annas.Code, "Beat")
	anna, beat = s.play(annas, 1), s.play(beats, 2)
	for _, c := range []*client{anna, beat} {
		for c.state.Info == nil {
			c.next()
		}
	}
	return beats, anna, beat
}

func (s *site) play(seat Seat, seed uint64) *client { return s.playAs(seat.Table, seat.Secret, seed) }

// playAs connects and waits until the server has taken the client to the table, or refused it: what a test does next is known
// to it then.
func (s *site) playAs(id, secret string, seed uint64) *client {
	s.t.Helper()
	ws := s.carried(id, secret)
	s.t.Cleanup(func() { _ = ws.CloseNow() })
	c := &client{t: s.t, ws: ws, r: rand.New(rand.NewPCG(seed, 9))}
	for c.hello.Table == "" && c.bye == "" && c.next() {
	}
	return c
}

func (c *client) send(format string, args ...any) {
	c.t.Helper()
	if err := c.ws.Write(context.Background(), websocket.MessageText, fmt.Appendf(nil, format, args...)); err != nil {
		c.t.Fatal(err)
	}
}

// next reads one frame; false when the connection is over.
func (c *client) next() bool {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit)
	defer cancel()
	_, b, err := c.ws.Read(ctx)
	if err != nil {
		if ctx.Err() != nil {
			c.t.Fatalf("%s: chair %d of table %s in hand %d, with %d events and the question %v", waittest.Late("a message"), c.hello.Chair, c.hello.Table, c.hand(), len(c.events), c.state.Ask)
		}
		return false
	}
	c.frames = append(c.frames, b)
	if c.onFrame != nil {
		c.onFrame(b)
	}
	var n news
	if err := json.Unmarshal(b, &n); err != nil {
		c.t.Fatalf("%s: %v", b, err)
	}
	c.take(b, n)
	if n.Proof != nil && n.Proof.Next != nil && c.hello.Chair >= 0 {
		c.proves = true
		c.prove(n.Proof.Next)
	}
	return true
}

// prove takes part in the proof of a deal, if the client has asked for it.
func (c *client) prove(d *table.NextDeal) {
	own := fair.Given{Chair: c.hello.Chair, Text: fair.HandSecret(fair.Secret{byte(c.hello.Chair)}, d.Number).Hex()}
	switch {
	case d.Promises == nil:
		c.send(`{"t":"promise","q":%d,"text":%q}`, d.Number, fair.Commit(d.Number, own))
	case d.Copies == nil:
		c.send(`{"t":"copies","q":%d,"text":%q}`, d.Number, fair.Copies(d.Number, own, d.Promises))
	default:
		c.send(`{"t":"nonce","q":%d,"text":%q}`, d.Number, own.Text)
	}
}

func (c *client) take(b []byte, n news) {
	switch n.T {
	case "hello":
		if err := json.Unmarshal(b, &c.hello); err != nil {
			c.t.Fatal(err)
		}
	case "bye":
		c.bye = n.Code
	case "no":
		c.refused = append(c.refused, n.Code)
	case "":
		if n.From != nil {
			if *n.From > len(c.events) {
				c.t.Errorf("a gap: %d events, and those from %d on", len(c.events), *n.From)
				return
			}
			c.events = c.events[:*n.From]
			c.state.Hand = n.Hand
		}
		c.events = append(c.events, n.Ev...)
		c.state.Turn, c.state.Ask = n.Turn, n.Ask
		if n.Info != nil {
			if c.state.Info == nil {
				c.state.Info = new(about)
			}
			mustJSON(c.t, n.Info, c.state.Info)
		}
	}
}

func (c *client) hand() int {
	if c.state.Hand == nil {
		return 0
	}
	return *c.state.Hand
}

// act answers the open question at random, once: news that come while the answer is
// on its way say that it is still open.
func (c *client) act() {
	if q := c.state.Ask; q != nil && q.Q != c.answered {
		c.state.Ask, c.answered = nil, q.Q
		c.send(`{"t":"act","q":%d,"act":%q}`, q.Q, q.Legal[c.r.IntN(len(q.Legal))])
	}
}

// playUntil reads and answers until done, or the connection is over.
func (c *client) playUntil(done func() bool) {
	c.t.Helper()
	for !done() {
		c.act()
		if !c.next() {
			return
		}
	}
}

// expect fails unless the connection ends with this bye.
func (c *client) expectBye(code string) {
	c.t.Helper()
	for c.next() {
	}
	if c.bye != code {
		c.t.Errorf("the connection ends with %q, want %q", c.bye, code)
	}
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

func mustJSON(t *testing.T, b []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(b, into); err != nil {
		t.Fatalf("%s: %v", b, err)
	}
}

// TestEveryTableWaitsForTheSix: no table for people is made without a wait for the trump six: there the one who exchanges
// last would see that somebody is asked. Only a table for programs, without a pace, may be.
func TestEveryTableWaitsForTheSix(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	for body, want := range map[string]table.Millis{`"pace":200,"six_window":0`: table.SixShortest, `"pace":200,"six_window":1500`: 1500, `"pace":0,"six_window":0`: 0} {
		var seat Seat
		if status := s.post("/api/tables", `{"name":"Anna",`+body+`}`, &seat); status != http.StatusCreated {
			t.Fatalf("%s: %d", body, status)
		}
		c := s.play(seat, 1)
		for c.hello.Table == "" && c.next() {
		}
		if got := c.hello.Config.SixWindow; got != want {
			t.Errorf("%s: the table waits %d ms, want %d", body, got, want)
		}
	}
}
