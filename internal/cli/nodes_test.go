//go:build unix

package cli

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"chratze/internal/cluster/clustertest"
	server "chratze/internal/server/run"
	"chratze/internal/server/store/postgres/pgtest"
	"chratze/internal/waittest"
)

// TestNodesUnderLoad lets people play at three servers that share a database. They come by a load
// balancer, each to any of the three. The servers are killed and stopped for a while, their cables
// to the database and to each other are cut, and the database crashes. In the end the logs have
// everything that anybody has ever been told, as it was told; no hand was dealt twice; and no log
// has records of two owners at the same time.
//
// CHRATZE_NODES plays that many rounds of each trouble, and CHRATZE_KILLS as many kills. CHRATZE_LEASE=10s lets servers be slow.
func TestNodesUnderLoad(t *testing.T) {
	t.Parallel()
	tables, kills, stops, cuts, restarts := 12, 200, 50, 50, 10
	if n, err := strconv.Atoi(os.Getenv("CHRATZE_NODES")); err == nil {
		kills, stops, cuts, restarts = n, n, n, n
	}
	kills = fromEnv(t, "CHRATZE_KILLS", kills)
	c := newCluster(t, "--lease", cmp.Or(os.Getenv("CHRATZE_LEASE"), "2s"))
	t.Cleanup(func() {
		for i, s := range c.servers {
			if t.Failed() {
				_ = s.end(syscall.SIGKILL)
				text := s.stderr.String()
				t.Logf("server %d: …%s", i, text[max(0, len(text)-4000):])
			}
		}
	})
	e := &evening{T: t, bases: c.fronts(), quiet: 30 * time.Second, marked: c.marked}
	if kills > 1 {
		e.pace = 20 * time.Millisecond
	}
	e.away.Store(true)
	e.begin(c.servers[0], tables, 3)
	e.wait(40 * len(e.people))
	troubles := []struct {
		name   string
		times  int
		i      func(round int) int // the server
		cause  func(i int)
		mend   func(i int)
		waited []time.Duration
	}{
		{"kills", kills, func(n int) int { return n % 3 }, c.kill, c.start, nil},
		{"stops", stops, func(n int) int { return (n + 1) % 3 }, func(i int) { c.signal(i, syscall.SIGSTOP) }, func(i int) { c.signal(i, syscall.SIGCONT) }, nil},
		{"cuts from the database", cuts, func(n int) int { return (n + 2) % 3 }, func(i int) { c.toBase[i].Cut() }, func(i int) { c.toBase[i].Mend() }, nil},
		{"cuts from each other", cuts, func(n int) int { return n % 3 }, func(i int) { c.toPeer[i].Cut() }, func(i int) { c.toPeer[i].Mend() }, nil},
		{"crashes of the database", restarts, func(int) int { return 0 }, func(int) { c.pg.Kill(t); time.Sleep(50 * time.Millisecond); c.pg.Start(t) }, func(int) {}, nil},
	}
	for n := range max(kills, stops, cuts, restarts) {
		for k := range troubles {
			tr := &troubles[k]
			if t.Failed() || n >= tr.times {
				continue
			}
			begin, i := time.Now(), tr.i(n)
			tr.cause(i)
			waited := e.again(begin)
			if tr.waited = append(tr.waited, waited...); slices.Max(waited) > 8*time.Second {
				t.Logf("round %d of %s: somebody waited for %v", n, tr.name, slices.Max(waited))
			}
			tr.mend(i)
			e.wait(20 * len(e.people))
		}
	}
	for _, tr := range troubles {
		if slices.Sort(tr.waited); tr.waited != nil {
			t.Logf("after %d %s people were told something again within %v (median), %v (p99), %v (all)", tr.times, tr.name, tr.waited[len(tr.waited)/2], tr.waited[len(tr.waited)*99/100], tr.waited[len(tr.waited)-1])
		}
	}
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
	at := server.Database{Dir: t.TempDir(), URL: c.pg.URL}
	e.check(at)
	e.checkTerms(at)
}

// settled is after how long what was under way before a moment has arrived.
const settled = 300 * time.Millisecond

// again waits until everybody has been told something since a moment, and returns how long each
// has waited. What was under way by then doesn't count.
func (e *evening) again(since time.Time) (waited []time.Duration) {
	e.Helper()
	waited = make([]time.Duration, len(e.people))
	waittest.Until(e, "everybody is told something", func() bool {
		left := 0
		for i, p := range e.people {
			if last := time.Unix(0, p.last.Load()).Sub(since); waited[i] == 0 && last > settled {
				waited[i] = last
			}
			if waited[i] == 0 {
				left++
			}
		}
		return left == 0 || e.Failed()
	})
	return waited
}

