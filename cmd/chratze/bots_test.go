package main

import (
	"os"
	"path/filepath"
	"regexp"
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
exec python3 -m unittest discover -s $ROOT/python/tests
stderr '^OK$'

env PYTHONPATH=$ROOT/python
exec chratze sim --hands 50 --history hands.jsonl --legal
exec python3 -m rams seats hands.jsonl seats.csv
stdout '^200 rows$'
exec python3 -m rams acts hands.jsonl acts.jsonl
grep '^{"hand": 0, "event": 5, .*"word": "see"' acts.jsonl
! exec python3 -m rams nonsense
`)
}

// walked is a block of commands in docs/writing-a-bot.md, and what it must show.
var walked = regexp.MustCompile("(?s)```sh\n(.*?)```")

// TestWritingABot walks through docs/writing-a-bot.md: its commands are run, one
// after the other, and the lines that it shows come.
func TestWritingABot(t *testing.T) {
	t.Parallel()
	needs(t, "python3")
	needs(t, "go")
	page, err := os.ReadFile("../../docs/writing-a-bot.md")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	commands := 0
	for _, block := range walked.FindAllStringSubmatch(string(page), -1) {
		for line := range strings.Lines(block[1]) {
			line = strings.TrimSpace(line)
			switch command, isCommand := strings.CutPrefix(line, "$ "); {
			case isCommand:
				commands++
				command, _, _ = strings.Cut(command, "   #")
				b.WriteString("exec sh -c '" + strings.ReplaceAll(command, "'", "'\"'\"'") + "'\n")
				b.WriteString("cp stdout shown\n")
			case line != "" && line != "…":
				b.WriteString("grep '" + shows(line) + "' shown\n")
			}
		}
	}
	if commands < 6 {
		t.Fatalf("docs/writing-a-bot.md has %d commands", commands)
	}
	script(t, strings.ReplaceAll(b.String(), `'"'"'`, `''`))
}

// shows returns a pattern of a line in which numbers may be others, and blanks.
func shows(line string) string {
	pattern := regexp.QuoteMeta(line)
	pattern = regexp.MustCompile(`[-+]?[0-9][0-9,]*(\\\.[0-9]+)?`).ReplaceAllString(pattern, `[-+]?[0-9.,]+`)
	pattern = regexp.MustCompile(` +`).ReplaceAllString(pattern, ` +`)
	return strings.ReplaceAll(pattern, "'", "''")
}
