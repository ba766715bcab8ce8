package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"chratze/internal/cli/shell"
	"chratze/internal/report"
	"chratze/internal/waittest"
	"chratze/lab/load"
	"chratze/variant"
)

// someLoad is a load of a few tables for a server of startServer's.
func someLoad(url string, tables int, d time.Duration) load.Options {
	return load.Options{URLs: []string{url}, Token: "none", Rules: variant.Default(), Seats: 4, Tables: tables, Duration: d}
}

func playLoad(t *testing.T, o load.Options) *load.Report {
	t.Helper()
	r, err := load.Run(context.Background(), o, func(int64) {})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestLoad: what the load of a healthy server reports is complete, and says the same
// as JSON.
func TestLoad(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	var r *load.Report
	longer(t, "a move that all seats have", func(d time.Duration) bool {
		r = playLoad(t, someLoad(s.base, 3, d))
		for fault := range r.Faults {
			if fault != load.FaultAway && fault != load.FaultStuck { // these two: some have not even sat down
				t.Fatalf("faults %v in %d moves", r.Faults, r.Moves)
			}
		}
		return len(r.Faults) == 0 && r.LatencyMs.Samples > 0
	})
	if q := r.LatencyMs; q.Samples == 0 || q.P50 <= 0 || q.P50 > q.P99 || q.P99 > q.Max || int64(q.Samples) > r.Moves+3 {
		t.Errorf("latency %+v of %d moves", q, r.Moves)
	}
	if r.BytesPerMove < 50 || len(r.Outages) > 0 {
		t.Errorf("%.0f bytes a move, outages %v", r.BytesPerMove, r.Outages)
	}
	if _, err := os.Stat("/proc/self/stat"); err == nil && (r.Server == nil || r.Server.RSSMB <= 0) {
		t.Errorf("of the server it is known: %+v", r.Server)
	}
	var back load.Report
	if err := json.Unmarshal([]byte(report.JSON(r)), &back); err != nil || back.Moves != r.Moves || back.LatencyMs != r.LatencyMs {
		t.Errorf("%v: as JSON it is %s", err, report.JSON(r))
	}
	if text := r.Text(nil); !strings.Contains(text, "a second\n") || !strings.Contains(text, "faults        none\n") {
		t.Errorf("as text it is\n%s", text)
	}
}

// TestLoadOfAServerThatDies ends in time and says that the server has gone.
func TestLoadOfAServerThatDies(t *testing.T) {
	t.Parallel()
	var r *load.Report
	longer(t, "12 seats that notice it", func(d time.Duration) bool {
		s := startServer(t, t.TempDir())
		played := func() bool {
			n, err := s.messages()
			return n > 100 || err != nil // or so many that they are written in another way
		}
		var err error
		r, err = load.Run(t.Context(), someLoad(s.base, 3, d), func(int64) {
			if !s.ended() && played() {
				s.kill()
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return s.ended() && r.Faults[load.FaultAway] == 12
	})
	if r.Faults[load.FaultLost] == 0 || !strings.Contains(r.Text(nil), load.FaultAway) {
		t.Errorf("faults %v, outages %v", r.Faults, r.Outages)
	}
	if r.Server != nil {
		t.Errorf("of a server that is gone it is known: %+v", r.Server)
	}
}

// TestLoadWithFaultsFails: the command ends with 1 when connections were lost.
func TestLoadWithFaultsFails(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	longer(t, "a lost connection", func(d time.Duration) bool {
		s := startServer(t, t.TempDir())
		out.Reset()
		ended := make(chan int, 1)
		go func() {
			ended <- execute(t.Context(), []string{"load", "--url", s.base, "--token", "none", "--tables", "3", "--warm", "0s", "--duration", d.String()}, strings.NewReader(""), &out, io.Discard)
		}()
		for len(ended) == 0 {
			if n, err := s.messages(); n > 100 || err != nil {
				break
			}
		}
		s.kill()
		exit := <-ended
		lost := strings.Contains(out.String(), load.FaultLost)
		if lost && exit != shell.ExitFailed {
			t.Fatalf("exit %d, want %d:\n%s", exit, shell.ExitFailed, &out)
		}
		return lost
	})
}

// longer tries something that takes a time, at first half a second of it and then more, until it comes to
// what has to come.
func longer(t *testing.T, what string, comes func(time.Duration) bool) {
	t.Helper()
	for d := 500 * time.Millisecond; !comes(d); d *= 4 {
		if d > time.Minute {
			t.Fatal(waittest.Late(what))
		}
	}
}

// TestLoadIsRefused with a word on what to do.
func TestLoadIsRefused(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	for _, tt := range []struct{ url, token, want string }{
		{"chratze", "none", "--url"},
		{"ftp://127.0.0.1", "none", "--url"},
		{"http://", "none", "--url"},
		{"a=http://127.0.0.1:1,http://127.0.0.1:2", "none", "--url"},
		{"http://127.0.0.1:1", "none", "be reached"},
		{s.base, "wrong", "--token"},
	} {
		var said strings.Builder
		code := execute(t.Context(), []string{"load", "--url", tt.url, "--token", tt.token, "--tables", "1", "--duration", "1ms", "--warm", "0s"}, strings.NewReader(""), io.Discard, &said)
		if code == shell.ExitOK || !strings.Contains(said.String(), tt.want) {
			t.Errorf("%s with token %s: %d, %s", tt.url, tt.token, code, &said)
		}
	}
}
