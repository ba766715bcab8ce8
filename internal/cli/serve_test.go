package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/coder/websocket"

	"chratze/internal/waittest"
)

// serving is a server in a process of its own.
type serving struct {
	cmd    *exec.Cmd
	base   string
	stderr *bytes.Buffer
}

// startServer starts this program as a server on any free port.
func startServer(t *testing.T, data string, flags ...string) *serving {
	t.Helper()
	return startProgram(t, "chratze", data, flags...)
}

// startProgram starts a server by a name that TestMain knows.
func startProgram(t *testing.T, name, data string, flags ...string) *serving {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no symbolic links")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), name) // by this name the test is the program, see TestMain
	if err := os.Symlink(self, program); err != nil {
		t.Fatal(err)
	}
	return startAt(t, program, data, flags...)
}

// startAt starts a server that is at a path.
func startAt(t *testing.T, program, data string, flags ...string) *serving {
	t.Helper()
	args := append([]string{"serve", "--addr", "127.0.0.1:0", "--data", data, "--log-format", "json", "--load-token", "none"}, flags...)
	return startCommand(t, exec.Command(program, args...))
}

// startCommand starts a command that is a server.
func startCommand(t *testing.T, cmd *exec.Cmd) *serving {
	t.Helper()
	s := &serving{cmd: cmd, stderr: new(bytes.Buffer)}
	s.cmd.Stderr = s.stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.cmd.Process.Kill()
		_ = s.cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		_ = s.cmd.Wait()
		t.Fatalf("the server doesn't start: %v\n%s", err, s.stderr)
	}
	s.base = strings.TrimSpace(line)
	return s
}

// end ends the server by a signal and returns its error.
func (s *serving) end(sig os.Signal) error {
	_ = s.cmd.Process.Signal(sig)
	return s.cmd.Wait()
}

// post asks for something with the token that lifts the limits.
func (s *serving) post(t *testing.T, path, body string) map[string]any {
	t.Helper()
	answer, status := s.try(t, path, body)
	if status != http.StatusCreated {
		t.Fatalf("%s: %d %s", path, status, answer)
	}
	return answer
}

// try is post whose answer may be another, with its status.
func (s *serving) try(t *testing.T, path, body string) (answer map[string]any, status int) {
	t.Helper()
	req, err := http.NewRequest("POST", s.base+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Load-Token", "none")
	r, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &answer); err != nil {
		t.Fatalf("%s: %d %s %v", path, r.StatusCode, b, err)
	}
	return answer, r.StatusCode
}

// seat is a player at a table of a server.
type seat struct {
	t      *testing.T
	ws     *websocket.Conn
	hand   int
	events []any
	ask    map[string]any
	info   map[string]any
	bye    string
	fresh  bool // nothing has been told yet on this connection
}

// first makes a table and sits down at it, where something has been told.
func (s *serving) first(t *testing.T) (made map[string]any, at *seat) {
	t.Helper()
	made = s.post(t, "/api/tables", `{"name":"Anna","pace":0}`)
	at = s.sit(t, made["table"].(string), made["secret"].(string))
	for at.fresh {
		at.next()
	}
	return made, at
}

func (s *serving) sit(t *testing.T, table, secret string) *seat {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit)
	defer cancel()
	ws, _, err := websocket.Dial(ctx, strings.Replace(s.base, "http", "ws", 1)+"/ws/"+table,
		&websocket.DialOptions{HTTPHeader: http.Header{"Authorization": {"Bearer " + secret}, "Load-Token": {"none"}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ws.CloseNow() })
	return &seat{t: t, ws: ws, fresh: true}
}

// heard reports whether n messages come before the connection ends.
func (s *seat) heard(n int) bool {
	s.t.Helper()
	for range n {
		if !s.next() {
			return false
		}
	}
	return true
}

