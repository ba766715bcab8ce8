package host

import (
	"slices"
	"time"

	"chratze/internal/server/table"
)

// Rate is how often something may happen: up to Burst at once, then PerSecond. The
// zero Rate sets no limit.
type Rate struct {
	PerSecond float64
	Burst     float64
}

// Limits are what people at one table may do. A zero value sets no limit. Connections of
// load tests (Conn.Free) are exempt.
type Limits struct {
	Chair      int    // connections of a chair; for one more the oldest has to go
	Spectators int    // connections of spectators
	Chat       Rate   // lines of a chair
	TableChat  Rate   // lines of all chairs
	Records    Rate   // records that people bring about; more of them wait
	All        uint64 // records of an evening: then no hand begins any more
	Share      int    // commands of a table that one batch takes; the others wait for the next
	Waiting    int    // commands of a connection that wait; more are refused
	Alone      int    // tables in memory at which nobody is
}

// DefaultLimits are those of a server that anybody can reach.
func DefaultLimits() Limits {
	return Limits{
		Chair:      4,
		Spectators: 100,
		Chat:       Rate{1, 5},
		TableChat:  Rate{4, 16},
		Records:    Rate{10, 600},
		All:        200_000,
		Share:      32,
		Waiting:    8,
		Alone:      2000,
	}
}

// bucket is what is left of a Rate. The zero bucket is full.
type bucket struct {
	used float64
	at   table.Millis
}

// free reports whether something is left at this moment.
func (b *bucket) free(r Rate, now table.Millis) bool {
	if b.used > 0 {
		b.used = max(0, b.used-float64(max(0, now-b.at))*r.PerSecond/1000)
	}
	b.at = now
	return r == (Rate{}) || b.used < r.Burst
}

// wait returns after how long something will be left.
func (b *bucket) wait(r Rate) table.Millis {
	return 1 + table.Millis(max(0, b.used-r.Burst)*1000/r.PerSecond)
}

// take uses something up, also more than is left: but no debt is more than the burst.
func (b *bucket) take(r Rate, n float64) { b.used = min(b.used+n, 2*r.Burst) }

// allow takes one, if something is left.
func (b *bucket) allow(r Rate, now table.Millis) bool {
	ok := b.free(r, now)
	if ok {
		b.take(r, 1)
	}
	return ok
}

// used is what the people at a table have used up.
type used struct {
	chats   []bucket // by chair
	chat    bucket
	records bucket
	batch   uint64 // in this batch
	granted int    // how many of its commands were taken
	waiting []waiting
	listed  bool // in loop.waiting
}

// waiting is a request that is taken later.
type waiting struct {
	c *Conn
	r Request
}

// received takes a request: now, or later if the table has had its share.
func (l *loop) received(c *Conn, r Request) {
	t := l.tables[c.id]
	if t == nil || c.gone || !c.valid(t.t) {
		return
	}
	u := &t.used
	switch {
	case c.Free || len(u.waiting) == 0 && l.may(t):
		l.fulfil(t, c, r)
	case c.waiting >= l.h.opt.Limits.Waiting:
		c.Sender.Answer(r.ID, &table.Refused{Code: refusedLimit})
	default:
		c.waiting++
		u.waiting = append(u.waiting, waiting{c, r})
		if !u.listed {
			u.listed = true
			l.waiting = append(l.waiting, t)
		}
	}
}

// refusedLimit is the code of a command that came too often.
const refusedLimit = "limit"

// may reports whether a table may have one more command taken in this batch.
func (l *loop) may(t *live) bool {
	u, limits := &t.used, &l.h.opt.Limits
	if u.batch != l.batch {
		u.batch, u.granted = l.batch, 0
	}
	if limits.Share > 0 && u.granted >= limits.Share || !u.records.free(limits.Records, l.h.opt.Now()) {
		return false
	}
	u.granted++
	return true
}

// heard takes requests that have waited, as many as each table may have.
func (l *loop) heard() {
	l.waiting = slices.DeleteFunc(l.waiting, func(t *live) bool {
		u := &t.used
		for l.tables[t.id] == t && len(u.waiting) > 0 && l.may(t) {
			next := u.waiting[0]
			u.waiting = u.waiting[1:]
			if next.c.waiting--; !next.c.gone && next.c.valid(t.t) {
				l.fulfil(t, next.c, next.r)
			}
		}
		if l.tables[t.id] == t && len(u.waiting) > 0 {
			return false
		}
		u.waiting, u.listed = nil, false
		return true
	})
}

// hearAt returns in how long a request that waits may be taken; none waits: an hour.
func (l *loop) hearAt() time.Duration {
	d := time.Hour
	for _, t := range l.waiting {
		if !t.used.records.free(l.h.opt.Limits.Records, l.h.opt.Now()) {
			d = min(d, time.Duration(t.used.records.wait(l.h.opt.Limits.Records))*time.Millisecond)
		} else {
			d = 0
		}
	}
	return d
}

// long reports whether an evening has all the records it may have.
func (l *loop) long(t *live) bool {
	most := l.h.opt.Limits.All
	return most > 0 && t.t.Seq() >= most
}

// mayChat reports whether a chair may say something now.
func (l *loop) mayChat(t *live, c *Conn) bool {
	u, limits, now := &t.used, &l.h.opt.Limits, l.h.opt.Now()
	for len(u.chats) <= c.Chair {
		u.chats = append(u.chats, bucket{})
	}
	return c.Free || u.chats[c.Chair].free(limits.Chat, now) && u.chat.allow(limits.TableChat, now) && u.chats[c.Chair].allow(limits.Chat, now)
}

// room makes room for one more connection of a chair, and reports whether there is room
// for it.
func (l *loop) room(t *live, chair int) bool {
	limits := &l.h.opt.Limits
	n := 0
	var oldest *Conn
	for c := range t.conns {
		if c.Chair == chair && !c.Free {
			if n++; oldest == nil || c.number < oldest.number {
				oldest = c
			}
		}
	}
	switch {
	case chair < 0:
		return limits.Spectators == 0 || n < limits.Spectators
	case limits.Chair > 0 && n >= limits.Chair:
		delete(t.conns, oldest)
		oldest.close("elsewhere")
		l.left(t, oldest)
	}
	return true
}
