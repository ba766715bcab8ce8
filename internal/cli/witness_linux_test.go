package cli

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	server "chratze/internal/server/run"
	"chratze/internal/server/store"
	"chratze/internal/table"
	"chratze/internal/waittest"
	"chratze/rams"
)

// witness is somebody who plays, with a client of its own, and remembers what it was
// told, and when.
type witness struct {
	chair    int
	id       int64
	secret   string
	mu       sync.Mutex
	messages []testimony
}

// testimony is a message about a hand.
type testimony struct {
	at     time.Time
	hand   int
	from   int // -1: what follows comes behind what was there
	events []string
}

// known is what a witness knew of all hands at a moment.
func (w *witness) known(at time.Time) map[int][]string {
	w.mu.Lock()
	defer w.mu.Unlock()
	hands, hand := map[int][]string{}, 0
	for _, m := range w.messages {
		if m.at.After(at) {
			break
		}
		if m.hand != 0 {
			hand = m.hand
		}
		if m.from >= 0 {
			hands[hand] = hands[hand][:m.from]
		}
		hands[hand] = append(slices.Clip(hands[hand]), m.events...)
	}
	return hands
}

// play plays until the connection ends, at random.
func (w *witness) play(base string, r *rand.Rand) {
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit)
	defer cancel()
	ws, _, err := websocket.Dial(ctx, strings.Replace(base, "http", "ws", 1)+fmt.Sprintf("/ws/%d", w.id),
		&websocket.DialOptions{HTTPHeader: map[string][]string{"Authorization": {"Bearer " + w.secret}, "Load-Token": {"none"}}})
	if err != nil {
		return
	}
	defer func() { _ = ws.CloseNow() }()
	say := func(format string, args ...any) {
		_ = ws.Write(ctx, websocket.MessageText, fmt.Appendf(nil, format, args...))
	}
	s := &seat{ws: ws}
	for {
		_, b, err := ws.Read(ctx)
		if err != nil {
			return
		}
		m := readNews(b)
		if m == nil {
			continue
		}
		said := testimony{at: time.Now(), from: -1}
		if from, ok := m["from"].(float64); ok {
			said.from = int(from)
		}
		if hand, ok := m["hand"].(float64); ok {
			said.hand = int(hand)
		}
		for _, e := range m["ev"].([]any) {
			said.events = append(said.events, e.(string))
		}
		w.mu.Lock()
		w.messages = append(w.messages, said)
		w.mu.Unlock()
		if info, ok := m["info"].(map[string]any); ok && info["stage"] == "lobby" && w.chair == 0 {
			say(`{"t":"start"}`)
		}
		if s.ask, _ = m["ask"].(map[string]any); s.ask != nil {
			legal := s.ask["legal"].([]any)
			say(`{"t":"act","q":%v,"act":%q}`, s.ask["q"], legal[r.IntN(len(legal))])
		}
	}
}

// house is a data directory with tables at which witnesses sit.
type house struct {
	data      string
	witnesses []*witness
}

