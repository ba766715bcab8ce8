package cli

import (
	"bytes"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestNoServerOnMovedData: where data were moved from, no server starts, and systemd doesn't try again; nothing is moved from
// there a second time, no backup is made of what was there, and nothing is deleted there instead of where it is. After admin renew it goes on, and nobody is dealt what they may have seen elsewhere.
func TestNoServerOnMovedData(t *testing.T) {
	t.Parallel()
	old, moved := t.TempDir(), t.TempDir()
	s := startServer(t, old)
	s.post(t, "/api/tables", `{"name":"Anna"}`)
	_ = s.end(syscall.SIGTERM)
	if out := commanded(t, "move-data", old, moved); !strings.Contains(out, "All names are still there") {
		t.Error(out)
	}
	if out := commandedFails(t, "move-data", old, t.TempDir()); !strings.Contains(out, "admin renew") {
		t.Fatal(out)
	}
	var out bytes.Buffer
	if exit := run([]string{"serve", "--addr", "127.0.0.1:0", "--data", old, "--lang", "en"}, strings.NewReader(""), &out, &out); exit != exitConfig || !strings.Contains(out.String(), "moved to another place ("+moved) {
		t.Errorf("exit %d: %s", exit, &out)
	}
	s = startServer(t, moved)
	_ = s.end(syscall.SIGTERM)
	for _, args := range [][]string{{"backup", filepath.Join(t.TempDir(), "backup.db")}, {"admin", "list"}, {"admin", "close", "1"},
		{"admin", "scrub", "1", "Anna"}, {"admin", "forget", "k7m2x9q4w1ab"}, {"admin", "retention", "0"}} {
		if out := commandedFails(t, append(args, "--data", old)...); !strings.Contains(out, "moved to another place ("+moved) {
			t.Errorf("%s: %s", args, out)
		}
	}
	if out := commandedFails(t, "move-data", moved, old); !strings.Contains(out, "empty database") {
		t.Error(out)
	}
	if out := commanded(t, "admin", "renew", "--data", old); !strings.Contains(out, "live tables: 1") {
		t.Error(out)
	}
	s = startServer(t, old)
	_ = s.end(syscall.SIGTERM)
}
