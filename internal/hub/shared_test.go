package hub

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"chratze/internal/owner"
	"chratze/internal/waittest"
)

// register says who owns the desks that several hubs share, and is their log. Like the store, it
// refuses what comes from another person.
type register struct {
	kept
	mu     sync.Mutex
	owner  string
	term   int64
	before func() // called before each write
}

// give makes a server the owner of all desks.
func (r *register) give(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.owner = name
	r.term++
}

func (r *register) has(name string) (term int64, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.term, r.owner == name
}

func (r *register) Setting(ctx context.Context, key string) ([]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.kept.Setting(ctx, key)
}

func (r *register) Set(context.Context, string, []byte) error {
	return errors.New("this is written without asking who the owner is")
}

// hub returns the hub of one server.
func (r *register) hub(name string) *Hub {
	h := New(Desks(), r)
	h.Share(server{r, name})
	return h
}

// server is one of those that share the desks.
type server struct {
	*register
	name string
}

func (s server) Ready() error { return nil }

func (s server) Where(int64) (string, bool, error) {
	_, here := s.has(s.name)
	return "", here, nil
}

func (s server) Hold(context.Context, int64) (int64, error) {
	term, ok := s.has(s.name)
	if !ok {
		return 0, owner.ErrElsewhere
	}
	return term, nil
}

func (s server) Keeps(_, term int64) bool { is, ok := s.has(s.name); return ok && is == term }

func (s server) Set(ctx context.Context, _, term int64, key string, value []byte) error {
	s.before()
	if is, ok := s.has(s.name); !ok || is != term {
		return owner.ErrElsewhere
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kept.Set(ctx, key, value)
}

func anybody(secret string) Guest {
	return Guest{Secret: secret, Work: func(ctx context.Context, work func(context.Context) error) error { return work(ctx) }, Allow: func() error { return nil }}
}

// TestDeskMoves: a desk goes from one server to another and back. Each finds all lines that were
// booked at the other; what the one before still books is refused, and nothing of it is stored.
func TestDeskMoves(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, r := context.Background(), &register{kept: kept{rows: map[string][]byte{}}, before: func() { time.Sleep(time.Second) }}
		hubs := map[string]*Hub{"a": r.hub("a"), "b": r.hub("b")}
		r.give("a")
		links, err := hubs["a"].Make(ctx, anybody(""), []string{"seats a b c"})
		if err != nil {
			t.Fatal(err)
		}
		g := anybody(links.Write)
		lines := 1
		for i, name := range []string{"a", "b", "a", "a", "b"} {
			r.give(name)
			other := map[string]string{"a": "b", "b": "a"}[name]
			for range 1 + i*piece/2 {
				n, missed, err := hubs[name].Book(ctx, g, links.ID, lines, []string{"nobody"})
				if lines++; err != nil || missed != nil || n != lines {
					t.Fatalf("turn %d: %s has %d lines, missed %q, %v; want %d", i, name, n, missed, err, lines)
				}
			}
			if _, _, err := hubs[other].Book(ctx, g, links.ID, lines, []string{"nobody"}); !errors.Is(err, owner.ErrElsewhere) {
				t.Errorf("turn %d: %s books at the desk of %s: %v", i, other, name, err)
			}
		}
		// A booking is under way at the owner when the desk moves.
		said := make(chan error, 1)
		go func() {
			_, _, err := hubs["b"].Book(ctx, g, links.ID, lines, []string{"nobody"})
			said <- err
		}()
		synctest.Wait()
		r.give("a")
		if err := <-said; !errors.Is(err, ErrKeep) {
			t.Errorf("a booking that comes late: %v", err)
		}
		for _, name := range []string{"a", "b"} {
			r.give(name)
			d, _, err := hubs[name].Find(ctx, g, links.ID)
			if err != nil || len(d.Wait(ctx, 0, 0)) != lines {
				t.Errorf("%s finds %d lines, %v; want %d", name, len(d.Wait(ctx, 0, 0)), err, lines)
			}
			if h := hubs[name]; h.lines != lines+weight {
				t.Errorf("%s counts %d lines in memory, want %d", name, h.lines, lines+weight)
			}
		}
	})
}

// TestYield: a hub that gives desks back forgets those and no others, when the bookings there are
// done. Whoever waits for news there is told at once.
func TestYield(t *testing.T) {
	t.Parallel()
	ctx, r := context.Background(), &register{kept: kept{rows: map[string][]byte{}}, before: func() {}}
	h := r.hub("a")
	r.give("a")
	var all []Links
	var ids []string
	for i := range 3 {
		links, err := h.Make(ctx, anybody(""), append([]string{"seats a b c"}, slices.Repeat([]string{"nobody"}, i)...))
		if err != nil {
			t.Fatal(err)
		}
		all, ids = append(all, links), append(ids, links.ID)
	}
	d, _, err := h.Find(ctx, anybody(all[2].Read), ids[2])
	if err != nil {
		t.Fatal(err)
	}
	booking, stored := make(chan struct{}), make(chan struct{})
	r.before = func() {
		close(booking)
		<-stored
	}
	var everybody sync.WaitGroup
	everybody.Go(func() { d.Wait(ctx, 3, time.Hour) })
	everybody.Go(func() {
		if n, _, err := h.Book(ctx, anybody(all[0].Write), ids[0], 1, []string{"nobody"}); n != 2 || err != nil {
			t.Errorf("who was booking has %d lines, %v", n, err)
		}
	})
	<-booking
	r.before = func() {}
	yielded := make(chan struct{})
	everybody.Go(func() {
		defer close(yielded)
		h.Yield(func(id, term int64) bool { return id == owner.DeskID(ids[1]) && term == r.term })
	})
	waittest.Until(t, "the hub waits for the desk where a booking is under way", func() bool {
		return isWaiting("hub.(*Hub).Yield") || isClosed(yielded)
	})
	if isClosed(yielded) {
		t.Error("a desk is given back while a booking is under way there")
	}
	close(stored)
	everybody.Wait()
	if len(h.all) != 1 || h.all[ids[1]] == nil || h.lines != 2+weight {
		t.Errorf("%d desks and %d lines are in memory", len(h.all), h.lines)
	}
	if n, missed, err := h.Book(ctx, anybody(all[0].Write), ids[0], 2, []string{"nobody"}); n != 3 || missed != nil || err != nil {
		t.Errorf("at a desk that was given back and claimed again: %d lines, missed %q, %v", n, missed, err)
	}
}

// isWaiting reports whether a goroutine waits for a mutex in a function. Virtual time doesn't know mutexes.
func isWaiting(function string) bool {
	stacks := make([]byte, 1<<20)
	for g := range strings.SplitSeq(string(stacks[:runtime.Stack(stacks, true)]), "\n\n") {
		if strings.Contains(g, " [sync.Mutex.Lock") && strings.Contains(g, function+"(") {
			return true
		}
	}
	return false
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
