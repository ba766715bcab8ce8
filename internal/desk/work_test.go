package desk

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// hostile are the texts that cost the most for their length: each is as long as an evening
// may be. The first one took six minutes of a core before there was a bound.
func hostile() map[string]string {
	const half = MaxLines/2 - 1
	lines := func(n int, f func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(f(i) + "\n")
		}
		return b.String()
	}
	same := func(text string) func(int) string { return func(int) string { return text } }
	people := make([]string, MaxPeople)
	for i := range people {
		people[i] = fmt.Sprintf("person%03d", i)
	}
	seats := "seats a b c d\n"
	return map[string]string{
		"fix 1":             seats + lines(half, same("a 2! b 1 c 1")) + lines(half, func(i int) string { return []string{"fix 1: b 2! a 1 c 1", "fix 1: a 2! b 1 c 1"}[i%2] }),
		"fix 1, then hands": seats + lines(1000, same("a 2! b 1 c 1")) + lines(18, same("fix 1: b 2! a 1 c 1")) + lines(MaxLines-1019, same("a 2! b 1 c 1")),
		"fix the last":      seats + lines(half, same("a 2! b 1 c 1")) + lines(half, func(i int) string { return fmt.Sprintf("fix %d: b 2! a 1 c 1", half) }),
		"drop, insert":      seats + lines(half, same("nobody")) + lines(half, func(i int) string { return []string{"drop 1", "insert 1: nobody"}[i%2] }),
		"insert":            seats + "nobody\n" + lines(MaxLines-2, same("insert 1: nobody")),
		"undo, redo":        seats + lines(half, same("a 2! b 1 c 1")) + lines(half, func(i int) string { return []string{"undo", "redo"}[i%2] }),
		"undo fix":          seats + lines(half, same("a 2! b 1 c 1")) + "fix 1: b 2! a 1 c 1\n" + lines(half, func(i int) string { return []string{"undo", "redo"}[i%2] }),
		"nobody":            seats + lines(MaxLines-1, same("nobody")),
		"hands":             seats + lines(MaxLines-1, same("a 2! b 1 c 1")),
		"come and go":       seats + lines(MaxLines-1, func(i int) string { return []string{"come ", "go "}[i%2] + people[i/2%(MaxPeople-4)] }),
		"all the people":    seats + lines(2*(MaxPeople-4), func(i int) string { return []string{"come ", "go "}[i%2] + people[i/2] }) + lines(MaxLines-2*MaxPeople, same("a 2! b 1 c 1")),
		"many people":       seats + lines(MaxLines-1, func(i int) string { return []string{"come ", "go "}[i%2] + fmt.Sprint("x", i/2) }),
		"rules":             seats + "nobody\n" + lines(MaxLines-2, func(i int) string { return []string{"rules kratzen", "rules chratze"}[i%2] }),
		"spaces":            seats + lines(MaxLines-1, same("nobody "+strings.Repeat(" ", MaxLine-10))),
		"names":             "seats " + strings.Repeat("a", 24) + " b c d\n" + lines(MaxLines-1, same(strings.Repeat("a", 24)+" 2! b 1 c 1 @"+strings.Repeat("1", 30))),
		"pay":               seats + lines(MaxLines-1, same("pay a b 0.05")),
	}
}

// TestWorkIsBounded: no text makes the desk compute more than MaxWork entries, and what it
// keeps of one is bounded too. It is read until it is refused.
func TestWorkIsBounded(t *testing.T) {
	t.Parallel()
	for name, text := range hostile() {
		e := New()
		var refused error
		for l := range strings.Lines(text) {
			if refused = e.Append(l); refused != nil {
				break
			}
		}
		if e.work > MaxWork || e.work < len(e.steps) {
			t.Errorf("%s: %d entries were computed, at most %d may be", name, e.work, MaxWork)
		}
		if len(e.states) > MaxLines/stride+1 || e.now != nil && len(e.now.people) > MaxPeople {
			t.Errorf("%s: %d states and %d people are kept", name, len(e.states), len(e.now.people))
		}
		var fault *Error
		if refused != nil && (!errors.As(refused, &fault) || fault.Code != CodeWork && fault.Code != CodeFull) {
			t.Errorf("%s: %v", name, refused)
		}
		if heavy := strings.HasPrefix(name, "fix 1") || strings.HasPrefix(name, "insert"); heavy && (fault == nil || fault.Code != CodeWork) {
			t.Errorf("%s: %d entries were computed, and nothing was refused", name, e.work)
		}
		again, err := Read(e.Text())
		if err != nil || again.work != e.work {
			t.Errorf("%s: what was taken can't be read again: %v", name, err)
		}
	}
}

