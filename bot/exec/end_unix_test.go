//go:build unix

package exec

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"chratze/bot/protocol"
)

// shell returns a shell script as a program. here waits until the script has written to its file 3, and
// left until nothing that holds that file is left of it.
func shell(ctx context.Context, t *testing.T, script string) (p *Process, here, left func()) {
	t.Helper()
	fifo := filepath.Join(t.TempDir(), "left")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	both, err := os.OpenFile(fifo, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(fifo)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	p = New(Options{Command: []string{"sh", "-c", "exec 3> " + fifo + "\n" + script}, Limit: long, Ready: long, Quit: long, Context: ctx})
	t.Cleanup(func() { _ = p.Close() })
	here = func() {
		t.Helper()
		if _, err := io.ReadFull(f, make([]byte, len("here\n"))); err != nil {
			t.Error(err)
		}
		_ = both.Close()
	}
	return p, here, func() {
		t.Helper()
		within(t, script+": what it has started goes on", func() {
			if text, err := io.ReadAll(f); err != nil || len(text) > 0 {
				t.Errorf("%q, %v", text, err)
			}
		})
	}
}

// within fails if something doesn't end.
func within(t *testing.T, otherwise string, do func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		do()
	}()
	select {
	case <-done:
	case <-time.After(long):
		t.Fatal(otherwise)
	}
}

// helper starts a program that holds the standard output and error, in a session of its own.
const helper = "setsid sleep 60 & "

const ready = `read line; echo '{"t":"ready"}'; read line; `

// TestEndWithAHelper: the end of a program counts, whoever else holds its output open; its last
// words are heard before.
func TestEndWithAHelper(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]string{
		helper + ready + `echo '{"id":1,"act":"open"}'`:        "open ",
		helper + ready + `printf '{"id":1,"act":"open"}'`:      "open ", // without a line end
		helper + ready + `echo '{"id":1,"act"'; printf '\004'`: "pass not-json",
		helper + ready + `exit 3`:                              "pass dead",
		helper + `exit 3`:                                      "pass dead",
	} {
		p, _, _ := shell(context.Background(), t, script)
		within(t, script+": it waits for the helper", func() {
			if act, fault := ask(t, p, "h"); act+" "+string(fault) != want {
				t.Errorf("%s: %s %s, want %s", script, act, fault, want)
			}
			<-p.run.done
			if err := p.Trouble(); strings.Contains(script, "exit 3") != strings.Contains(err.Error(), "exit status 3") {
				t.Errorf("%s: %v", script, err)
			}
			if err := p.Close(); err != nil {
				t.Errorf("%s: %v", script, err)
			}
		})
	}
}

// TestEndTakesAllAlong: what a program has started in its group ends with it.
func TestEndTakesAllAlong(t *testing.T) {
	t.Parallel()
	p, here, left := shell(context.Background(), t, `echo here >&3; sleep 100 & exec 3>&-; `+ready+`echo '{"id":1,"act":"open"}'; read line`)
	if act, fault := ask(t, p, "h"); act != "open" {
		t.Errorf("%s %s", act, fault)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	here()
	left()
}

// TestContextEndsPrograms: when the context is done a program ends that starts, that thinks, or
// that ignores quit, and it isn't started again.
func TestContextEndsPrograms(t *testing.T) {
	t.Parallel()
	for _, script := range []string{"echo here >&3; sleep 100", ready + "trap '' TERM INT HUP; echo here >&3; while :; do sleep 100; done"} {
		ctx, stop := context.WithCancel(context.Background())
		defer stop()
		p, here, left := shell(ctx, t, script)
		asked := make(chan protocol.Fault, 1)
		go func() {
			_, fault := ask(t, p, "h")
			asked <- fault
		}()
		began := time.Now()
		here()
		stop()
		within(t, script+": it goes on", func() {
			if fault := <-asked; fault != protocol.Dead {
				t.Errorf("%s: %q", script, fault)
			}
		})
		if took := time.Since(began); took < hurry {
			t.Errorf("%s: it had no time to end by itself", script)
		}
		left()
		r := p.running()
		if _, fault := ask(t, p, "another"); fault != protocol.Dead || p.running() != r {
			t.Errorf("%s: it was started again, %q", script, fault)
		}
	}
}

func (p *Process) running() *run {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.run
}
