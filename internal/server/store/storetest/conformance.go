package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"chratze/internal/server/store"
)

// behaviours are what every store does. Each has a store of its own.
var behaviours = map[string]func(t *testing.T, w *World){
	"Fill":          testFill,
	"Append":        testAppend,
	"AppendLarge":   testAppendLarge,
	"AppendRefuses": testAppendRefuses,
	"Stale":         testStale,
	"Directory":     testDirectory,
	"LoadStops":     testLoadStops,
	"Settings":      testSettings,
	"Retain":        testRetain,
	"Scrub":         testScrub,
	"Closed":        testClosed,
	"Canceled":      testCanceled,
	"Together":      testTogether,
}

// Behaves tests that a kind of store does what every store does.
func Behaves(t *testing.T, newWorld func(testing.TB) *World) {
	for name, test := range behaviours {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			if w.Shared && name == "Fill" {
				t.Skip("only who has a disk alone fills it")
			}
			test(t, w)
		})
	}
}

func testAppend(t *testing.T, w *World) {
	s := w.MustOpen(t)
	a, b := MustCreate(t, s, "A", "a0"), MustCreate(t, s, "")
	w.Clock.Forward(time.Second)
	body := []byte("b0")
	MustAppend(t, s, Entry(a, 1, "a1"), store.Entry{Table: b, Version: 7, Body: body}, store.Entry{Table: a, Seq: 2, Version: 1}, Entry(b, 1, "b1"))
	copy(body, "XX") // it isn't the store's
	MustAppend(t, s)
	s = w.MustOpen(t)
	MustAppend(t, s, Entry(b, 2, "b2"))
	expect(t, "a", Bodies(t, s, a), []string{"a0", "a1", ""})
	expect(t, "b", Bodies(t, s, b), []string{"b0", "b1", "b2"})
	if w.Shared {
		return
	}
	var got []string
	for r, err := range s.Load(context.Background(), b) {
		got = append(got, fmt.Sprint(r.Table, r.Seq, r.Epoch, r.Version, r.At.UnixMilli()-SomeDay, err))
	}
	expect(t, "records", got, []string{"2 0 1 7 1000 <nil>", "2 1 1 1 1000 <nil>", "2 2 2 1 1000 <nil>"})
	for id, want := range map[int64]int64{a: 1, b: 2, MustCreate(t, s, ""): 0} {
		table, err := s.Table(context.Background(), id)
		expect(t, fmt.Sprint("epoch of the last record, ", err), table.Epoch, want)
	}
}

// testAppendLarge: batches around the sizes in which rows are inserted, and large
// bodies, keep every row in its place.
func testAppendLarge(t *testing.T, w *World) {
	s := w.MustOpen(t)
	id := MustCreate(t, s, "")
	var want []string
	for _, n := range []int{1, 7, 8, 9, 63, 64, 65, 72, 73, 200} {
		var batch []store.Entry
		for range n {
			seq := uint64(len(want))
			body := strings.Repeat(fmt.Sprint(seq, " "), int(seq*seq%5000))
			batch = append(batch, Entry(id, seq, body))
			want = append(want, body)
		}
		MustAppend(t, s, batch...)
	}
	expect(t, "log", Bodies(t, s, id), want)
}

// testAppendRefuses: what doesn't fit is refused, with all that came with it.
func testAppendRefuses(t *testing.T, w *World) {
	s := w.MustOpen(t)
	a, b, over := MustCreate(t, s, "", "a0", "a1"), MustCreate(t, s, ""), MustCreate(t, s, "")
	if err := s.CloseTable(context.Background(), over); err != nil {
		t.Fatal(err)
	}
	fits := Entry(b, 0, "b0")
	for _, again := range []bool{false, true} { // the second time out of a store that was opened again
		before := Dump(t, s)
		for _, tt := range []struct {
			name  string
			batch []store.Entry
			want  store.Code
		}{
			{"duplicate", []store.Entry{fits, Entry(a, 1, "x")}, store.ErrStale},
			{"gap", []store.Entry{fits, Entry(a, 3, "x")}, store.ErrStale},
			{"gap at the beginning", []store.Entry{Entry(b, 1, "x")}, store.ErrStale},
			{"duplicate in the batch", []store.Entry{fits, Entry(b, 0, "x")}, store.ErrStale},
			{"gap in the batch", []store.Entry{Entry(a, 2, "x"), Entry(a, 4, "x")}, store.ErrStale},
			{"backwards in the batch", []store.Entry{Entry(a, 3, "x"), Entry(a, 2, "x")}, store.ErrStale},
			{"no number", []store.Entry{fits, Entry(a, 1<<63, "x")}, store.ErrStale},
			{"no table", []store.Entry{fits, Entry(99, 0, "x")}, store.ErrNoTable},
			{"closed", []store.Entry{fits, Entry(over, 0, "x")}, store.ErrOver},
		} {
			ExpectCode(t, tt.name, s.Append(context.Background(), tt.batch), tt.want)
			expect(t, tt.name, Dump(t, s), before)
		}
		if !again {
			s = w.MustOpen(t)
		}
	}
	MustAppend(t, s, Entry(a, 2, "a2"), fits)
}

