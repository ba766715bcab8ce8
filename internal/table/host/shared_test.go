package host

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"chratze/internal/owner"
	"chratze/internal/table"
)

// patientLog is a log whose reads take their time, and end early when nobody wants them any more.
// Servers share it: this one has a table in a term.
type patientLog struct {
	*memory
	reads int
	term  int64
}

func (l *patientLog) Load(ctx context.Context, id int64) (Saved, error) {
	l.reads++
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
		return Saved{}, ctx.Err()
	}
	saved, err := l.memory.Load(ctx, id)
	saved.Term = l.term
	return saved, err
}

// ownerWith is an owner of which a host asks these.
type ownerWith struct {
	owner.Owner
	keeps func(id, term int64) bool
	set   func(ctx context.Context, id, term int64, key string, value []byte) error
}

func (o ownerWith) Keeps(id, term int64) bool { return o.keeps(id, term) }

func (o ownerWith) Set(ctx context.Context, id, term int64, key string, value []byte) error {
	return o.set(ctx, id, term, key, value)
}

// TestFirstReaderLeaves: a table is read for all who wait for it, also if whoever asked first has
// gone by then.
func TestFirstReaderLeaves(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log := &patientLog{memory: newMemory()}
		h := newHost(log, 1)
		defer h.Close()
		seat, err := h.Create(context.Background(), config(t), "Anna")
		if err != nil {
			t.Fatal(err)
		}
		first, leave := context.WithCancel(context.Background())
		came := [2]chan error{make(chan error, 1), make(chan error, 1)}
		for i, ctx := range []context.Context{first, context.Background()} {
			go func() {
				_, _, err := h.Chair(ctx, seat.Table, seat.Secret)
				came[i] <- err
			}()
			synctest.Wait()
		}
		leave()
		if err := <-came[0]; !errors.Is(err, context.Canceled) {
			t.Errorf("who has gone is told %v", err)
		}
		if err := <-came[1]; err != nil || log.reads != 1 {
			t.Errorf("who waits is told %v; the log was read %d times", err, log.reads)
		}
	})
}

// TestTableIsLostWhileItIsRead: nobody is told anything of a table that another server may have
// got while this one read it. When this server has it again, it is read again.
func TestTableIsLostWhileItIsRead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log := &patientLog{memory: newMemory(), term: 7}
		var has atomic.Int64
		h := New(Options{Log: log, Chance: newChance(1), Secret: func() string { return "s" }, Code: func() string { return "c" },
			Owner: ownerWith{keeps: func(_, term int64) bool { return has.Load() == term }}})
		defer h.Close()
		ctx := context.Background()
		seat, err := h.Create(ctx, config(t), "Anna")
		if err != nil {
			t.Fatal(err)
		}
		for i, step := range []struct {
			has   int64 // the term in which this server has it when it has been read
			want  error
			reads int
		}{{0, ErrMoved, 1}, {7, nil, 2}, {7, nil, 2}, {8, ErrMoved, 3}, {0, ErrMoved, 4}} {
			has.Store(step.has)
			if _, _, err := h.Chair(ctx, seat.Table, seat.Secret); !errors.Is(err, step.want) || log.reads != step.reads {
				t.Errorf("step %d: %v after %d reads, want %v after %d", i, err, log.reads, step.want, step.reads)
			}
		}
	})
}

// TestNoteOfAnOwner: a note on a hand is stored for the term in which the table was read, and who
// has written it is told if the store doesn't take it.
func TestNoteOfAnOwner(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log := &patientLog{memory: newMemory(), term: 7}
		var asked []string
		var refuses error
		h := New(Options{Log: log, Chance: newChance(1), Secret: func() string { return "s" }, Code: func() string { return "c" },
			Notes: log.disk, Owner: ownerWith{
				keeps: func(_, term int64) bool { return term == 7 },
				set: func(ctx context.Context, id, term int64, key string, value []byte) error {
					asked = append(asked, fmt.Sprint(id, term, key))
					if refuses != nil {
						return refuses
					}
					return log.disk.Set(ctx, key, value)
				}}})
		defer h.Close()
		ctx, cfg := context.Background(), config(t)
		cfg.Bot, cfg.Pace = "random", 400 // so that everything comes to rest
		seat, err := h.Create(ctx, cfg, "Anna")
		if err != nil {
			t.Fatal(err)
		}
		p := newPlayer(t, h, 1)
		p.attach(seat.Table, seat.Secret)
		do := func(c table.Command) {
			c.Chair = -1
			if err := h.Receive(ctx, p.c, Request{Command: c}); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		do(table.Command{Do: table.DoStart})
		p.until(func() bool { return p.stage == table.Between })
		do(table.Command{Do: table.DoPause})
		p.until(func() bool { return p.stage == table.Paused })
		for i, err := range []error{nil, errFull} {
			refuses = err
			do(table.Command{Do: table.DoNote, Hand: 1, At: 0, Text: "hm"})
			if len(asked) != i+1 || asked[i] != fmt.Sprint(seat.Table, int64(7), NotesKey(seat.Table)) {
				t.Errorf("the store was asked %q", asked)
			}
		}
		if len(p.reviews) != 1 || p.reviews[0].Note == nil || len(p.no) != 1 || !errors.Is(p.no[0], ErrStore) {
			t.Errorf("notes that were told: %+v; refused: %v", p.reviews, p.no)
		}
	})
}
