package hosting

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestReadablePeerKey: a key of the servers that every user of the machine can read is told, one that only a group can isn't.
func TestReadablePeerKey(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: files have no such modes there")
	}
	for mode, tells := range map[os.FileMode]bool{0o600: false, 0o640: false, 0o644: true, 0o604: true} {
		path := filepath.Join(t.TempDir(), "peer.key")
		if err := os.WriteFile(path, []byte("key"), mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		var said bytes.Buffer
		warnOfKey(path, slog.New(slog.NewTextHandler(&said, nil)))
		if strings.Contains(said.String(), "chmod o=") != tells {
			t.Errorf("%o: %q", mode, said.String())
		}
	}
}
