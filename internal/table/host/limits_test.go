package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"chratze/internal/table"
	"chratze/rams"
)

// watched is a log that counts what is read, and keeps how many records of which table each batch had.
type watched struct {
	*memory
	loads   atomic.Int64
	mu      sync.Mutex
	batches []map[int64]int
}

func (w *watched) Load(ctx context.Context, id int64) (Saved, error) {
	w.loads.Add(1)
	return w.memory.Load(ctx, id)
}

func (w *watched) Append(ctx context.Context, batch []Entry) error {
	n := map[int64]int{}
	for _, e := range batch {
		n[e.Table]++
	}
	w.mu.Lock()
	w.batches = append(w.batches, n)
	w.mu.Unlock()
	return w.memory.Append(ctx, batch)
}

var limitedCodes atomic.Int64 // hosts of one log make different ones

// limited returns a host with the limits of a server that anybody can reach.
func limited(log Log, change func(*Options)) *Host {
	var n atomic.Int64
	o := Options{
		Log: log, Chance: newChance(1), Limits: DefaultLimits(),
		Secret: func() string { return fmt.Sprintf("secret-%020d", n.Add(1)) }, Code: func() string { return fmt.Sprint("code ", limitedCodes.Add(1)) },
		Think: func(_ context.Context, a table.Ask) rams.Action { return a.View.Legal[0] },
	}
	if change != nil {
		change(&o)
	}
	return New(o)
}

// seated makes a table of two people and sits them down.
func seated(t *testing.T, h *Host) (seat Admission, anna, beat *player) {
	t.Helper()
	cfg := config(t)
	cfg.Bot, cfg.Chairs, cfg.Spectators = "", 3, true
	seat, err := h.Create(context.Background(), cfg, "Anna")
	if err != nil {
		t.Fatal(err)
	}
	other, err := h.Join(context.Background(), seat.Code, "Beat", "")
	if err != nil {
		t.Fatal(err)
	}
	anna, beat = newPlayer(t, h, 1), newPlayer(t, h, 2)
	anna.attach(seat.Table, seat.Secret)
	beat.attach(seat.Table, other.Secret)
	return seat, anna, beat
}

func (p *player) all(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
}

// TestChatIsLimited: by person, over all connections of the person, and by table.
func TestChatIsLimited(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := limited(newMemory(), nil)
		defer h.Close()
		seat, anna, beat := seated(t, h)
		loud := []*player{anna}
		for range 3 {
			p := newPlayer(t, h, 3)
			p.attach(seat.Table, seat.Secret)
			loud = append(loud, p)
		}
		const seconds = 20
		for range seconds * 20 {
			for _, p := range loud {
				p.wish(Request{Command: table.Command{Do: table.DoChat, Text: "x"}})
			}
			time.Sleep(50 * time.Millisecond)
		}
		synctest.Wait()
		r := DefaultLimits().Chat
		most := r.Burst + int(r.PerSecond)*seconds + 1
		beat.all(func() {
			if n := len(beat.heard); n > most || n < most-2 {
				t.Errorf("one person has said %d lines, at most %d go", n, most)
			}
		})
		before := 0
		beat.all(func() { before = len(beat.heard) })
		beat.wish(Request{Command: table.Command{Do: table.DoChat, Text: "and I?"}})
		synctest.Wait()
		beat.all(func() {
			if len(beat.heard) != before+1 {
				t.Error("somebody else can't say anything")
			}
		})
	})
}

// TestChatThatWaitsIsLimited: of what is said while spectators don't see it yet a table keeps no more than maxSaid lines, and
// they are told those. What is said later they are told again.
func TestChatThatWaitsIsLimited(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := limited(newMemory(), func(o *Options) { o.Limits = Limits{} })
		defer h.Close()
		cfg := config(t)
		cfg.Spectators, cfg.SpectatorDelay = true, 3_600_000
		seat, err := h.Create(t.Context(), cfg, "Anna")
		if err != nil {
			t.Fatal(err)
		}
		anna, watch := newPlayer(t, h, 1), newPlayer(t, h, 2)
		anna.attach(seat.Table, seat.Secret)
		watch.attach(seat.Table, "")
		say := func(text string) { anna.wish(Request{Command: table.Command{Do: table.DoChat, Text: text}}) }
		for range maxSaid + 9 {
			say("x")
			synctest.Wait()
		}
		told := func(n int) {
			t.Helper()
			time.Sleep(2 * time.Hour)
			synctest.Wait()
			watch.all(func() {
				if len(watch.heard) != n {
					t.Errorf("the spectator is told %d lines, want %d", len(watch.heard), n)
				}
			})
			anna.all(func() {
				if len(anna.heard) != n+9 {
					t.Errorf("the people at the table are told %d lines, want %d", len(anna.heard), n+9)
				}
			})
		}
		told(maxSaid)
		say("y")
		told(maxSaid + 1)
	})
}

