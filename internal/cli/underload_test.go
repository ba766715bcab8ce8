package cli

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"chratze/card"
	"chratze/internal/client"
	server "chratze/internal/server/run"
	"chratze/internal/table"
	"chratze/internal/table/talk"
	"chratze/internal/table/wire"
	"chratze/internal/waittest"
	"chratze/rams"
)

// TestKilledUnderLoad kills the real program again and again while people play at many
// tables as fast as they can. In the end the log has everything that anybody has ever
// been told, as it was told; no hand was dealt twice; accounts and pot add up to 0.
func TestKilledUnderLoad(t *testing.T) {
	t.Parallel()
	const tables, chairs = 12, 3
	kills := 3
	if os.Getenv("CHRATZE_VERIFY") != "" {
		kills = 200
	}
	kills = fromEnv(t, "CHRATZE_KILLS", kills)
	data := t.TempDir()
	s := startServer(t, data)
	addr := strings.TrimPrefix(s.base, "http://")
	e := newEvening(t, s, tables, chairs)
	for range kills {
		e.wait(40 * len(e.people))
		if err := s.end(syscall.SIGKILL); err == nil {
			t.Fatal("the server ended by itself")
		}
		if t.Failed() {
			return
		}
		s = startServer(t, data, "--addr", addr)
	}
	e.wait(10 * len(e.people))
	e.end()
	if err := s.end(syscall.SIGTERM); err != nil {
		t.Errorf("%v\n%s", err, s.stderr)
	}
	e.check(server.Database{Dir: data})
}

// evening is what all people of the test share.
type evening struct {
	*testing.T
	bases  []string      // of the servers; people come to any of them
	marked []atomic.Bool // those that the load balancer has marked as down; nil: there is none
	people []*killed
	heard  atomic.Int64  // messages
	away   atomic.Bool   // the database, or a server, may be away: people may be told so
	quiet  time.Duration // after which people come again; 0: never
	pace   time.Duration // how long people think: a table ends when its log has 200 000 records
	end    func()        // lets everybody stop
}

// newEvening makes tables and lets people play at them until end is called.
func newEvening(t *testing.T, s *serving, tables, chairs int) *evening {
	t.Helper()
	e := &evening{T: t, bases: []string{s.base}}
	e.begin(s, tables, chairs)
	return e
}

// begin makes tables and lets people play at them.
func (e *evening) begin(s *serving, tables, chairs int) {
	t := e.T
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	e.end = func() { cancel(); wg.Wait() }
	t.Cleanup(e.end)
	for i := range tables {
		made := e.post(s, "/api/tables", `{"name":"Anna","chairs":`+strconv.Itoa(chairs)+`,"bot":"","pace":0,"six_window":0}`)
		seats := []map[string]any{made}
		for range chairs - 1 {
			seats = append(seats, e.post(s, "/api/join", `{"name":"Beat","code":"`+made["code"].(string)+`"}`))
		}
		for j, seat := range seats {
			p := &killed{evening: e, table: seat["table"].(string), secret: seat["secret"].(string), chair: int(seat["chair"].(float64)), seen: map[int]*told{}}
			p.r = rand.New(rand.NewPCG(uint64(i), uint64(j)))
			e.people = append(e.people, p)
			wg.Go(func() { p.play(ctx) })
		}
	}
}

// post makes or joins a table, again if a server is away.
func (e *evening) post(s *serving, path, body string) (answer map[string]any) {
	e.Helper()
	if !e.away.Load() {
		return s.post(e.T, path, body)
	}
	waittest.Until(e, path+" is answered", func() bool {
		var status int
		answer, status = s.try(e.T, path, body)
		if status != http.StatusCreated && status != http.StatusServiceUnavailable {
			e.Fatalf("%s: %d %s", path, status, answer)
		}
		return status == http.StatusCreated
	})
	return answer
}

