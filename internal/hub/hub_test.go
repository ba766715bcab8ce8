package hub

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"chratze/internal/owner"
)

// kept is a Settings in memory.
type kept struct{ rows map[string][]byte }

func (k *kept) Setting(_ context.Context, key string) ([]byte, error) {
	if v, ok := k.rows[key]; ok {
		return v, nil
	}
	return nil, errors.New("none")
}

func (k *kept) Set(_ context.Context, key string, value []byte) error {
	k.rows[key] = slices.Clone(value)
	return nil
}

// failing is a Settings that fails after some writes.
type failing struct {
	*kept
	left, written, bytes int
}

func (f *failing) Set(ctx context.Context, key string, value []byte) error {
	if f.left == 0 {
		return errors.New("killed")
	}
	f.left--
	f.written++
	f.bytes += len(value)
	return f.kept.Set(ctx, key, value)
}

func numbered(n int) (lines []string) {
	for i := range n {
		lines = append(lines, fmt.Sprint("line ", i))
	}
	return lines
}

// TestDeskIsWrittenInPieces: a server that is killed after any write keeps all lines of a
// booking or none, also if others were booked after an attempt that failed. The cost of a line
// doesn't depend on the length of the evening.
func TestDeskIsWrittenInPieces(t *testing.T) {
	t.Parallel()
	ctx, rng := context.Background(), rand.New(rand.NewPCG(1, 2))
	for _, first := range []int{0, 3, 100} { // lines of the first booking
		h := head{Read: "r", Write: "w"}
		log := &failing{kept: &kept{rows: map[string][]byte{}}, left: -1}
		lines := numbered(first)
		if err := write(ctx, log, "x", h, lines, 0); err != nil {
			t.Fatal(err)
		}
		for range 300 {
			next := append(slices.Clone(lines), numbered(rng.IntN(2)*rng.IntN(200)+1)...)
			next[len(next)-1] += fmt.Sprint(" ", rng.Uint64())
			log.left = rng.IntN(5)
			err := write(ctx, log, "x", h, next, len(lines))
			log.left = -1
			_, found, bad := read(ctx, log, "x", nil)
			switch {
			case bad != nil:
				t.Fatal(bad)
			case slices.Equal(found, next): // also if the last write was answered with an error
				lines = next
			case err == nil || !slices.Equal(found, lines):
				t.Fatalf("after %d lines and %d more, with %v, there are %d", len(lines), len(next)-len(lines), err, len(found))
			}
		}
	}
	log := &failing{kept: &kept{rows: map[string][]byte{}}, left: -1}
	all := numbered(4000)
	for n := 1; n <= len(all); n++ {
		if err := write(ctx, log, "x", head{Used: today()}, all[:n], n-1); err != nil {
			t.Fatal(err)
		}
	}
	if log.written > len(all)*11/10 || log.bytes > len(all)*piece*len(`"line 1000",`) {
		t.Errorf("4000 lines took %d writes and %d bytes", log.written, log.bytes)
	}
}

// TestDesksInMemoryAreBounded: long desks are evicted for others, and found again.
func TestDesksInMemoryAreBounded(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	hub := New(Desks(), &kept{rows: map[string][]byte{}})
	g := Guest{Work: func(ctx context.Context, work func(context.Context) error) error { return work(ctx) }, Allow: func() error { return nil }}
	evening := append([]string{"seats a b c"}, slices.Repeat([]string{"nobody"}, 3990)...)
	var first Links
	for i := range 10 {
		links, err := hub.Make(ctx, g, evening)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = links
		}
		sum := 0
		for _, d := range hub.all {
			sum += len(d.lines) + weight
		}
		if hub.lines != sum || sum > maxLines {
			t.Fatalf("%d lines are counted, %d are there, at most %d may be", hub.lines, sum, maxLines)
		}
	}
	if hub.all[first.ID] != nil {
		t.Error("the first desk is still in memory: that says little")
	}
	g.Secret = first.Write
	if n, missed, err := hub.Book(ctx, g, first.ID, 3991, []string{"nobody"}); err != nil || missed != nil || n != 3992 {
		t.Errorf("booking at a desk that was forgotten: %d lines, %v", n, err)
	}
}

// TestBookingEndsWithTheRequest: a booking stops when its guest goes away, before it has begun
// and while it runs.
func TestBookingEndsWithTheRequest(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	e, err := add(ctx, Desks().empty(), []string{"seats a b c"})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := add(ctx, e, []string{"nobody"}); !errors.Is(err, context.Canceled) {
		t.Errorf("booking goes on: %v", err)
	}
}

// counting is a Settings that counts how often each key is read.
type counting struct {
	*kept
	reads map[string]int
}

func (c *counting) Setting(ctx context.Context, key string) ([]byte, error) {
	c.reads[key]++
	return c.kept.Setting(ctx, key)
}

// keepsAll is an owner of all desks.
type keepsAll struct {
	owner.Owner
	held []int64
}

func (k *keepsAll) Hold(_ context.Context, id int64) (int64, error) {
	k.held = append(k.held, id)
	return 1, nil
}

func (k *keepsAll) Keeps(int64, int64) bool { return true }

// TestSharedDeskIsReadOnce: a hub that shares its desks with others reads each key of a desk
// once. It becomes the owner of the desks that exist, and of no others.
func TestSharedDeskIsReadOnce(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	rows := &kept{rows: map[string][]byte{}}
	g := Guest{Work: func(ctx context.Context, work func(context.Context) error) error { return work(ctx) }, Allow: func() error { return nil }}
	links, err := New(Desks(), rows).Make(ctx, g, append([]string{"seats a b c"}, slices.Repeat([]string{"nobody"}, 2*piece)...))
	if err != nil {
		t.Fatal(err)
	}
	log, all := &counting{kept: rows, reads: map[string]int{}}, &keepsAll{}
	hub := New(Desks(), log)
	hub.Share(all)
	g.Secret = links.Read
	d, _, err := hub.Find(ctx, g, links.ID)
	if err != nil || len(d.lines) != 2*piece+1 {
		t.Fatalf("%v, %v", d, err)
	}
	want := map[string]int{("kasse/" + links.ID): 1, pieceKey("kasse/"+links.ID, 0): 1, pieceKey("kasse/"+links.ID, 1): 1, pieceKey("kasse/"+links.ID, 2): 1}
	if !maps.Equal(log.reads, want) {
		t.Errorf("the desk's keys were read %v times", log.reads)
	}
	if _, _, err := hub.Find(ctx, g, "nosuchdesk"); !errors.Is(err, ErrNone) || !slices.Equal(all.held, []int64{owner.DeskID(links.ID)}) {
		t.Errorf("a desk that doesn't exist: %v, the hub holds %v", err, all.held)
	}
}