// TestEntriesAreCheap: an entry that is computed once more makes few things anew. A request may make MaxWork
// entries be computed, and others wait meanwhile.
func TestEntriesAreCheap(t *testing.T) {
	for _, name := range []string{"fix 1", "undo, redo"} {
		text := hostile()[name]
		var e *Evening
		made := testing.AllocsPerRun(1, func() {
			e = New()
			for l := range strings.Lines(text) {
				if e.Append(l) != nil {
					break
				}
			}
		})
		if each := made / float64(e.work); each > 12 || e.work < 1000 {
			t.Errorf("%s: %.1f allocations an entry of %d", name, each, e.work)
		}
	}
}

// TestCorrectionsAreCheap: what people correct, the last few entries, costs no more at the end of a
// long evening than at its beginning.
func TestCorrectionsAreCheap(t *testing.T) {
	t.Parallel()
	e, err := Read("seats a b c d\n" + strings.Repeat("a 2! b 1 c 1\n", 1000))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []string{"fix 1000: b 2! a 1 c 1", "undo", "redo", "drop 998", "undo", "insert 990: nobody", "a 2! b 1 c 1", "undo"} {
		before := e.work
		if err := e.Append(l); err != nil {
			t.Fatal(l, err)
		}
		if n := e.work - before; n > 2*stride {
			t.Errorf("%s: %d entries were computed", l, n)
		}
	}
}

// TestStatesChangeNothing: an evening with corrections anywhere is the one that a desk without kept
// states computes, entry by entry; and a copy doesn't notice what the other one is told.
func TestStatesChangeNothing(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 17))
	e, err := Read("seats a b c d\n")
	if err != nil {
		t.Fatal(err)
	}
	entries := []string{"a 2! b 1 c 1", "b 2! c 1 d 1", "nobody", "dealer b", "pay a b 0.50", "rules kratzen", "rules chratze", "come emil", "go emil", "come fritz", "come gabi", "ante a 0.20", "break"}
	refused := 0
	for i := range 700 {
		line := entries[rng.IntN(len(entries))]
		if n := len(e.steps); n > 0 && i > 120 {
			switch rng.IntN(6) {
			case 0:
				line = fmt.Sprintf("fix %d: %s", 1+rng.IntN(n), line)
			case 1:
				line = fmt.Sprintf("insert %d: %s", 1+rng.IntN(n), line)
			case 2:
				line = fmt.Sprintf("drop %d", 1+rng.IntN(n))
			case 3:
				line = "undo"
			case 4:
				line = "redo"
			}
		}
		copied := e.Clone()
		if i%7 == 0 {
			before := state(e)
			if err := e.Clone().Append(line); state(e) != before {
				t.Fatalf("%q, told a copy, shows: %v", line, err)
			}
		}
		if e.Append(line) != nil {
			refused++
		}
		if i%7 == 0 { // both go on, and neither knows of the other
			after := state(e)
			_ = copied.Append("come hanna")
			_ = copied.Append("a 2! b 1 c 1")
			_ = copied.Append("fix 1: nobody")
			if state(e) != after {
				t.Fatalf("what a copy was told after %q shows", line)
			}
		}
		if i%25 != 0 {
			continue
		}
		now, bad := newSitting(&e.head)
		if bad != nil {
			t.Fatal(bad)
		}
		for n, entry := range e.list {
			st, bad := now.apply(entry)
			if bad != nil || fmt.Sprint(st) != fmt.Sprint(e.steps[n]) {
				t.Fatalf("after %q step %d of %d is\n%v, and computed plainly\n%v %v", line, n+1, len(e.list), e.steps[n], st, bad)
			}
		}
		if len(e.steps) != len(e.list) || fmt.Sprint(now.cash, now.Session) != fmt.Sprint(e.now.cash, e.now.Session) {
			t.Fatalf("after %q the end is another one", line)
		}
	}
	if len(e.list) < 2*stride || refused > 500 {
		t.Errorf("%d entries are left, %d lines were refused: that says little", len(e.list), refused)
	}
}
