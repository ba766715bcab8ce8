package postgres

import "context"

// Unlock gives the lock back, as a process does that is killed.
func (s *DB) Unlock() {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	if s.conn != nil {
		_, _ = s.conn.Exec(context.Background(), `SELECT pg_advisory_unlock_all()`)
	}
}
