//go:build unix

package cli

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"chratze/internal/client"
	server "chratze/internal/server/run"
	"chratze/internal/table/wire"
	"chratze/internal/waittest"
)

// TestBehindHAProxy lets people play at three servers behind HAProxy with the configuration in
// deploy/cluster, in which only the addresses are others. A server is killed, one is stopped for a
// while, and one ends as planned: people come back by HAProxy, and nothing is lost.
func TestBehindHAProxy(t *testing.T) {
	t.Parallel()
	program := haproxy(t)
	c := newCluster(t, "--proxies", "127.0.0.1")
	address := freeAddress(t)
	startHAProxy(t, program, address, c.addrs)
	e := &evening{T: t, bases: []string{"http://" + address}, quiet: 30 * time.Second}
	e.away.Store(true)
	e.begin(c.servers[0], 6, 3)
	e.wait(40 * len(e.people))
	for n, trouble := range []struct {
		name        string
		cause, mend func(i int)
	}{
		{"a kill", c.kill, c.start},
		{"a stop", func(i int) { c.signal(i, syscall.SIGSTOP) }, func(i int) { c.signal(i, syscall.SIGCONT) }},
		{"a planned end", func(i int) {
			if err := c.servers[i].end(syscall.SIGTERM); err != nil {
				t.Errorf("%v\n%s", err, c.servers[i].stderr)
			}
		}, c.start},
	} {
		begin := time.Now()
		trouble.cause(n)
		last := time.Duration(0)
		for _, waited := range e.again(begin) {
			last = max(last, waited)
		}
		t.Logf("after %s everybody was told something again within %v", trouble.name, last)
		trouble.mend(n)
		e.wait(20 * len(e.people))
	}
	e.end()
	at := server.Database{Dir: t.TempDir(), URL: c.pg.URL}
	e.check(at)
	e.checkTerms(at)
}

// TestHAProxyGoesByTheCookie: a client that keeps the cookie, as browsers and the terminal do, comes to
// the server that has its table, so nothing is passed on, even if another server gave the seat. A
// client that keeps none comes to any, and plays all the same.
func TestHAProxyGoesByTheCookie(t *testing.T) {
	t.Parallel()
	program := haproxy(t)
	c := newCluster(t, "--proxies", "127.0.0.1", "--metrics-token", "M")
	address := freeAddress(t)
	startHAProxy(t, program, address, c.addrs)
	seats := make([]client.Seat, 12)
	for i := range seats {
		var err error
		if seats[i], err = client.Make(t.Context(), "http://"+address, nil, map[string]any{"name": "Anna"}); err != nil {
			t.Fatal(err)
		}
	}
	sit := func(query string, header func(client.Seat) http.Header) int {
		for _, seat := range seats {
			conn, err := client.Dial(t.Context(), "http://"+address+"/ws/"+seat.Table+query, header(seat))
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = conn.Close() }()
			if _, err := conn.Read(); err != nil {
				t.Fatal(err)
			}
		}
		return hops(t, c.addrs)
	}
	if n := sit("", func(s client.Seat) http.Header {
		return http.Header{"Cookie": {"seat=" + s.Secret + "; server=" + s.Server}}
	}); n != 0 {
		t.Errorf("%d of %d browsers are passed on", n, len(seats))
	}
	told := make(chan string)
	for _, seat := range seats { // it hears of the server by the WebSocket
		go func() {
			_ = client.New(client.Options{Server: "http://" + address, Table: seat.Table, Secret: seat.Secret, Told: func(_ *client.Table, m *wire.Received) {
				if m.T == "hello" {
					told <- seat.Table
				}
			}}).Run(t.Context())
		}()
	}
	for range seats {
		waittest.For(t, "the terminal's client is at its table", told)
	}
	if n := hops(t, c.addrs); n != 0 {
		t.Errorf("%d of %d that follow are passed on", n, len(seats))
	}
	if n := sit("?moved=1", func(s client.Seat) http.Header { return http.Header{"Authorization": {"Bearer " + s.Secret}} }); n == 0 {
		t.Errorf("of %d without the cookie none is passed on: what is counted?", len(seats))
	}
}

