package cluster

import (
	"context"
	"log/slog"
	"maps"
	"sync"
	"time"

	"chratze/internal/owner"
)

// Base is the database as a node needs it. Every call ends when its context does.
type Base interface {
	// Beat says that this node lives, and whether it is about to stop. If others have taken it
	// for dead it joins again, with another ID and without tables.
	Beat(ctx context.Context, leaving bool) (View, error)
	// Expel ends a node that has been silent since a heartbeat: it can't write any more, and its
	// tables are anybody's. If it has beaten since, nothing happens.
	Expel(ctx context.Context, m Member) error
	// Claim makes this node the owner of tables that no living node owns, durably. It returns
	// the terms of those that it owns now, and under which ID. The terms of a table rise.
	Claim(ctx context.Context, ids []int64) (self int64, terms map[int64]int64, err error)
	// SetOwned stores a value of a table or cash desk. It fails if this node isn't the owner since
	// the term.
	SetOwned(ctx context.Context, id, term int64, key string, value []byte) error
	// Release gives tables back.
	Release(ctx context.Context, ids []int64) error
	// Leave ends this node's membership.
	Leave(ctx context.Context) error
}

// Tables are what is in the memory of this node.
type Tables interface {
	// Yield drops what keep doesn't keep, when all that happened there is durable, and says
	// goodbye to everybody there with a code.
	Yield(ctx context.Context, keep func(id, term int64) bool, code string) error
}

// Options are the parts and settings of a Node.
type Options struct {
	Base   Base
	Lease  time.Duration // after this time without a heartbeat a node is taken for dead
	Logger *slog.Logger
	Now    func() time.Duration // this node's clock, which never goes back; nil: the system's
}

// Stats counts what a node has done.
type Stats struct {
	Leases    int   // tables that it owns
	Takeovers int64 // tables that it has claimed
	Expelled  int64 // nodes that it has taken for dead
	Lapses    int64 // how often its own lease has run out
	Members   int
}

var _ owner.Owner = (*Node)(nil)

// Node is this server among others. Its methods may be called at the same time.
type Node struct {
	opt    Options
	tables []Tables
	claims chan struct{} // a token: one claim at a time
	poke   chan struct{} // the steward has something to do
	watch  watch

	mu      sync.Mutex
	view    View
	until   time.Duration // this node's lease
	known   bool          // there is a view
	lapsed  bool
	leaving bool
	terms   map[int64]int64    // of the tables that it owns; 0: perhaps, the answer to a claim was lost
	debts   map[int64]struct{} // tables to be given back
	next    *claim
	changed chan struct{} // closed when there is a new view
	stats   Stats
}

// New returns a node that isn't a member yet: Run makes it one.
func New(opt Options) *Node {
	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}
	if opt.Now == nil {
		opt.Now = systemClock()
	}
	return &Node{opt: opt, claims: make(chan struct{}, 1), poke: make(chan struct{}, 1), watch: watch{lease: opt.Lease},
		terms: map[int64]int64{}, debts: map[int64]struct{}{}, changed: make(chan struct{})}
}

// systemClock returns a clock that starts at 0. The clock of the system that never goes back
// may stand still while a machine sleeps, so the one on the wall has a say: too late is safe.
func systemClock() func() time.Duration {
	start := time.Now()
	var mu sync.Mutex
	var last, wall time.Duration
	return func() time.Duration {
		now := time.Now()
		mu.Lock()
		defer mu.Unlock()
		steady, shown := now.Sub(start), now.Round(0).Sub(start.Round(0))
		slept := max(0, (shown-wall)-(steady-last))
		wall, last = shown, steady
		if slept > time.Second { // it slept, or somebody has set the clock
			start, wall, last = start.Add(-slept), wall+slept, last+slept
		}
		return last
	}
}

// Run keeps this node a member until the context is done. The tables are those that it has to
// drop when it must.
func (n *Node) Run(ctx context.Context, tables ...Tables) {
	n.tables = tables
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-n.poke:
				n.tidy(ctx)
			case <-ctx.Done():
				return
			}
		}
	}()
	every := time.NewTicker(n.opt.Lease / 5)
	defer every.Stop()
	for {
		if n.beat(ctx) {
			n.beat(ctx) // the tables of the dead are somebody's at once
		}
		select {
		case <-every.C:
		case <-ctx.Done():
			<-done
			return
		}
	}
}

