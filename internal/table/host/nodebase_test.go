package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"chratze/internal/cluster"
	"chratze/internal/owner"
)

// simBase is a database that several servers share, as package postgres uses one: what is
// written for a table comes from its owner, whose row is locked until that is durable.
type simBase struct {
	mu     sync.Mutex
	tables map[int64]*simTable
	nodes  map[int64]*simMember
	last   int64 // the last number of anything: IDs and terms rise
	clock  jumping
	brisk  bool // no commit takes long
}

// simMember is the row of a server.
type simMember struct {
	cluster.Member
	writing int  // transactions under way, which lock the row
	ended   bool // they are undone
}

type simTable struct {
	log         []simRecord
	code        string
	closed      bool
	owner, term int64
	claims      []simClaim
}

// simClaim says that a server became the owner when the log had a length.
type simClaim struct {
	term int64
	from int
}

// simRecord is a record, and who has written it.
type simRecord struct {
	body       []byte
	node, term int64
}

func newSimBase() *simBase {
	return &simBase{tables: map[int64]*simTable{}, nodes: map[int64]*simMember{}}
}

func (b *simBase) setBrisk(brisk bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.brisk = brisk
}

// read returns what is durable.
func (b *simBase) read(_ context.Context, id int64) (Saved, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	t := b.tables[id]
	if t == nil {
		return Saved{}, ErrNoTable
	}
	saved := Saved{Code: t.code, Closed: t.closed}
	for _, r := range t.log {
		saved.Records = append(saved.Records, r.body)
	}
	return saved, nil
}

// simConn is the connection of one server to the database, and its log.
type simConn struct {
	base *simBase
	name string
	node *cluster.Node
	id   int64         // its membership; 0: none
	line chan struct{} // a token: its writes are one after another, heartbeats apart

	mu     sync.Mutex
	r      *rand.Rand
	gate   chan struct{} // closed: the server runs; else it is paused
	cut    bool          // nothing gets through
	killed bool
	loads  int
}

var (
	errCut   = errors.New("no answer")
	errBusy  = errors.New("no answer yet: a row is locked")
	errStale = errors.New("not the owner, or not the next record")

	_ Log          = (*simConn)(nil)
	_ cluster.Base = (*simConn)(nil)
)

// ask does something in the database. A paused server's statement comes late. On the way there or
// back it may be lost.
func (c *simConn) ask(f func(b *simBase) error) error {
	c.mu.Lock()
	gate := c.gate
	c.mu.Unlock()
	<-gate
	c.mu.Lock()
	lost, late := c.cut || c.killed, c.r.IntN(2) == 0
	c.mu.Unlock()
	if lost && !late {
		time.Sleep(300 * time.Millisecond)
		return errCut
	}
	c.base.mu.Lock()
	err := f(c.base)
	c.base.mu.Unlock()
	if lost {
		time.Sleep(300 * time.Millisecond)
		return errCut
	}
	return err
}

// member is the fence: nothing is written for a server whose row is gone.
func (c *simConn) member(b *simBase) error {
	if b.nodes[c.id] == nil {
		return errStale
	}
	return nil
}

// write is ask for what changes tables: in its turn.
func (c *simConn) write(f func(b *simBase) error) error {
	c.line <- struct{}{}
	defer func() { <-c.line }()
	return c.ask(f)
}

// commit lets a transaction that has locked the server's row take a while, during which others
// do what doesn't wait for that row. An error says that it was undone.
func (c *simConn) commit(b *simBase, m *simMember) error {
	c.mu.Lock()
	takes := time.Duration(c.r.IntN(3000)) * time.Millisecond
	if c.r.IntN(16) > 0 || b.brisk {
		takes = 0
	}
	c.mu.Unlock()
	if takes == 0 {
		return nil
	}
	m.writing++
	b.mu.Unlock()
	time.Sleep(takes)
	b.mu.Lock()
	m.writing--
	if m.ended {
		return errCut
	}
	return nil
}

// remove deletes the row of a server. What it has under way is undone, or must end first.
func (c *simConn) remove(b *simBase, id int64) error {
	c.mu.Lock()
	end := c.r.IntN(2) == 0
	c.mu.Unlock()
	if m := b.nodes[id]; m != nil && m.writing > 0 {
		if !end {
			return errBusy
		}
		m.ended = true
	}
	delete(b.nodes, id)
	return nil
}

func (c *simConn) Beat(_ context.Context, leaving bool) (v cluster.View, err error) {
	err = c.ask(func(b *simBase) error {
		m := b.nodes[c.id]
		if m != nil && m.writing > 0 {
			return errBusy
		}
		if m == nil {
			for id, o := range b.nodes {
				if o.Name != c.name {
					continue
				}
				if err := c.remove(b, id); err != nil { // its last start
					return err
				}
			}
			b.last++
			c.id = b.last
			m = &simMember{Member: cluster.Member{ID: c.id, Name: c.name}}
			b.nodes[c.id] = m
		}
		now := int64(b.clock.now())
		m.Seen, m.Leaving = now, m.Leaving || leaving
		v = cluster.View{Self: c.id, Now: now}
		for _, o := range b.nodes {
			v.Members = append(v.Members, o.Member)
		}
		return nil
	})
	return v, err
}

func (c *simConn) Expel(_ context.Context, m cluster.Member) error {
	return c.ask(func(b *simBase) error {
		if o := b.nodes[m.ID]; o == nil || o.Seen != m.Seen {
			return nil
		}
		return c.remove(b, m.ID)
	})
}