// wait waits for n more messages.
func (e *evening) wait(messages int) {
	e.Helper()
	until := e.heard.Load() + int64(messages)
	waittest.Until(e, "people are told something", func() bool { return e.heard.Load() >= until || e.Failed() })
}

// killed is somebody whose server is killed again and again.
type killed struct {
	*evening
	table, secret string
	chair         int
	r             *rand.Rand
	last          atomic.Int64 // when it was told something, in ns
	state         client.Table
	moved         string        // what it says when it comes again to another server's table
	seen          map[int]*told // by hand
}

// told is what somebody has been told of a hand.
type told struct {
	start  rams.Start
	events []rams.Event
}

// play plays, and comes back whenever the connection ends.
func (p *killed) play(ctx context.Context) {
	for ctx.Err() == nil && !p.Failed() {
		ws, err := p.dial(ctx)
		if err != nil {
			time.Sleep(5 * time.Millisecond) // before they try again
			continue
		}
		p.listen(ctx, ws)
		_ = ws.CloseNow()
	}
}

// dial comes to any of the servers.
func (p *killed) dial(ctx context.Context) (*websocket.Conn, error) {
	ctx, cancel := p.patient(ctx)
	defer cancel()
	base := p.bases[p.choose()]
	defer func() { p.moved = "" }()
	ws, _, err := websocket.Dial(ctx, strings.Replace(base, "http", "ws", 1)+"/ws/"+p.table+p.moved,
		&websocket.DialOptions{HTTPHeader: http.Header{"Authorization": {"Bearer " + p.secret}, "Load-Token": {"none"}}})
	return ws, err
}

// choose returns a server to which the load balancer sends somebody.
func (p *killed) choose() (i int) {
	for range 10 {
		if i = p.r.IntN(len(p.bases)); p.marked == nil || !p.marked[i].Load() {
			break
		}
	}
	return i
}

// patient bounds how long somebody waits for a server.
func (e *evening) patient(ctx context.Context) (context.Context, context.CancelFunc) {
	if e.quiet == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, e.quiet)
}

// listen hears and answers until the connection ends.
func (p *killed) listen(ctx context.Context, ws *websocket.Conn) {
	answered := uint64(0)
	for first := true; ; {
		limited, cancel := p.patient(ctx)
		_, b, err := ws.Read(limited)
		cancel()
		if err != nil {
			return
		}
		p.heard.Add(1)
		m, err := wire.Read(b)
		if err == nil {
			err = p.state.Take(&m)
		}
		if err != nil {
			p.Errorf("table %s, chair %d: %s: %v", p.table, p.chair, b, err)
			return
		}
		wish := ""
		switch {
		case m.T == "bye" && m.Code == talk.ByeMoved && first:
			p.moved = "?moved=1"
			return
		case m.T == "bye" || m.T == "no":
			if m.Code != "restart" && m.Code != "stale" && m.Code != "stage" && !(m.Code == "store" && p.away.Load()) { // stage: it has begun meanwhile
				p.Errorf("table %s, chair %d: %s", p.table, p.chair, b)
			}
			continue
		case m.T != "":
			continue
		case first && (m.From == nil || *m.From != 0):
			p.Errorf("the first message doesn't tell everything: %s", b)
			return
		}
		first = false
		p.last.Store(time.Now().UnixNano())
		if !p.notice() {
			return
		}
		switch q := p.state.Ask; {
		case q != nil && q.Number != answered:
			answered = q.Number
			wish = `{"t":"act","q":` + strconv.FormatUint(q.Number, 10) + `,"act":"` + q.Legal[p.r.IntN(len(q.Legal))].String() + `"}`
		case p.state.Info.Stage == table.Lobby && p.chair == 0 && !slices.ContainsFunc(p.state.Info.Chairs, func(c table.Chair) bool { return c.Name == "" }):
			wish = `{"t":"start"}`
		}
		if wish != "" && p.pace > 0 {
			time.Sleep(p.pace) // people think
		}
		if wish != "" && ws.Write(ctx, websocket.MessageText, []byte(wish)) != nil {
			return
		}
	}
}

