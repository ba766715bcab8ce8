package main

import (
	"errors"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestResults(t *testing.T) {
	t.Parallel()
	r := results{map[string]float64{}, map[string]bool{}, map[string]bool{}}
	for _, in := range []string{`{"Action":"pass","Package":"chratze/a","Test":"TestShort","Elapsed":0.4}
{"Action":"pass","Package":"chratze/a","Test":"TestInTurn/one","Elapsed":3}
{"Action":"pass","Package":"chratze/a","Test":"TestInTurn","Elapsed":3.1}
no event
{"Action":"pass","Package":"chratze/a","Elapsed":99}
`, `{"Action":"pause","Package":"chratze/b","Test":"TestBeside"}
{"Action":"pause","Package":"chratze/b","Test":"TestBeside/one"}
{"Action":"pause","Package":"chratze/b","Test":"TestBeside/two"}
{"Action":"pass","Package":"chratze/b","Test":"TestBeside/one/part","Elapsed":5}
{"Action":"pass","Package":"chratze/b","Test":"TestBeside/one","Elapsed":5}
{"Action":"fail","Package":"chratze/b","Test":"TestBeside/two","Elapsed":6}
{"Action":"fail","Package":"chratze/b","Test":"TestBeside","Elapsed":0.5}
{"Action":"output","Package":"chratze/b","Test":"TestLate/one","Output":"    x_test.go:3: the machine is too slow, or this hangs\n"}
{"Action":"fail","Package":"chratze/b","Test":"TestLate","Elapsed":0.5}
{"Action":"output","Package":"chratze/b","Test":"TestSaysIt","Output":"the machine is too slow\n"}
{"Action":"pass","Package":"chratze/b","Test":"TestSaysIt","Elapsed":0.5}
`} {
		r.read(strings.NewReader(in))
	}
	if got, want := r.slowest(5), "b.TestBeside 12 s, a.TestInTurn 3 s"; got != want { // 11.5 rounds to even
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := r.slowest(1), "b.TestBeside 12 s"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := r.gaveUp(), "b.TestLate"; got != want {
		t.Errorf("%q, want %q", got, want)
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
			cmd := exec.Command(program, t.TempDir(), "sh", "-c", c.script)
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
