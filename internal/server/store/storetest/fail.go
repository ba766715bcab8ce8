package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"pgregory.net/rapid"

	"chratze/internal/server/store"
)

// failures are the ways in which calls fail.
var failures = []Failure{Refuse, Lose, Keep}

// step is something that is done to a store and changes it, or is refused.
type step struct {
	name string
	do   func(s store.Store) error
}

func appendStep(batch ...store.Entry) step {
	return step{fmt.Sprintf("append %d", len(batch)), func(s store.Store) error { return s.Append(context.Background(), batch) }}
}

func createStep(code string, bodies ...string) step {
	return step{"create " + code, func(s store.Store) error {
		n := store.New{Code: code, Preset: "kratzen", Version: 2}
		for _, b := range bodies {
			n.Bodies = append(n.Bodies, []byte(b))
		}
		_, err := s.Create(context.Background(), n)
		return err
	}}
}

func closeStep(id int64) step {
	return step{fmt.Sprint("close ", id), func(s store.Store) error { return s.CloseTable(context.Background(), id) }}
}

func touchStep(id int64) step {
	return step{fmt.Sprint("touch ", id), func(s store.Store) error { return s.Touch(context.Background(), id) }}
}

func setStep(key, value string) step {
	return step{"set " + key, func(s store.Store) error { return s.Set(context.Background(), key, []byte(value)) }}
}

func retainStep(before int64, keep store.Kept) step {
	return step{fmt.Sprint("retain ", keep), func(s store.Store) error {
		_, err := s.Retain(context.Background(), time.UnixMilli(before), keep)
		return err
	}}
}

func scrubStep(id int64, name string) step {
	return step{fmt.Sprint("scrub ", id), func(s store.Store) error {
		_, err := s.Scrub(context.Background(), id, func(body []byte) ([]byte, bool) {
			instead := bytes.ReplaceAll(body, []byte(name), []byte("-"))
			return instead, !bytes.Equal(body, instead)
		})
		return err
	}}
}

// story touches everything that writes; some steps are refused.
func story() []step {
	var long []store.Entry
	for seq := range uint64(80) {
		long = append(long, Entry(3, seq, "some long text"))
	}
	return []step{
		createStep("A", "a0", "a1"), createStep("B"), createStep("A"),
		setStep("secret", "x"),
		appendStep(Entry(1, 2, "a2"), Entry(2, 0, "b0")),
		appendStep(Entry(1, 3, "a3"), Entry(2, 5, "gap")),
		appendStep(Entry(1, 3, "Vreni"), Entry(2, 1, "b1"), Entry(1, 4, "a4")),
		touchStep(1),
		scrubStep(1, "Vreni"), readStep(), createStep("C"), appendStep(long...),
		closeStep(3), appendStep(Entry(3, 80, "too late")),
		setStep("secret", "y"), setStep("motd", ""),
		retainStep(SomeDay+time.Hour.Milliseconds(), store.KeepEntry), retainStep(SomeDay+time.Hour.Milliseconds(), store.KeepNothing),
		appendStep(Entry(1, 5, "a5")), readStep(),
	}
}

// readStep reads everything.
func readStep() step {
	return step{"read", func(s store.Store) error {
		ctx := context.Background()
		tables, err := s.Tables(ctx, store.All)
		if err != nil {
			return err
		}
		for _, t := range tables {
			var n uint64
			for _, err := range s.Load(ctx, t.ID) {
				if err != nil {
					return err
				}
				n++
			}
			if n != t.Len {
				return fmt.Errorf("table %d has %d records, and %d were read", t.ID, t.Len, n)
			}
			if _, err := s.Table(ctx, t.ID); err != nil {
				return err
			}
			if _, err := s.ByCode(ctx, t.Code); err != nil && t.Code != "" {
				return err
			}
		}
		if again, err := s.Tables(ctx, store.All); err == nil && len(again) != len(tables) {
			return fmt.Errorf("%d tables, and then %d", len(tables), len(again))
		}
		if _, err := s.Setting(ctx, "secret"); !errors.Is(err, store.ErrNoSetting) {
			return err
		}
		return nil
	}}
}

