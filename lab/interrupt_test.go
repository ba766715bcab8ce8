package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"chratze/internal/cli/shell"
)

// TestInterrupted: a command that is interrupted says how far it got, and ends as after Ctrl-C.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ args, says string }{
		{"train --steps 1000000000 --out DIR/x.policy", "interrupted after [0-9]+ of 1000000000 steps"},
		{"exploit --worlds 100000 --deals 1000000", "interrupted"},
		{"exploit --exact --iterations 1000000", "interrupted"},
		{"perft --depth 30", "interrupted"},
		{"divide --depth 30", "interrupted"},
		{"bench --long 1h", "interrupted"},
	} {
		t.Run(tt.args, func(t *testing.T) {
			t.Parallel()
			ctx, stop := context.WithCancel(t.Context())
			time.AfterFunc(200*time.Millisecond, stop) // where it falls, no verdict hangs on
			var said strings.Builder
			code := execute(ctx, strings.Fields(strings.ReplaceAll(tt.args, "DIR", t.TempDir())), strings.NewReader(""), io.Discard, &said)
			if code != shell.ExitInterrupted(ctx) || !regexp.MustCompile(tt.says).MatchString(said.String()) {
				t.Errorf("exit code %d: %s", code, &said)
			}
		})
	}
}

// TestLargeFiles: every file that is read whole has a bound.
func TestLargeFiles(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "large"+trainingSuffix)
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 1<<40); err != nil { // a hole: a terabyte of nothing
		t.Skipf("no file with a hole here: %v", err)
	}
	for _, args := range [][]string{{"exploit", "--bot", "policy:" + path}, {"train", "--out", strings.TrimSuffix(path, trainingSuffix)}} {
		var said strings.Builder
		if code := execute(t.Context(), args, strings.NewReader(""), io.Discard, &said); code != shell.ExitMisuse || !regexp.MustCompile("(larg|long)er than").MatchString(said.String()) {
			t.Errorf("%q: exit code %d: %s", args, code, &said)
		}
	}
}
