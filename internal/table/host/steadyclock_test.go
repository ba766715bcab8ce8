package host

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"chratze/history"
	"chratze/internal/table"
	"chratze/rams"
)

// jumping is a clock on the wall that is set again and again.
type jumping struct{ by atomic.Int64 }

func (j *jumping) now() table.Millis { return table.Millis(time.Now().UnixMilli() + j.by.Load()) }

// absent is somebody who is there and never answers.
type absent struct{ *player }

func (absent) News(*table.News) {}

// jumps are how far the clock is set, and back again by the next one.
var jumps = []time.Duration{ //lattice:table
	-10 * time.Second, time.Hour, -time.Hour, -24 * time.Hour, 400 * 24 * time.Hour, -400 * 24 * time.Hour, 3 * time.Second, -2 * time.Second,
}

// TestClockJumps: whoever sets the clock, while the server runs or while it is down,
// tables go on within two seconds: bots think, windows close, who doesn't answer is
// played for, the next hand begins, spectators are told with their delay.
func TestClockJumps(t *testing.T) {
	t.Parallel()
	for _, restart := range []bool{false, true} {
		for seed := range uint64(4) {
			t.Run(fmt.Sprintf("restart %v, %d", restart, seed), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) { jumpAbout(t, restart, seed) })
			})
		}
	}
}

func jumpAbout(t *testing.T, restart bool, seed uint64) {
	var wall jumping
	r, log := rand.New(rand.NewPCG(seed, 7)), newMemory()
	boot := func() *Host {
		return New(Options{
			Log: log, Chance: newChance(r.Uint64()), Wall: wall.now, Bots: 2,
			Secret: func() string { return fmt.Sprint(r.Uint64()) }, Code: func() string { return fmt.Sprint(r.Uint64()) },
			Think: func(_ context.Context, a table.Ask) rams.Action {
				return a.View.Legal[int(a.Question*31)%len(a.View.Legal)]
			},
		})
	}
	h := boot()
	cfg := config(t)
	cfg.Pace, cfg.Settle, cfg.SixWindow, cfg.Decision, cfg.Spectators, cfg.SpectatorDelay = 1000, 1500, 900, 1200, true, 800
	ctx := context.Background()
	seat, err := h.Create(ctx, cfg, "Anna")
	if err != nil {
		t.Fatal(err)
	}
	mute, err := h.Join(ctx, seat.Code, "Beat", "")
	if err != nil {
		t.Fatal(err)
	}
	var anna, watch *player
	come := func() {
		anna, watch = newPlayer(t, h, seed), newPlayer(t, h, seed)
		anna.attach(seat.Table, seat.Secret)
		watch.attach(seat.Table, "")
		if _, err := h.Attach(ctx, mute.Table, mute.Secret, absent{newPlayer(t, h, 1)}); err != nil {
			t.Fatal(err)
		}
	}
	come()
	anna.wish(Request{Command: table.Command{Do: table.DoStart}})
	time.Sleep(3 * time.Second)
	for i := range 3 * len(jumps) {
		time.Sleep(time.Duration(r.IntN(1500)) * time.Millisecond)
		d := jumps[i%len(jumps)]
		if restart {
			h.Close()
		}
		wall.by.Add(d.Milliseconds())
		if restart {
			h = boot()
			come()
		}
		for after := range 4 {
			before, told := len(log.records(seat.Table)), watch.told()
			time.Sleep(2 * time.Second)
			synctest.Wait()
			if len(log.records(seat.Table)) == before {
				t.Fatalf("jump %d, by %v: nothing happens from second %d to %d", i, d, 2*after, 2*after+2)
			}
			if after > 0 && watch.told() == told {
				t.Fatalf("jump %d, by %v: spectators are told nothing from second %d to %d", i, d, 2*after, 2*after+2)
			}
		}
	}
	time.Sleep(90 * time.Second)
	h.Close()
	checkDate(t, log, seat.Table, wall.now())
	if _, err := table.Replay(log.records(seat.Table)); err != nil {
		t.Error(err)
	}
}

// checkDate fails unless the last hand has just ended, by the clock on the wall.
func checkDate(t *testing.T, log *memory, id int64, now table.Millis) {
	t.Helper()
	var last table.Millis
	if err := table.Hands(log.records(id), 0, func(_ int, at table.Millis, _ *history.Hand) bool { last = at; return true }); err != nil {
		t.Fatal(err)
	}
	if last < now-90_000 || last > now+jump {
		t.Errorf("the last hand has ended at %d, and it is %d", last, now)
	}
}

// told counts how often somebody was told something.
func (p *player) told() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.times
}