// testStale: whoever opens a store takes it over; the one before can't write any
// more, whatever it is.
func testStale(t *testing.T, w *World) {
	ctx := context.Background()
	id := MustCreate(t, w.MustOpen(t), "A", "0")
	for name, write := range map[string]func(old store.Store) error{
		"append": func(old store.Store) error { return old.Append(ctx, []store.Entry{Entry(id, 1, "x")}) },
		"create": func(old store.Store) error { _, err := old.Create(ctx, store.New{}); return err },
		"touch":  func(old store.Store) error { return old.Touch(ctx, id) },
		"close":  func(old store.Store) error { return old.CloseTable(ctx, id) },
		"set":    func(old store.Store) error { return old.Set(ctx, "secret", nil) },
		"retain": func(old store.Store) error {
			_, err := old.Retain(ctx, w.Clock.Now().Add(time.Hour), store.KeepNothing)
			return err
		},
		"scrub": func(old store.Store) error {
			_, err := old.Scrub(ctx, id, func([]byte) ([]byte, bool) { return nil, true })
			return err
		},
		"compact": func(old store.Store) error { return old.Compact(ctx) },
		"fill":    func(old store.Store) error { return old.Fill(ctx, NewMemory(nil)) },
	} {
		old := w.MustOpen(t)
		s := w.MustOpen(t)
		if s.Epoch() != old.Epoch()+1 {
			t.Errorf("epochs %d and then %d", old.Epoch(), s.Epoch())
		}
		before := Dump(t, s)
		ExpectCode(t, name, write(old), store.ErrStale)
		ExpectCode(t, name+" again", write(old), store.ErrStale)
		if !w.Shared {
			ExpectCode(t, "whether the stale one can write", old.Dead(), store.ErrStale)
		}
		if err := s.Dead(); err != nil {
			t.Errorf("the new one can't write: %v", err)
		}
		expect(t, "the store after "+name, Dump(t, s), before)
	}
	old := w.MustOpen(t)
	MustAppend(t, w.MustOpen(t), Entry(id, 1, "1"))
	expect(t, "what the stale one reads", Bodies(t, old, id), []string{"0", "1"})
}

