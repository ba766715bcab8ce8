package httpd

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
)

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
	s := openNew(t, nil)
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
		x.keep(exportKey{table: int64(i)}, nil, keptExports/5)
		x.keep(exportKey{table: int64(i)}, nil, keptExports/5)
		x.keep(exportKey{table: int64(i), notes: 1}, nil, keptExports/2)
		sum := 0
		for _, b := range x.all {
			sum += b.size
		}
		if sum != x.bytes || sum > keptExports || len(x.order) != len(x.all) {
			t.Fatalf("%d bytes are kept, counted as %d", sum, x.bytes)
		}
	}
	if _, ok := x.find(exportKey{table: 99}); !ok || len(x.all) != 5 {
		t.Error("the newest isn't kept: " + strconv.Itoa(len(x.all)))
	}
}