// TestPagesBehindHAProxyWithoutDatabase: while the database is away, pages come as before, and who asks for a table is told by
// the server why it waits. When the database is back, so are the tables.
func TestPagesBehindHAProxyWithoutDatabase(t *testing.T) {
	t.Parallel()
	program := haproxy(t)
	c := newCluster(t, "--proxies", "127.0.0.1")
	base := "http://" + freeAddress(t)
	startHAProxy(t, program, strings.TrimPrefix(base, "http://"), c.addrs)
	seat, err := client.Make(t.Context(), base, nil, map[string]any{"name": "Anna"})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(path string) (status int, text string) {
		request, err := http.NewRequestWithContext(t.Context(), "GET", base+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+seat.Secret)
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = answer.Body.Close() }()
		b, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(b)
	}
	c.pg.Kill(t)
	waittest.Until(t, "HAProxy knows that no server is ready", func() bool {
		_, text := ask("/ws/" + seat.Table)
		return strings.Contains(text, "No server is available")
	})
	for range 3 {
		for _, path := range []string{"/", "/rules/chratze", "/learn/", "/words/en", "/kasse/", "/t/" + seat.Table, "/api/rules"} {
			if status, text := ask(path); status != http.StatusOK {
				t.Errorf("%s while the database is away: %d %.200s", path, status, text)
			}
		}
	}
	if status, text := ask("/api/seat/" + seat.Table); status != http.StatusServiceUnavailable || !strings.Contains(text, `"code"`) {
		t.Errorf("a seat while the database is away: %d %.200s", status, text)
	}
	c.pg.Start(t)
	waittest.Until(t, "tables are back", func() bool { status, _ := ask("/readyz"); return status == http.StatusOK })
}

// TestLoadComesToItsTables: if the servers have names, nobody's connection is passed on; else
// some are.
func TestLoadComesToItsTables(t *testing.T) {
	t.Parallel()
	c := newCluster(t, "--metrics-token", "M")
	for _, named := range []bool{true, false} {
		var urls []string
		for i, at := range c.addrs {
			if at = "http://" + at; named {
				at = fmt.Sprintf("node%d=%s", i, at)
			}
			urls = append(urls, at)
		}
		most := 0
		r := playLoad(t, strings.Join(urls, ","), func(int64) { most = max(most, hops(t, c.addrs)) }, "--tables", "6", "--warm", "0s", "--duration", "500ms", "--pace", "100ms")
		if (most == 0) != named || r.Moves == 0 {
			t.Errorf("with names: %v, up to %d of 24 are passed on in %d moves", named, most, r.Moves)
		}
	}
}

// TestManyAtOneServer: thousands of people who keep no cookies come to one of three servers at once. Two
// of three are passed on to the server that has their table; all play, and nothing is lost.
//
// CHRATZE_TABLES plays at that many tables of four.
func TestManyAtOneServer(t *testing.T) {
	t.Parallel()
	tables, err := strconv.Atoi(os.Getenv("CHRATZE_TABLES"))
	if err != nil {
		tables = 100
		if os.Getenv("CHRATZE_VERIFY") != "" {
			tables = 1000
		}
	}
	c := newCluster(t, "--metrics-token", "M")
	warm, most := 5*time.Second+time.Duration(tables)*30*time.Millisecond, 0
	r := playLoad(t, "http://"+c.addrs[0], func(seconds int64) {
		if seconds%5 == 4 {
			most = max(most, hops(t, c.addrs))
		}
	}, "--tables", strconv.Itoa(tables), "--warm", warm.String(), "--duration", "10s", "--pace", "2s")
	t.Logf("up to %d of %d are passed on", most, 4*tables)
	if len(r.Faults) > 0 || len(r.Outages) > 0 || r.Moves == 0 || most < 4*tables/2 || most > 4*tables*5/6 {
		t.Errorf("up to %d of %d are passed on, %d moves, faults %v, outages %+v", most, 4*tables, r.Moves, r.Faults, r.Outages)
	}
}

// hops returns how many connections are passed on between servers.
func hops(t *testing.T, at []string) (sum int) {
	t.Helper()
	for _, address := range at {
		n, err := strconv.Atoi(metric(t, address, "chratze_node_hops "))
		if err != nil {
			t.Fatal(err)
		}
		sum += n
	}
	return sum
}

