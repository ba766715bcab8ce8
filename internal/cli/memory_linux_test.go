package cli

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"chratze/internal/waittest"
)

// TestKernelOutOfMemory: the kernel ends a server for want of memory. It dies of a signal, after which a unit starts it again, and what
// it has acknowledged is there.
func TestKernelOutOfMemory(t *testing.T) {
	t.Parallel()
	if os.Getenv("CHRATZE_VERIFY") == "" {
		t.Skip("SKIPPED: part of make verify: it limits memory")
	}
	group := filepath.Join("/sys/fs/cgroup/memory", "chratze-test-"+strconv.Itoa(os.Getpid()))
	if err := os.Mkdir(group, 0o755); err != nil {
		t.Skip("SKIPPED: no control group can be made: " + err.Error())
	}
	t.Cleanup(func() { waittest.Until(t, "the group is empty", func() bool { return syscall.Rmdir(group) == nil }) })
	self, err := os.Executable()
	data := t.TempDir()
	program := filepath.Join(t.TempDir(), "chratze")
	if err == nil {
		err = os.Symlink(self, program)
	}
	if err != nil {
		t.Fatal(err)
	}
	s := startCommand(t, exec.Command("sh", "-c", `echo $$ >"$1"/cgroup.procs && exec "$0" serve --addr 127.0.0.1:0 --data "$2" --log-format json --load-token none --max-tables 1000000`, program, group, data))
	codes := []string{}
	used, err := os.ReadFile(filepath.Join(group, "memory.usage_in_bytes"))
	bytes, bad := strconv.Atoi(strings.TrimSpace(string(used)))
	if err != nil || bad != nil {
		t.Fatal(err, bad)
	}
	if err := os.WriteFile(filepath.Join(group, "memory.limit_in_bytes"), []byte(strconv.Itoa(bytes+4<<20)), 0o600); err != nil {
		t.Skip("SKIPPED: memory can't be limited: " + err.Error())
	}
	for range 100_000 { // until there is no memory left
		r, err := http.NewRequestWithContext(t.Context(), "POST", s.base+"/api/tables", strings.NewReader(`{"name":"Anna"}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Load-Token", "none")
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			break
		}
		if answer.StatusCode == http.StatusCreated {
			var made struct{ Code string }
			if err := json.NewDecoder(answer.Body).Decode(&made); err == nil {
				codes = append(codes, made.Code)
			}
		}
		_ = answer.Body.Close()
	}
	_ = s.cmd.Wait()
	if state, ok := s.cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || state.Signal() != syscall.SIGKILL || len(codes) == 0 {
		t.Fatalf("after %d tables it ended with %v\n%s", len(codes), s.cmd.ProcessState, s.stderr)
	}
	kept := commanded(t, "admin", "list", "--data", data, "--json")
	for _, code := range codes {
		if !strings.Contains(kept, `"`+code+`"`) {
			t.Errorf("table %s was acknowledged, and is gone", code)
		}
	}
	t.Logf("%d tables were acknowledged before", len(codes))
}