// beat sends one heartbeat and takes what comes back. It reports whether it has ended a dead node.
func (n *Node) beat(ctx context.Context) (ended bool) {
	n.mu.Lock()
	leaving := n.leaving
	n.mu.Unlock()
	limited, cancel := context.WithTimeout(ctx, n.opt.Lease/2)
	began := n.opt.Now()
	v, err := n.opt.Base.Beat(limited, leaving)
	cancel()
	now := n.opt.Now()
	if err != nil {
		n.missed(now, err)
		return false
	}
	for _, m := range n.took(began, now, v) {
		n.opt.Logger.Warn("a node is silent and taken for dead", "node", m.Name)
		limited, cancel := context.WithTimeout(ctx, n.opt.Lease/2)
		if err := n.opt.Base.Expel(limited, m); err != nil {
			n.opt.Logger.Error("a dead node can't be ended", "node", m.Name, "err", err)
		} else {
			ended = true
		}
		cancel()
	}
	n.wake()
	return ended
}

// missed notes a heartbeat that failed.
func (n *Node) missed(now time.Duration, err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.known && now > n.until && !n.lapsed {
		n.lapsed = true
		n.stats.Lapses++
		n.opt.Logger.Error("this node can't renew its lease: it refuses requests until it can", "err", err)
		n.wake()
	}
}

// took notes a heartbeat that was answered, and returns who is dead.
func (n *Node) took(began, now time.Duration, v View) (dead []Member) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.known && v.Self != n.view.Self {
		n.opt.Logger.Warn("this node was taken for dead, and joins again")
		maps.DeleteFunc(n.terms, func(_, term int64) bool { return term > 0 })
		n.stats.Lapses++
	}
	if until := holds(began, n.opt.Lease); now <= until {
		if n.lapsed {
			n.opt.Logger.Warn("this node has its lease again: it answers requests")
		}
		n.until, n.lapsed = until, false
	}
	n.view, n.known = v, true
	n.stats.Members = len(v.Members)
	if dead = n.watch.dead(now, &v); dead != nil {
		n.stats.Expelled += int64(len(dead))
	}
	for id := range n.terms {
		if m, ok := v.Place(id); ok && m.ID != v.Self {
			delete(n.terms, id)
			n.debts[id] = struct{}{}
		}
	}
	close(n.changed)
	n.changed = make(chan struct{})
	return dead
}

// wake lets the steward look after the tables.
func (n *Node) wake() {
	select {
	case n.poke <- struct{}{}:
	default:
	}
}

// valid reports whether this node may answer from memory. The caller holds n.mu.
func (n *Node) valid() bool { return n.known && n.opt.Now() <= n.until }

// Keeps implements owner.Owner.
func (n *Node) Keeps(id, term int64) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	have := n.terms[id]
	return have > 0 && have == term && n.valid()
}

// releaseAtOnce is how many tables are given back at a time: their people come to the others
// bit by bit.
const releaseAtOnce = 100

// tidy drops what this node doesn't own any more, and then gives it back.
func (n *Node) tidy(ctx context.Context) {
	n.mu.Lock()
	code := "restart"
	if !n.valid() {
		code = "store"
	}
	var ids []int64
	for id := range n.debts {
		ids = append(ids, id)
	}
	n.mu.Unlock()
	for first := true; first || len(ids) > 0; first = false {
		some := ids[:min(len(ids), releaseAtOnce)]
		ids = ids[len(some):]
		later := map[int64]bool{}
		for _, id := range ids {
			later[id] = true
		}
		for _, t := range n.tables {
			if t.Yield(ctx, func(id, term int64) bool { return later[id] || n.Keeps(id, term) }, code) != nil {
				return
			}
		}
		if len(some) == 0 {
			return
		}
		limited, cancel := context.WithTimeout(ctx, n.opt.Lease)
		err := n.opt.Base.Release(limited, some)
		cancel()
		if err != nil {
			return // with the next heartbeat again
		}
		n.mu.Lock()
		for _, id := range some {
			delete(n.debts, id)
		}
		n.mu.Unlock()
	}
}

// claim is a set of tables that are claimed together.
type claim struct {
	ids   []int64
	done  chan struct{}
	terms map[int64]int64
	err   error
}