func testDirectory(t *testing.T, w *World) {
	ctx := context.Background()
	s := w.MustOpen(t)
	a, b := MustCreate(t, s, "A", "a0"), MustCreate(t, s, "")
	w.Clock.Forward(time.Second)
	c := MustCreate(t, s, "C")
	_, err := s.Create(ctx, store.New{Code: "A"})
	ExpectCode(t, "create with a code that is taken", err, store.ErrTaken)
	expect(t, "close", s.CloseTable(ctx, c), nil)
	_, err = s.ByCode(ctx, "C")
	ExpectCode(t, "the code of a closed table", err, store.ErrNoTable)
	_, err = s.ByCode(ctx, "")
	ExpectCode(t, "an empty code", err, store.ErrNoTable)
	found, err := s.ByCode(ctx, "A")
	expect(t, "by code", fmt.Sprint(found.ID, err), fmt.Sprint(a, nil))
	d := MustCreate(t, s, "C") // a dead code is used again
	found, err = s.ByCode(ctx, "C")
	expect(t, "a code used again", fmt.Sprint(found.ID, err), fmt.Sprint(d, nil))
	w.Clock.Forward(time.Second)
	expect(t, "touch", s.Touch(ctx, b), nil)
	expect(t, "close again", s.CloseTable(ctx, c), nil)
	w.Clock.Forward(-time.Hour)
	expect(t, "touch, the clock put back", s.Touch(ctx, b), nil)
	w.Clock.Forward(time.Hour + time.Second)
	MustAppend(t, s, Entry(a, 1, "a1"))
	for which, want := range map[store.Which][]int64{store.All: {a, b, c, d}, store.Live: {a, b, d}, store.Closed: {c}} {
		list, err := s.Tables(ctx, which)
		var got []int64
		for _, e := range list {
			got = append(got, e.ID)
		}
		expect(t, fmt.Sprint("which ", which, err), got, want)
	}
	live, bytes, err := s.Size(ctx)
	expect(t, "live tables", fmt.Sprint(live, err), "3 <nil>")
	if bytes <= 0 {
		t.Errorf("it takes %d bytes", bytes)
	}
	at := func(sec int64) int64 { return SomeDay + 1000*sec }
	expect(t, "all", Dump(t, s), fmt.Sprintf(`%d "A" "chratze" created %d active %d live len 2
 %[1]d/0 v1 %[2]d "a0"
 %[1]d/1 v1 %[3]d "a1"
%d "" "chratze" created %[2]d active %[5]d live len 0
%d "" "chratze" created %[7]d active %[7]d closed %[7]d len 0
%d "C" "chratze" created %[7]d active %[7]d live len 0
`, a, at(0), at(3), b, at(2), c, at(1), d))
	for what, err := range map[string]error{
		"touch": s.Touch(ctx, 99), "close": s.CloseTable(ctx, 99),
	} {
		ExpectCode(t, what, err, store.ErrNoTable)
	}
	_, err = s.Table(ctx, 99)
	ExpectCode(t, "table", err, store.ErrNoTable)
	for _, err := range s.Load(ctx, 99) {
		ExpectCode(t, "load", err, store.ErrNoTable)
	}
	expect(t, "a table without records", len(Bodies(t, s, b)), 0)
}

func testLoadStops(t *testing.T, w *World) {
	s := w.MustOpen(t)
	id := MustCreate(t, s, "", "0", "1", "2")
	for range 20 { // more often than there are connections
		for r, err := range s.Load(context.Background(), id) {
			if err != nil || r.Seq == 1 {
				break
			}
		}
	}
	MustAppend(t, s, Entry(id, 3, "3"))
}

func testSettings(t *testing.T, w *World) {
	ctx := context.Background()
	s := w.MustOpen(t)
	_, err := s.Setting(ctx, "secret")
	ExpectCode(t, "none", err, store.ErrNoSetting)
	for _, value := range [][]byte{{0, 1, 255}, []byte("other"), nil} {
		if err := s.Set(ctx, "secret", value); err != nil {
			t.Fatal(err)
		}
		s = w.MustOpen(t)
		got, err := s.Setting(ctx, "secret")
		if err != nil || !bytes.Equal(got, value) {
			t.Errorf("setting %q, %v, want %q", got, err, value)
		}
	}
}

func testRetain(t *testing.T, w *World) {
	ctx := context.Background()
	s := w.MustOpen(t)
	live := MustCreate(t, s, "L", "l0")
	var old, young []int64
	for i := range 2*20 + 1 {
		old = append(old, MustCreate(t, s, "", "o0", fmt.Sprint(i)))
		expect(t, "close", s.CloseTable(ctx, old[i]), nil)
	}
	w.Clock.Forward(time.Second)
	limit := w.Clock.Now()
	young = append(young, MustCreate(t, s, "", "y0"))
	expect(t, "close", s.CloseTable(ctx, young[0]), nil)
	n, err := s.Retain(ctx, limit, store.KeepEntry)
	expect(t, "logs deleted", fmt.Sprint(n, err), fmt.Sprint(len(old), nil))
	list, err := s.Tables(ctx, store.All)
	expect(t, "entries kept", fmt.Sprint(len(list), err), fmt.Sprint(len(old)+2, nil))
	expect(t, "log deleted", len(Bodies(t, s, old[7])), 0)
	expect(t, "log kept", Bodies(t, s, young[0]), []string{"y0"})
	n, err = s.Retain(ctx, limit, store.KeepEntry)
	expect(t, "nothing left to delete", fmt.Sprint(n, err), fmt.Sprint(0, nil))
	n, err = s.Retain(ctx, limit, store.KeepNothing)
	expect(t, "tables deleted", fmt.Sprint(n, err), fmt.Sprint(len(old), nil))
	list, err = s.Tables(ctx, store.All)
	expect(t, "tables kept", fmt.Sprint(len(list), err), fmt.Sprint(2, nil))
	ExpectCode(t, "append to a deleted table", s.Append(ctx, []store.Entry{Entry(old[0], 2, "x")}), store.ErrNoTable)
	n, err = s.Retain(ctx, limit.Add(time.Hour), store.KeepNothing)
	expect(t, "and the last", fmt.Sprint(n, err), fmt.Sprint(1, nil))
	expect(t, "the live one", Bodies(t, s, live), []string{"l0"})
	MustAppend(t, s, Entry(live, 1, "l1"))
	s = w.MustOpen(t)
	if next := MustCreate(t, s, ""); next <= young[0] {
		t.Errorf("table %d has the number of one that was deleted", next)
	}
}

