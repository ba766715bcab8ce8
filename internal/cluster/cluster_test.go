package cluster

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"chratze/internal/owner"
)

func view(names ...string) *View {
	v := &View{}
	for i, name := range names {
		v.Members = append(v.Members, Member{ID: int64(i + 1), Name: name})
	}
	return v
}

// TestPlace: tables are spread evenly, and only those move that a node gets or had.
func TestPlace(t *testing.T) {
	t.Parallel()
	const tables = 30_000
	three, four := view("a", "b", "c"), view("a", "b", "c", "d")
	count := map[string]int{}
	for id := int64(-tables / 2); id < tables/2; id++ {
		was, _ := three.Place(id)
		is, _ := four.Place(id)
		count[was.Name]++
		if is.Name != was.Name && is.Name != "d" {
			t.Fatalf("table %d moves from %s to %s when d comes", id, was.Name, is.Name)
		}
		if is.Name == "d" {
			count["d"]++
		}
	}
	for name, want := range map[string]int{"a": tables / 3, "b": tables / 3, "c": tables / 3, "d": tables / 4} {
		if n := count[name]; n < want*95/100 || n > want*105/100 {
			t.Errorf("%s has %d tables of %d, want about %d", name, n, tables, want)
		}
	}
	four.Members[3].Leaving = true
	for id := range int64(1000) {
		was, _ := three.Place(id)
		if is, ok := four.Place(id); !ok || is.Name != was.Name {
			t.Fatalf("table %d is at %s, which leaves", id, is.Name)
		}
	}
	if m, ok := view().Place(1); ok {
		t.Error("nobody has a table:", m)
	}
	seen := map[int64]string{}
	for i := range 10_000 {
		desk := fmt.Sprint("desk ", i)
		id := owner.DeskID(desk)
		if other, ok := seen[id]; ok || id >= 0 {
			t.Fatalf("desk %q has the number %d, and so has %q", desk, id, other)
		}
		seen[id] = desk
	}
}

// TestDead: a member is dead when it has been silent for a lease while this node has looked, and
// no earlier. Where everything is slow, that takes longer.
func TestDead(t *testing.T) {
	t.Parallel()
	const lease = 1000 * time.Millisecond
	w := &watch{lease: lease}
	at := func(ms int, beats ...int64) (dead []int64) {
		v := &View{Self: 1}
		for i, b := range beats {
			v.Members = append(v.Members, Member{ID: int64(i + 1), Seen: b})
		}
		for _, m := range w.dead(time.Duration(ms)*time.Millisecond, v) {
			dead = append(dead, m.ID)
		}
		return dead
	}
	for _, step := range []struct {
		ms    int
		beats []int64
		dead  string
	}{
		{0, []int64{10, 10, 10}, "[]"},
		{400, []int64{11, 10, 11}, "[]"},
		{800, []int64{12, 10, 12}, "[]"},
		{1000, []int64{13, 10, 13}, "[]"}, // exactly a lease
		{1001, []int64{13, 10, 13}, "[2]"},
		{1400, []int64{14, 9, 13}, "[]"}, // the database's clock was set back: it has beaten
		{1800, []int64{15, 9, 13}, "[]"},
		{2200, []int64{16, 9, 14}, "[]"},
		{2401, []int64{16, 9, 14}, "[2]"},
		{2500, []int64{17, 10, 14}, "[]"},
		{2900, []int64{18, 10, 15}, "[]"},
		{9000, []int64{19, 10, 15}, "[]"}, // this node, or the database, was away: that counts for 250
		{9300, []int64{20, 10, 16}, "[]"},
		{9350, []int64{21, 10, 16}, "[]"}, // 400 + 250 + 350, exactly a lease
		{9351, []int64{21, 10, 16}, "[2]"},
		{9952, []int64{22, 11, 16}, "[]"}, // everything is slow, and 3 is dead
		{10_553, []int64{23, 12, 16}, "[]"},
		{11_154, []int64{24, 13, 16}, "[]"},
		{11_755, []int64{25, 14, 16}, "[3]"},
	} {
		if got := fmt.Sprint(at(step.ms, step.beats...)); got != step.dead && !(step.dead == "[]" && got == "[]") {
			t.Errorf("after %d ms %s are dead, want %s", step.ms, got, step.dead)
		}
	}
	// A node's own lease ends before that of anybody who has seen its heartbeat as early as can be.
	if end := holds(0, lease); end >= lease {
		t.Errorf("a node answers for %v after a heartbeat, and is taken for dead after %v", end, lease)
	}
}

// TestLeaseFromItsBeginning: a node's lease runs from when its heartbeat left, not from when the answer came: the others
// count from what the database noted, and that may be as early.
func TestLeaseFromItsBeginning(t *testing.T) {
	t.Parallel()
	now := time.Duration(0)
	n := New(Options{Lease: time.Second, Now: func() time.Duration { return now }})
	n.took(0, 700*time.Millisecond, View{Self: 1, Members: []Member{{ID: 1, Name: "a"}}})
	for at, ready := range map[time.Duration]bool{700 * time.Millisecond: true, 1001 * time.Millisecond: false, 1400 * time.Millisecond: false} {
		if now = at; (n.Ready() == nil) != ready {
			t.Errorf("%v after a heartbeat left: %v", at, n.Ready())
		}
	}
}

// lossy is a database that does what it is told, and whose answer to a claim may get lost.
type lossy struct {
	Base
	lost     error
	term     int64
	released []int64
}

func (l *lossy) Claim(_ context.Context, ids []int64) (int64, map[int64]int64, error) {
	l.term++
	if l.lost != nil {
		return 0, nil, l.lost
	}
	return 1, map[int64]int64{ids[0]: l.term}, nil
}

func (l *lossy) Release(_ context.Context, ids []int64) error {
	l.released = append(l.released, ids...)
	return nil
}

// TestClaimAgain: after a claim whose answer was lost the table isn't taken for another node's: who comes
// next claims it anew. If it is another's by then, it is given back, since it may have been claimed.
func TestClaimAgain(t *testing.T) {
	t.Parallel()
	ctx, base := context.Background(), &lossy{lost: errors.New("lost")}
	n := New(Options{Base: base, Lease: time.Second, Now: func() time.Duration { return 0 }})
	alone := View{Self: 1, Members: []Member{{ID: 1, Name: "a"}}}
	n.took(0, 0, alone)
	const id = 7
	if _, err := n.Hold(ctx, id); !errors.Is(err, owner.ErrAway) || n.Keeps(id, 0) {
		t.Fatalf("a claim that was lost: %v", err)
	}
	base.lost = nil
	if term, err := n.Hold(ctx, id); err != nil || term != 2 || !n.Keeps(id, 2) {
		t.Fatalf("the next one: term %d, %v", term, err)
	}
	const second = 8
	base.lost = errors.New("lost")
	if _, err := n.Hold(ctx, second); !errors.Is(err, owner.ErrAway) {
		t.Fatalf("a claim that was lost: %v", err)
	}
	alone.Members = []Member{{ID: 1, Name: "a", Leaving: true}, {ID: 2, Name: "b"}}
	n.took(0, 0, alone)
	n.tidy(ctx)
	if slices.Sort(base.released); !slices.Equal(base.released, []int64{id, second}) {
		t.Errorf("given back: %d", base.released)
	}
}
