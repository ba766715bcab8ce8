package httpd

import (
	"sync"
	"time"
)

// sayAgain is how long the server waits before it logs the same trouble again.
const sayAgain = time.Minute

// told remembers when each kind of trouble was last logged, so that trouble with every request
// doesn't fill the log.
type told struct {
	mu sync.Mutex
	at map[string]time.Time
}

// now reports whether to log it now.
func (t *told) now(what string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if at, ok := t.at[what]; ok && time.Since(at) < sayAgain {
		return false
	}
	if t.at == nil {
		t.at = map[string]time.Time{}
	}
	t.at[what] = time.Now()
	return true
}

// troubled logs trouble, each kind once a minute.
func (s *Server) troubled(what string, err error) {
	if s.told.now(what) {
		s.opt.Logger.Error(what, "err", err)
	}
}