func testScrub(t *testing.T, w *World) {
	ctx := context.Background()
	s := w.MustOpen(t)
	id, other := MustCreate(t, s, "", "Vreni sits", "Vreni plays", "Sepp plays"), MustCreate(t, s, "", "Vreni sits")
	forget := func(body []byte) ([]byte, bool) {
		instead := bytes.ReplaceAll(body, []byte("Vreni"), []byte("somebody"))
		return instead, !bytes.Equal(instead, body)
	}
	before := Dump(t, s)
	n, err := s.Scrub(ctx, id, func(body []byte) ([]byte, bool) { clear(body); return []byte("x"), false })
	expect(t, "nothing to scrub", fmt.Sprint(n, err, Dump(t, s) == before), "0 <nil> true")
	n, err = s.Scrub(ctx, id, forget)
	expect(t, "scrubbed", fmt.Sprint(n, err), "2 <nil>")
	s = w.MustOpen(t)
	expect(t, "log", Bodies(t, s, id), []string{"somebody sits", "somebody plays", "Sepp plays"})
	expect(t, "another log", Bodies(t, s, other), []string{"Vreni sits"})
	MustAppend(t, s, Entry(id, 3, ""))
	n, err = s.Scrub(ctx, id, func([]byte) ([]byte, bool) { return nil, true })
	expect(t, "emptied", fmt.Sprint(n, err, Bodies(t, s, id)), "4 <nil> [   ]")
	_, err = s.Scrub(ctx, 99, forget)
	ExpectCode(t, "no table", err, store.ErrNoTable)
	expect(t, "compact", s.Compact(ctx), nil)
	expect(t, "compacted", Bodies(t, s, other), []string{"Vreni sits"})
}

func testClosed(t *testing.T, w *World) {
	ctx := context.Background()
	s := w.MustOpen(t)
	id := MustCreate(t, s, "A", "0")
	expect(t, "close", s.Close(), nil)
	expect(t, "close again", s.Close(), nil)
	ExpectCode(t, "append", s.Append(ctx, []store.Entry{Entry(id, 1, "1")}), store.ErrClosed)
	_, err := s.Tables(ctx, store.All)
	ExpectCode(t, "tables", err, store.ErrClosed)
	_, err = s.ByCode(ctx, "A")
	ExpectCode(t, "by code", err, store.ErrClosed)
	_, err = s.Setting(ctx, "secret")
	ExpectCode(t, "setting", err, store.ErrClosed)
	for _, err := range s.Load(ctx, id) {
		ExpectCode(t, "load", err, store.ErrClosed)
	}
	expect(t, "opened again", Bodies(t, w.MustOpen(t), id), []string{"0"})
}

func testCanceled(t *testing.T, w *World) {
	s := w.MustOpen(t)
	id := MustCreate(t, s, "", "0")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := s.Append(ctx, []store.Entry{Entry(id, 1, "1")}); !errors.Is(err, context.Canceled) {
		t.Errorf("append: %v", err)
	}
	if err := s.Append(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("append nothing: %v", err)
	}
	if _, err := s.Tables(ctx, store.All); !errors.Is(err, context.Canceled) {
		t.Errorf("tables: %v", err)
	}
	expect(t, "log", Bodies(t, s, id), []string{"0"})
	MustAppend(t, s, Entry(id, 1, "1"))
}

