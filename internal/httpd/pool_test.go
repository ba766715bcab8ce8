package httpd

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	evening "chratze/internal/desk"
	"chratze/internal/host/hosttest"
)

func newEvening() *evening.Evening { return evening.New() }

// TestPool: of an address one works at a time, all others' turn comes all the same; who waits too long in line is
// told so, and who goes isn't worked for.
func TestPool(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPool(2)
		hostile, friend := netip.MustParseAddr("198.51.100.1"), netip.MustParseAddr("198.51.100.2")
		var at, most, done, busy atomic.Int64
		ctx, cancel := context.WithCancel(context.Background())
		for range waitOfOne + 10 {
			go func() {
				err := p.do(ctx, hostile, func(ctx context.Context) error {
					most.Store(max(most.Load(), at.Add(1)))
					defer at.Add(-1)
					select {
					case <-time.After(time.Minute):
						done.Add(1)
						return nil
					case <-ctx.Done():
						return ctx.Err()
					}
				})
				if errors.Is(err, errBusy) {
					busy.Add(1)
				}
			}()
		}
		synctest.Wait()
		if most.Load() != 1 || busy.Load() != 10 {
			t.Errorf("of one address %d work at once and %d are refused", most.Load(), busy.Load())
		}
		begin := time.Now()
		if err := p.do(context.Background(), friend, func(context.Context) error { return nil }); err != nil || time.Since(begin) > 0 {
			t.Errorf("somebody else waits %v: %v", time.Since(begin), err)
		}
		time.Sleep(90 * time.Second)
		cancel()
		synctest.Wait()
		if done.Load() != 1 || at.Load() != 0 || len(p.lanes) != 0 || p.all != 0 {
			t.Errorf("after the address has gone: %d are done, %d work, %d lanes, %d in all", done.Load(), at.Load(), len(p.lanes), p.all)
		}
	})
}

// slowWriter is a client that doesn't read.
type slowWriter struct {
	http.ResponseWriter
	reached, goOn chan struct{}
}

func (w *slowWriter) Write(b []byte) (int, error) {
	w.reached <- struct{}{}
	<-w.goOn
	return w.ResponseWriter.Write(b)
}

// TestSlowReadersOfHands hold up nobody, an address can't be reading any number of evenings, and one that was written
// out is not written out again.
func TestSlowReadersOfHands(t *testing.T) {
	t.Parallel()
	s := open(t, hosttest.NewMemory(), nil)
	seat := s.make(`,"bot":"stammtisch-1"`)
	c := s.play(seat, 1)
	c.send(`{"t":"start"}`)
	c.playUntil(func() bool { return c.hand() >= 2 })
	ask := func(w http.ResponseWriter, from string) {
		r := httptest.NewRequest("GET", "/api/seat/"+seat.Table+"/hands", nil)
		r.RemoteAddr = from + ":5"
		r.Header.Set("Authorization", "Bearer "+seat.Secret)
		s.server.ServeHTTP(w, r)
	}
	slow := slowWriter{reached: make(chan struct{}), goOn: make(chan struct{})}
	ended := make(chan struct{})
	for range exportsOfOne {
		go func() {
			ask(&slowWriter{httptest.NewRecorder(), slow.reached, slow.goOn}, "198.51.100.1")
			ended <- struct{}{}
		}()
		<-slow.reached
	}
	again, other := httptest.NewRecorder(), httptest.NewRecorder()
	ask(again, "198.51.100.1")
	ask(other, "198.51.100.2")
	if again.Code != http.StatusTooManyRequests {
		t.Errorf("one more of that address: %d", again.Code)
	}
	if other.Code != http.StatusOK || strings.Count(other.Body.String(), "\n") < 1 {
		t.Errorf("somebody else: %d %.200s", other.Code, other.Body)
	}
	close(slow.goOn)
	for range exportsOfOne {
		<-ended
	}
	x := s.server.exports
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.reading) != 0 {
		t.Errorf("%d are reading", len(x.reading))
	}
}

// TestExportsAreBounded: what is kept of evenings, for those who ask again.
func TestExportsAreBounded(t *testing.T) {
	t.Parallel()
	x := newExports()
	for i := range 100 {
		x.keep(exportKey{table: int64(i)}, make([]byte, keptExports/5))
		x.keep(exportKey{table: int64(i)}, make([]byte, keptExports/5))
		x.keep(exportKey{table: int64(i), notes: 1}, make([]byte, keptExports/2))
		sum := 0
		for _, b := range x.bodies {
			sum += len(b)
		}
		if sum != x.bytes || sum > keptExports || len(x.order) != len(x.bodies) {
			t.Fatalf("%d bytes are kept, counted as %d", sum, x.bytes)
		}
	}
	if _, ok := x.cached(exportKey{table: 99}); !ok || len(x.bodies) != 5 {
		t.Error("the newest isn't kept: " + strconv.Itoa(len(x.bodies)))
	}
}