// TestManyNodesComeBack plays at 250 tables of three servers behind HAProxy, a move a second and
// table. A server is killed, and another is stopped for a while: everybody comes back, and nothing
// that anybody was told is lost. It logs how long that takes.
//
// CHRATZE_TABLES plays at that many tables: 1000 need four cores that do nothing else.
func TestManyNodesComeBack(t *testing.T) {
	t.Parallel()
	tables, err := strconv.Atoi(os.Getenv("CHRATZE_TABLES"))
	if err != nil {
		tables = 250
		if os.Getenv("CHRATZE_VERIFY") == "" {
			t.Skip("part of make verify: 1000 connections")
		}
	}
	program := haproxy(t)
	c := newCluster(t, "--proxies", "127.0.0.1")
	address := freeAddress(t)
	startHAProxy(t, program, address, c.addrs)
	warm := 5*time.Second + time.Duration(tables)*30*time.Millisecond
	began, done := int64(-1), 0
	since := map[string]int64{}
	troubles := []struct {
		after time.Duration // people came to their tables
		name  string
		cause func()
	}{
		{5 * time.Second, "the kill", func() { c.kill(0) }},
		{25 * time.Second, "the stop", func() { c.signal(1, syscall.SIGSTOP) }},
		{35 * time.Second, "it goes on", func() { c.signal(1, syscall.SIGCONT) }},
	}
	r := playLoad(t, "http://"+address, func(seconds int64) {
		if began < 0 {
			began = seconds
		}
		if done < len(troubles) && seconds-began > int64((warm+troubles[done].after).Seconds()) {
			since[troubles[done].name] = time.Now().UnixMilli()
			troubles[done].cause()
			done++
		}
	}, "--tables", strconv.Itoa(tables), "--warm", warm.String(), "--duration", "1m", "--pace", "1s")
	for name, at := range since {
		for _, o := range r.Outages {
			if o.Lost >= at && o.Lost < at+9000 {
				t.Logf("%s: the first was cut off after %d ms; after %d ms the first was back, after %d ms 99 of 100, after %d ms all", name, o.Lost-at, o.FirstBack-at, o.P99Back-at, o.AllBack-at)
			}
		}
	}
	delete(r.Faults, lostConnections)
	if len(r.Faults) > 0 {
		t.Errorf("faults %v", r.Faults)
	}
	if len(r.Outages) < 2 || slices.ContainsFunc(r.Outages, func(o outage) bool { return o.AllBack == 0 }) {
		t.Errorf("outages %+v", r.Outages)
	}
}

// haproxy returns where the program is. Without CHRATZE_VERIFY=1 the test is skipped, and without the program too, but
// not in CI.
func haproxy(t *testing.T) string {
	t.Helper()
	if os.Getenv("CHRATZE_VERIFY") == "" {
		t.Skip("SKIPPED: HAProxy is part of make verify: CHRATZE_VERIFY=1")
	}
	for _, name := range []string{"haproxy", "/usr/sbin/haproxy"} {
		if program, err := exec.LookPath(name); err == nil {
			return program
		}
	}
	if os.Getenv("CI") != "" {
		t.Fatal("there is no HAProxy, and in CI this test is not skipped: see scripts/setup.sh")
	}
	t.Skip("SKIPPED: no HAProxy; CHRATZE_VERIFY=1 scripts/setup.sh installs it")
	return ""
}

// startHAProxy runs HAProxy before three servers until the test ends; with the names that stand in the configuration, if these
// are found by a nameserver.
func startHAProxy(t *testing.T, program, address string, servers []string, nameserver ...string) {
	t.Helper()
	config, err := os.ReadFile("../../deploy/cluster/haproxy.cfg")
	if err != nil {
		t.Fatal(err)
	}
	text := string(config)
	put := func(old, instead string) {
		if !strings.Contains(text, old) {
			t.Fatalf("deploy/cluster/haproxy.cfg has no %q", old)
		}
		text = strings.ReplaceAll(text, old, instead)
	}
	put("bind :8080", "bind "+address)
	for i, at := range servers {
		put(fmt.Sprintf(" node%d:8080", i+1), " "+at)
		put(fmt.Sprintf(" cookie node%d", i+1), fmt.Sprintf(" cookie node%d", i)) // their names in newCluster
	}
	for _, at := range nameserver {
		put("parse-resolv-conf", "nameserver test "+at)
	}
	file := filepath.Join(t.TempDir(), "haproxy.cfg")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if said, err := exec.Command(program, "-c", "-f", file).CombinedOutput(); err != nil || nameserver == nil && strings.Contains(string(said), "WARNING") {
		t.Fatalf("the configuration: %v\n%s", err, said)
	}
	cmd := exec.Command(program, "-db", "-f", file)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
	})
	waittest.Until(t, "HAProxy listens", func() bool {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	})
}
