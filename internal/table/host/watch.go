package host

import (
	"slices"

	"chratze/internal/table"
)

// Everybody at a table is told who watches it. A spectator may give a name, which is kept nowhere
// and gone with the connection.

// Watchers are the spectators of a table.
type Watchers struct {
	N     int      // how many there are
	Names []string // the names of those who have given one, sorted, at most maxWatchers
}

// maxWatchers is how many names of spectators are told.
const maxWatchers = 12

// watch gives a spectator a name, or takes it away: command watch.
func (l *loop) watch(t *live, c *Conn, r Request) error {
	if c.Chair >= 0 {
		return &table.Refused{Code: table.RefusedChair}
	}
	if name := table.CleanName(r.Text); name != c.name {
		c.name = name
		t.watch = true
		l.touch(t)
	}
	return nil
}

// watchers returns who watches a table.
func (t *live) watchers() (w Watchers) {
	for c := range t.conns {
		if c.Chair >= 0 {
			continue
		}
		w.N++
		if c.name != "" {
			w.Names = append(w.Names, c.name)
		}
	}
	slices.Sort(w.Names)
	w.Names = slices.Compact(w.Names)
	w.Names = w.Names[:min(len(w.Names), maxWatchers)]
	return w
}

// tellWatchers tells who watches now, if a connection doesn't know it yet.
func (l *loop) tellWatchers(t *live) {
	if !t.watch || !t.t.Config().Spectators {
		return
	}
	t.watch = false
	now := t.watchers()
	changed := now.N != t.watched.N || !slices.Equal(now.Names, t.watched.Names)
	t.watched = now
	for c := range t.conns {
		if changed || !c.watched && now.N > 0 {
			c.Sender.Watch(now)
		}
		c.watched = true
	}
}