// notice compares what a client has been sent with what it was sent before.
func (p *killed) notice() bool {
	t := &p.state
	if t.Hand == 0 {
		return true
	}
	s := p.seen[t.Hand]
	if s == nil {
		s = &told{start: t.Start}
		p.seen[t.Hand] = s
	}
	if p.seen[t.Hand+1] != nil || s.start != t.Start || !goesOn(s.events, t.Events) {
		p.Errorf("table %s, chair %d knew of hand %d\n%v %v\nand is told\n%v %v", p.table, p.chair, t.Hand, s.start, s.events, t.Start, t.Events)
		return false
	}
	s.events = slices.Clone(t.Events)
	return true
}

// goesOn reports whether a list of events goes on where another ended. A dealer may be shown
// later which cards they were dealt before.
func goesOn(before, after []rams.Event) bool {
	if len(before) > len(after) {
		return false
	}
	for i, a := range before {
		b := after[i]
		if a != b && a.Kind == rams.EventDeal && a.Cards == card.HiddenList(b.Cards.Len()) {
			a.Cards = b.Cards
		}
		if a != b {
			return false
		}
	}
	return true
}

// check reads the logs and compares them with all that anybody has been told.
func (e *evening) check(at server.Database) {
	db, err := at.Read(context.Background())
	if err != nil {
		e.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	hands := 0
	for _, host := range e.people {
		if host.chair != 0 {
			continue
		}
		id, err := strconv.ParseInt(host.table, 10, 64)
		if err != nil {
			e.Fatal(err)
		}
		var log [][]byte
		for rec, err := range db.Load(context.Background(), id) {
			if err != nil {
				e.Fatal(err)
			}
			log = append(log, rec.Body)
		}
		hands += len(host.seen)
		e.checkLog(host.table, log)
	}
	e.Logf("%d hands at %d people's tables, %d messages", hands, len(e.people), e.heard.Load())
}

// checkLog replays a table's log once and compares each hand, before the next one is dealt,
// with what each person there was told of it.
func (e *evening) checkLog(id string, log [][]byte) {
	n, hand := 0, 0
	_, err := table.ReplayEach(log, func(t *table.Table, _ *table.Record) bool {
		if n++; n < len(log) {
			if next, err := table.DecodeRecord(log[n]); err == nil && next.Kind != table.KindHand {
				return true
			}
		}
		if err := t.Check(); err != nil {
			e.Fatalf("table %s, %d records: %v", id, n, err)
		}
		for _, p := range e.people {
			if p.table == id {
				p.checkHand(hand, t)
			}
		}
		hand++
		return true
	})
	if err != nil {
		e.Fatalf("table %s: %v", id, err)
	}
	for _, p := range e.people {
		if last := slices.Max(append(slices.Collect(maps.Keys(p.seen)), 0)); p.table == id && last >= hand {
			p.Errorf("table %s, chair %d was told of hand %d, and the log has %d", id, p.chair, last, hand-1)
		}
	}
}

// checkHand compares a hand of the log with what somebody was told of it.
func (p *killed) checkHand(hand int, t *table.Table) {
	v, dealt := t.View(p.chair)
	s := p.seen[hand]
	if s != nil && (!dealt || s.start != v.Start || !goesOn(s.events, v.Events)) {
		p.Errorf("table %s, chair %d was told of hand %d\n%v %v\nand the log has\n%v %v", p.table, p.chair, hand, s.start, s.events, v.Start, v.Events)
	}
}

// fromEnv reads a number from the environment.
func fromEnv(t *testing.T, name string, otherwise int) int {
	t.Helper()
	if text := os.Getenv(name); text != "" {
		if _, err := fmt.Sscan(text, &otherwise); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return otherwise
}
