package storetest

import (
	"context"
	"testing"

	"chratze/internal/server/store"
)

func TestMemory(t *testing.T) {
	t.Parallel()
	Behaves(t, MemoryWorld)
}

func TestEveryCallFails(t *testing.T) {
	t.Parallel()
	EveryCallFails(t, MemoryWorld)
}

// TestLoseLast: a Memory can lie as a bad disk does.
func TestLoseLast(t *testing.T) {
	t.Parallel()
	m := NewMemory(nil)
	a, b := MustCreate(t, m, "", "a0"), MustCreate(t, m, "")
	MustAppend(t, m, Entry(a, 1, "a1"))
	MustAppend(t, m, Entry(a, 2, "a2"), Entry(b, 0, "b0"), Entry(a, 3, "a3"))
	m.LoseLast()
	m.LoseLast() // there is only one
	m = m.Reopen()
	expect(t, "a", Bodies(t, m, a), []string{"a0", "a1"})
	expect(t, "b", len(Bodies(t, m, b)), 0)
	MustAppend(t, m, Entry(a, 2, "other"), Entry(b, 0, "other"))
}

// TestMemoryFails: a Memory fails when and how it is told to.
func TestMemoryFails(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, tt := range []struct {
		how  Failure
		want store.Code
		log  []string // afterwards
	}{
		{Refuse, store.ErrFull, []string{"0"}},
		{Lose, store.ErrUnknown, []string{"0"}},
		{Keep, store.ErrUnknown, []string{"0", "1"}},
	} {
		m := NewMemory(nil)
		id := MustCreate(t, m, "", "0")
		m.Fail(3, tt.how)
		expect(t, "reading counts", Bodies(t, m, id), []string{"0"})
		expect(t, "left", m.Left(), 2)
		expect(t, "and writing", m.Touch(ctx, id), nil)
		ExpectCode(t, "the third call", m.Append(ctx, []store.Entry{Entry(id, 1, "1")}), tt.want)
		expect(t, "none left", m.Left(), 0)
		m = m.Reopen()
		expect(t, "log", Bodies(t, m, id), tt.log)
		m.Fail(1, tt.how)
		for _, err := range m.Load(ctx, id) {
			ExpectCode(t, "reading fails", err, store.ErrFailed)
		}
		expect(t, "and is over it", Bodies(t, m, id), tt.log)
		m.Fail(1, tt.how)
		m.Fail(0, tt.how)
		expect(t, "not any more", m.Touch(ctx, id), nil)
	}
}
