//go:build unix

package cli

import (
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"chratze/internal/cli/hosting"
	"chratze/internal/server/store/postgres/pgtest"
)

// TestStartedLine: the log says which program has started where, with what data.
func TestStartedLine(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := startServer(t, data)
	if err := s.end(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"msg":"started"`, `"version":"`, `"revision":"`, `"node":""`, `"database":"` + filepath.Join(data, hosting.DatabaseName), `"data":"` + data, `"addresses":["` + s.base} {
		if !strings.Contains(s.stderr.String(), want) {
			t.Errorf("no %s in %s", want, s.stderr)
		}
	}
}

// TestStranger: a server with the name of another that lives, or with another key, is refused at its
// start, and the other goes on. One that was cut off while another took its name ends.
func TestStranger(t *testing.T) {
	t.Parallel()
	pg, dir := pgtest.New(t), t.TempDir()
	key := func(name string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(rand.Text()), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	first, second := key("first"), key("second")
	flags := func(node, key string) []string {
		return []string{"--db", pg.URL, "--node", node, "--peer-key", key, "--peer-address", freeAddress(t), "--lease", "10s"}
	}
	s := startServer(t, t.TempDir(), flags("a", first)...)
	alone := []string{"serve", "--addr", "127.0.0.1:0", "--data", dir}
	if out := commandedFails(t, append(alone, flags("a", first)...)...); !strings.Contains(out, "another server has the name a") {
		t.Errorf("the same name: %s", out)
	}
	if out := commandedFails(t, append(alone, flags("b", second)...)...); !strings.Contains(out, "the server a at ") || !strings.Contains(out, "has another --peer-key") {
		t.Errorf("another key: %s", out)
	}
	if out := commanded(t, "admin", "nodes", "--db", pg.URL); strings.Count(out, "\n") != 2 {
		t.Errorf("who is there: %s", out)
	}
	s.first(t)
	pgtest.Exec(t, pg.URL, "UPDATE nodes SET id = id + 1000000, conn = 'another'") // as a start elsewhere, while it is cut off
	if err := s.cmd.Wait(); err == nil || !strings.Contains(s.stderr.String(), "another server has the name a") {
		t.Errorf("it ended with %v and says %s", err, s.stderr)
	}
}