// checkTerms fails if a log has a record of an earlier term after one of a later term.
func (e *evening) checkTerms(at server.Database) {
	db, err := at.Read(context.Background())
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

// threeServers is three servers that share a database, behind a load balancer. All ways between them
// and to them are cables.
type threeServers struct {
	*testing.T
	pg      *pgtest.Server
	key     string
	servers []*serving
	addrs   []string // where people reach each
	data    []string
	peers   []string // where it listens to the others
	flags   []string // of each server, besides
	front   []*clustertest.Cable
	toBase  []*clustertest.Cable
	toPeer  []*clustertest.Cable // to each from the others
	marked  []atomic.Bool        // the load balancer has marked it as down
	earlier string               // where the program is that all run; "": this one
}

func newCluster(t *testing.T, flags ...string) *threeServers {
	t.Helper()
	return newClusterOf(t, "", flags...)
}

func newClusterOf(t *testing.T, program string, flags ...string) *threeServers {
	t.Helper()
	c := &threeServers{T: t, earlier: program, flags: flags, pg: pgtest.New(t), key: filepath.Join(t.TempDir(), "key"), servers: make([]*serving, 3), marked: make([]atomic.Bool, 3)}
	if err := os.WriteFile(c.key, []byte(rand.Text()), 0o600); err != nil {
		t.Fatal(err)
	}
	base, err := url.Parse(c.pg.URL)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		c.data, c.addrs, c.peers = append(c.data, t.TempDir()), append(c.addrs, freeAddress(t)), append(c.peers, freeAddress(t))
		c.front = append(c.front, clustertest.NewCable(t, c.addrs[i]))
		c.toBase = append(c.toBase, clustertest.NewCable(t, base.Host))
		c.toPeer = append(c.toPeer, clustertest.NewCable(t, c.peers[i]))
	}
	for i := range 3 {
		if c.start(i); i == 0 {
			c.reroute()
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	var balancer sync.WaitGroup
	for i := range 3 {
		balancer.Go(func() { c.balance(ctx, i) })
	}
	t.Cleanup(func() { cancel(); balancer.Wait() })
	return c
}

// reroute lets the servers reach each other by cables: they say where they listen, and the
// database puts the beginning of the cable in its place.
func (c *threeServers) reroute() {
	c.Helper()
	cables := "CREATE TABLE public.cables (listens text, begins text)"
	for i, cable := range c.toPeer {
		cables += fmt.Sprintf("; INSERT INTO public.cables VALUES ('%s', '%s')", c.peers[i], cable.Address)
	}
	pgtest.Exec(c.T, c.pg.URL, cables,
		`CREATE FUNCTION public.reroute() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			NEW.address := coalesce((SELECT begins FROM public.cables WHERE listens = NEW.address), NEW.address); RETURN NEW; END $$`,
		`CREATE TRIGGER reroute BEFORE INSERT OR UPDATE ON nodes FOR EACH ROW EXECUTE FUNCTION public.reroute()`)
}

// start starts a server, or starts it again where it was.
func (c *threeServers) start(i int) {
	c.Helper()
	base, err := url.Parse(c.pg.URL)
	if err != nil {
		c.Fatal(err)
	}
	base.Host = c.toBase[i].Address
	flags := []string{"--db", base.String(), "--addr", c.addrs[i], "--node", "node" + strconv.Itoa(i), "--peer-key", c.key, "--peer-address", c.peers[i], "--lease", "2s"}
	if flags = append(flags, c.flags...); c.earlier != "" {
		c.servers[i] = startAt(c.T, c.earlier, c.data[i], flags...)
	} else {
		c.servers[i] = startServer(c.T, c.data[i], flags...)
	}
}

func (c *threeServers) kill(i int) {
	c.Helper()
	if err := c.servers[i].end(syscall.SIGKILL); err == nil {
		c.Fatal("the server ended by itself")
	}
}

// fronts are where people come.
func (c *threeServers) fronts() (list []string) {
	for _, cable := range c.front {
		list = append(list, "http://"+cable.Address)
	}
	return list
}

// balance looks after one server as HAProxy does with deploy/cluster/haproxy.cfg: it asks /readyz
// every half second, marks the server as down after three times without a good answer, and then
// ends all connections to it.
func (c *threeServers) balance(ctx context.Context, i int) {
	const every = 500 * time.Millisecond
	client := http.Client{Timeout: every, Transport: &http.Transport{DisableKeepAlives: true}}
	bad := 0
	for ctx.Err() == nil {
		begin := time.Now()
		answer, err := client.Get("http://" + c.addrs[i] + "/readyz")
		bad++
		if err == nil {
			if answer.StatusCode == http.StatusOK {
				bad = 0
			}
			_ = answer.Body.Close()
		}
		if c.marked[i].Store(bad >= 3); bad >= 3 {
			c.front[i].Drop() // again and again: somebody may have come in the moment when it was marked
		}
		select {
		case <-time.After(time.Until(begin.Add(every))):
		case <-ctx.Done():
		}
	}
}

func (c *threeServers) signal(i int, sig syscall.Signal) {
	c.Helper()
	if err := c.servers[i].cmd.Process.Signal(sig); err != nil {
		c.Fatal(err)
	}
}

// freeAddress is an address at which no program listens, and none comes to: on Linux each test has
// another of the 16 million addresses of this machine.
func freeAddress(t *testing.T) string {
	t.Helper()
	host := "127.0.0.1"
	if runtime.GOOS == "linux" {
		host = fmt.Sprintf("127.%d.%d.%d", 1+mathrand.IntN(254), mathrand.IntN(256), 1+mathrand.IntN(254))
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}
