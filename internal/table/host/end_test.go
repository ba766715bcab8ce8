package host

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"chratze/bot"
	"chratze/internal/table"
	"chratze/rams"
)

// start makes a table, sits its maker down and begins. Each seed has a network of its own.
func start(t *testing.T, h *Host, cfg table.Config, seed uint64) (Admission, *player) {
	t.Helper()
	return startFrom(t, h, cfg, seed, netip.PrefixFrom(netip.AddrFrom4([4]byte{192, 0, 2, byte(seed)}), 32))
}

func startFrom(t *testing.T, h *Host, cfg table.Config, seed uint64, from netip.Prefix) (Admission, *player) {
	t.Helper()
	seat, err := h.Create(context.Background(), cfg, "Anna")
	if err != nil {
		t.Fatal(err)
	}
	anna := newPlayer(t, h, seed)
	anna.from = from
	anna.attach(seat.Table, seat.Secret)
	anna.wish(Request{Command: table.Command{Do: table.DoStart}})
	return seat, anna
}

func (p *player) wish(w Request) {
	p.t.Helper()
	w.Chair, w.Network = -1, p.from
	if err := p.h.Receive(context.Background(), p.c, w); err != nil {
		p.t.Fatal(err)
	}
}

// TestBotThatTakesTooLong: another person plays for it in time, only few such bots of a
// table are ever thinking, and another table doesn't notice: its bots play themselves.
func TestBotThatTakesTooLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var asked, late, others, quicks atomic.Int64
		stuck := make(chan struct{})
		h := New(Options{
			Log: newMemory(), Chance: newChance(1), Bots: 1,
			Secret: func() string { return "secret" }, Code: func() string { return "" },
			Think: func(_ context.Context, a table.Ask) rams.Action {
				if a.Bot == "random" {
					asked.Add(1)
					<-stuck
				} else {
					others.Add(1)
				}
				return a.View.Legal[0]
			},
			Quick: func(a table.Ask) rams.Action {
				if a.Bot != "random" {
					quicks.Add(1)
				}
				return bot.Fallback(a.View.Legal)
			},
			Measure: Measure{Late: func() { late.Add(1) }},
		})
		slow, quick := config(t), config(t)
		slow.Bot, slow.Pace, quick.Pace = "random", 400, 400 // so that everything comes to rest
		_, anna := start(t, h, slow, 1)
		_, beat := start(t, h, quick, 2)
		begin := time.Now()
		anna.until(func() bool { return anna.hands >= 2 })
		if took := time.Since(begin); time.Duration(late.Load()-1)*50*time.Millisecond > took {
			t.Errorf("%d acts of bots in %v: none may be given up before 50 ms", late.Load(), took)
		}
		beat.until(func() bool { return beat.hands >= 2 })
		anna.until(func() bool { return late.Load() > 100 })
		if n := asked.Load(); n > mostStuck+1 {
			t.Errorf("%d bots that don't answer were asked", n)
		}
		if quicks.Load() > 0 || others.Load() < 50 {
			t.Errorf("at the other table bots have played %d times, and somebody else for them %d times", others.Load(), quicks.Load())
		}
		close(stuck)
		synctest.Wait()
		before := asked.Load()
		anna.until(func() bool { return asked.Load() > before })
		h.Close()
		if len(anna.no)+len(beat.no) > 0 {
			t.Errorf("refused: %v, %v", anna.no, beat.no)
		}
	})
}

