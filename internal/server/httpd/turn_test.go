package httpd

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// meeting counts who is decoded at the same time. Nobody is ready before the other address has come.
type meeting struct {
	mu    sync.Mutex
	at    int // of the first address
	most  int
	other chan struct{} // closed when the other address is decoded
}

// guest is a body of the first address.
type guest struct{ *meeting }

func (m guest) UnmarshalJSON([]byte) error {
	m.mu.Lock()
	m.at++
	m.most = max(m.most, m.at)
	m.mu.Unlock()
	<-m.other
	m.mu.Lock()
	m.at--
	m.mu.Unlock()
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
	s := openNew(t, nil).server
	m := &meeting{other: make(chan struct{})}
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
	for range 5 {
		ask("198.51.100.1", &guest{m})
	}
	time.Sleep(50 * time.Millisecond) // for all of them to come
	ask("198.51.100.2", &other{m})    // who doesn't wait for them: else the test hangs
	all.Wait()
	if m.most != 1 {
		t.Errorf("%d bodies of one address were decoded at once", m.most)
	}
}
