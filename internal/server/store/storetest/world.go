package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"chratze/internal/server/store"
)

// Clock stands still until it is put forward.
type Clock struct {
	mu sync.Mutex
	ms int64
}

func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.UnixMilli(c.ms)
}

func (c *Clock) Forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ms += d.Milliseconds()
}

// NewClock returns a clock that stands at SomeDay.
func NewClock() *Clock { return &Clock{ms: SomeDay} }

// SomeDay is when the clocks of tests begin, in ms.
const SomeDay = 1_790_000_000_000

// World is a disk on which stores can be opened and made to fail.
type World struct {
	Clock *Clock
	// Open opens it again, as a process that has come after the last one: closed,
	// killed, or still there and without its lock.
	Open  func() (store.Store, error)
	Close func() // what is still open; nil: there is nothing to close
	*Plan        // which call fails; a call is what the kind of store takes for one
	// Shared says that the store is one of several on the same disk: its records have the terms
	// of their tables, and when it is overtaken it can come back.
	Shared bool
	// Heals says that a store which doesn't know what it has written finds out by itself.
	Heals bool
}

// end closes what is still open, for a test with many worlds.
func (w *World) end() {
	if w.Close != nil {
		w.Fail(0, Refuse)
		w.Close()
	}
}

// calmly does f without failures, and does not count its calls.
func (w *World) calmly(how Failure, f func()) {
	left := w.Left()
	w.Fail(0, how)
	f()
	w.Fail(left, how)
}

// MustOpen opens it again.
func (w *World) MustOpen(t tester) store.Store {
	t.Helper()
	s, err := w.Open()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// MemoryWorld is the disk of a Memory.
func MemoryWorld(testing.TB) *World {
	c, d, p := NewClock(), newDisk(), &Plan{}
	return &World{
		Clock: c,
		Open:  func() (store.Store, error) { return d.open(c.Now, p), nil },
		Plan:  p,
	}
}

func Entry(table int64, seq uint64, body string) store.Entry {
	return store.Entry{Table: table, Seq: seq, Version: 1, Body: []byte(body)}
}

// LostBefore is store.LostBefore.
func LostBefore(t testing.TB, r store.ReadOnly) []store.Lost {
	t.Helper()
	list, err := store.LostBefore(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// MustCreate makes a table with these records.
func MustCreate(t testing.TB, s store.Store, code string, bodies ...string) int64 {
	t.Helper()
	n := store.New{Code: code, Preset: "chratze", Version: 1}
	for _, b := range bodies {
		n.Bodies = append(n.Bodies, []byte(b))
	}
	id, err := s.Create(context.Background(), n)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// MustAppend appends records.
func MustAppend(t testing.TB, s store.Store, batch ...store.Entry) {
	t.Helper()
	if err := s.Append(context.Background(), batch); err != nil {
		t.Fatal(err)
	}
}

// Bodies are the bodies of a table's log.
func Bodies(t testing.TB, s store.Store, id int64) (list []string) {
	t.Helper()
	for r, err := range s.Load(context.Background(), id) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, string(r.Body))
	}
	return list
}

func expect[T any](t testing.TB, what string, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// ExpectCode fails the test unless an error is of this kind.
func ExpectCode(t testing.TB, what string, err error, want store.Code) {
	t.Helper()
	var e *store.Error
	if !errors.As(err, &e) || e.Code != want || !errors.Is(err, want) {
		t.Errorf("%s: error %v, want %q", what, err, want)
	}
}

// settingKeys are the settings that tests use.
var settingKeys = []string{"secret", "motd"}

// Dump is all that can be read from a store but for epochs, as a text.
func Dump(t tester, s store.Store) string {
	t.Helper()
	ctx := context.Background()
	var b strings.Builder
	tables, err := s.Tables(ctx, store.All)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		fmt.Fprintln(&b, entryText(table))
		one, err := s.Table(ctx, table.ID)
		if err != nil || entryText(one) != entryText(table) {
			t.Errorf("table %d is %s in the list and %s alone (%v)", table.ID, entryText(table), entryText(one), err)
		}
		for r, err := range s.Load(ctx, table.ID) {
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, " %d/%d v%d %d %q\n", r.Table, r.Seq, r.Version, r.At.UnixMilli(), r.Body)
		}
	}
	for _, key := range settingKeys {
		if value, err := s.Setting(ctx, key); err == nil {
			fmt.Fprintf(&b, "%s=%q\n", key, value)
		}
	}
	return b.String()
}

func entryText(t store.Table) string {
	closed := "live"
	if !t.Live() {
		closed = fmt.Sprint("closed ", t.Closed.UnixMilli())
	}
	return fmt.Sprintf("%d %q %q created %d active %d %s len %d", t.ID, t.Code, t.Preset, t.Created.UnixMilli(), t.Active.UnixMilli(), closed, t.Len)
}

// tester is a testing.T or a rapid.T.
type tester interface {
	Helper()
	Errorf(format string, args ...any)
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}
