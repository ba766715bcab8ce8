package httpd

import (
	"sync"
	"time"
)

// sayAgain is after how long the operator's log is told the same again.
const sayAgain = time.Minute

// told remembers when the operator's log was last told of what, so that trouble which
// comes with every request fills no log.
type told struct {
	mu sync.Mutex
	at map[string]time.Time
}

// now reports whether it is to be told now.
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

// troubled tells the operator of trouble, once a minute.
func (s *Server) troubled(what string, err error) {
	if s.told.now(what) {
		s.opt.Logger.Error(what, "err", err)
	}
}
