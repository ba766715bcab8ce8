package cli

import (
	"log/slog"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"chratze/internal/server/hostlog"
	"chratze/internal/server/store"
	"chratze/internal/table/host"
)

// TestAbandonedTablesEnd: a table left in the middle of its evening is closed after the days that the operator sets.
func TestAbandonedTablesEnd(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := startServer(t, data)
	s.first(t)
	if err := s.end(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), filepath.Join(data, databaseName), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	h := host.New(host.Options{Log: hostlog.New(db), Chance: host.NewChance(), Secret: host.FreshSecret, Code: host.FreshCode})
	defer h.Close()
	for _, c := range [][2]int{{29, 1}, {31, 0}} {
		days, want := c[0], c[1]
		f := &serveFlags{endAfter: 30, logger: slog.New(slog.DiscardHandler), wall: func() time.Time { return time.Now().AddDate(0, 0, days) }}
		err := f.closeAbandoned(t.Context(), db, h, nil)
		if list, bad := db.Tables(t.Context(), store.Live); err != nil || bad != nil || len(list) != want {
			t.Errorf("after %d days %d tables are live, want %d: %v %v", days, len(list), want, err, bad)
		}
	}
}
