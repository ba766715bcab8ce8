package host

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"chratze/chance"
	"chratze/internal/cluster"
	"chratze/internal/fair"
	"chratze/internal/table"
	"chratze/rams"
)

// TestNodes plays sittings, each from a seed, at three servers that share a database. They are
// killed and paused, cut off from the database or from each other, stopped as planned and started
// again; their clocks are set to another day and go at different speeds; a paused server's
// statements come when others have long taken over. People come to any of them, and are passed on
// to the owner of their table. What TestSimulation checks holds here too, and no log has records
// of two servers at the same time.
//
// A failure names its seed; CHRATZE_SEED plays that one alone.
func TestNodes(t *testing.T) {
	t.Parallel()
	sittings := uint64(200)
	switch {
	case os.Getenv("CHRATZE_VERIFY") != "":
		sittings = 10_000
	case testing.Short():
		sittings = 40
	}
	first := uint64(0)
	if text := os.Getenv("CHRATZE_SEED"); text != "" {
		if _, err := fmt.Sscan(text, &first); err != nil {
			t.Fatal(err)
		}
		sittings = first + 1
	}
	var sum fleet
	for seed := first; seed < sittings && !t.Failed(); seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := nodesSitting(t, seed)
				sum.count(f)
			})
		})
	}
	t.Logf("%d hands, %d kills, %d pauses, %d cuts, %d hops; %d takeovers, %d taken for dead", sum.hands, sum.kills, sum.pauses, sum.cuts, sum.hops, sum.takeovers, sum.expelled)
	if n := int(sittings - first); n > 20 && (sum.hands < n || sum.kills < n || sum.pauses < n || sum.hops < n || sum.expelled < int64(n)) {
		t.Error("too little happens")
	}
}

// fleet is a world with three servers.
type fleet struct {
	counts
	world
	base  *simBase
	nodes [3]*simNode
	apart [3][3]bool // servers that can't reach each other
}

type counts struct {
	pauses, cuts, hops  int
	takeovers, expelled int64
}

func (f *fleet) count(o *fleet) {
	f.hands += o.hands
	f.kills += o.kills
	f.pauses += o.pauses
	f.cuts += o.cuts
	f.hops += o.hops
	f.takeovers += o.takeovers
	f.expelled += o.expelled
}

// simNode is one of the servers.
type simNode struct {
	*simConn
	fleet *fleet
	host  *Host
	stop  context.CancelFunc
	ended chan struct{}
	wall  jumping
}

const simLease = 2 * time.Second

func nodesSitting(t *testing.T, seed uint64) *fleet {
	f := &fleet{world: world{T: t, r: rand.New(rand.NewPCG(seed, 21))}, base: newSimBase()}
	f.world.read = f.base.read
	f.world.reach = f.way
	f.world.entry = func() *simNode { return f.nodes[f.n(3)] }
	f.world.at = func(id int64) *Host { return f.ownerOf(id).host }
	for i := range f.nodes {
		f.bootNode(i)
	}
	t.Cleanup(f.stopAll)
	time.Sleep(simLease)
	f.base.setBrisk(true) // whoever makes a table gives up at the first trouble
	for range 1 + f.n(2) {
		f.host = f.nodes[f.n(3)].host
		f.makeTable()
	}
	f.base.setBrisk(false)
	for range 150 + f.n(250) {
		f.event()
		if t.Failed() {
			break
		}
	}
	f.end()
	return f
}

// bootNode starts a server.
func (f *fleet) bootNode(i int) {
	f.boots++
	conn := &simConn{base: f.base, name: names[i], gate: make(chan struct{}), line: make(chan struct{}, 1), r: rand.New(rand.NewPCG(f.boots, f.r.Uint64()))}
	close(conn.gate)
	n := &simNode{simConn: conn, fleet: f, ended: make(chan struct{})}
	start, speed := time.Now(), time.Duration(96+f.n(9))
	n.node = cluster.New(cluster.Options{Base: conn, Lease: simLease, Now: func() time.Duration { return time.Since(start) * speed / 100 }})
	n.host = New(Options{
		Wall: n.wall.now, Owner: n.node,
		Log: conn, Chance: chance.Of(rand.New(rand.NewPCG(f.boots, f.r.Uint64()))),
		Secret: f.secret, Code: f.secret, Seed: func() fair.Secret { return fair.Secret{byte(f.n(256)), 1} }, Bots: 2, BotLimit: 700 * time.Millisecond,
		Think: func(_ context.Context, a table.Ask) rams.Action {
			time.Sleep(time.Duration(a.Question*7919%97) * 10 * time.Millisecond)
			return a.View.Legal[int(a.Question*31)%len(a.View.Legal)]
		},
	})
	ctx, cancel := context.WithCancel(context.Background())
	n.stop = cancel
	go func() {
		defer close(n.ended)
		n.node.Run(ctx, n.host)
	}()
	f.base.mu.Lock()
	f.nodes[i] = n
	f.base.mu.Unlock()
}

