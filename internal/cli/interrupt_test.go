package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/waittest"
)

// endlessJob is a job of a command that doesn't end by itself, and what it tells when it is
// interrupted: on standard output, where something is known by then, and on standard error.
type endlessJob struct {
	args      string
	out, says string
	sample    bool // in make test too
}

// endlessJobs has a job for every command that may take its time. EVENING, HANDS and DIR are
// files of the test.
//
//lattice:table
var endlessJobs = []endlessJob{
	{"sim --hands 1000000000", "hands in [0-9,]+ sessions", "interrupted after [0-9]+ of 1000000000 hands", true},
	{"sim --bots search:1m --hands 1000", "hands in [0-9,]+ sessions", "interrupted after [0-9]+ of 1000 hands", false},
	{"arena --bots search:1m,stammtisch-1", "deals, ", "interrupted after [0-9]+ of 1000 deals", true},
	{"arena --bots exec:sh_DIR/slow.sh,stammtisch-1 --limit 1h", "deals, ", "interrupted after 0 of 1000 deals", true},
	{"odds --hand As_Kh_9d_7d --upcard Td --time 1h --worlds 1000000", "percent of the pot", "interrupted after [0-9]+ of 1000000 worlds", false},
	{"puzzle --generate 1000000 --worlds 100000", "", "interrupted after [0-9]+ of 1000000 puzzles", false},
	{"puzzle", "", "", false},
	{"chart --seed 3 --hands 1000000000 --out DIR/charts", "", "interrupted", false},
	{"review HANDS --seat 0 --worlds 1000000", "", "interrupted after [0-9]+ hand", false},
	{"review -", "", "interrupted after 0 hands", false},
	{"replay -", "", "interrupted", false},
	{"replay - --check", "0 hands checked", "interrupted after 0 hands", false},
	{"verify -", "", "interrupted after 0 hands", false},
	{"kasse -", "", "interrupted", false},
	{"kasse --enter DIR/evening.txt", "chratze in francs|Stammtisch|Chratze", "interrupted", false},
	{"pipe", "", "interrupted", false},
	{"bot serve best", "", "interrupted", false},
	{"bot validate --limit 1h -- sh DIR/slow.sh", "ready", "interrupted", true},
	{"lesson", "", "", false},
	{"play --data DIR/sittings", "--resume", "", false},
}

// endAtOnce are the commands of which nothing takes long enough to be interrupted, or that
// are at a server's, with the reason.
//
//lattice:table
var endAtOnce = map[string]string{
	"chratze": "serve", "serve": "a signal is its usual end, with exit code 0: TestServe", "join": "as play, at a server: TestTerminalServer",
	"settle": "arithmetic", "rules": "text", "words": "text", "bot": "help", "bot new": "writes one file", "bot join": "as join: TestBotJoins kills it",
	"backup": "never half done", "site": "never half done", "restore": "never half done", "admin": "help", "admin list": "queries, by its context", "admin nodes": "one query", "admin lost": "one query", "admin close": "never half done", "admin renew": "a record per table", "move-data": "as backup, by its context",
	"admin scrub": "never half done", "admin desks": "a look at each desk", "admin groups": "a look at each group", "group": "help", "group verify": "by its context", "admin forget": "never half done", "admin retention": "never half done", "health": "one request with a time", "version": "text", "man": "text",
	"completion": "text", "completion bash": "text", "completion zsh": "text", "completion fish": "text", "completion powershell": "text", "help": "text",
}

// words returns the arguments of a job; an underscore stands for a blank.
func (j *endlessJob) words(dir string) (list []string) {
	text := strings.NewReplacer("HANDS", filepath.Join(dir, "hands.jsonl"), "DIR", dir).Replace(j.args)
	for word := range strings.FieldsSeq(text) {
		list = append(list, strings.ReplaceAll(word, "_", " "))
	}
	return list
}

// outcome is what came of a job.
type outcome struct {
	code      int
	out, errs string
}

// told looks at what came of a job. If it was interrupted before anything was known it has to go on for longer:
// it reports whether that may be.
func (j *endlessJob) told(t *testing.T, got outcome) (tooEarly bool) {
	t.Helper()
	if got.code != 130 {
		t.Errorf("exit code %d, want 130", got.code)
	}
	if strings.Contains(got.errs, "context canceled") {
		t.Errorf("standard error isn't in words for people:\n%s", got.errs)
	}
	return !regexp.MustCompile(j.out).MatchString(got.out) || !regexp.MustCompile(j.says).MatchString(got.errs)
}

