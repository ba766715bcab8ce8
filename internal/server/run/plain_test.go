package run

import (
	"log/slog"
	"strings"
	"testing"

	"chratze/internal/server/store"
)

// overNetwork is a store of which what is written can be read on the way, or not.
type overNetwork struct {
	store.Store
	plain bool
}

func (s overNetwork) Plain() bool { return s.plain }

// TestTellsPlain: a connection to PostgreSQL without TLS is in the log, with what to set. A file and one with TLS aren't.
func TestTellsPlain(t *testing.T) {
	t.Parallel()
	for db, want := range map[store.Store]bool{overNetwork{plain: true}: true, overNetwork{}: false, nil: false} {
		var said strings.Builder
		(&Options{Logger: slog.New(slog.NewTextHandler(&said, nil))}).tellPlain(db)
		if strings.Contains(said.String(), "sslmode=verify-full") != want {
			t.Errorf("plain: %v, and the log says %q", want, &said)
		}
	}
}
