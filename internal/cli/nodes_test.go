//go:build unix

package cli

import (
	"context"
	"crypto/rand"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"chratze/internal/server/store/postgres/pgtest"
)

// TestNodesUnderLoad lets people play at three servers that share a database, each of them coming
// to any of the three, and kills the servers, stops them for a while, and crashes the database. In
// the end the logs have everything that anybody has ever been told, as it was told; no hand was
// dealt twice; and no log has records of two owners at the same time.
func TestNodesUnderLoad(t *testing.T) {
	t.Parallel()
	tables, kills, stops, restarts := 3, 1, 0, 0
	if os.Getenv("CHRATZE_VERIFY") != "" {
		tables, kills, stops, restarts = 12, 200, 50, 10
	}
	c := newCluster(t)
	t.Cleanup(func() {
		for i, s := range c.servers {
			if t.Failed() {
				_ = s.end(syscall.SIGKILL)
				text := s.stderr.String()
				t.Logf("server %d: …%s", i, text[max(0, len(text)-4000):])
			}
		}
	})
	e := &evening{T: t, bases: c.bases, quiet: 3 * time.Second}
	e.away.Store(true)
	e.begin(c.servers[0], tables, 3)
	e.wait(40 * len(e.people))
	var back []time.Duration
	for i := range max(kills, stops, restarts) {
		if t.Failed() {
			return
		}
		if i < kills {
			n := i % 3
			begin := time.Now()
			if err := c.servers[n].end(syscall.SIGKILL); err == nil {
				t.Fatal("the server ended by itself")
			}
			back = append(back, e.again(begin)...)
			c.start(n)
			e.wait(20 * len(e.people))
		}
		if i < stops {
			n := (i + 1) % 3
			begin := time.Now()
			c.signal(n, syscall.SIGSTOP)
			back = append(back, e.again(begin)...)
			c.signal(n, syscall.SIGCONT)
			e.wait(20 * len(e.people))
		}
		if i < restarts {
			c.pg.Kill(t)
			time.Sleep(50 * time.Millisecond)
			c.pg.Start(t)
			e.again(time.Now())
			e.wait(20 * len(e.people))
		}
	}
	slices.Sort(back)
	t.Logf("after %d kills and %d stops people were told something again within %v (median), %v (p99), %v (all)", kills, stops, back[len(back)/2], back[len(back)*99/100], back[len(back)-1])
	if err := c.servers[2].end(syscall.SIGTERM); err != nil { // its tables are handed over
		t.Errorf("%v\n%s", err, c.servers[2].stderr)
	}
	e.again(time.Now())
	e.wait(10 * len(e.people))
	e.end()
	for _, s := range c.servers[:2] {
		if err := s.end(syscall.SIGTERM); err != nil {
			t.Errorf("%v\n%s", err, s.stderr)
		}
	}
	at := database{dir: t.TempDir(), url: c.pg.URL}
	e.check(at)
	e.checkTerms(at)
}

// again waits until everybody has been told something since a moment, and returns how long each
// has waited.
func (e *evening) again(since time.Time) (waited []time.Duration) {
	e.Helper()
	for _, p := range e.people {
		for p.last.Load() <= since.UnixNano() && !e.Failed() {
			if time.Since(since) > time.Minute { // a hang, not a measurement
				e.Fatalf("table %s, chair %d isn't told anything any more", p.table, p.chair)
			}
			time.Sleep(time.Millisecond)
		}
		waited = append(waited, time.Unix(0, p.last.Load()).Sub(since))
	}
	return waited
}

// checkTerms fails if a log has a record of an earlier term after one of a later term.
func (e *evening) checkTerms(at database) {
	db, err := at.read(context.Background())
	if err != nil {
		e.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	for _, p := range e.people {
		id, err := strconv.ParseInt(p.table, 10, 64)
		if err != nil {
			e.Fatal(err)
		}
		last := int64(0)
		for rec, err := range db.Load(context.Background(), id) {
			if err != nil {
				e.Fatal(err)
			}
			if rec.Epoch < last {
				e.Errorf("table %d: record %d has term %d, after %d", id, rec.Seq, rec.Epoch, last)
			}
			last = rec.Epoch
		}
	}
}

// cluster is three servers that share a database.
type cluster struct {
	*testing.T
	pg      *pgtest.Server
	key     string
	servers []*serving
	bases   []string
	data    []string
	peers   []string
}

func newCluster(t *testing.T) *cluster {
	t.Helper()
	c := &cluster{T: t, pg: pgtest.New(t), key: filepath.Join(t.TempDir(), "key")}
	if err := os.WriteFile(c.key, []byte(rand.Text()), 0o600); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		c.data, c.peers, c.bases, c.servers = append(c.data, t.TempDir()), append(c.peers, freeAddress(t)), append(c.bases, ""), append(c.servers, nil)
		c.start(i)
		c.bases[i] = c.servers[i].base
	}
	return c
}

// start starts a server, or starts it again where it was.
func (c *cluster) start(i int) {
	c.Helper()
	flags := []string{"--db", c.pg.URL, "--node", "node" + strconv.Itoa(i), "--peer-key", c.key, "--peer-address", c.peers[i], "--lease", "2s"}
	if c.bases[i] != "" {
		flags = append(flags, "--addr", strings.TrimPrefix(c.bases[i], "http://"))
	}
	c.servers[i] = startServer(c.T, c.data[i], flags...)
}

func (c *cluster) signal(i int, sig syscall.Signal) {
	c.Helper()
	if err := c.servers[i].cmd.Process.Signal(sig); err != nil {
		c.Fatal(err)
	}
}

// freeAddress is one at which nobody listens.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}
