package run

import (
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"chratze/internal/server/hostlog"
	"chratze/internal/server/store"
	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/variant"
)

// TestAbandonedTablesEnd: a table left in the middle of its evening is closed after the days that the operator sets.
func TestAbandonedTablesEnd(t *testing.T) {
	t.Parallel()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), DatabaseName), store.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	h := host.New(host.Options{Log: hostlog.New(db, nil), Chance: host.NewChance(), Secret: host.FreshSecret, Code: host.FreshCode})
	defer h.Close()
	if _, err := h.Create(t.Context(), table.Config{Variant: variant.Default(), Chairs: 3}, "Anna"); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]int{{29, 1}, {31, 0}} {
		days, want := c[0], c[1]
		o := &Options{EndAfter: 30, Logger: slog.New(slog.DiscardHandler), Wall: func() time.Time { return time.Now().AddDate(0, 0, days) }}
		err := o.closeAbandoned(t.Context(), db, h, nil)
		if list, bad := db.Tables(t.Context(), store.Live); err != nil || bad != nil || len(list) != want {
			t.Errorf("after %d days %d tables are live, want %d: %v %v", days, len(list), want, err, bad)
		}
	}
}
