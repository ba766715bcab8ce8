package host

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// oneProcessor is a log of whose tables each takes 10 ms to read, of a processor that they share.
type oneProcessor struct {
	*memory
	at atomic.Int64 // tables that are being read
}

func (l *oneProcessor) Load(ctx context.Context, id int64) (Saved, error) {
	l.at.Add(1)
	defer l.at.Add(-1)
	for range 10 {
		time.Sleep(time.Duration(l.at.Load()) * time.Millisecond)
	}
	return l.memory.Load(ctx, id)
}

// TestFirstComeFirstRead: after a restart everybody comes back at once. Who came first has their table soon, and doesn't wait
// for all tables; and all together don't wait longer.
func TestFirstComeFirstRead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const tables = 200
		log := newMemory()
		before := New(Options{Log: log, Chance: newChance(1), Secret: FreshSecret, Code: FreshCode})
		var seats []Admission
		for range tables {
			seat, err := before.Create(context.Background(), config(t), "Anna")
			if err != nil {
				t.Fatal(err)
			}
			seats = append(seats, seat)
		}
		before.Close()
		h := New(Options{Log: &oneProcessor{memory: log}, Chance: newChance(1), Secret: FreshSecret, Code: FreshCode})
		begin := time.Now()
		back := make(chan time.Duration, tables)
		for i, seat := range seats {
			go func() {
				newPlayer(t, h, uint64(i)).attach(seat.Table, seat.Secret)
				back <- time.Since(begin)
			}()
		}
		first := <-back
		last := first
		for range tables - 1 {
			last = <-back
		}
		if first > tables*10*time.Millisecond/5 || last > tables*11*time.Millisecond {
			t.Errorf("of %d tables that take 10 ms each the first is back after %v, the last after %v", tables, first, last)
		}
		h.Close()
	})
}
