package cli

import (
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	server "chratze/internal/server/run"
	"chratze/internal/server/store/postgres/pgtest"
)

// TestPostgresUnderLoad lets people play on a server whose data are in PostgreSQL, and crashes
// now the database, now the server. In the end the log has everything that anybody has ever
// been told, as it was told. The data then move to a file, where all of it is too, and
// back to another database.
//
// CHRATZE_CRASHES=1 crashes each once: a minute.
func TestPostgresUnderLoad(t *testing.T) {
	t.Parallel()
	crashes := fromEnv(t, "CHRATZE_CRASHES", 20)
	pg, data := pgtest.New(t), t.TempDir()
	s := startServer(t, data, "--db", pg.URL)
	addr := strings.TrimPrefix(s.base, "http://")
	e := newEvening(t, s, 5, 3)
	e.away.Store(true)
	for range crashes {
		e.wait(40 * len(e.people))
		pg.Kill(t)
		time.Sleep(50 * time.Millisecond) // some try meanwhile
		pg.Start(t)
		e.wait(40 * len(e.people))
		if err := s.end(syscall.SIGKILL); err == nil {
			t.Fatal("the server ended by itself")
		}
		if t.Failed() {
			return
		}
		s = startServer(t, data, "--db", pg.URL, "--addr", addr)
	}
	e.wait(10 * len(e.people))
	e.end()
	if out := commandedFails(t, "admin", "close", "1", "--db", pg.URL, "--data", t.TempDir()); !strings.Contains(out, "another process is writing") {
		t.Errorf("closed a table of a server that runs: %s", out)
	}
	if err := s.end(syscall.SIGTERM); err != nil {
		t.Errorf("%v\n%s", err, s.stderr)
	}
	at := server.Database{Dir: data, URL: pg.URL}
	e.check(at)
	if out := commanded(t, "admin", "lost", "--db", pg.URL, "--data", data); !strings.Contains(out, "Nothing was ever missing") {
		t.Error(out)
	}
	list := commanded(t, "admin", "list", "--db", pg.URL, "--json")
	file := t.TempDir()
	commanded(t, "move-data", pg.URL, file)
	if out := commandedFails(t, "serve", "--db", pg.URL, "--data", t.TempDir()); !strings.Contains(out, "moved to another place ("+file) {
		t.Errorf("a start where the data were moved from: %s", out)
	}
	e.check(server.Database{Dir: file})
	if got := commanded(t, "admin", "list", "--data", file, "--json"); got != list {
		t.Errorf("moved:\n%s\nit was:\n%s", got, list)
	}
	again := pgtest.NewSchema(t, pg.URL)
	commanded(t, "move-data", file, again)
	e.check(server.Database{Dir: file, URL: again})
	if got := commanded(t, "admin", "list", "--db", again, "--json"); got != list {
		t.Errorf("moved back:\n%s\nit was:\n%s", got, list)
	}
	if out := commandedFails(t, "move-data", again, pg.URL); !strings.Contains(out, "empty database") {
		t.Error(out)
	}

	// A backup by the database's own programs, and back.
	dump := filepath.Join(file, "dump")
	program(t, "pg_dump", "--format", "custom", "--file", dump, pg.URL)
	pgtest.Exec(t, pg.URL, "CREATE DATABASE restored")
	restored := strings.TrimSuffix(pg.URL, "chratze") + "restored"
	program(t, "pg_restore", "--no-owner", "--dbname", restored, dump)
	if out := commanded(t, "admin", "renew", "--db", restored); !strings.Contains(out, "live tables: 5") {
		t.Error(out)
	}
	e.check(server.Database{Dir: file, URL: restored})
	s = startServer(t, t.TempDir(), "--db", restored)
	if err := s.end(syscall.SIGTERM); err != nil {
		t.Errorf("%v\n%s", err, s.stderr)
	}
}

// program runs a program of PostgreSQL.
func program(t *testing.T, name string, args ...string) {
	t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
}
