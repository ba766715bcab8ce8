//go:build unix

package cli

import (
	"context"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"chratze/internal/waittest"
)

// deaths are the ways in which a Go program dies that its own code hasn't chosen, and the exits that code of others chooses.
//
//lattice:table
var deaths = map[string]func(){
	"panic":              func() { panic("nobody catches it") },
	"panic of goroutine": func() { go func() { panic("nobody catches it") }(); select {} },
	"nil":                func() { var p *[1 << 20]int; p[len(os.Args)]++ },
	"unlock":             func() { new(sync.Mutex).Unlock() },
	"map":                func() { m := map[int]int{}; go writeMap(m); writeMap(m) },
	"stack":              func() { debug.SetMaxStack(1 << 16); _ = os.Args[deeper(1<<20)] },
	"memory": func() { // Go's own "out of memory"
		_ = syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: 1 << 30, Max: 1 << 30})
		var kept [][]byte
		for {
			kept = append(kept, slices.Repeat([]byte{1}, 1<<24))
			runtime.KeepAlive(kept)
		}
	},
	"threads": func() { debug.SetMaxThreads(1); go runtime.LockOSThread(); select {} },
	"Exit":    func() { os.Exit(1) },
	"Fatal":   func() { log.Fatal("of a library") },
}

func writeMap(m map[int]int) {
	for i := 0; ; i++ {
		m[i&1023] = i
	}
}

func deeper(n int) int {
	if n == 0 {
		return 0
	}
	return 1 + deeper(n-1)
}

// dies is the program chratze-dies, which dies in a way of deaths.
func dies() {
	runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0)))
	deaths[os.Args[1]]()
}

// fatalSignals end a process that hasn't asked for them. SIGABRT is that of systemd's watchdog, SIGKILL that of the kernel if
// memory runs out.
var fatalSignals = []syscall.Signal{
	syscall.SIGABRT, syscall.SIGKILL, syscall.SIGSEGV, syscall.SIGBUS, syscall.SIGFPE, syscall.SIGILL, syscall.SIGQUIT, syscall.SIGTRAP, syscall.SIGSYS, syscall.SIGXCPU, syscall.SIGXFSZ,
}

// leftDown returns which statuses keep the unit from starting the server again.
func leftDown(t *testing.T) []string {
	t.Helper()
	unit, err := os.ReadFile("../../deploy/chratze.service")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^RestartPreventExitStatus=(.*)$`).FindAllStringSubmatch(string(unit), -1)
	if len(found) != 1 || !regexp.MustCompile(`(?m)^Restart=always$`).Match(unit) {
		t.Fatalf("the unit has %q, or starts again only sometimes", found)
	}
	return strings.Fields(found[0][1])
}

// TestNoDeathIsForGood: whatever a Go process dies of, the unit starts it again: only the exit code of a start that needs a
// person is in its list. A watchdog that ends the process by SIGABRT is such a death: Go then exits with 2.
func TestNoDeathIsForGood(t *testing.T) {
	t.Parallel()
	list := leftDown(t)
	if want := []string{strconv.Itoa(exitConfig)}; !slices.Equal(list, want) {
		t.Errorf("the unit isn't started again after %q, want %q", list, want)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "chratze-dies")
	if err := os.Symlink(self, program); err != nil {
		t.Fatal(err)
	}
	died := func(t *testing.T, cmd *exec.Cmd, said string) {
		t.Helper()
		status := cmd.ProcessState.Sys().(syscall.WaitStatus)
		code, listed := strconv.Itoa(status.ExitStatus()), ""
		if status.Signaled() {
			code = "signal " + status.Signal().String()
		} else if slices.Contains(list, code) {
			listed = code
		}
		t.Logf("%s: %s", said, code)
		if code == "0" || listed != "" {
			t.Errorf("%s: it ends with %s, and systemd leaves it down after %q", said, code, list)
		}
	}
	for name := range deaths {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, stop := context.WithTimeout(t.Context(), waittest.Limit)
			defer stop()
			cmd := exec.CommandContext(ctx, program, name)
			out, err := cmd.CombinedOutput()
			if err == nil || ctx.Err() != nil {
				t.Fatalf("it lives on\n%s", out)
			}
			died(t, cmd, name+" ("+strings.SplitN(string(out), "\n", 2)[0]+")")
		})
	}
	signals := fatalSignals[:1]
	if os.Getenv("CHRATZE_VERIFY") != "" {
		signals = fatalSignals
	}
	for _, sig := range signals {
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			s := startServer(t, t.TempDir())
			if err := s.cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			_ = s.cmd.Wait() // with an error: it was ended
			died(t, s.cmd, "a server and "+sig.String())
		})
	}
}
