package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"chratze/internal/cli/shell"
	"chratze/internal/waittest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"chratze": func() { Main("", "", "") }, "chratze-panics": panics, "chratze-shifted": shifted, "chratze-dies": dies})
}

// run runs the program as Main does, and returns its exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return execute(context.Background(), shell.New(), args, stdin, stdout, stderr)
}

// TestScripts runs the program as testdata/script/*.txtar say.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("CHRATZE_UPDATE") != "",
		Setup: func(e *testscript.Env) error { // memory is collected as in other tests (scripts/test.sh)
			e.Setenv("GOGC", os.Getenv("GOGC"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"await":  await,
			"exit2":  exits(exitMisuse, 2), // an error, and where help is
			"exit78": exits(exitConfig, 1),
		},
	})
}

// await waits until a file that a command in the background writes isn't empty; its name may be a pattern.
func await(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: await file")
	}
	path := ts.MkAbs(args[0])
	for begin := time.Now(); time.Since(begin) < waittest.Limit; time.Sleep(10 * time.Millisecond) { // a script is no testing.TB
		found, _ := filepath.Glob(path)
		for _, name := range found {
			if info, err := os.Stat(name); err == nil && info.Size() > 0 {
				return
			}
		}
	}
	ts.Fatalf("%s", waittest.Late("something is in "+args[0]))
}

// exits returns a command that runs the program and wants an exit code, an error of some lines
// that stands in one place, and no answer.
func exits(want, most int) func(ts *testscript.TestScript, neg bool, args []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		err := ts.Exec("chratze", args...)
		exit, ok := errors.AsType[*exec.ExitError](err)
		if neg || !ok || exit.ExitCode() != want {
			ts.Fatalf("chratze %q: %v, want exit code %d", args, err, want)
		}
		if out := ts.ReadFile("stdout"); out != "" {
			ts.Fatalf("chratze %q: %s on standard output", args, out)
		}
		if said := strings.Count(ts.ReadFile("stderr"), "\n"); said != most {
			ts.Fatalf("chratze %q: %d lines on standard error, want %d", args, said, most)
		}
	}
}
