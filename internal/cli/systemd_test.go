package cli

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"chratze/internal/server/store/postgres/pgtest"
	"chratze/internal/waittest"
)

// manager is as much of systemd as a server of Type=notify talks to.
type manager struct {
	socket *net.UnixConn
	path   string
}

func newManager(t *testing.T) *manager {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no systemd")
	}
	dir, err := os.MkdirTemp("", "n") // the path of a socket is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	m := &manager{path: filepath.Join(dir, "notify")}
	if m.socket, err = net.ListenUnixgram("unixgram", &net.UnixAddr{Name: m.path, Net: "unixgram"}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.socket.Close() })
	return m
}

// hears waits for a message that contains a text, and returns those before it.
func (m *manager) hears(t *testing.T, text string) (before []string) {
	t.Helper()
	if err := m.socket.SetReadDeadline(time.Now().Add(waittest.Limit)); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 4096)
	for {
		n, err := m.socket.Read(b)
		if err != nil {
			t.Fatalf("the service manager doesn't hear %q, only %q: %v", text, before, err)
		}
		if strings.Contains(string(b[:n]), text) {
			return before
		}
		before = append(before, string(b[:n]))
	}
}

// both collects what a process says while a test reads it.
type both struct {
	sync.Mutex
	bytes.Buffer
}

func (b *both) Write(p []byte) (int, error) {
	b.Lock()
	defer b.Unlock()
	return b.Buffer.Write(p)
}

func (b *both) String() string {
	b.Lock()
	defer b.Unlock()
	return b.Buffer.String()
}

// unit is a server of a service manager, which has not said yet that it is ready.
func (m *manager) unit(t *testing.T, addr string, flags ...string) (cmd *exec.Cmd, said *both) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "chratze")
	if err := os.Symlink(self, program); err != nil {
		t.Fatal(err)
	}
	said = &both{}
	cmd = exec.Command(program, append([]string{"serve", "--addr", addr, "--data", t.TempDir(), "--lang", "en"}, flags...)...)
	cmd.Env = append(os.Environ(), "NOTIFY_SOCKET="+m.path, "WATCHDOG_USEC=300000")
	cmd.Stderr = said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return cmd, said
}

// TestTellsSystemd: a server says that it is ready when it answers, feeds the watchdog, and says that
// it stops.
func TestTellsSystemd(t *testing.T) {
	t.Parallel()
	m := newManager(t)
	cmd, said := m.unit(t, "127.0.0.1:0")
	if before := m.hears(t, "READY=1"); before != nil {
		t.Errorf("before it was ready it said %q", before)
	}
	listens := regexp.MustCompile(`listens[":=]+([0-9.]+:[0-9]+)`)
	waittest.Until(t, "it says where it listens", func() bool { return listens.MatchString(said.String()) })
	if r, err := http.Get("http://" + listens.FindStringSubmatch(said.String())[1] + "/readyz"); err != nil || r.StatusCode != http.StatusOK {
		t.Errorf("ready, and %v", err)
	}
	m.hears(t, "WATCHDOG=1")
	m.hears(t, "WATCHDOG=1")
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	m.hears(t, "STOPPING=1")
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
}

// TestWaitsForDatabase: if PostgreSQL isn't there yet, the server waits and says so, and ends without
// an error when it is told to.
func TestWaitsForDatabase(t *testing.T) {
	t.Parallel()
	m := newManager(t)
	cmd, said := m.unit(t, "127.0.0.1:0", "--db", fmt.Sprintf("postgres://chratze:geheim@%s/chratze", freeAddress(t)))
	m.hears(t, "STATUS=waiting for the database")
	waittest.Until(t, "it says so", func() bool { return strings.Contains(said.String(), "waiting for the database") })
	if strings.Contains(said.String(), "geheim") {
		t.Errorf("it tells the password: %s", said)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
}

// TestPostgresComesLater: the server starts when PostgreSQL has come, and isn't ready while it is away. It doesn't wait for one
// that refuses it.
func TestPostgresComesLater(t *testing.T) {
	t.Parallel()
	pg, m, addr := pgtest.New(t), newManager(t), freeAddress(t)
	pg.Kill(t)
	_, said := m.unit(t, addr, "--db", pg.URL)
	m.hears(t, "STATUS=waiting for the database")
	pg.Start(t)
	m.hears(t, "READY=1")
	if r, err := http.Get("http://" + addr + "/readyz"); err != nil || r.StatusCode != http.StatusOK {
		t.Errorf("%v\n%s", err, said)
	}
	pg.Kill(t) // while nobody plays
	if out := commandedFails(t, "health", "--addr", addr); !strings.Contains(out, "503 Service Unavailable: the database doesn't answer") {
		t.Error(out)
	}
	pg.Start(t)
	waittest.Until(t, "it is ready again", func() bool {
		return run([]string{"health", "--addr", addr}, nil, io.Discard, io.Discard) == exitOK
	})
	other := strings.Replace(pg.URL, "chratze@", "stranger@", 1)
	out := commandedFails(t, "serve", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--db", other)
	if !strings.Contains(out, "doesn't let this server in (FATAL: role \"stranger\" does not exist") {
		t.Error(out)
	}
}

// TestTakenForDeadAtStart: one of several servers may be so slow to start that the others take it for dead meanwhile. It begins anew.
func TestTakenForDeadAtStart(t *testing.T) {
	t.Parallel()
	pg, key := pgtest.New(t), filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(key, []byte(strings.Repeat("k", 32)), 0o600); err != nil {
		t.Fatal(err)
	}
	flags := []string{"--db", pg.URL, "--node", "a", "--peer-key", key, "--peer-address", freeAddress(t)}
	if err := startServer(t, t.TempDir(), flags...).end(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	pgtest.Exec(t, pg.URL, `CREATE TABLE public.dead (name text)`, `INSERT INTO public.dead VALUES ('a')`,
		`CREATE FUNCTION public.expel() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			DELETE FROM nodes USING public.dead d WHERE nodes.name = d.name; DELETE FROM public.dead; RETURN NEW; END $$`,
		`CREATE TRIGGER expel AFTER INSERT OR UPDATE ON settings FOR EACH ROW EXECUTE FUNCTION public.expel()`)
	s := startServer(t, t.TempDir(), flags...)
	if said := s.stderr.String(); !strings.Contains(said, "have taken a for dead") {
		t.Errorf("it says %s", said)
	}
}
