package httpd

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"chratze/internal/hub"
	"chratze/internal/table/host"
	"chratze/internal/waittest"
)

// stuck is a Settings that waits before it writes one desk.
type stuck struct {
	*kept
	of      string
	reached chan struct{}
	goOn    chan struct{}
}

func (s *stuck) Set(ctx context.Context, key string, value []byte) error {
	if s.of != "" && strings.HasPrefix(key, "kasse/"+s.of) {
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
	s := openNew(t, func(o *Options) { o.Settings = log })
	var one, other hub.Links
	s.desk("", "", `{"lines":["seats a b c"]}`, &one)
	s.desk("", "", `{"lines":["seats a b c"]}`, &other)
	log.of = one.ID
	done := make(chan int)
	go func() { done <- s.desk("/"+one.ID, one.Write, `{"from":1,"lines":["nobody"]}`, nil) }()
	<-log.reached
	meanwhile := make(chan string)
	go func() {
		defer close(meanwhile)
		for _, l := range []hub.Links{one, other} {
			if got := s.desk("/"+l.ID, l.Read, "", nil); got != http.StatusOK {
				meanwhile <- fmt.Sprint("looking meanwhile: ", got)
			}
		}
		if got := s.desk("/"+other.ID, other.Write, `{"from":1,"lines":["nobody"]}`, nil); got != http.StatusOK {
			meanwhile <- fmt.Sprint("booking elsewhere meanwhile: ", got)
		}
	}()
	for limit, over := time.After(waittest.Limit), false; !over; {
		select {
		case trouble, more := <-meanwhile:
			if over = !more; more {
				t.Error(trouble)
			}
		case <-limit:
			t.Error(waittest.Late("others, who don't wait for the booking, have their answers"))
			over = true
		}
	}
	close(log.goOn)
	if got := <-done; got != http.StatusOK {
		t.Errorf("booking: %d", got)
	}
}

// TestBookingsAreLimited by address.
func TestBookingsAreLimited(t *testing.T) {
	t.Parallel()
	s := openNew(t, func(o *Options) { o.Limits.Books = host.Rate{PerSecond: 0.0001, Burst: 3} })
	var links hub.Links
	s.desk("", "", `{"lines":["seats a b c"]}`, &links)
	for i, want := range []int{200, 200, 429} {
		if got := s.desk("/"+links.ID, links.Write, fmt.Sprintf(`{"from":%d,"lines":["nobody"]}`, i+1), nil); got != want {
			t.Errorf("booking %d: %d, want %d", i, got, want)
		}
	}
}