// TestBotsAnswerAtTheMoment: a bot answers a quarter of the pace after the question,
// whether it thinks for a moment, to the end of its budget, or would go on for ever;
// and one whose answer isn't wanted any more is stopped at once.
func TestBotsAnswerAtTheMoment(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var stopped atomic.Int64
		log := newMemory()
		h := New(Options{
			Log: log, Chance: newChance(3), Bots: 4, Slow: func(string) bool { return true },
			Secret: func() string { return "secret" }, Code: func() string { return "" },
			Think: func(ctx context.Context, a table.Ask) rams.Action {
				thinks := time.Duration(a.Question*37%60) * time.Millisecond
				if a.Question%3 == 0 {
					thinks = time.Hour
				}
				select {
				case <-time.After(thinks):
				case <-ctx.Done():
					stopped.Add(1)
				}
				return a.View.Legal[0]
			},
			Quick: func(table.Ask) rams.Action {
				t.Error("a bot that stops when it is told to is replaced")
				return rams.Action{}
			},
		})
		for i, pace := range []table.Millis{3000, 200} {
			cfg := config(t)
			cfg.Pace = pace
			want := max(pace/4, 60)
			seat, _ := start(t, h, cfg, uint64(i))
			time.Sleep(2 * time.Minute)
			synctest.Wait()
			var before table.Record
			n := 0
			for _, b := range log.records(seat.Table) {
				r, err := table.DecodeRecord(b)
				if err != nil {
					t.Fatal(err)
				}
				if r.By == table.ByBot {
					n++
					if took := r.At - before.At; took != want {
						t.Errorf("pace %d: a bot answers after %d ms, want %d", pace, took, want)
					}
				}
				before = r
			}
			if n < 60 || stopped.Load() == 0 {
				t.Errorf("%d answers of bots, %d stopped: too little happens", n, stopped.Load())
			}
		}
		h.Close()
	})
}

// TestBotsOfOneAddress: of the bots at the tables of one address half of the places search at a time, at
// least one. The others don't, and the bots at the table of another address think all the same.
func TestBotsOfOneAddress(t *testing.T) {
	t.Parallel()
	for bots, want := range map[int]int64{2: 1, 4: 1, 8: 2, 12: 3} {
		t.Run(fmt.Sprint(bots), func(t *testing.T) { t.Parallel(); oneAddress(t, bots, want) })
	}
}

// oneAddress lets bots play, of which some think at once, and of one address as many as want.
func oneAddress(t *testing.T, bots int, want int64) {
	synctest.Test(t, func(t *testing.T) {
		var at, most, guests, friends, late, spoiled atomic.Int64
		h := New(Options{
			Log: newMemory(), Chance: newChance(3), Bots: bots, Slow: func(string) bool { return true },
			Secret: func() string { return "secret" }, Code: func() string { return "" },
			Think: func(ctx context.Context, a table.Ask) rams.Action {
				if a.Bot == "random" {
					guests.Add(1)
					most.Store(max(most.Load(), at.Add(1)))
					defer at.Add(-1)
				} else {
					friends.Add(1)
				}
				<-ctx.Done()
				return a.View.Legal[0]
			},
			Quick: func(a table.Ask) rams.Action {
				if a.Bot == "random" {
					late.Add(1)
				} else {
					spoiled.Add(1)
				}
				return a.View.Legal[0]
			},
		})
		guest, friend := config(t), config(t)
		guest.Bot, guest.Pace, friend.Pace = "random", 200, 200
		for i := range uint64(12) {
			startFrom(t, h, guest, i, netip.MustParsePrefix("198.51.100.1/32"))
		}
		startFrom(t, h, friend, 99, netip.MustParsePrefix("203.0.113.1/32"))
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		if most.Load() != want || bots > 2 && spoiled.Load() > 0 {
			t.Errorf("%d bots of one address search at once, want %d, and %d of another's don't", most.Load(), want, spoiled.Load())
		}
		if guests.Load() < 60 || friends.Load() < 60 || late.Load() == 0 {
			t.Errorf("too little happens: %d, %d, %d late", guests.Load(), friends.Load(), late.Load())
		}
		h.Close()
		synctest.Wait()
		if len(h.slow.places)+len(h.slow.spare)+len(h.slow.lanes)+h.slow.all > 0 {
			t.Errorf("%d places are still taken, %d lanes", len(h.slow.places), len(h.slow.lanes))
		}
	})
}

// mute is somebody who never answers.
type mute struct{ *player }

