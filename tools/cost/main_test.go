package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestLongest: scripts/steps.sh names the tests that took longest, and those that failed since they had given up waiting.
func TestLongest(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"json.1": `{"Action":"pass","Package":"chratze/a","Test":"TestShort","Elapsed":0.4}
{"Action":"pass","Package":"chratze/a","Test":"TestInTurn","Elapsed":3.1}
`, "json.2": `{"Action":"output","Package":"chratze/b","Test":"TestLate/one","Output":"    x_test.go:3: the machine is too slow, or this hangs\n"}
{"Action":"fail","Package":"chratze/b","Test":"TestLate","Elapsed":0.5}
{"Action":"fail","Package":"chratze/b","Test":"TestWrong","Elapsed":0.5}
{"Action":"output","Package":"chratze/b","Test":"TestSaysIt","Output":"the machine is too slow\n"}
{"Action":"pass","Package":"chratze/b","Test":"TestSaysIt","Elapsed":0.5}
`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("sh", "-euc", ". scripts/steps.sh; longest")
	cmd.Dir, cmd.Env = "../..", append(os.Environ(), "CHRATZE_COST="+dir)
	said, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(said), "\nchratze/a TestInTurn 3.1s\n") || !strings.HasSuffix(string(said), "\nthe machine is too slow, or these hang: b.TestLate\n") {
		t.Errorf("%v: %s", err, said)
	}
}

// TestRun builds the program and lets it run shells: a child that is left behind is counted and ended.
func TestRun(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("SKIPPED: processes are adopted on Linux only")
	}
	program := filepath.Join(t.TempDir(), "cost")
	if said, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatal(string(said), err)
	}
	for _, c := range []struct {
		name, script string
		code         int
		busy         bool
	}{
		{"well", "exit 0", 0, false},
		{"fails", "exit 3", 3, false},
		{"killed", "kill -9 $$", 137, false},
		// The shell between dies at once, so that what it has started is an orphan that computes until it is killed.
		{"left behind", `sh -c 'while :; do :; done & echo $! >"$0"/pid' "$DIR"; while ! [ -s "$DIR/pid" ]; do :; done
			until grep -qE '^[^)]*\) .( [^ ]+){10} [1-9][0-9][0-9]+' "/proc/$(cat "$DIR/pid")/stat"; do sleep 0.1; done; (sleep 1000 &) ; exit 0`, 0, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command(program, "sh", "-c", c.script)
			cmd.Env = append(cmd.Environ(), "DIR="+t.TempDir())
			cmd.WaitDelay = 10 * time.Second // a process that is left holds the output
			said, err := cmd.CombinedOutput()
			if code := cmd.ProcessState.ExitCode(); code != c.code || errors.Is(err, exec.ErrWaitDelay) {
				t.Errorf("exit code %d, want %d (%v): %s", code, c.code, err, said)
			}
			if busy := !strings.Contains(string(said), " 0 s of the processors"); busy != c.busy {
				t.Errorf("it says %s", said)
			}
		})
	}
}