// TestConnectionsOfATable: the newest few connections of a chair live, and a limited number of
// spectators may watch.
func TestConnectionsOfATable(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := limited(newMemory(), nil)
		defer h.Close()
		seat, anna, beat := seated(t, h)
		limits := DefaultLimits()
		var mine []*player
		for range 10 {
			p := newPlayer(t, h, 3)
			p.attach(seat.Table, seat.Secret)
			mine = append(mine, p)
		}
		for i, p := range append([]*player{anna}, mine...) {
			p.all(func() {
				if cut := i < len(mine)+1-limits.Chair; (p.bye == "elsewhere") != cut {
					t.Errorf("connection %d ends with %q", i, p.bye)
				}
			})
		}
		for i := range limits.Spectators + 5 {
			_, err := h.Attach(context.Background(), seat.Table, "", newPlayer(t, h, 9))
			if full := i >= limits.Spectators; errors.Is(err, ErrBusy) != full || err != nil != full {
				t.Errorf("spectator %d: %v", i, err)
			}
		}
		for range 2 * limits.Spectators {
			if _, err := h.AttachConn(context.Background(), seat.Table, "", &Conn{Sender: newPlayer(t, h, 9), Free: true}); err != nil {
				t.Fatal("of a load test:", err)
			}
		}
		beat.all(func() {
			if beat.bye != "" {
				t.Errorf("the other one is told %q", beat.bye)
			}
		})
	})
}

// TestShareOfABatch: whoever comes behind a thousand wishes of another table waits for a batch with a share of
// those only, and all are granted or refused in the end.
func TestShareOfABatch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log := &watched{memory: newMemory()}
		h := limited(log, nil)
		defer h.Close()
		seat, anna, _ := seated(t, h)
		_, clara, _ := seated(t, h)
		crowd := []*player{anna}
		for range 3 {
			p := newPlayer(t, h, 3)
			p.attach(seat.Table, seat.Secret)
			crowd = append(crowd, p)
		}
		synctest.Wait()
		log.mu.Lock()
		log.batches = nil
		log.mu.Unlock()
		hold := make(chan struct{})
		_ = h.do(context.Background(), func(*loop) { <-hold })
		const each = 200
		for i := range each {
			for _, p := range crowd {
				p.wish(Request{Command: table.Command{Do: []table.Do{table.DoAgree, table.DoDisagree}[i%2]}, ID: 1})
			}
		}
		clara.wish(Request{Command: table.Command{Do: table.DoAgree}, ID: 1})
		close(hold)
		synctest.Wait()
		limits := DefaultLimits()
		log.mu.Lock()
		defer log.mu.Unlock()
		for i, n := range log.batches {
			if n[seat.Table] > limits.Share {
				t.Errorf("batch %d has %d records of one table", i, n[seat.Table])
			}
		}
		if log.batches[0][clara.c.id] != 1 {
			t.Error("the other table isn't in the first batch")
		}
		refused := 0
		for _, p := range crowd {
			for _, err := range p.no {
				var no *table.Refused
				if !errors.As(err, &no) || no.Code != refusedLimit {
					t.Error(err)
				}
				refused++
			}
		}
		if most := limits.Share + len(crowd)*limits.Waiting; refused < each*len(crowd)-most {
			t.Errorf("%d of %d wishes were refused, at most %d can wait", refused, each*len(crowd), most)
		}
	})
}

// TestRecordsAreLimited: a table whose people write records all the time gets a limited number
// a minute. Other commands at it are carried out all the same, later.
func TestRecordsAreLimited(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log := newMemory()
		h := limited(log, nil)
		defer h.Close()
		seat, anna, beat := seated(t, h)
		before := len(log.records(seat.Table))
		const seconds = 120
		for i := range seconds * 20 {
			for range 3 {
				anna.wish(Request{Command: table.Command{Do: []table.Do{table.DoAgree, table.DoDisagree}[i%2]}})
			}
			time.Sleep(50 * time.Millisecond)
		}
		synctest.Wait()
		r := DefaultLimits().Records
		if n := len(log.records(seat.Table)) - before; n > int(r.Burst+seconds*int(r.PerSecond))+DefaultLimits().Share {
			t.Errorf("%d records in %d s", n, seconds)
		}
		beat.wish(Request{Command: table.Command{Do: table.DoAgree}})
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if len(beat.no) > 0 {
			t.Errorf("somebody else is refused: %v", beat.no)
		}
	})
}