// furnish makes some tables on a server.
func (s *serving) furnish(t *testing.T, data string) *house {
	t.Helper()
	h := &house{data: data}
	for _, rules := range []string{"chratze", "kratzen", "zwicken"} {
		made := s.post(t, "/api/tables", `{"name":"Anna","pace":0,"six_window":0,"proof":"hand","rules":{"preset":"`+rules+`"}}`)
		joined := s.post(t, "/api/join", `{"name":"Beat","code":"`+made["code"].(string)+`"}`)
		for _, seat := range []map[string]any{made, joined} {
			id, err := strconv.ParseInt(seat["table"].(string), 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			h.witnesses = append(h.witnesses, &witness{chair: int(seat["chair"].(float64)), id: id, secret: seat["secret"].(string)})
		}
	}
	return h
}

// play lets all witnesses play until the server ends.
func (h *house) play(base string, r *rand.Rand) *sync.WaitGroup {
	var wait sync.WaitGroup
	for _, w := range h.witnesses {
		own := rand.New(rand.NewPCG(r.Uint64(), 1))
		wait.Go(func() { w.play(base, own) })
	}
	return &wait
}

// differences compares a database with what the witnesses knew at a moment, and counts
// the events that they knew.
func (h *house) differences(path string, at time.Time) (list []string, events int) {
	logs := map[int64][][]byte{}
	db, err := store.Open(context.Background(), path, store.Options{Check: -1})
	if err != nil {
		return []string{err.Error()}, 0
	}
	defer func() { _ = db.Close() }()
	losses, err := store.LostBefore(context.Background(), db)
	if err != nil {
		return []string{err.Error()}, 0
	}
	for _, lost := range losses {
		for _, short := range lost.Tables {
			list = append(list, fmt.Sprintf("table %d had %d records and has %d", short.Table, short.Had, short.Has))
		}
	}
	for _, w := range h.witnesses {
		if logs[w.id] == nil {
			for rec, err := range db.Load(context.Background(), w.id) {
				if err != nil {
					return append(list, err.Error()), events
				}
				logs[w.id] = append(logs[w.id], rec.Body)
			}
		}
		known := w.known(at)
		last := 0
		for hand := range known {
			last = max(last, hand)
		}
		for hand, was := range known {
			if hand < last-2 && hand%7 != 1 { // a log has no holes: who has the last hand has all
				continue
			}
			events += len(was)
			if is, err := handOf(logs[w.id], hand, w.chair); err != nil || !tells(is, was) {
				list = append(list, fmt.Sprintf("table %d, chair %d, hand %d: known\n%v\nand now\n%v %v", w.id, w.chair, hand, was, is, err))
			}
		}
	}
	return list, events
}

// handOf returns what a chair was told of a hand by the log.
func handOf(records [][]byte, hand, chair int) ([]string, error) {
	n, end := 0, len(records)
	for i, b := range records {
		r, err := table.DecodeRecord(b)
		if err != nil {
			return nil, err
		}
		if r.Kind == table.KindHand {
			if n++; n == hand+1 {
				end = i
				break
			}
		}
	}
	if n < hand {
		return nil, fmt.Errorf("there are %d hands", n)
	}
	t, err := table.Replay(records[:end])
	if err != nil {
		return nil, err
	}
	v, _ := t.View(chair)
	var list []string
	for i := range v.Events {
		list = append(list, eventText(&v.Events[i]))
	}
	return list, nil
}

func eventText(e *rams.Event) string { return string(e.AppendTo(nil)) }

// tells reports whether a list goes on where another ended; a card that was hidden may be
// known by now.
func tells(is, was []string) bool {
	if len(is) < len(was) {
		return false
	}
	for i, text := range was {
		a, b := strings.Fields(text), strings.Fields(is[i])
		if len(a) != len(b) || !slices.EqualFunc(a, b, func(x, y string) bool { return x == y || x == "??" }) {
			return false
		}
	}
	return true
}

// TestKillsAndWitnesses: a server is killed while people play, again and again. What
// anybody was told is there when it is gone.
func TestKillsAndWitnesses(t *testing.T) {
	t.Parallel()
	kills, each := 3, 3 // in one house
	if os.Getenv("CHRATZE_VERIFY") != "" {
		kills, each = 1000, 20
	}
	kills = fromEnv(t, "CHRATZE_KILLS", kills)
	r := rand.New(rand.NewPCG(10, uint64(fromEnv(t, "CHRATZE_SEED", 10)))) // to do them in pieces
	var h *house
	hands, events, different := 0, 0, 0
	for kill := range kills {
		if kill%each == 0 {
			h = nil
		}
		data := t.TempDir()
		if h != nil {
			data = h.data
		}
		s := startServer(t, data)
		if h == nil {
			h = s.furnish(t, data)
		}
		enough := h.told() + 20 + r.IntN(400)
		wait := h.play(s.base, r)
		waittest.Until(t, "people are told enough", func() bool { return h.told() >= enough })
		_ = s.cmd.Process.Kill()
		_ = s.cmd.Wait()
		wait.Wait()
		list, n := h.differences(filepath.Join(data, server.DatabaseName), time.Now())
		events += n
		different += len(list)
		for _, d := range list {
			t.Errorf("kill %d: %.1500s", kill, d)
		}
		if kill%each == each-1 {
			for _, w := range h.witnesses {
				hands += len(w.known(time.Now()))
			}
		}
	}
	t.Logf("%d kills, %d hands, %d events seen again, %d differences", kills, hands, events, different)
	if hands < kills/4 || events == 0 {
		t.Errorf("%d hands: too little happens", hands)
	}
}