// model is a store that never fails beside one that does.
type model struct {
	w    *World
	how  Failure
	s    store.Store
	good *Memory
	last string // what good held after the last step
}

func newModel(t tester, w *World, how Failure) *model {
	return &model{w: w, how: how, s: w.MustOpen(t), good: NewMemory(w.Clock.Now)}
}

// dump is what the store holds; reading it never fails.
func (m *model) Dump(t tester) (text string) {
	m.w.calmly(m.how, func() { text = Dump(t, m.s) })
	return text
}

// do does a step to both. If the store fails it must have done nothing, or all or
// nothing if it says that it doesn't know; then the step is tried again.
func (m *model) do(t tester, st step) {
	t.Helper()
	m.w.Clock.Forward(time.Second)
	want, before := st.do(m.good), m.last
	after := Dump(t, m.good)
	m.last = after
	for tries := 0; ; tries++ {
		err := st.do(m.s)
		if sameFailure(err, want) {
			break
		}
		var typed *store.Error
		if !errors.As(err, &typed) || tries > 1 {
			t.Fatalf("%s: error %v, want %v", st.name, err, want)
		}
		unknown := errors.Is(err, store.ErrUnknown)
		if unknown && !m.w.Heals {
			m.reopen(t, st)
		}
		now := m.Dump(t)
		if unknown && now == after {
			break
		}
		if now != before {
			t.Fatalf("%s: error %v, and yet something was written:\n%s\nbefore:\n%s", st.name, err, now, before)
		}
	}
	if got := m.Dump(t); got != after {
		t.Fatalf("%s:\n%s\nwant:\n%s", st.name, got, after)
	}
}

// reopen opens a store that doesn't know what it has written. Until then it must
// not write anything more.
func (m *model) reopen(t tester, st step) {
	t.Helper()
	m.w.calmly(m.how, func() {
		if err := st.do(m.s); !errors.Is(err, store.ErrUnknown) {
			t.Errorf("%s: it isn't known what was written, and yet the next gets %v", st.name, err)
		}
		m.s = m.w.MustOpen(t)
	})
}

// sameFailure reports whether two stores refuse for the same reason, or neither.
func sameFailure(a, b error) bool {
	var x, y *store.Error
	return a == nil && b == nil || errors.As(a, &x) && errors.As(b, &y) && x.Code == y.Code
}

// Suite tests a kind of store in every way, in parallel. On a slow kind LikeMemory takes minutes,
// so it runs only with CHRATZE_VERIFY=1.
func Suite(t *testing.T, newWorld func(testing.TB) *World, slow bool) {
	for name, test := range map[string]func(*testing.T, func(testing.TB) *World){
		"Behaves": Behaves, "EveryCallFails": EveryCallFails, "OpenFails": OpenFails, "LikeMemory": LikeMemory,
	} {
		t.Run(name, func(t *testing.T) {
			if name == "LikeMemory" && slow && os.Getenv("CHRATZE_VERIFY") == "" {
				t.Skip("SKIPPED: thousands of transactions; CHRATZE_VERIFY=1 runs it")
			}
			t.Parallel()
			test(t, newWorld)
		})
	}
}

// EveryCallFails tests a kind of store: the n-th call fails, for n = 1, 2 and so on to the end of the
// story (without CHRATZE_VERIFY every fifth), in every way. Each time nothing or all of a step is there, and the story
// goes on to the same end.
func EveryCallFails(t *testing.T, newWorld func(testing.TB) *World) {
	for _, how := range failures {
		t.Run(fmt.Sprint(how), func(t *testing.T) {
			t.Parallel()
			n, stride := 1+int(how), 5 // each way meets other calls
			switch {
			case os.Getenv("CHRATZE_VERIFY") != "":
				n, stride = 1, 1
			case testing.Short():
				stride = 17
			}
			for failAt(t, newWorld(t), n, how) && !t.Failed() {
				n += stride
			}
			if least := len(story()); n < least {
				t.Errorf("%d calls, want at least %d", n, least)
			}
		})
	}
}

