//go:build unix

package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"chratze/internal/server/hostlog"
	server "chratze/internal/server/run"
	"chratze/internal/server/store"
)

// rollsFrom is the commit from whose program a rolling update is tried. The first release takes its place: until then
// nothing that was written before is read.
const rollsFrom = "HEAD"

// TestNodesRollFromEarlier updates three servers one after another under play, from the program of a commit in the past: both
// versions work together meanwhile, nothing is lost, and admin nodes shows who runs what.
func TestNodesRollFromEarlier(t *testing.T) {
	t.Parallel()
	if os.Getenv("CHRATZE_VERIFY") == "" {
		t.Skip("SKIPPED: part of make verify: it builds an earlier program")
	}
	if exec.Command("git", "cat-file", "-e", rollsFrom+"^{commit}").Run() != nil {
		t.Skip("SKIPPED: this clone doesn't have the commit " + rollsFrom)
	}
	dir := t.TempDir()
	program(t, "sh", "-c", `git -C ../.. archive "$0" | tar -x -C "$1" && cd "$1" && go build -ldflags "-X main.version=0.0.1" -o chratze ./cmd/chratze`, rollsFrom, dir)
	c := newClusterOf(t, filepath.Join(dir, "chratze"))
	e := &evening{T: t, bases: c.fronts(), quiet: 30 * time.Second, marked: c.marked, pace: 20 * time.Millisecond}
	e.away.Store(true)
	e.begin(c.servers[0], 8, 3)
	c.earlier = ""
	for i := range c.servers {
		e.wait(20 * len(e.people))
		begin := time.Now()
		if err := c.servers[i].end(syscall.SIGTERM); err != nil {
			t.Errorf("%v\n%s", err, c.servers[i].stderr)
		}
		c.start(i)
		e.again(begin)
		out := commanded(t, "admin", "nodes", "--db", c.pg.URL, "--lang", "en")
		if told := strings.Count(out, "development"); told != i+1 {
			t.Errorf("%d servers are updated, and admin nodes says %s", i+1, out)
		}
	}
	e.wait(20 * len(e.people))
	e.end()
	at := server.Database{Dir: t.TempDir(), URL: c.pg.URL}
	e.check(at)
	e.checkTerms(at)
}

// TestNewerLogIsRefused: data of a program whose records this one doesn't understand are refused at the start, by the name of
// its version and with the code after which the unit isn't started again.
func TestNewerLogIsRefused(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := startServer(t, data)
	s.first(t)
	if err := s.end(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	set := func(value string) {
		db, err := store.Open(t.Context(), filepath.Join(data, server.DatabaseName), store.Options{})
		if err == nil {
			err = db.Set(t.Context(), "program", []byte(value))
		}
		if err != nil {
			t.Fatal(err)
		}
		_ = db.Close()
	}
	set(fmt.Sprintf(`{"version":"0.2.0","format":%d}`, hostlog.RecordVersion+1))
	cmd := exec.Command(s.cmd.Path, s.cmd.Args[1:]...)
	out, err := cmd.CombinedOutput()
	if err == nil || cmd.ProcessState.ExitCode() != exitConfig || !strings.Contains(string(out), "(written by 0.2.0, this is development") {
		t.Errorf("%v: %s", err, out)
	}
	set(fmt.Sprintf(`{"version":"0.2.0","format":%d}`, hostlog.RecordVersion))
	startServer(t, data)
}
