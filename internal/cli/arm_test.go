package cli

import (
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPhoneProgram: the program for arm64, as it would run on a phone (docs/operations.md), emulated:
// the server hands out its page and plays, and a hand between bots is played.
func TestPhoneProgram(t *testing.T) {
	if os.Getenv("CHRATZE_VERIFY") == "" {
		t.Skip("SKIPPED: only for CHRATZE_VERIFY=1, another processor is emulated")
	}
	qemu, err := exec.LookPath("qemu-aarch64-static")
	if err != nil {
		if qemu, err = exec.LookPath("qemu-aarch64"); err != nil {
			t.Skip("SKIPPED: there is no qemu for arm64: apt-get install qemu-user-static")
		}
	}
	program := filepath.Join(t.TempDir(), "chratze")
	build := exec.Command("go", "build", "-buildvcs=false", "-trimpath", "-o", program, "../../cmd/chratze")
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	if said, err := exec.Command(qemu, program, "version", "--json").Output(); err != nil || !strings.Contains(string(said), `"platform":"linux/arm64"`) {
		t.Fatalf("%v: %s", err, said)
	}
	s := startCommand(t, exec.Command(qemu, program, "serve", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--load-token", "none"))
	r, err := http.Get(s.base)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(r.Body)
	if _ = r.Body.Close(); err != nil || r.StatusCode != http.StatusOK || !strings.Contains(string(body), "/web/start/start.js") {
		t.Errorf("the first page is %d, %v, %s", r.StatusCode, err, body)
	}
	l := playLoad(t, s.base, func(int64) {}, "--tables", "1", "--warm", "0s", "--duration", "20s")
	if l.Moves < 20 || len(l.Faults) > 0 {
		t.Errorf("%d moves, faults %v", l.Moves, l.Faults)
	}
	t.Logf("%d moves in 20 s", l.Moves)
	hand := exec.Command(qemu, program, "sim", "--hands", "1", "--bots", "best", "--seed", "3")
	if said, err := hand.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, said)
	}
}
