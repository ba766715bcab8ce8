// Package pgtest runs a PostgreSQL of its own for tests.
package pgtest

import (
	"bufio"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Server is a PostgreSQL that ends with the test program.
type Server struct {
	URL string
	in  io.WriteCloser // closed: it ends, and its folder goes
	out *bufio.Reader
	cmd *exec.Cmd
}

// shared is the server of this test program, which its tests share.
var shared struct {
	sync.Mutex
	server *Server
}

// Main runs tests, and then ends the server that they have shared.
func Main(m *testing.M) int {
	defer func() {
		if s := shared.server; s != nil {
			s.Stop()
		}
	}()
	return m.Run()
}

// Schema returns the URL of an empty schema in the server that all tests of this program
// share. Without CHRATZE_VERIFY=1 the test is skipped, and without PostgreSQL too, but not in CI.
func Schema(t testing.TB) string {
	t.Helper()
	need(t)
	shared.Lock()
	defer shared.Unlock()
	if shared.server == nil {
		s, err := start()
		if err != nil {
			t.Fatal(err)
		}
		shared.server = s
	}
	return NewSchema(t, shared.server.URL)
}

// New returns a server for one test alone.
func New(t testing.TB, settings ...string) *Server {
	t.Helper()
	need(t)
	s, err := start(settings...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return s
}

func need(t testing.TB) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("scripts/postgres.sh needs a shell")
	}
	if os.Getenv("CHRATZE_VERIFY") == "" {
		t.Skip("SKIPPED: PostgreSQL is part of make verify: CHRATZE_VERIFY=1")
	}
	if err := exec.Command("sh", script(), "has").Run(); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("there is no PostgreSQL, and in CI these tests are not skipped: see scripts/setup.sh")
		}
		t.Skip("SKIPPED: no PostgreSQL; CHRATZE_VERIFY=1 scripts/setup.sh installs it")
	}
}

// script is scripts/postgres.sh of this project.
func script() string {
	dir, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		path := filepath.Join(dir, "scripts", "postgres.sh")
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	panic("pgtest: not in the project")
}

// start starts a server on a free port; if another process takes that, on another.
func start(settings ...string) (s *Server, err error) {
	for range 3 {
		if s, err = startAt("", freePort(), settings); err == nil {
			return s, nil
		}
	}
	return nil, err
}

func freePort() string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	defer func() { _ = l.Close() }()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

func startAt(follow, port string, settings []string) (*Server, error) {
	settings = append([]string{"fsync=off", "shared_buffers=16MB", "max_connections=300"}, settings...)
	cmd := exec.Command("sh", append([]string{script(), "run", port}, settings...)...)
	cmd.Stderr, cmd.Env = os.Stderr, append(os.Environ(), "FOLLOW="+follow)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &Server{in: in, out: bufio.NewReader(out), cmd: cmd}
	line, err := s.out.ReadString('\n')
	if err != nil {
		s.Stop()
		return nil, fmt.Errorf("starting PostgreSQL failed: %w", err)
	}
	s.URL = strings.TrimSpace(line)
	return s, nil
}

// Standby returns a server that follows this one. Once InSync, what is committed here is there too.
func (s *Server) Standby(t testing.TB) *Server {
	t.Helper()
	u, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	b, err := startAt(u.Port(), freePort(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Stop)
	Exec(t, s.URL, "ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")
	return b
}

// InSync reports whether commits wait for a standby.
func (s *Server) InSync(t testing.TB) (is bool) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), s.URL)
	if err == nil {
		defer func() { _ = c.Close(context.Background()) }()
		err = c.QueryRow(t.Context(), `SELECT EXISTS (SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync')`).Scan(&is)
	}
	if err != nil {
		t.Fatal(err)
	}
	return is
}

// Promote makes a standby a server that takes writes.
func (s *Server) Promote(t testing.TB) { s.tell(t, "promote") }

// Kill ends the server as a crash does.
func (s *Server) Kill(t testing.TB) { s.tell(t, "kill") }

// Start starts the server again.
func (s *Server) Start(t testing.TB) { s.tell(t, "start") }

// tell sends a word to the script and waits for its answer.
func (s *Server) tell(t testing.TB, word string) {
	t.Helper()
	_, err := fmt.Fprintln(s.in, word)
	if err == nil {
		_, err = s.out.ReadString('\n')
	}
	if err != nil {
		t.Fatalf("PostgreSQL: %s: %v", word, err)
	}
}

// Stop ends the server, and its folder goes.
func (s *Server) Stop() {
	_ = s.in.Close()
	_ = s.cmd.Wait() // how it ends tells nothing
}

// NewSchema makes an empty schema and returns the URL by which it is the current one.
func NewSchema(t testing.TB, at string) string {
	t.Helper()
	name := "t" + strings.ToLower(rand.Text())
	Exec(t, at, "CREATE SCHEMA "+name)
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("search_path", name)
	u.RawQuery = q.Encode()
	return u.String()
}

// Exec does something to a database that no program of ours does.
func Exec(t testing.TB, at string, statements ...string) {
	t.Helper()
	ctx := context.Background()
	c, err := pgx.Connect(ctx, at)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close(ctx) }()
	for _, st := range statements {
		if _, err := c.Exec(ctx, st); err != nil {
			t.Fatal(st, err)
		}
	}
}