func (mute) News(*table.News) {}

// TestBotStopsWhenNobodyWaits: the bot that thinks for somebody who is away stops as soon
// as that person is back, and not at the end of its budget; likewise when the host closes.
func TestBotStopsWhenNobodyWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var begun, thought []time.Duration // of bots that stand in: one at a time, Bots is 1
		note := func(list *[]time.Duration, d time.Duration) {
			mu.Lock()
			*list = append(*list, d)
			mu.Unlock()
		}
		noted := func(list *[]time.Duration) []time.Duration {
			mu.Lock()
			defer mu.Unlock()
			return slices.Clone(*list)
		}
		began := time.Now()
		h := New(Options{
			Log: newMemory(), Chance: newChance(3), Bots: 1, BotLimit: 5 * time.Second, Slow: func(string) bool { return true },
			Secret: func() string { return "secret" }, Code: func() string { return "" },
			Think: func(ctx context.Context, a table.Ask) rams.Action {
				if a.By == table.ByAway {
					begin := time.Now()
					note(&begun, begin.Sub(began))
					<-ctx.Done()
					note(&thought, time.Since(begin))
				}
				return a.View.Legal[0]
			},
		})
		ctx, cfg := context.Background(), config(t)
		cfg.Pace, cfg.Away = 400, 60_000
		seat, err := h.Create(ctx, cfg, "Anna")
		if err != nil {
			t.Fatal(err)
		}
		come := func() *Conn {
			t.Helper()
			c, err := h.Attach(ctx, seat.Table, seat.Secret, mute{newPlayer(t, h, 1)})
			if err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			return c
		}
		stands := func() {
			t.Helper()
			for n := len(noted(&begun)); len(noted(&begun)) == n; synctest.Wait() {
				time.Sleep(100 * time.Millisecond)
			}
		}
		anna := come()
		_ = h.Receive(ctx, anna, Request{Command: table.Command{Do: table.DoStart, Chair: -1}})
		h.Detach(anna)
		stands()
		time.Sleep(time.Second)
		anna = come()
		if all := noted(&thought); len(all) != 1 || all[0] > 2*time.Second {
			t.Errorf("Anna is back, and the bot that stands in for her has stopped after %v", all)
		}
		h.Detach(anna)
		stands()
		time.Sleep(time.Second)
		h.Close()
		synctest.Wait()
		if all := noted(&thought); len(all) != 2 || all[1] > 2*time.Second {
			t.Errorf("the host closes, and the bots have stopped after %v", all)
		}
	})
}

// TestClosedTables: one that an operator closes in mid-hand is no more; one whose
// evening is over can be looked at.
func TestClosedTables(t *testing.T) {
	t.Parallel()
	ctx, log := context.Background(), newMemory()
	h := newHost(log, 3)
	seat, anna := start(t, h, config(t), 1)
	anna.until(func() bool { return anna.hands >= 2 })
	other, beat := start(t, h, config(t), 2)
	beat.wish(Request{Command: table.Command{Do: table.DoLast}})
	beat.until(func() bool { return beat.stage == table.Over })
	h.Close()
	if saved, err := log.Load(ctx, other.Table); err != nil || !saved.Closed {
		t.Error("a table whose evening is over isn't closed in the log")
	}
	if err := log.Close(ctx, seat.Table); err != nil {
		t.Fatal(err)
	}
	h = newHost(log, 4)
	defer h.Close()
	if _, err := h.Attach(ctx, seat.Table, seat.Secret, newPlayer(t, h, 3)); !errors.Is(err, ErrNoTable) {
		t.Errorf("a closed table gives %v", err)
	}
	again := newPlayer(t, h, 4)
	again.attach(other.Table, other.Secret)
	again.until(func() bool { return again.stage == table.Over })
}