// next reads a message; false when the connection is over.
func (s *seat) next() bool {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit)
	defer cancel()
	_, b, err := s.ws.Read(ctx)
	if err != nil {
		if ctx.Err() != nil {
			s.t.Fatal(waittest.Late("a message"))
		}
		s.t.Logf("the connection ended: %v, bye %q", err, s.bye)
		return false
	}
	var m map[string]any
	if err := json.Unmarshal(b, &m); err != nil {
		s.t.Fatal(err)
	}
	if m["t"] == "bye" {
		s.bye, _ = m["code"].(string)
	}
	if m["t"] != nil {
		return true
	}
	s.fresh = false
	if from, ok := m["from"].(float64); ok {
		s.events = s.events[:int(from)]
		s.hand = int(m["hand"].(float64))
	}
	s.events = append(s.events, m["ev"].([]any)...)
	s.ask, _ = m["ask"].(map[string]any)
	if info, ok := m["info"].(map[string]any); ok {
		s.info = info
	}
	return true
}

func (s *seat) send(format string, args ...any) {
	s.t.Helper()
	if err := s.ws.Write(context.Background(), websocket.MessageText, fmt.Appendf(nil, format, args...)); err != nil {
		s.t.Fatal(err)
	}
}

func (s *seat) act(r *rand.Rand) {
	if s.ask == nil {
		return
	}
	legal := s.ask["legal"].([]any)
	s.send(`{"t":"act","q":%v,"act":%q}`, s.ask["q"], legal[r.IntN(len(legal))])
	s.ask = nil
}

// TestKilledServerComesBack: the same link, the same hand, and at least everything
// that anybody has been told.
func TestKilledServerComesBack(t *testing.T) {
	t.Parallel()
	data, r := t.TempDir(), rand.New(rand.NewPCG(4, 4))
	s := startServer(t, data)
	made := s.post(t, "/api/tables", `{"name":"Anna","pace":0,"six_window":0}`)
	table, secret := made["table"].(string), made["secret"].(string)
	at := s.sit(t, table, secret)
	at.send(`{"t":"start"}`)
	for round := range 3 {
		for n := range 20 + r.IntN(40) {
			if !at.next() {
				t.Fatal("the connection ended")
			}
			if n < 20 {
				at.act(r)
			}
			if n >= 20 && at.ask != nil && len(at.events) > 0 {
				break // in the middle of a hand, asked
			}
		}
		if err := s.end(syscall.SIGKILL); err == nil {
			t.Fatal("the server ended by itself")
		}
		s = startServer(t, data)
		again := s.sit(t, table, secret)
		for again.fresh {
			again.next()
		}
		if again.hand < at.hand || again.hand == at.hand && (len(again.events) < len(at.events) || !reflect.DeepEqual(again.events[:len(at.events)], at.events)) {
			t.Fatalf("round %d: told of hand %d\n%v\nand after the kill of hand %d\n%v", round, at.hand, at.events, again.hand, again.events)
		}
		if at.ask != nil && !reflect.DeepEqual(at.ask, again.ask) {
			t.Fatalf("round %d: asked %v, and after the kill %v", round, at.ask, again.ask)
		}
		at = again
		at.act(r)
	}
	if at.hand < 2 {
		t.Errorf("only %d hands", at.hand)
	}
}

func TestStoppedServerSaysGoodbye(t *testing.T) {
	t.Parallel()
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(sig.String(), func(t *testing.T) { t.Parallel(); saysGoodbye(t, sig) })
	}
}

func saysGoodbye(t *testing.T, sig os.Signal) {
	data := t.TempDir()
	var s *serving
	heeding(sig, func() { s = startServer(t, data) })
	made, at := s.first(t)
	joined := s.post(t, "/api/join", `{"name":"Beat","code":"`+strings.ToLower(made["code"].(string))+`"}`)
	if joined["table"] != made["table"] || joined["chair"] == made["chair"] {
		t.Errorf("the code leads to %v", joined)
	}
	go func() { _ = s.cmd.Process.Signal(sig) }()
	for at.next() {
	}
	if err := s.cmd.Wait(); err != nil || at.bye != "restart" {
		t.Errorf("the server ended with %v, goodbye %q\n%s", err, at.bye, s.stderr)
	}
}

// heeding starts a program that hears a signal also where the tests run under nohup or in the background: it would begin with the
// signal ignored.
func heeding(sig os.Signal, start func()) {
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, sig)
	start()
	signal.Stop(caught)
}

// readNews reads a message; nil: it is no news.
func readNews(b []byte) map[string]any {
	var m map[string]any
	if err := json.Unmarshal(b, &m); err != nil || m["t"] != nil {
		return nil
	}
	return m
}