// way finds the server that has the table of somebody who comes to any server. It blocks while a
// server on the way is paused.
func (f *fleet) way(l *link) *Host {
	entry := l.entry
	<-entry.running()
	name, here, err := entry.node.Where(l.person.table)
	if err != nil || entry.dead() {
		return nil
	}
	owner := entry
	if !here {
		var cut bool
		if owner, cut = f.hop(entry, name); cut {
			return nil
		}
		<-owner.running()
	}
	if owner.dead() {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.host, l.owner = owner.host, owner
	return owner.host
}

// hop returns the server of a name, and whether another can't reach it.
func (f *fleet) hop(from *simNode, name string) (to *simNode, cut bool) {
	f.base.mu.Lock()
	defer f.base.mu.Unlock()
	return f.nodes[index(name)], f.apart[index(from.name)][index(name)]
}

// ownerOf returns the server that should have a table.
func (f *fleet) ownerOf(id int64) *simNode {
	name, _, err := f.nodes[0].node.Where(id)
	if err != nil {
		f.Fatal(err)
	}
	return f.nodes[index(name)]
}

// running returns a channel that is closed unless the server is paused.
func (c *simConn) running() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.gate
}

func (c *simConn) dead() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.killed
}

func (c *simConn) paused() bool {
	select {
	case <-c.running():
		return false
	default:
		return true
	}
}

// blocked reports whether nothing gets through at present, as when a server on the way is paused.
func (l *link) blocked() bool {
	if l.entry == nil || l.owner == nil {
		return l.entry != nil && l.entry.paused()
	}
	_, cut := l.entry.fleet.hop(l.entry, l.owner.name)
	return cut || l.entry.paused() || l.owner.paused()
}

// event lets something happen, and come to rest.
func (f *fleet) event() {
	i := f.n(3)
	n := f.nodes[i]
	switch what := f.n(100); {
	case what < 28:
		f.receive()
	case what < 53:
		f.send()
	case what < 66:
		f.connect(f.people[f.n(len(f.people))])
	case what < 69:
		f.cut()
	case what < 77:
		time.Sleep(time.Duration(f.n(3000)) * time.Millisecond)
	case what < 78:
		time.Sleep(time.Duration(f.n(20)) * time.Second)
	case what < 88:
		f.wish()
	case what < 91:
		f.pause(n)
	case what < 93:
		f.cuts++
		n.mu.Lock()
		n.simConn.cut = !n.simConn.cut
		n.mu.Unlock()
	case what < 95:
		f.cuts++
		j := f.n(3)
		f.base.mu.Lock()
		cut := !f.apart[i][j] && i != j
		f.apart[i][j], f.apart[j][i] = cut, cut
		f.base.mu.Unlock()
	case what < 97:
		f.killNode(i)
	case what < 98:
		f.leave(i)
	case what < 99:
		n.wall.by.Store(jumps[f.n(len(jumps))].Milliseconds())
	default:
		f.base.clock.by.Store(jumps[f.n(len(jumps))].Milliseconds())
	}
	synctest.Wait()
}

// pause stops a server in whatever it does, or lets it go on.
func (f *fleet) pause(n *simNode) {
	n.mu.Lock()
	defer n.mu.Unlock()
	select {
	case <-n.gate:
		n.gate = make(chan struct{})
		f.pauses++
	default:
		close(n.gate)
	}
}

// killNode ends a server, and starts it again.
func (f *fleet) killNode(i int) {
	n := f.nodes[i]
	f.kills++
	n.mu.Lock()
	n.killed = true
	n.mu.Unlock()
	if n.paused() {
		f.pause(n)
	}
	f.dies(n)
	f.bootNode(i)
}

// dies ends a server, of which nothing is heard any more.
func (f *fleet) dies(n *simNode) {
	for _, l := range f.links {
		if l.entry == n || l.owner == n {
			l.die(false)
		}
	}
	n.stop()
	n.host.Close()
	<-n.ended
	s := n.node.Stats()
	f.takeovers += s.Takeovers
	f.expelled += s.Expelled
}

// leave stops a server as planned, and starts it again. People who are cut off don't get its
// farewell.
func (f *fleet) leave(i int) {
	n := f.nodes[i]
	if n.paused() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	n.node.Leave(ctx)
	cancel()
	n.stop()
	n.host.Close()
	<-n.ended
	_ = n.node.Gone() // it may be cut off
	f.dies(n)
	f.bootNode(i)
}

// heal ends all trouble.
func (f *fleet) heal() {
	f.base.setBrisk(true)
	f.base.mu.Lock()
	f.apart = [3][3]bool{}
	f.base.mu.Unlock()
	for _, n := range f.nodes {
		n.mu.Lock()
		n.simConn.cut = false
		n.mu.Unlock()
		if n.paused() {
			f.pause(n)
		}
	}
	time.Sleep(4 * simLease)
	synctest.Wait()
}

// end lets all trouble end and everybody play on, and then reads the logs.
func (f *fleet) end() {
	f.heal()
	if !f.Failed() {
		f.playOn()
	}
	f.stopAll()
	if f.Failed() {
		return
	}
	for _, l := range f.links {
		if l.owner != nil && l.owner != l.entry {
			f.hops++
		}
	}
	if err := f.base.checkOwners(); err != nil {
		f.Fatal(err)
	}
	for _, id := range f.tables {
		saved, err := f.base.read(context.Background(), id)
		if err != nil {
			f.Fatal(err)
		}
		f.check(id, saved.Records)
	}
}

// stopAll ends all servers, and waits until the last bot has thought.
func (f *fleet) stopAll() {
	for _, n := range f.nodes {
		if n == nil {
			continue
		}
		if n.paused() {
			f.pause(n)
		}
		f.dies(n)
	}
	f.nodes = [3]*simNode{}
	time.Sleep(10 * time.Second)
	synctest.Wait()
}