// TestInterruptedCommands: every command that works for long tells what it knows when it is
// interrupted, and ends with 130; in make test a sample of them, in this process.
func TestInterruptedCommands(t *testing.T) {
	t.Parallel()
	full := os.Getenv("CHRATZE_VERIFY") != ""
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "hands.jsonl"), []byte(provenEvening(t)), 0o600); err != nil {
		t.Fatal(err)
	}
	slow := `while read line; do case $line in *'"hello"'*) echo '{"t":"ready"}' ;; *'"act"'*) sleep 100 ;; esac; done` // thinks for ever
	if err := os.WriteFile(filepath.Join(dir, "slow.sh"), []byte(slow), 0o600); err != nil {
		t.Fatal(err)
	}
	jobs := map[string]bool{}
	for i := range endlessJobs {
		j := &endlessJobs[i]
		words := strings.Fields(j.args)
		jobs[words[0]], jobs[words[0]+" "+strings.Join(words[1:min(2, len(words))], "")] = true, true
		if !j.sample && !full {
			continue
		}
		t.Run(j.args, func(t *testing.T) {
			interrupt := j.interruptHere
			if full {
				interrupt = j.interruptProcess
			} else {
				t.Parallel()
			}
			var got outcome
			defer func() {
				if t.Failed() {
					t.Logf("standard output, want %q\n%s\nstandard error, want %q\n%s", j.out, got.out, j.says, got.errs)
				}
			}()
			longer(t, "something is known", func(works time.Duration) bool {
				got = interrupt(t, dir, works)
				return !j.told(t, got)
			})
		})
	}
	var look func(cmd *cobra.Command)
	look = func(cmd *cobra.Command) {
		name := strings.TrimPrefix(strings.TrimPrefix(cmd.CommandPath(), "chratze"), " ")
		if name == "" {
			name = "chratze"
		}
		if endAtOnce[name] == "" && !jobs[name] {
			t.Errorf("what happens if %q is interrupted? Give it a job in endlessJobs, or a reason in endAtOnce", name)
		}
		for _, sub := range cmd.Commands() {
			look(sub)
		}
	}
	look(newRoot(&shell.Shell{Catalogue: locale.New()}))
}

// interruptHere interrupts a job in this process when it has worked for a time.
func (j *endlessJob) interruptHere(t *testing.T, dir string, works time.Duration) outcome {
	ctx, stop := context.WithCancel(t.Context())
	time.AfterFunc(works, stop)
	var out, errs bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		ended <- execute(ctx, shell.New(), append([]string{"--lang", "en"}, j.words(dir)...), strings.NewReader(""), &out, &errs)
	}()
	code := waittest.For(t, "the end of a job that was interrupted", ended)
	return outcome{code, out.String(), errs.String()}
}

// interruptProcess interrupts a process when it has worked for a time, and logs how long it then takes.
func (j *endlessJob) interruptProcess(t *testing.T, dir string, works time.Duration) outcome {
	cmd := exec.Command("chratze", append([]string{"--lang", "en"}, j.words(dir)...)...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stdin.Close() }() // the process has ended
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(2 * works) // until something may be known; if nothing is, for longer
	began := time.Now()
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	defer func() { _ = cmd.Process.Kill() }() // if it hangs
	err = waittest.For(t, "the end of a process that was interrupted", ended)
	t.Logf("it took %s", time.Since(began))
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		t.Fatal(err)
	}
	return outcome{cmd.ProcessState.ExitCode(), out.String(), errs.String()}
}

// TestLargeFiles: every file that is read whole has a bound.
func TestLargeFiles(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "large")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 1<<40); err != nil { // a hole: a terabyte of nothing
		t.Skipf("no file with a hole here: %v", err)
	}
	for _, args := range [][]string{
		{"serve", "--config", path}, {"sim", "--bots", "policy:" + path}, {"arena", "--bots", "policy:" + path}, {"chart", "--file", path},
		{"bot", "serve", "policy:" + path},
		{"bot", "validate", "--again", path, "--", "cat"}, {"arena", "--bots", "random", "--checkpoint", path}, {"kasse", path},
		{"rules", path + ".toml"},
	} {
		var errs bytes.Buffer
		if args[0] == "rules" {
			if err := os.Rename(path, path+".toml"); err != nil {
				t.Fatal(err)
			}
		}
		code := execute(context.Background(), shell.New(), append([]string{"--lang", "en"}, args...), strings.NewReader(""), io.Discard, &errs)
		want := exitMisuse
		if args[0] == "serve" {
			want = exitConfig
		}
		if code != want || !regexp.MustCompile("is larger than|longer than").MatchString(errs.String()) {
			t.Errorf("chratze %s: exit code %d, want %d\n%s", strings.Join(args, " "), code, want, errs.String())
		}
	}
}
