package main

import (
	"bufio"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"chratze/internal/cli"
	"chratze/internal/cli/shell"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"rams-lab": main, "chratze": func() { cli.Main("", "", "") }})
}

// TestScripts runs both programs as testdata/script/*.txtar say.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exit2": exit2},
	})
}

// exit2 runs a program that refuses its command line: it exits with 2, an error in one line, where help is, and no answer.
func exit2(ts *testscript.TestScript, neg bool, args []string) {
	err := ts.Exec(args[0], args[1:]...)
	exit, ok := errors.AsType[*exec.ExitError](err)
	said := strings.Count(ts.ReadFile("stderr"), "\n")
	if neg || !ok || exit.ExitCode() != shell.ExitMisuse || said != 2 || ts.ReadFile("stdout") != "" {
		ts.Fatalf("%q: %v, %d lines on standard error: want exit code 2, and two lines", args, err, said)
	}
}

// program returns the path of the test by a name that TestMain knows.
func program(t *testing.T, name string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.Symlink(self, path); err != nil {
		t.Skip("no symbolic links")
	}
	return path
}

// serving is a server with the load token "none".
type serving struct {
	cmd  *exec.Cmd
	base string // http://127.0.0.1:PORT
	gone chan struct{}
}

var served = regexp.MustCompile(`http://127\.0\.0\.1:[0-9]+`)

func startServer(t *testing.T, data string) *serving {
	t.Helper()
	s := &serving{cmd: exec.Command(program(t, "chratze"), "serve", "--addr", "127.0.0.1:0", "--data", data, "--load-token", "none", "--metrics-token", "M", "--qr=false"), gone: make(chan struct{})}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	go func() {
		_ = s.cmd.Wait()
		close(s.gone)
	}()
	if s.base = served.FindString(line); s.base == "" {
		t.Fatalf("%v: the server says %q", err, line)
	}
	return s
}

func (s *serving) kill() {
	_ = s.cmd.Process.Kill()
	<-s.gone
}

func (s *serving) ended() bool {
	select {
	case <-s.gone:
		return true
	default:
		return false
	}
}

// messages returns how many messages the server has received. The error says that it isn't known.
func (s *serving) messages() (int, error) {
	r, err := http.NewRequest(http.MethodGet, s.base+"/metrics", http.NoBody)
	if err != nil {
		return 0, err
	}
	r.Header.Set("Authorization", "Bearer M")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return 0, err
	}
	_, value, _ := strings.Cut(string(text), "\nchratze_messages_received_total ")
	value, _, _ = strings.Cut(value, "\n")
	return strconv.Atoi(value)
}