func (c *simConn) Claim(_ context.Context, ids []int64) (self int64, terms map[int64]int64, err error) {
	err = c.write(func(b *simBase) error {
		if err := c.member(b); err != nil {
			return err
		}
		b.last++
		self, terms = c.id, map[int64]int64{}
		for _, id := range ids {
			t := b.tables[id]
			if t == nil {
				continue
			}
			if t.owner == c.id || b.nodes[t.owner] == nil {
				t.owner, t.term = c.id, b.last
				t.claims = append(t.claims, simClaim{t.term, len(t.log)})
				terms[id] = t.term
			}
		}
		return nil
	})
	return self, terms, err
}

// SetOwned implements cluster.Base. In the simulation there are no notes.
func (c *simConn) SetOwned(context.Context, int64, int64, string, []byte) error {
	return errors.ErrUnsupported
}

func (c *simConn) Release(_ context.Context, ids []int64) error {
	return c.write(func(b *simBase) error {
		for _, id := range ids {
			if t := b.tables[id]; t.owner == c.id {
				t.owner = 0
			}
		}
		return nil
	})
}

func (c *simConn) Leave(context.Context) error {
	return c.write(func(b *simBase) error { return c.remove(b, c.id) })
}

func (c *simConn) Append(_ context.Context, batch []Entry) error {
	return c.write(func(b *simBase) error {
		if err := c.member(b); err != nil {
			return err
		}
		self, terms := c.id, map[int64]int64{}
		for _, e := range batch {
			t := b.tables[e.Table]
			if t.owner != self || t.closed {
				return errStale
			}
			terms[e.Table] = t.term
		}
		if err := c.commit(b, b.nodes[self]); err != nil {
			return err
		}
		next := map[int64]uint64{}
		for _, e := range batch { // the key of the log
			if _, ok := next[e.Table]; !ok {
				next[e.Table] = uint64(len(b.tables[e.Table].log))
			}
			if e.Seq != next[e.Table] {
				return errStale
			}
			next[e.Table]++
		}
		for _, e := range batch {
			t := b.tables[e.Table]
			t.log = append(t.log, simRecord{bytes.Clone(e.Body), self, terms[e.Table]})
		}
		return nil
	})
}

func (c *simConn) Create(_ context.Context, code, _ string, records [][]byte) (id int64, err error) {
	err = c.write(func(b *simBase) error {
		if err := c.member(b); err != nil {
			return err
		}
		b.last++
		id = int64(len(b.tables) + 1)
		t := &simTable{code: code}
		for _, r := range records {
			t.log = append(t.log, simRecord{r, 0, b.last})
		}
		b.tables[id] = t
		return nil
	})
	return id, err
}

// Load claims the table first: what is read then stays the end of the log.
func (c *simConn) Load(ctx context.Context, id int64) (saved Saved, err error) {
	term, err := c.node.Hold(ctx, id)
	if errors.Is(err, owner.ErrElsewhere) {
		return saved, ErrMoved
	}
	if err != nil {
		return saved, err
	}
	err = c.ask(func(*simBase) error { return nil })
	if err != nil {
		return saved, err
	}
	saved, err = c.base.read(ctx, id)
	saved.Term = term
	c.mu.Lock()
	c.loads++
	slow := time.Duration(c.loads * 7 % 5)
	c.mu.Unlock()
	time.Sleep(slow * 300 * time.Millisecond) // meanwhile much can happen
	return saved, err
}

func (c *simConn) ByCode(_ context.Context, code string) (found int64, err error) {
	err = c.ask(func(b *simBase) error {
		for id, t := range b.tables {
			if t.code == code && code != "" {
				found = id
				return nil
			}
		}
		return ErrNoTable
	})
	return found, err
}

func (c *simConn) change(id int64, f func(t *simTable)) error {
	return c.write(func(b *simBase) error {
		if err := c.member(b); err != nil {
			return err
		}
		if b.tables[id].owner != c.id {
			return errStale
		}
		f(b.tables[id])
		return nil
	})
}

func (c *simConn) Close(_ context.Context, id int64) error {
	return c.change(id, func(t *simTable) { t.closed, t.code = true, "" })
}

// hasTable fails unless a server owns a table. It answers for it from memory just now: if somebody
// else has claimed the table, people may know more than this server does.
func (b *simBase) hasTable(n *simNode, id int64) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if t := b.tables[id]; t.owner != n.id {
		return fmt.Errorf("node %d (%s) answers for table %d from memory, and node %d has it", n.id, n.name, id, t.owner)
	}
	return nil
}

// checkOwners fails if the logs say that two servers had a table at the same time: the terms
// rise, each is one server's, and whoever claims a table finds all that was written before.
func (b *simBase) checkOwners() error {
	for id, t := range b.tables {
		for _, c := range t.claims {
			for i, r := range t.log {
				if later := i >= c.from; later != (r.term >= c.term) {
					return fmt.Errorf("table %d: record %d is of term %d, and the log had %d when term %d began", id, i, r.term, c.from, c.term)
				}
			}
		}
		of := map[int64]int64{}
		for i, r := range t.log {
			if i > 0 && r.term < t.log[i-1].term {
				return fmt.Errorf("table %d: record %d is of term %d, and the one before of %d", id, i, r.term, t.log[i-1].term)
			}
			if was, ok := of[r.term]; ok && was != r.node {
				return fmt.Errorf("table %d: record %d is of node %d, and term %d was of node %d", id, i, r.node, r.term, was)
			}
			of[r.term] = r.node
		}
	}
	return nil
}

// names are those of the three servers.
var names = []string{"a", "b", "c"} //lattice:table

func index(name string) int { return slices.Index(names, name) }
