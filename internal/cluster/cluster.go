// Package cluster makes one of several servers that share a database: it says that this server
// lives, finds out which others do, and knows which of them has a table.
//
// Nothing here protects a log: the database does, which writes for a table only what its owner
// sends, and makes another person its owner only after the old one can't write any more. What this
// package decides is who should be the owner, when a silent node counts as dead, and until when
// this one may answer from memory. cluster.go decides, without time of its own; node.go acts;
// peer.go and hop.go pass requests from one node to another.
package cluster

import (
	"time"

	"chratze/internal/owner"
)

// Member is a node as the database knows it.
type Member struct {
	ID      int64  // of this start of it; a later start has a higher one
	Name    string // stays the same over restarts
	Address string // where other nodes reach it
	Seen    int64  // its last heartbeat, in ms of the database's clock
	Leaving bool   // it stops, and gets no more tables
}

// View is what a heartbeat brings back.
type View struct {
	Self    int64 // the ID of this node. If it has changed, this node was taken for dead
	Now     int64 // in ms of the database's clock
	Members []Member
}

// Place returns the node that should have a table: the one with the highest score of its name
// and the table's number among those that stay (rendezvous hashing). So when a node comes or goes,
// only the tables move that it gets or had. ok is false if there is none.
func (v *View) Place(id int64) (m Member, ok bool) {
	var best uint64
	for _, o := range v.Members {
		if o.Leaving {
			continue
		}
		if s := owner.Hash(o.Name, id); !ok || s > best || s == best && o.Name > m.Name {
			m, best, ok = o, s, true
		}
	}
	return m, ok
}

// Member returns the member with an ID.
func (v *View) Member(id int64) (m Member, ok bool) {
	for _, o := range v.Members {
		if o.ID == id {
			return o, true
		}
	}
	return m, false
}

// watch decides which members are dead: those whose heartbeat hasn't changed for a lease, while
// this node has looked. It compares no clock with another: how long is measured here, and that
// something has happened is seen in the database. If this node couldn't look for a while, perhaps
// nobody could beat, because the database was away. So a long while without a look counts little.
// It does count: where everything is slow, the dead are found later, but they are found.
type watch struct {
	lease time.Duration
	self  int64
	last  time.Duration // when this node has looked last
	seen  map[int64]sighting
}

// sighting is a heartbeat, and for how long it has been the last one. That is never more than
// the time since it was first seen.
type sighting struct {
	beat   int64
	silent time.Duration
}

// dead takes a view at a time of this node's own clock, which never goes back, and returns the
// members that have been silent for too long.
func (w *watch) dead(now time.Duration, v *View) (list []Member) {
	if v.Self != w.self {
		w.seen = nil
	}
	passed := now - w.last
	if passed > w.lease/2 {
		passed = w.lease / 4 // after it everybody has time for a heartbeat
	}
	w.self, w.last = v.Self, now
	seen := make(map[int64]sighting, len(v.Members))
	for _, m := range v.Members {
		s, known := w.seen[m.ID]
		s.silent += passed
		if !known || s.beat != m.Seen {
			s = sighting{beat: m.Seen}
		}
		seen[m.ID] = s
		if m.ID != v.Self && s.silent > w.lease {
			list = append(list, m)
		}
	}
	w.seen = seen
	return list
}

// holds returns until when a node may answer from memory after a heartbeat that it began to send
// at a time. The others count from a later moment, and longer: clocks drift.
func holds(began, lease time.Duration) time.Duration { return began + lease*9/10 }
