//go:build unix

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	server "chratze/internal/server/run"
	"chratze/internal/server/store"
	"chratze/internal/waittest"
)

// TestBackupIsInterrupted: a backup that ends by an interrupt, a stop, or a terminal that is closed leaves nothing half done.
func TestBackupIsInterrupted(t *testing.T) {
	t.Parallel()
	data, copies := t.TempDir(), t.TempDir()
	db, err := store.Open(t.Context(), filepath.Join(data, server.DatabaseName), store.Options{Create: true})
	for n := 0; n < 40 && err == nil; n++ {
		err = db.Set(t.Context(), "ballast-"+strconv.Itoa(n), make([]byte, 1<<20))
	}
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	for number, sig := range []syscall.Signal{syscall.SIGHUP, syscall.SIGTERM, syscall.SIGINT} {
		path := filepath.Join(copies, strconv.Itoa(number)+".db")
		for ended := false; !ended; _ = os.Remove(path) { // it may be done before the signal comes
			cmd := exec.Command("chratze", "backup", "--data", data, path)
			var err error
			if heeding(sig, func() { err = cmd.Start() }); err != nil {
				t.Fatal(err)
			}
			waittest.Until(t, "the backup begins", func() bool {
				part, err := os.Stat(path + ".part")
				_, done := os.Stat(path)
				return err == nil && part.Size() > 0 || done == nil
			})
			_ = cmd.Process.Signal(sig)
			_ = cmd.Wait()
			ended = cmd.ProcessState.ExitCode() == 128+int(sig)
			if code := cmd.ProcessState.ExitCode(); !ended && code != exitOK {
				t.Fatalf("%v: exit code %d", sig, code)
			}
		}
		if left, err := os.ReadDir(copies); err != nil || len(left) > 0 {
			t.Errorf("%v: the backup has left %v %v", sig, left, err)
		}
	}
}