// TestEveningsEnd: an evening has a limited number of records. After that no hand begins, and
// it can be ended.
func TestEveningsEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const most = 500
		log := newMemory()
		h := limited(log, func(o *Options) { o.Limits = Limits{All: most} })
		defer h.Close()
		seat, anna := start(t, h, config(t), 1)
		time.Sleep(time.Hour)
		n := len(log.records(seat.Table))
		if n < most || n > most+100 {
			t.Fatalf("there are %d records, at most %d and the end of a hand may be", n, most)
		}
		time.Sleep(time.Minute)
		anna.wish(Request{Command: table.Command{Do: table.DoNext}})
		anna.wish(Request{Command: table.Command{Do: table.DoAgree}})
		synctest.Wait()
		if len(log.records(seat.Table)) != n || len(anna.no) != 2 {
			t.Errorf("%d records, refused %v", len(log.records(seat.Table)), anna.no)
		}
		anna.wish(Request{Command: table.Command{Do: table.DoEnd}})
		synctest.Wait()
		if anna.all(func() { n = len(anna.no) }); anna.stage != table.Over || n != 2 {
			t.Errorf("the evening can't be ended: %v", anna.no)
		}
	})
}

// TestStrangersReadNothing: without a link of a table, nothing of it is read, whatever is tried.
func TestStrangersReadNothing(t *testing.T) {
	t.Parallel()
	ctx, log := context.Background(), &watched{memory: newMemory()}
	cfg := config(t)
	keyed := func(o *Options) { o.LinkKey = []byte("the key") }
	h := limited(log, keyed)
	var seats []Admission
	for range 50 {
		seat, err := h.Create(ctx, cfg, "Anna")
		if err != nil {
			t.Fatal(err)
		}
		seats = append(seats, seat)
	}
	log.loads.Store(0)
	for i, seat := range seats {
		good, other := seat.Secret, seats[(i+1)%len(seats)].Secret
		for _, given := range []string{"", "x", "wrong-secret-of-some-length", other, good[:len(good)-1], good[:len(good)-sealLen], good + "x", "x" + good, good[:10] + "x" + good[11:]} {
			if _, _, err := h.Chair(ctx, seat.Table, given); !errors.Is(err, ErrNoChair) {
				t.Errorf("%q: %v", given, err)
			}
			if given == "" {
				continue
			}
			if _, err := h.Attach(ctx, seat.Table, given, newPlayer(t, h, 1)); !errors.Is(err, ErrNoChair) {
				t.Errorf("attaching with %q: %v", given, err)
			}
			if _, err := h.Evening(ctx, seat.Table, given); !errors.Is(err, ErrNoChair) {
				t.Errorf("the evening with %q: %v", given, err)
			}
		}
	}
	if n := log.loads.Load(); n != 0 {
		t.Errorf("strangers made the host read %d tables", n)
	}
	for _, seat := range seats {
		if chair, _, err := h.Chair(ctx, seat.Table, seat.Secret); err != nil || chair != 0 {
			t.Errorf("the link %q opens %d, %v", seat.Secret, chair, err)
		}
		for given, want := range map[string]int{seat.Secret: 0, seat.Secret + "x": -1, "": -1} {
			if d, err := h.Door(ctx, seat.Table, given); err != nil || d.Chair != want {
				t.Errorf("at the door %q has chair %d, %v; want %d", given, d.Chair, err, want)
			}
		}
	}
	h.Close()
	again := limited(log, keyed)
	defer again.Close()
	if _, _, err := again.Chair(ctx, seats[7].Table, seats[7].Secret); err != nil {
		t.Errorf("after a restart a link opens nothing: %v", err)
	}
}

// size returns how many tables are in memory, and at how many nobody is.
func (h *Host) size() (tables, alone int) {
	_ = h.call(context.Background(), func(l *loop, answer func(error)) {
		tables, alone = len(l.tables), l.alone.Len()
		answer(nil)
	})
	return tables, alone
}