// failAt plays the story with the n-th call failing, and reports whether there was
// an n-th call.
func failAt(t *testing.T, w *World, n int, how Failure) bool {
	defer w.end()
	m := newModel(t, w, how)
	w.Fail(n, how)
	for _, st := range story() {
		m.do(t, st)
	}
	return w.Left() == 0
}

// OpenFails tests a kind of store: the n-th call of opening fails; the next time all is there.
func OpenFails(t *testing.T, newWorld func(testing.TB) *World) {
	for _, how := range failures {
		w := newWorld(t)
		m := newModel(t, w, how)
		for _, st := range story() {
			m.do(t, st)
		}
		before := m.Dump(t)
		n := 1
		for ; ; n++ {
			w.Fail(n, how)
			_, err := w.Open()
			left := w.Left()
			w.Fail(0, how)
			if left > 0 {
				break
			}
			if err == nil && !w.Heals {
				t.Fatalf("opened, although call %d failed", n)
			}
			s, err := w.Open()
			if err != nil {
				t.Fatal(err)
			}
			m.s = s
			expect(t, fmt.Sprint("opened after call ", n, " failed"), m.Dump(t), before)
		}
		if n < 8 {
			t.Errorf("only %d calls failed", n-1)
		}
	}
}

// LikeMemory tests a kind of store: whatever is done, failures and openings included, it
// holds what a Memory holds.
func LikeMemory(t *testing.T, newWorld func(testing.TB) *World) {
	rapid.Check(t, func(rt *rapid.T) {
		how := rapid.SampledFrom(failures).Draw(rt, "how")
		w := newWorld(t)
		defer w.end()
		m := newModel(t, w, how)
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			if rapid.IntRange(0, 5).Draw(rt, "fail") == 0 {
				w.Fail(rapid.IntRange(1, 12).Draw(rt, "call"), how)
			}
			if rapid.IntRange(0, 9).Draw(rt, "reopen") == 0 {
				w.calmly(how, func() { m.s = w.MustOpen(rt) })
			}
			m.do(rt, drawStep(rt, m.good))
			w.Fail(0, how)
		}
	})
}

// drawStep makes up a step, mostly one that fits.
func drawStep(t *rapid.T, good *Memory) step {
	id := rapid.Int64Range(1, 5).Draw(t, "id")
	code := rapid.SampledFrom([]string{"", "A", "B", "C"}).Draw(t, "code")
	body := rapid.SampledFrom([]string{"", "x", "Vreni", "Vreni and Sepp"}).Draw(t, "body")
	keep := rapid.SampledFrom([]store.Kept{store.KeepEntry, store.KeepNothing}).Draw(t, "keep")
	switch rapid.SampledFrom([]string{"append", "append", "append", "create", "create", "touch", "close", "set", "retain", "scrub"}).Draw(t, "step") {
	case "create":
		return createStep(code, body, "1")
	case "touch":
		return touchStep(id)
	case "close":
		return closeStep(id)
	case "set":
		return setStep("motd", body)
	case "retain":
		return retainStep(SomeDay+rapid.Int64Range(0, 30).Draw(t, "before")*1000, keep)
	case "scrub":
		return scrubStep(id, "Vreni")
	}
	var batch []store.Entry
	next := map[int64]uint64{}
	for range rapid.IntRange(0, 12).Draw(t, "batch") {
		id := rapid.Int64Range(1, 5).Draw(t, "table")
		if _, ok := next[id]; !ok {
			table, _ := good.Table(context.Background(), id)
			next[id] = table.Len
		}
		batch = append(batch, Entry(id, next[id], body))
		next[id]++
		if rapid.IntRange(0, 40).Draw(t, "slip") == 0 {
			next[id]++
		}
	}
	return appendStep(batch...)
}
