package cli

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"chratze/internal/client"
	"chratze/internal/table"
	"chratze/internal/table/wire"
	"chratze/internal/waittest"
)

// TestBotJoins: a program takes a seat by a code and plays, marked as one for everybody. It is at the same seat again after the server
// was killed and started, and after it was itself.
func TestBotJoins(t *testing.T) {
	t.Parallel()
	data, home := t.TempDir(), t.TempDir()
	s := startServer(t, data)
	addr := strings.TrimPrefix(s.base, "http://")
	made := s.post(t, "/api/tables", `{"name":"Anna","chairs":2,"pace":0,"six_window":0,"away":0,"bot":""}`)
	program := func() (*exec.Cmd, *bytes.Buffer) {
		self := s.cmd.Path
		cmd, log := exec.Command(self, "bot", "join", made["code"].(string), "--server", s.base, "--", self, "bot", "serve", "random"), new(bytes.Buffer)
		cmd.Env, cmd.Stderr, cmd.WaitDelay = append(os.Environ(), "XDG_DATA_HOME="+home), log, time.Second
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
		return cmd, log
	}
	var hands, others atomic.Int64
	plays := anna(t, s.base, made, &hands, &others)
	playsTo := func(hand int64) {
		t.Helper()
		for hands.Load() < hand {
			waittest.For(t, "the next hand", plays)
		}
	}
	cmd, log := program()
	playsTo(4)
	second := exec.Command(cmd.Path, cmd.Args[1:]...)
	second.Env = append(cmd.Env, "LC_ALL=C.UTF-8")
	if out, err := second.CombinedOutput(); err == nil || !strings.Contains(string(out), "give this one another --name") {
		t.Errorf("a second one with this name: %v\n%s", err, out)
	}
	if err := s.end(syscall.SIGKILL); err == nil {
		t.Fatal("the server ended by itself")
	}
	s = startServer(t, data, "--addr", addr)
	playsTo(8)
	_ = cmd.Process.Signal(os.Interrupt)
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != 130 || !strings.Contains(log.String(), "Next attempt in") {
		t.Errorf("interrupted it ends with %v, and has said\n%s", err, log)
	}
	cmd, log = program()
	playsTo(hands.Load() + 4)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if others.Load() != 1 || strings.Contains(log.String(), "fault") {
		t.Errorf("it has taken %d seats, and said\n%s", others.Load(), log)
	}
}

// anna plays at a table that she has made, from when a program sits there. The channel gets something now and then; hands counts
// those begun, and others is how many sit there beside her.
func anna(t *testing.T, server string, made map[string]any, hands, others *atomic.Int64) <-chan bool {
	var c *client.Client
	more := make(chan bool, 1)
	c = client.New(client.Options{
		Server: server, Table: made["table"].(string), Secret: made["secret"].(string), Header: http.Header{"Load-Token": {"none"}}, Most: 50 * time.Millisecond,
		Told: func(at *client.Table, _ *wire.Received) {
			if at.Info == nil || len(at.Info.Chairs) < 2 {
				return
			}
			hands.Store(int64(at.Hand))
			others.Store(int64(len(at.Info.Chairs) - 1))
			switch there := at.Info.Chairs[1]; {
			case at.Hand == 0 && there.Program && there.Name == "random":
				_ = c.Send(&wire.Message{T: table.DoStart})
			case at.Ask != nil:
				_ = c.Act(at.Ask.Number, at.Ask.Legal[0].String())
			case at.Info.Result != nil:
				_ = c.Send(&wire.Message{T: table.DoNext})
			}
			select {
			case more <- true:
			default:
			}
		},
	})
	done := make(chan error, 1)
	ctx, stop := context.WithCancel(t.Context())
	go func() { done <- c.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	return more
}

// TestRefusedProgramLeaves: a program that doesn't play the table's game is refused, and its seat is free again.
func TestRefusedProgramLeaves(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	made := s.post(t, "/api/tables", `{"name":"Anna","chairs":2,"pace":0,"six_window":0,"away":0,"bot":""}`)
	for range 2 { // there is one seat
		cmd := exec.Command(s.cmd.Path, "bot", "join", made["code"].(string), "--server", s.base, "--", "sh", "-c", `read hello; echo '{"t":"ready","name":"Kratzer","presets":["kratzen"]}'; cat >/dev/null`)
		cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+t.TempDir(), "LC_ALL=C.UTF-8")
		if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "doesn't let this program play") {
			t.Fatalf("%v\n%s", err, out)
		}
	}
}