// TestTablesWithNobodyMakeRoom: tables that are looked at once, one after the other, are forgotten for those at
// which somebody is; and if those are too many, that is said.
func TestTablesWithNobodyMakeRoom(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const most = 10
		ctx := context.Background()
		h := limited(newMemory(), func(o *Options) { o.MaxTables, o.Limits.Alone = most, 5 })
		defer h.Close()
		var seats []Admission
		for range 4 * most {
			seat, err := h.Create(ctx, config(t), "Anna")
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := h.Chair(ctx, seat.Table, seat.Secret); err != nil {
				t.Fatal(err)
			}
			seats = append(seats, seat)
			if n, alone := h.size(); n > most || alone > 5 {
				t.Fatalf("%d tables are in memory, at %d nobody is", n, alone)
			}
		}
		var there []*player
		for i, seat := range seats[:most+3] {
			p := newPlayer(t, h, 1)
			c, err := h.Attach(ctx, seat.Table, seat.Secret, p)
			if full := i >= most; errors.Is(err, ErrBusy) != full || err != nil != full {
				t.Errorf("table %d: %v", i, err)
			}
			if err == nil {
				p.c = c
				there = append(there, p)
			}
		}
		if _, err := h.Create(ctx, config(t), "Anna"); !errors.Is(err, ErrBusy) {
			t.Errorf("one more is made: %v", err)
		}
		h.Detach(there[0].c)
		p := newPlayer(t, h, 1)
		p.attach(seats[most+1].Table, seats[most+1].Secret)
		if n, alone := h.size(); n != most || alone != 0 {
			t.Errorf("%d tables are in memory, at %d nobody is", n, alone)
		}
		for _, p := range there[1:] {
			if p.bye != "" {
				t.Errorf("somebody is sent away: %s", p.bye)
			}
		}
	})
}

// onDisk is a Settings on the disk of a log; it counts what is tried.
type onDisk struct {
	*memory
	tries atomic.Int64
}

func (d *onDisk) Setting(context.Context, string) ([]byte, error) { return nil, errors.New("none") }

func (d *onDisk) Set(context.Context, string, []byte) error {
	d.tries.Add(1)
	return d.failure()
}

// TestFullDisk: what can't be written is refused, and everything can be looked at; the operator is told once a
// minute; and when there is room again tables go on by themselves: it is tried once a second.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, log := context.Background(), newMemory()
		var told bytes.Buffer
		disk := &onDisk{memory: log}
		h := limited(log, func(o *Options) { o.Notes, o.Logger = disk, slog.New(slog.NewTextHandler(&told, nil)) })
		defer h.Close()
		cfg := config(t)
		cfg.Pace = 20_000
		_, beat := start(t, h, cfg, 2)
		cfg.Pace = 400
		seat, anna := start(t, h, cfg, 1)
		anna.until(func() bool { return anna.hands >= 3 })
		for settled := false; !settled; time.Sleep(100 * time.Millisecond) { // Beat's next hand begins by itself, in a while
			synctest.Wait()
			beat.all(func() { settled = len(beat.ends) > 0 })
		}
		log.failing(errFull)
		anna.until(func() bool { return anna.bye == "store" })
		if h.Ready() == nil {
			t.Error("the host says that it can write")
		}
		begin := time.Now()
		for time.Since(begin) < 5*time.Minute {
			p := newPlayer(t, h, 5)
			p.attach(seat.Table, seat.Secret)
			if _, err := h.Evening(ctx, seat.Table, seat.Secret); err != nil {
				t.Fatalf("the evening can't be read: %v", err)
			}
			if records, err := h.Records(ctx, seat.Table); err != nil || len(records) < 50 {
				t.Fatalf("%d records can be read: %v", len(records), err)
			}
			if _, _, err := h.Chair(ctx, seat.Table, seat.Secret); err != nil {
				t.Fatalf("the chair can't be asked for: %v", err)
			}
			p.wish(Request{Command: table.Command{Do: table.DoAgree}})
			p.until(func() bool { return p.bye == "store" })
			time.Sleep(7 * time.Second)
		}
		if n := strings.Count(told.String(), "\n"); n > 2*6 {
			t.Errorf("the operator is told %d times in 5 minutes", n)
		}
		if !strings.Contains(told.String(), errFull.Error()) {
			t.Errorf("the operator isn't told why: %s", told.String())
		}
		stands := 0
		beat.all(func() { stands = beat.hands })
		log.failing(nil)
		for goes := 0; goes <= stands; time.Sleep(time.Second) {
			synctest.Wait()
			beat.all(func() { goes = beat.hands })
			if time.Since(begin) > 10*time.Minute || beat.bye != "" {
				t.Fatalf("Beat's table doesn't go on: hand %d, goodbye %q", goes, beat.bye)
			}
		}
		if !strings.Contains(told.String(), "the log can be written again") {
			t.Errorf("the operator isn't told that it is over: %s", told.String())
		}
		if n := disk.tries.Load(); n < 200 || n > 320 {
			t.Errorf("in 5 minutes it was tried %d times whether the disk is full", n)
		}
		p := newPlayer(t, h, 6)
		p.attach(seat.Table, seat.Secret)
		was := p.hands
		p.until(func() bool { return p.hands > was+1 })
		if err := h.Ready(); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	})
}