// Hold implements owner.Owner.
func (n *Node) Hold(ctx context.Context, id int64) (term int64, err error) {
	n.mu.Lock()
	m, ok := n.view.Place(id)
	_, owed := n.debts[id]
	switch {
	case !n.valid() || !ok:
		err = owner.ErrAway
	case m.ID != n.view.Self || owed:
		err = owner.ErrElsewhere
	}
	if term = n.terms[id]; term > 0 || err != nil {
		n.mu.Unlock()
		return term, err
	}
	c, first := n.next, false
	if c == nil {
		c, first = &claim{done: make(chan struct{})}, true
		n.next = c
	}
	c.ids = append(c.ids, id)
	n.mu.Unlock()
	if first {
		go n.claim(c)
	}
	select {
	case <-c.done:
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	if c.err != nil {
		return 0, c.err
	}
	if term, ok = c.terms[id]; !ok {
		return 0, owner.ErrElsewhere
	}
	return term, nil
}

// claim claims the tables that have come together while the claim before was under way.
func (n *Node) claim(c *claim) {
	defer close(c.done)
	n.claims <- struct{}{}
	defer func() { <-n.claims }()
	n.mu.Lock()
	n.next = nil
	n.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), n.opt.Lease)
	defer cancel()
	self, terms, err := n.opt.Base.Claim(ctx, c.ids)
	n.mu.Lock()
	defer n.mu.Unlock()
	switch {
	case err != nil:
		n.opt.Logger.Error("tables can't be claimed", "err", err)
		fallthrough
	case self != n.view.Self: // taken for dead meanwhile; the next heartbeat says so
		c.err = owner.ErrAway
		for _, id := range c.ids { // perhaps they are this node's, and nobody else could have them
			n.terms[id] = 0 // who comes next claims it anew
		}
		n.wake()
	default:
		c.terms = terms
		for _, id := range c.ids {
			delete(n.terms, id)
		}
		for id, term := range terms {
			n.terms[id] = term
			n.stats.Takeovers++
			if m, ok := n.view.Place(id); ok && m.ID != self {
				delete(n.terms, id) // a new view has come meanwhile
				n.debts[id] = struct{}{}
			}
		}
	}
}

// Where implements owner.Owner.
func (n *Node) Where(id int64) (name string, here bool, err error) {
	m, here, err := n.place(id)
	return m.Name, here, err
}

// place returns the node that should have a table, and whether it is this one.
func (n *Node) place(id int64) (m Member, here bool, err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	m, ok := n.view.Place(id)
	if !ok {
		return m, false, owner.ErrAway
	}
	return m, m.ID == n.view.Self, nil
}

// Set implements owner.Owner.
func (n *Node) Set(ctx context.Context, id, term int64, key string, value []byte) error {
	return n.opt.Base.SetOwned(ctx, id, term, key, value)
}

// Ready implements owner.Owner.
func (n *Node) Ready() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	switch {
	case n.leaving:
		return owner.ErrLeaving
	case !n.valid():
		return owner.ErrAway
	}
	return nil
}

// Stats returns what this node has done.
func (n *Node) Stats() Stats {
	n.mu.Lock()
	defer n.mu.Unlock()
	s := n.stats
	s.Leases = len(n.terms)
	return s
}

// View returns the last view, and a channel that is closed when there is another.
func (n *Node) View() (View, <-chan struct{}) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.view, n.changed
}

// Leave hands all tables over to the others, in order, and waits until they are given back or
// the context is done. Run must still run. Call Gone afterwards.
func (n *Node) Leave(ctx context.Context) {
	n.mu.Lock()
	n.leaving = true
	n.mu.Unlock()
	for {
		n.mu.Lock()
		left, changed, alone := len(n.terms)+len(n.debts), n.changed, true
		for _, m := range n.view.Members {
			alone = alone && (m.Leaving || m.ID == n.view.Self)
		}
		n.mu.Unlock()
		if left == 0 || alone {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}

// Gone ends the membership. Nothing may be written after it.
func (n *Node) Gone() error {
	ctx, cancel := context.WithTimeout(context.Background(), n.opt.Lease)
	defer cancel()
	return n.opt.Base.Leave(ctx)
}
