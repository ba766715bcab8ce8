package hosting

import (
	"path/filepath"
	"testing"

	"chratze/internal/cli/shell"
	"chratze/internal/server/store"
)

// TestFullDiskAtStart: a failure that SQLite has no name for is told as a full disk where there is no room, and only there.
func TestFullDiskAtStart(t *testing.T) {
	t.Parallel()
	p := shell.New().Printer()
	for path, want := range map[string]store.Code{"/proc/x.db": store.ErrFull, filepath.Join(t.TempDir(), "x.db"): store.ErrFailed} {
		if store.FreeRoom(filepath.Dir(path)) == 0 != (want == store.ErrFull) {
			t.Skip("this system doesn't say how much room there is")
		}
		if got, say := startFault(p, &store.Error{Code: store.ErrFailed, Path: path}).Error(), p.T("store."+string(want), nil); got != path+": "+say+": "+p.T("store."+string(want)+".do", nil) {
			t.Errorf("%s: %s", path, got)
		}
	}
}
