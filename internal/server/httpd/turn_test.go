package httpd

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"chratze/internal/waittest"
)

// meeting is what the bodies of this test meet at. No body is ready before the other address has come.
type meeting struct {
	turn  *sync.Mutex // of the first address
	here  chan struct{}
	other chan struct{} // closed when the other address is decoded
	alone atomic.Int64  // bodies of the first address that were decoded while the turn was theirs
}

// guest is a body of the first address.
type guest struct{ *meeting }

func (m guest) UnmarshalJSON([]byte) error {
	if m.turn.TryLock() { // no other body of this address would have to wait now
		m.turn.Unlock()
	} else {
		m.alone.Add(1)
	}
	m.here <- struct{}{}
	<-m.other
	return nil
}

// other is a body of the other one.
type other struct{ *meeting }

func (m other) UnmarshalJSON([]byte) error {
	close(m.other)
	return nil
}

// TestBodiesAreDecodedInTurn: of one address one body is decoded at a time, and it holds no other address up.
func TestBodiesAreDecodedInTurn(t *testing.T) {
	t.Parallel()
	const guests = 5
	s := openNew(t, nil).server
	m := &meeting{here: make(chan struct{}, guests), other: make(chan struct{})}
	var all sync.WaitGroup
	ask := func(from string, into any) {
		all.Go(func() {
			r := httptest.NewRequest(http.MethodPost, "/api/tables", strings.NewReader("{}"))
			r.RemoteAddr = from + ":1"
			if err := s.decode(httptest.NewRecorder(), r, maxBody, into); err != nil {
				t.Error(err)
			}
		})
	}
	s.gate.mu.Lock()
	m.turn = &s.gate.visit(netip.MustParseAddr("198.51.100.1"))[0].turn
	s.gate.mu.Unlock()
	for range guests {
		ask("198.51.100.1", &guest{m})
	}
	waittest.For(t, "a body is decoded", m.here)
	ask("198.51.100.2", &other{m})
	waittest.For(t, "the other address, which waits for no body of the first", m.other)
	all.Wait()
	if n := m.alone.Load(); n != guests {
		t.Errorf("%d of %d bodies of one address were decoded while another could be", guests-n, guests)
	}
}
