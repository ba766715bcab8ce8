package httpd

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"chratze/internal/server/host/hosttest"
)

// failing is a Settings that fails after so many writes.
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

// TestDeskIsWrittenInPieces: a server that is killed after any write has all lines of a booking or none, also
// if others were booked after an attempt that failed; and a line costs what a line costs, however long the
// evening is.
func TestDeskIsWrittenInPieces(t *testing.T) {
	t.Parallel()
	ctx, rng := context.Background(), rand.New(rand.NewPCG(1, 2))
	for _, old := range []int{0, 3, 100} { // lines that an earlier program has kept
		head := deskHead{Read: "r", Write: "w", Lines: numbered(old)}
		log := &failing{kept: &kept{rows: map[string][]byte{}}, left: -1}
		lines := numbered(old)
		if err := writeDesk(ctx, log, "x", head, lines, 0); err != nil {
			t.Fatal(err)
		}
		for range 300 {
			next := append(slices.Clone(lines), numbered(rng.IntN(2)*rng.IntN(200)+1)...)
			next[len(next)-1] += fmt.Sprint(" ", rng.Uint64())
			log.left = rng.IntN(5)
			err := writeDesk(ctx, log, "x", head, next, len(lines))
			log.left = -1
			_, found, bad := readDesk(ctx, log, "x")
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
		if err := writeDesk(ctx, log, "x", deskHead{}, all[:n], n-1); err != nil {
			t.Fatal(err)
		}
	}
	if log.written > len(all)*11/10 || log.bytes > len(all)*deskPiece*len(`"line 1000",`) {
		t.Errorf("4000 lines took %d writes and %d bytes", log.written, log.bytes)
	}
}

// stuck is a Settings that waits before it writes one desk.
type stuck struct {
	*kept
	of      string
	reached chan struct{}
	goOn    chan struct{}
}

func (s *stuck) Set(ctx context.Context, key string, value []byte) error {
	if s.of != "" && strings.HasPrefix(key, deskKey(s.of)) {
		s.reached <- struct{}{}
		<-s.goOn
	}
	return s.kept.Set(ctx, key, value)
}

// TestBookingHoldsUpNobody: while a booking waits for the disk, its desk can be looked at, and others of the same
// address look and book at another desk.
func TestBookingHoldsUpNobody(t *testing.T) {
	t.Parallel()
	log := &stuck{kept: &kept{rows: map[string][]byte{}}, reached: make(chan struct{}), goOn: make(chan struct{})}
	s := open(t, hosttest.NewMemory(), func(o *Options) { o.Settings = log })
	var one, other DeskLinks
	s.desk("", "", `{"lines":["seats a b c"]}`, &one)
	s.desk("", "", `{"lines":["seats a b c"]}`, &other)
	log.of = one.ID
	done := make(chan int)
	go func() { done <- s.desk("/"+one.ID, one.Write, `{"from":1,"lines":["nobody"]}`, nil) }()
	<-log.reached
	meanwhile := make(chan string)
	go func() {
		defer close(meanwhile)
		for _, l := range []DeskLinks{one, other} {
			if got := s.desk("/"+l.ID, l.Read, "", nil); got != http.StatusOK {
				meanwhile <- fmt.Sprint("looking meanwhile: ", got)
			}
		}
		if got := s.desk("/"+other.ID, other.Write, `{"from":1,"lines":["nobody"]}`, nil); got != http.StatusOK {
			meanwhile <- fmt.Sprint("booking elsewhere meanwhile: ", got)
		}
	}()
	for limit, over := time.After(time.Minute), false; !over; { // a hang, not a measurement
		select {
		case trouble, more := <-meanwhile:
			if over = !more; more {
				t.Error(trouble)
			}
		case <-limit:
			t.Error("others wait for the booking")
			over = true
		}
	}
	close(log.goOn)
	if got := <-done; got != http.StatusOK {
		t.Errorf("booking: %d", got)
	}
}

// TestDesksInMemoryAreBounded: long desks are forgotten for others, and found again.
func TestDesksInMemoryAreBounded(t *testing.T) {
	t.Parallel()
	s := open(t, hosttest.NewMemory(), func(o *Options) { o.Settings = &kept{rows: map[string][]byte{}} })
	var first DeskLinks
	for i := range 10 {
		var links DeskLinks
		if got := s.desk("", "", `{"lines":["seats a b c"`+strings.Repeat(`,"nobody"`, 3990)+`]}`, &links); got != http.StatusCreated {
			t.Fatal(got)
		}
		if i == 0 {
			first = links
		}
		s.server.desks.mu.Lock()
		n, sum := s.server.desks.lines, 0
		for _, f := range s.server.desks.all {
			sum += len(f.lines) + deskWeight
		}
		s.server.desks.mu.Unlock()
		if n != sum || n > maxDeskLines {
			t.Fatalf("%d lines are counted, %d are there, at most %d may be", n, sum, maxDeskLines)
		}
	}
	if s.server.desks.all[first.ID] != nil {
		t.Error("the first desk is still in memory: that says little")
	}
	var lines DeskLines
	if got := s.desk("/"+first.ID, first.Write, `{"from":3991,"lines":["nobody"]}`, &lines); got != http.StatusOK || lines.N != 3992 {
		t.Errorf("booking at a desk that was forgotten: %d, %d lines", got, lines.N)
	}
}

// TestBookingEndsWithTheRequest: who goes takes his work along, before it has begun and while it is done.
func TestBookingEndsWithTheRequest(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	e, err := book(ctx, newEvening(), []string{"seats a b c"})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := book(ctx, e, []string{"nobody"}); !errors.Is(err, context.Canceled) {
		t.Errorf("booking goes on: %v", err)
	}
}

// TestBookingsAreLimited by address.
func TestBookingsAreLimited(t *testing.T) {
	t.Parallel()
	s := open(t, hosttest.NewMemory(), func(o *Options) { o.Limits.Books = Rate{0.0001, 3} })
	var links DeskLinks
	s.desk("", "", `{"lines":["seats a b c"]}`, &links)
	for i, want := range []int{200, 200, 429} {
		if got := s.desk("/"+links.ID, links.Write, fmt.Sprintf(`{"from":%d,"lines":["nobody"]}`, i+1), nil); got != want {
			t.Errorf("booking %d: %d, want %d", i, got, want)
		}
	}
}