// TestLostLog: after a write of which it can't be said what has become of it, or
// when another writer has taken over, the host ends, whoever found out.
func TestLostLog(t *testing.T) {
	t.Parallel()
	lost := fmt.Errorf("%w: the disk failed", ErrDead)
	for _, while := range []string{"playing", "making a table"} {
		log := &lostLog{memory: newMemory()}
		h := newHost(log, 5)
		seat, anna := start(t, h, config(t), 1)
		anna.until(func() bool { return anna.hands >= 1 })
		if while == "playing" {
			log.failing(lost)
		} else {
			log.lose(lost)
			if _, err := h.Create(context.Background(), config(t), "Beat"); !errors.Is(err, ErrStore) {
				t.Errorf("making a table gives %v", err)
			}
		}
		<-h.Done()
		anna.until(func() bool { return anna.bye == "store" })
		if err := h.Err(); !errors.Is(err, lost) {
			t.Errorf("%s: the host ended with %v", while, err)
		}
		if _, err := h.Attach(context.Background(), seat.Table, seat.Secret, newPlayer(t, h, 2)); !errors.Is(err, ErrClosed) {
			t.Errorf("%s: coming back gives %v", while, err)
		}
		h.Close()
	}
}

// lostLog is a log in which no table can be made.
type lostLog struct {
	*memory
	mu   sync.Mutex
	lost error
}

func (l *lostLog) lose(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lost = err
}

func (l *lostLog) Create(ctx context.Context, code, about string, records [][]byte) (int64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lost != nil {
		return 0, l.lost
	}
	return l.memory.Create(ctx, code, about, records)
}

// TestCode: the code of a table stays the same for the whole evening: when its chairs are taken, when
// one becomes free, and after restarts.
func TestCode(t *testing.T) {
	t.Parallel()
	ctx, log := context.Background(), newMemory()
	code := func(h *Host, seat Admission) string {
		_, code, err := h.Chair(ctx, seat.Table, seat.Secret)
		if err != nil {
			t.Fatal(err)
		}
		p := newPlayer(t, h, 1)
		p.attach(seat.Table, seat.Secret)
		if p.code != code {
			t.Errorf("greeted with code %q, and asked it is %q", p.code, code)
		}
		return code
	}
	h := newHost(log, 6)
	seat, err := h.Create(ctx, config(t), "Anna")
	if err != nil {
		t.Fatal(err)
	}
	h.Close()
	h = newHost(log, 7)
	if got := code(h, seat); got != seat.Code {
		t.Errorf("after a restart the code is %q, want %q", got, seat.Code)
	}
	for _, name := range []string{"Beat", "Chregu", "Dora"} {
		if name == "Dora" { // the last chair
			log.failing(errFull)
			if _, err := h.Join(ctx, seat.Code, name, ""); !errors.Is(err, ErrStore) {
				t.Errorf("joining while the disk is full gives %v", err)
			}
			log.failing(nil)
		}
		if _, err := h.Join(ctx, seat.Code, name, ""); err != nil {
			t.Fatal(err)
		}
	}
	full := func(h *Host) {
		t.Helper()
		if got := code(h, seat); got != seat.Code {
			t.Errorf("all chairs are taken, and the code is %q, want %q", got, seat.Code)
		}
		_, err := h.Join(ctx, seat.Code, "Emil", "")
		if no, ok := errors.AsType[*table.Refused](err); !ok || no.Code != table.RefusedChair {
			t.Errorf("a fifth person is told %v", err)
		}
	}
	full(h)
	h.Close()
	h = newHost(log, 8)
	full(h)
	anna := newPlayer(t, h, 2)
	anna.attach(seat.Table, seat.Secret)
	if err := h.Receive(ctx, anna.c, Request{Command: table.Command{Do: table.DoLeave, Chair: 3}}); err != nil {
		t.Fatal(err)
	}
	if got, err := h.Join(ctx, seat.Code, "Emil", ""); err != nil || got.Chair != 3 {
		t.Errorf("a chair has become free, and the code gives chair %d, %v", got.Chair, err)
	}
	full(h)
	h.Close()
}
