package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// needs skips a test for which a command is missing, but not in CI, where
// scripts/setup.sh has installed it.
func needs(t *testing.T, name string) {
	t.Helper()
	for dir := range strings.SplitSeq(os.Getenv("PATH"), string(os.PathListSeparator)) {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return
		}
	}
	if os.Getenv("CI") != "" {
		t.Fatalf("no %s: scripts/setup.sh installs it", name)
	}
	t.Skipf("no %s here", name)
}

// script runs a script, written by the test, in the root of the project's sources
// as $ROOT.
func script(t *testing.T, text string) {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "script.txtar"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: dir,
		Setup: func(e *testscript.Env) error {
			for _, name := range []string{"GOCACHE", "GOPATH", "GOMODCACHE", "GOFLAGS", "GOPROXY", "HOME", "PYENV_ROOT"} {
				if value := os.Getenv(name); value != "" {
					e.Setenv(name, value)
				}
			}
			e.Setenv("ROOT", root)
			e.Setenv("PYTHONDONTWRITEBYTECODE", "1")
			e.Setenv("LC_ALL", "C.UTF-8")
			return nil
		},
	})
}

// TestPython runs the tests of the Python package over this program.
func TestPython(t *testing.T) {
	t.Parallel()
	needs(t, "python3")
	script(t, `
env RAMS_DOOR=pipe
exec python3 -m unittest discover -s $ROOT/python/tests
stderr '^OK( .skipped=.*)?$'

env PYTHONPATH=$ROOT/python
exec chratze sim --hands 50 --history hands.jsonl --legal
exec python3 -m rams seats hands.jsonl seats.csv
stdout '^200 rows$'
exec python3 -m rams acts hands.jsonl acts.jsonl
grep '^{"hand": 0, "event": 9, .*"word": "see"' acts.jsonl
! exec python3 -m rams nonsense
`)
}

// TestPythonExtension builds the extension and runs the same tests over it, and those that need it. It needs a C compiler and
// Python's headers.
func TestPythonExtension(t *testing.T) {
	t.Parallel()
	needs(t, "python3")
	site := t.TempDir()
	build := exec.Command("python3", "../../python/backend.py", site)
	if out, err := build.CombinedOutput(); err != nil {
		if lacks := strings.HasPrefix(string(out), "the extension needs"); lacks && os.Getenv("CHRATZE_VERIFY") == "" {
			t.Skip(string(out))
		}
		t.Fatalf("%v\n%s", err, out)
	}
	script(t, `
env RAMS_DOOR=native RAMS_PATH=`+site+`
exec python3 -m unittest discover -s $ROOT/python/tests
stderr '^OK$'
`)
}