// testTogether: readers and writers at the same time; each table is in order and
// each reader sees whole batches.
func testTogether(t *testing.T, w *World) {
	ctx := context.Background()
	s := w.MustOpen(t)
	const writers, batches = 3, 30
	ids := make([][2]int64, writers)
	for i := range ids {
		ids[i] = [2]int64{MustCreate(t, s, ""), MustCreate(t, s, "")}
	}
	var all sync.WaitGroup
	for _, pair := range ids {
		all.Go(func() {
			for seq := range uint64(batches) {
				if err := s.Append(ctx, []store.Entry{Entry(pair[0], seq, "x"), Entry(pair[1], seq, "y")}); err != nil {
					t.Error(err)
				}
			}
		})
		all.Go(func() {
			for range batches {
				list, err := s.Tables(ctx, store.Live)
				if err != nil || list[pair[0]-1].Len != list[pair[1]-1].Len {
					t.Errorf("half a batch: %v, %v", list, err)
				}
			}
		})
	}
	all.Wait()
	for _, pair := range ids {
		expect(t, "records", len(Bodies(t, s, pair[0]))+len(Bodies(t, s, pair[1])), 2*batches)
	}
}

// testFill: what another store holds is here as it was there, and goes on from there.
func testFill(t *testing.T, w *World) {
	ctx := context.Background()
	from := NewMemory(w.Clock.Now).Reopen().Reopen() // epoch 3
	a, b := MustCreate(t, from, "A", "a0", "a1"), MustCreate(t, from, "", "b0")
	w.Clock.Forward(time.Second)
	MustAppend(t, from, Entry(a, 2, ""), store.Entry{Table: b, Seq: 1, Version: 7, Body: []byte("b1")})
	gone, empty := MustCreate(t, from, "", "c0"), MustCreate(t, from, "", "d0")
	var long []store.Entry
	for seq := range uint64(2100) {
		long = append(long, Entry(empty, seq+1, fmt.Sprint(seq)))
	}
	MustAppend(t, from, long...)
	w.Clock.Forward(time.Second)
	last := MustCreate(t, from, "", "e0")
	for what, err := range map[string]error{
		"setting": from.Set(ctx, "secret", []byte{0, 1}), "running": from.Set(ctx, store.RunningKey, []byte("3")),
		"close": from.CloseTable(ctx, gone), "close b": from.CloseTable(ctx, b), "touch": from.Touch(ctx, a), "close the last": from.CloseTable(ctx, last),
	} {
		expect(t, what, err, nil)
	}
	w.Clock.Forward(time.Second)
	n, err := from.Retain(ctx, w.Clock.Now().Add(-time.Millisecond), store.KeepNothing)
	expect(t, "retained", fmt.Sprint(n, err), "3 <nil>")
	s := w.MustOpen(t)
	before, err := s.Settings(ctx)
	expect(t, "settings", err, nil)
	expect(t, "fill", s.Fill(ctx, from), nil)
	expect(t, "what is there", Dump(t, s), Dump(t, from))
	if s.Epoch() <= 3 {
		t.Errorf("epoch %d, want at least 3, which has records", s.Epoch())
	}
	for _, again := range []bool{false, true} {
		for rec, err := range s.Load(ctx, a) {
			expect(t, fmt.Sprint("epoch of ", rec.Seq, err), rec.Epoch, 3)
		}
		ExpectCode(t, "fill again", s.Fill(ctx, from), store.ErrExists)
		if !again {
			s = w.MustOpen(t)
		}
	}
	after, err := s.Settings(ctx)
	expect(t, fmt.Sprint("settings ", err), len(after), len(before)+1)
	MustAppend(t, s, Entry(a, 3, "a3"))
	if next := MustCreate(t, s, ""); next != last+1 {
		t.Errorf("the next table is %d, and %d was deleted", next, last)
	}
	other := NewMemory(nil)
	expect(t, "set", other.Set(ctx, "motd", []byte("x")), nil)
	ExpectCode(t, "fill a store with settings", other.Fill(ctx, s), store.ErrExists)
}
