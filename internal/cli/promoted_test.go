//go:build unix

package cli

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	server "chratze/internal/server/run"
	"chratze/internal/server/store/postgres/pgtest"
	"chratze/internal/waittest"
)

// TestPostgresPromoted: of two PostgreSQL without synchronous replication the first dies under play, and the second, which has followed it
// until some time before, is promoted: seconds later, or before, or never. A server that finds the second behind ends before anybody
// is told something else than before; its next start says what is missing and renews the secrets. One that finds everything goes on.
func TestPostgresPromoted(t *testing.T) {
	t.Parallel()
	for _, when := range []string{"late", "early", "never"} {
		for _, node := range []bool{false, true} {
			name := when + " alone"
			if node {
				name = when + " node"
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				promoted(t, when, node)
			})
		}
	}
}

func promoted(t *testing.T, when string, node bool) {
	first, data := pgtest.New(t), t.TempDir()
	second := first.Standby(t)
	waittest.Until(t, "the standby follows", func() bool { return first.InSync(t) })
	pgtest.Exec(t, first.URL, "ALTER SYSTEM SET synchronous_standby_names = ''", "SELECT pg_reload_conf()")
	var hosts []string
	for _, s := range []*pgtest.Server{first, second} {
		u, err := url.Parse(s.URL)
		if err != nil {
			t.Fatal(err)
		}
		hosts = append(hosts, u.Host)
	}
	db := "postgres://chratze@" + strings.Join(hosts, ",") + "/chratze?target_session_attrs=read-write"
	flags := []string{"--db", db}
	if node {
		key := filepath.Join(t.TempDir(), "key")
		if err := os.WriteFile(key, []byte(rand.Text()), 0o600); err != nil {
			t.Fatal(err)
		}
		flags = append(flags, "--node", "a", "--peer-key", key, "--peer-address", freeAddress(t))
	}
	s := startServer(t, data, flags...)
	e := &evening{T: t, bases: []string{s.base}, quiet: 30 * time.Second}
	e.away.Store(true)
	e.begin(s, 4, 3)
	e.wait(40 * len(e.people))
	ready := func() int {
		answer, err := http.Get(s.base + "/readyz")
		if err != nil {
			return 0
		}
		_ = answer.Body.Close()
		return answer.StatusCode
	}
	switch when {
	case "late": // it has followed until some hands before
		second.Kill(t)
		e.wait(200 * len(e.people))
		first.Kill(t)
		waittest.Until(t, "a server says that it can't write", func() bool { return ready() == http.StatusServiceUnavailable })
		time.Sleep(3 * time.Second) // nobody answers
		if status := ready(); status != http.StatusServiceUnavailable {
			t.Errorf("nobody answers, and the server is %d", status)
		}
		second.Start(t)
		second.Promote(t)
	case "early": // both take writes
		second.Promote(t)
		e.wait(40 * len(e.people))
		first.Kill(t)
	case "never":
		first.Kill(t)
		waittest.Until(t, "a server says that it can't write", func() bool { return ready() == http.StatusServiceUnavailable })
		first.Start(t)
		e.wait(20 * len(e.people))
		e.end()
		if err := s.end(syscall.SIGTERM); err != nil {
			t.Errorf("%v\n%s", err, s.stderr)
		}
		e.check(server.Database{Dir: data, URL: first.URL})
		if out := commanded(t, "admin", "lost", "--db", db, "--data", data); !strings.Contains(out, "Nothing was ever missing") {
			t.Error(out)
		}
		return
	}
	ended := make(chan error, 1)
	go func() { ended <- s.cmd.Wait() }()
	_ = waittest.For(t, "the server ends", ended)
	e.end()
	if code := s.cmd.ProcessState.ExitCode(); code != exitFailed || !strings.Contains(s.stderr.String(), "PostgreSQL is behind what it has acknowledged") {
		t.Errorf("it ends with %d\n%s", code, s.stderr)
	}
	again := startServer(t, data, flags...)
	out := commanded(t, "admin", "lost", "--db", db, "--data", data)
	said := again.stderr.String()
	for _, table := range []string{"1", "2", "3", "4"} {
		if !strings.Contains(said, `"table":`+table+`,"records_before"`) || !strings.Contains(out, "able "+table) {
			t.Errorf("table %s isn't named\n%s\n%s", table, said, out)
		}
	}
	if err := again.end(syscall.SIGTERM); err != nil {
		t.Errorf("%v\n%s", err, again.stderr)
	}
}
