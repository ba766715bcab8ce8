package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
)

func entry(table int64, seq uint64, body string) Entry {
	return Entry{Table: table, Seq: seq, Version: 1, Body: []byte(body)}
}

func mustCreate(t testing.TB, s subject, code string, bodies ...string) int64 {
	t.Helper()
	n := New{Code: code, Preset: "chratze", Version: 1}
	for _, b := range bodies {
		n.Bodies = append(n.Bodies, []byte(b))
	}
	id, err := s.Create(context.Background(), n)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func mustAppend(t testing.TB, s subject, batch ...Entry) {
	t.Helper()
	if err := s.Append(context.Background(), batch); err != nil {
		t.Fatal(err)
	}
}

// bodies are the bodies of a table's log.
func bodies(t testing.TB, s subject, id int64) (list []string) {
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

func expectCode(t testing.TB, what string, err error, want Code) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || e.Code != want || !errors.Is(err, want) {
		t.Errorf("%s: error %v, want %q", what, err, want)
	}
}

func TestAppend(t *testing.T) {
	t.Parallel()
	everyWorld(t, func(t *testing.T, w *world) {
		s := w.mustOpen(t)
		a, b := mustCreate(t, s, "A", "a0"), mustCreate(t, s, "")
		w.clock.forward(time.Second)
		body := []byte("b0")
		mustAppend(t, s, entry(a, 1, "a1"), Entry{b, 0, 7, body}, Entry{a, 2, 1, nil}, entry(b, 1, "b1"))
		copy(body, "XX") // it isn't the store's
		mustAppend(t, s)
		s = w.mustOpen(t)
		mustAppend(t, s, entry(b, 2, "b2"))
		expect(t, "a", bodies(t, s, a), []string{"a0", "a1", ""})
		expect(t, "b", bodies(t, s, b), []string{"b0", "b1", "b2"})
		var got []string
		for r, err := range s.Load(context.Background(), b) {
			got = append(got, fmt.Sprint(r.Table, r.Seq, r.Epoch, r.Version, r.At.UnixMilli()-someDay, err))
		}
		expect(t, "records", got, []string{"2 0 1 7 1000 <nil>", "2 1 1 1 1000 <nil>", "2 2 2 1 1000 <nil>"})
		for id, want := range map[int64]int64{a: 1, b: 2, mustCreate(t, s, ""): 0} {
			table, err := s.Table(context.Background(), id)
			expect(t, fmt.Sprint("epoch of the last record, ", err), table.Epoch, want)
		}
	})
}

// TestAppendLarge: batches around the sizes in which rows are inserted, and large
// bodies, keep every row in its place.
func TestAppendLarge(t *testing.T) {
	t.Parallel()
	everyWorld(t, func(t *testing.T, w *world) {
		s := w.mustOpen(t)
		id := mustCreate(t, s, "")
		var want []string
		for _, n := range []int{1, 7, 8, 9, 63, 64, 65, 72, 73, 200} {
			var batch []Entry
			for range n {
				seq := uint64(len(want))
				body := strings.Repeat(fmt.Sprint(seq, " "), int(seq*seq%5000))
				batch = append(batch, entry(id, seq, body))
				want = append(want, body)
			}
			mustAppend(t, s, batch...)
		}
		expect(t, "log", bodies(t, s, id), want)
	})
}

// TestAppendRefuses: what doesn't fit is refused, with all that came with it.
func TestAppendRefuses(t *testing.T) {
	t.Parallel()
	everyWorld(t, func(t *testing.T, w *world) {
		s := w.mustOpen(t)
		a, b, over := mustCreate(t, s, "", "a0", "a1"), mustCreate(t, s, ""), mustCreate(t, s, "")
		if err := s.CloseTable(context.Background(), over); err != nil {
			t.Fatal(err)
		}
		fits := entry(b, 0, "b0")
		for _, again := range []bool{false, true} { // the second time out of a store that was opened again
			before := dump(t, s)
			for _, tt := range []struct {
				name  string
				batch []Entry
				want  Code
			}{
				{"duplicate", []Entry{fits, entry(a, 1, "x")}, ErrStale},
				{"gap", []Entry{fits, entry(a, 3, "x")}, ErrStale},
				{"gap at the beginning", []Entry{entry(b, 1, "x")}, ErrStale},
				{"duplicate in the batch", []Entry{fits, entry(b, 0, "x")}, ErrStale},
				{"gap in the batch", []Entry{entry(a, 2, "x"), entry(a, 4, "x")}, ErrStale},
				{"backwards in the batch", []Entry{entry(a, 3, "x"), entry(a, 2, "x")}, ErrStale},
				{"no number", []Entry{fits, entry(a, 1<<63, "x")}, ErrStale},
				{"no table", []Entry{fits, entry(99, 0, "x")}, ErrNoTable},
				{"closed", []Entry{fits, entry(over, 0, "x")}, ErrOver},
			} {
				expectCode(t, tt.name, s.Append(context.Background(), tt.batch), tt.want)
				expect(t, tt.name, dump(t, s), before)
			}
			if !again {
				s = w.mustOpen(t)
			}
		}
		mustAppend(t, s, entry(a, 2, "a2"), fits)
	})
}

// TestStale: whoever opens a store takes it over; the one before can't write any
// more, whatever it is.
func TestStale(t *testing.T) {
	t.Parallel()
	everyWorld(t, func(t *testing.T, w *world) {
		ctx := context.Background()
		old := w.mustOpen(t)
		id := mustCreate(t, old, "A", "0")
		mustAppend(t, old, entry(id, 1, "1"))
		s := w.mustOpen(t)
		if s.Epoch() != old.Epoch()+1 {
			t.Errorf("epochs %d and then %d", old.Epoch(), s.Epoch())
		}
		before := dump(t, s)
		for name, write := range map[string]func() error{
			"append": func() error { return old.Append(ctx, []Entry{entry(id, 2, "x")}) },
			"create": func() error { _, err := old.Create(ctx, New{}); return err },
			"touch":  func() error { return old.Touch(ctx, id) },
			"code":   func() error { return old.SetCode(ctx, id, "B") },
			"close":  func() error { return old.CloseTable(ctx, id) },
			"set":    func() error { return old.Set(ctx, "secret", nil) },
			"retain": func() error { _, err := old.Retain(ctx, w.clock.now().Add(time.Hour), KeepNothing); return err },
			"scrub": func() error {
				_, err := old.Scrub(ctx, id, func([]byte) ([]byte, bool) { return nil, true })
				return err
			},
			"compact": func() error { return old.Compact(ctx) },
		} {
			expectCode(t, name, write(), ErrStale)
			expectCode(t, name+" again", write(), ErrStale)
		}
		expectCode(t, "whether the stale one can write", old.Dead(), ErrStale)
		if err := s.Dead(); err != nil {
			t.Errorf("the new one can't write: %v", err)
		}
		expect(t, "the store", dump(t, s), before)
		mustAppend(t, s, entry(id, 2, "2"))
		expect(t, "what the stale one reads", bodies(t, old, id), []string{"0", "1", "2"})
	})
}

func TestDirectory(t *testing.T) {
	t.Parallel()
	everyWorld(t, func(t *testing.T, w *world) {
		ctx := context.Background()
		s := w.mustOpen(t)
		a, b := mustCreate(t, s, "A", "a0"), mustCreate(t, s, "")
		w.clock.forward(time.Second)
		c := mustCreate(t, s, "C")
		_, err := s.Create(ctx, New{Code: "A"})
		expectCode(t, "create with a code that is taken", err, ErrTaken)
		expectCode(t, "take a code", s.SetCode(ctx, c, "A"), ErrTaken)
		for what, err := range map[string]error{
			"keep the code": s.SetCode(ctx, a, "A"),
			"drop no code":  s.SetCode(ctx, b, ""),
			"close":         s.CloseTable(ctx, c),
		} {
			if err != nil {
				t.Error(what, err)
			}
		}
		_, err = s.ByCode(ctx, "C")
		expectCode(t, "the code of a closed table", err, ErrNoTable)
		expectCode(t, "a code for a closed table", s.SetCode(ctx, c, "C2"), ErrOver)
		expect(t, "no code for a closed table", s.SetCode(ctx, c, ""), nil)
		_, err = s.ByCode(ctx, "")
		expectCode(t, "an empty code", err, ErrNoTable)
		found, err := s.ByCode(ctx, "A")
		expect(t, "by code", fmt.Sprint(found.ID, err), fmt.Sprint(a, nil))
		expect(t, "drop the code", s.SetCode(ctx, a, ""), nil)
		_, err = s.ByCode(ctx, "A")
		expectCode(t, "a dead code", err, ErrNoTable)
		expect(t, "use it again", s.SetCode(ctx, b, "A"), nil)
		w.clock.forward(time.Second)
		expect(t, "touch", s.Touch(ctx, b), nil)
		expect(t, "close again", s.CloseTable(ctx, c), nil)
		w.clock.forward(-time.Hour)
		expect(t, "touch, the clock put back", s.Touch(ctx, b), nil)
		w.clock.forward(time.Hour + time.Second)
		mustAppend(t, s, entry(a, 1, "a1"))
		for which, want := range map[Which][]int64{All: {a, b, c}, Live: {a, b}, Closed: {c}} {
			list, err := s.Tables(ctx, which)
			var got []int64
			for _, e := range list {
				got = append(got, e.ID)
			}
			expect(t, fmt.Sprint("which ", which, err), got, want)
		}
		at := func(sec int64) int64 { return someDay + 1000*sec }
		expect(t, "all", dump(t, s), fmt.Sprintf(`%d "" "chratze" created %d active %d live len 2
 %[1]d/0 v1 %[2]d "a0"
 %[1]d/1 v1 %[3]d "a1"
%d "A" "chratze" created %[2]d active %[5]d live len 0
%d "" "chratze" created %[7]d active %[7]d closed %[7]d len 0
`, a, at(0), at(3), b, at(2), c, at(1)))
		for what, err := range map[string]error{
			"touch": s.Touch(ctx, 99), "code": s.SetCode(ctx, 99, "X"), "close": s.CloseTable(ctx, 99),
		} {
			expectCode(t, what, err, ErrNoTable)
		}
		_, err = s.Table(ctx, 99)
		expectCode(t, "table", err, ErrNoTable)
		for _, err := range s.Load(ctx, 99) {
			expectCode(t, "load", err, ErrNoTable)
		}
		expect(t, "a table without records", len(bodies(t, s, b)), 0)
	})
}

func TestLoadStops(t *testing.T) {
	t.Parallel()
	everyWorld(t, func(t *testing.T, w *world) {
		s := w.mustOpen(t)
		id := mustCreate(t, s, "", "0", "1", "2")
		for range 20 { // more often than there are connections
			for r := range s.Load(context.Background(), id) {
				if r.Seq == 1 {
					break
				}
			}
		}
		mustAppend(t, s, entry(id, 3, "3"))
	})
}

func TestSettings(t *testing.T) {
	t.Parallel()
	everyWorld(t, func(t *testing.T, w *world) {
		ctx := context.Background()
		s := w.mustOpen(t)
		_, err := s.Setting(ctx, "secret")
		expectCode(t, "none", err, ErrNoSetting)
		for _, value := range [][]byte{{0, 1, 255}, []byte("other"), nil} {
			if err := s.Set(ctx, "secret", value); err != nil {
				t.Fatal(err)
			}
			s = w.mustOpen(t)
			got, err := s.Setting(ctx, "secret")
			if err != nil || !bytes.Equal(got, value) {
				t.Errorf("setting %q, %v, want %q", got, err, value)
			}
		}
	})
}

func TestRetain(t *testing.T) {
	t.Parallel()
	everyWorld(t, func(t *testing.T, w *world) {
		ctx := context.Background()
		s := w.mustOpen(t)
		live := mustCreate(t, s, "L", "l0")
		var old, young []int64
		for i := range 2*retainAtOnce + 1 {
			old = append(old, mustCreate(t, s, "", "o0", fmt.Sprint(i)))
			expect(t, "close", s.CloseTable(ctx, old[i]), nil)
		}
		w.clock.forward(time.Second)
		limit := w.clock.now()
		young = append(young, mustCreate(t, s, "", "y0"))
		expect(t, "close", s.CloseTable(ctx, young[0]), nil)
		n, err := s.Retain(ctx, limit, KeepEntry)
		expect(t, "logs deleted", fmt.Sprint(n, err), fmt.Sprint(len(old), nil))
		list, err := s.Tables(ctx, All)
		expect(t, "entries kept", fmt.Sprint(len(list), err), fmt.Sprint(len(old)+2, nil))
		expect(t, "log deleted", len(bodies(t, s, old[7])), 0)
		expect(t, "log kept", bodies(t, s, young[0]), []string{"y0"})
		n, err = s.Retain(ctx, limit, KeepEntry)
		expect(t, "nothing left to delete", fmt.Sprint(n, err), fmt.Sprint(0, nil))
		n, err = s.Retain(ctx, limit, KeepNothing)
		expect(t, "tables deleted", fmt.Sprint(n, err), fmt.Sprint(len(old), nil))
		list, err = s.Tables(ctx, All)
		expect(t, "tables kept", fmt.Sprint(len(list), err), fmt.Sprint(2, nil))
		expectCode(t, "append to a deleted table", s.Append(ctx, []Entry{entry(old[0], 2, "x")}), ErrNoTable)
		n, err = s.Retain(ctx, limit.Add(time.Hour), KeepNothing)
		expect(t, "and the last", fmt.Sprint(n, err), fmt.Sprint(1, nil))
		expect(t, "the live one", bodies(t, s, live), []string{"l0"})
		mustAppend(t, s, entry(live, 1, "l1"))
		s = w.mustOpen(t)
		if next := mustCreate(t, s, ""); next <= young[0] {
			t.Errorf("table %d has the number of one that was deleted", next)
		}
	})
}

func TestScrub(t *testing.T) {
	t.Parallel()
	everyWorld(t, func(t *testing.T, w *world) {
		ctx := context.Background()
		s := w.mustOpen(t)
		id, other := mustCreate(t, s, "", "Vreni sits", "Vreni plays", "Sepp plays"), mustCreate(t, s, "", "Vreni sits")
		forget := func(body []byte) ([]byte, bool) {
			instead := bytes.ReplaceAll(body, []byte("Vreni"), []byte("somebody"))
			return instead, !bytes.Equal(instead, body)
		}
		before := dump(t, s)
		n, err := s.Scrub(ctx, id, func(body []byte) ([]byte, bool) { clear(body); return []byte("x"), false })
		expect(t, "nothing to scrub", fmt.Sprint(n, err, dump(t, s) == before), "0 <nil> true")
		n, err = s.Scrub(ctx, id, forget)
		expect(t, "scrubbed", fmt.Sprint(n, err), "2 <nil>")
		s = w.mustOpen(t)
		expect(t, "log", bodies(t, s, id), []string{"somebody sits", "somebody plays", "Sepp plays"})
		expect(t, "another log", bodies(t, s, other), []string{"Vreni sits"})
		mustAppend(t, s, entry(id, 3, ""))
		n, err = s.Scrub(ctx, id, func([]byte) ([]byte, bool) { return nil, true })
		expect(t, "emptied", fmt.Sprint(n, err, bodies(t, s, id)), "4 <nil> [   ]")
		_, err = s.Scrub(ctx, 99, forget)
		expectCode(t, "no table", err, ErrNoTable)
		expect(t, "compact", s.Compact(ctx), nil)
		expect(t, "compacted", bodies(t, s, other), []string{"Vreni sits"})
	})
}

func TestClosed(t *testing.T) {
	t.Parallel()
	everyWorld(t, func(t *testing.T, w *world) {
		ctx := context.Background()
		s := w.mustOpen(t)
		id := mustCreate(t, s, "A", "0")
		expect(t, "close", s.Close(), nil)
		expect(t, "close again", s.Close(), nil)
		expectCode(t, "append", s.Append(ctx, []Entry{entry(id, 1, "1")}), ErrClosed)
		_, err := s.Tables(ctx, All)
		expectCode(t, "tables", err, ErrClosed)
		_, err = s.ByCode(ctx, "A")
		expectCode(t, "by code", err, ErrClosed)
		_, err = s.Setting(ctx, "secret")
		expectCode(t, "setting", err, ErrClosed)
		for _, err := range s.Load(ctx, id) {
			expectCode(t, "load", err, ErrClosed)
		}
		expect(t, "opened again", bodies(t, w.mustOpen(t), id), []string{"0"})
	})
}

func TestCanceled(t *testing.T) {
	t.Parallel()
	everyWorld(t, func(t *testing.T, w *world) {
		s := w.mustOpen(t)
		id := mustCreate(t, s, "", "0")
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if err := s.Append(ctx, []Entry{entry(id, 1, "1")}); !errors.Is(err, context.Canceled) {
			t.Errorf("append: %v", err)
		}
		if err := s.Append(ctx, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("append nothing: %v", err)
		}
		if _, err := s.Tables(ctx, All); !errors.Is(err, context.Canceled) {
			t.Errorf("tables: %v", err)
		}
		expect(t, "log", bodies(t, s, id), []string{"0"})
		mustAppend(t, s, entry(id, 1, "1"))
	})
}

// TestTogether: readers and writers at the same time; each table is in order and
// each reader sees whole batches.
func TestTogether(t *testing.T) {
	t.Parallel()
	everyWorld(t, func(t *testing.T, w *world) {
		ctx := context.Background()
		s := w.mustOpen(t)
		const writers, batches = 3, 30
		ids := make([][2]int64, writers)
		for i := range ids {
			ids[i] = [2]int64{mustCreate(t, s, ""), mustCreate(t, s, "")}
		}
		var all sync.WaitGroup
		for _, pair := range ids {
			all.Go(func() {
				for seq := range uint64(batches) {
					if err := s.Append(ctx, []Entry{entry(pair[0], seq, "x"), entry(pair[1], seq, "y")}); err != nil {
						t.Error(err)
					}
				}
			})
			all.Go(func() {
				for range batches {
					list, err := s.Tables(ctx, Live)
					if err != nil || list[pair[0]-1].Len != list[pair[1]-1].Len {
						t.Errorf("half a batch: %v, %v", list, err)
					}
				}
			})
		}
		all.Wait()
		for _, pair := range ids {
			expect(t, "records", len(bodies(t, s, pair[0]))+len(bodies(t, s, pair[1])), 2*batches)
		}
	})
}
