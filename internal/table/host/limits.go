package host

import (
	"slices"
	"time"

	"golang.org/x/time/rate"

	"chratze/internal/table"
)

// Rate limits how often something may happen: Burst times at once, then PerSecond. The
// zero Rate is no limit.
type Rate struct {
	PerSecond float64
	Burst     int
}

// Limiter returns a limiter that has its full burst.
func (r Rate) Limiter() *rate.Limiter {
	if r == (Rate{}) {
		return rate.NewLimiter(rate.Inf, 0)
	}
	return rate.NewLimiter(rate.Limit(r.PerSecond), r.Burst)
}

// maxPhrase is the limit for the name of a phrase, in letters.
const maxPhrase = 20

// maxSaid is how many lines of chat wait for spectators with a delay, which may be long. They don't get what is said beyond.
const maxSaid = 1000

// Limits bound what people at one table may do. A zero value is no limit. Connections of load
// tests (Conn.Free) are exempt.
type Limits struct {
	Chair      int    // connections of a chair; one more replaces the oldest
	Spectators int    // connections of spectators
	Chat       Rate   // lines of a chair
	TableChat  Rate   // lines of all chairs
	Records    Rate   // records that people cause; further ones wait
	All        uint64 // records of an evening; after that no hand begins
	Share      int    // commands of a table in one batch; further ones wait for the next
	Waiting    int    // waiting commands of a connection; further ones are refused
	Alone      int    // tables in memory without anybody connected
}

// DefaultLimits returns the limits for a server that anybody can reach.
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

// free reports whether a limiter has room at a time.
func free(l *rate.Limiter, at time.Time) bool { return l.Limit() == rate.Inf || l.TokensAt(at) > 0 }

// spend uses n, even beyond the limit; but the debt is at most one burst.
func spend(l *rate.Limiter, at time.Time, n int) {
	l.ReserveN(at, min(n, l.Burst()+int(l.TokensAt(at))))
}

// allow uses 1 if a limiter has room.
func allow(l *rate.Limiter, at time.Time) bool {
	ok := free(l, at)
	if ok {
		spend(l, at, 1)
	}
	return ok
}

// now returns the time of the tables' clock, for limiters.
func (l *loop) now() time.Time { return time.UnixMilli(int64(l.h.opt.Now())) }

// usage is what the people at a table have used of their limits.
type usage struct {
	chats   []*rate.Limiter // by chair
	chat    *rate.Limiter
	records *rate.Limiter
	batch   uint64 // in the current batch
	granted int    // how many of its commands were accepted in it
	waiting []waiting
	listed  bool // in loop.waiting
}

// waiting is a request to be carried out later.
type waiting struct {
	c *Conn
	r Request
}

// received carries out a request, or queues it if the table has had its share.
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

// refusedLimit is the code of a command that came too soon after others.
const refusedLimit = "limit"

// may reports whether one more command of a table may be carried out in this batch.
func (l *loop) may(t *live) bool {
	u, limits := &t.used, &l.h.opt.Limits
	if u.batch != l.batch {
		u.batch, u.granted = l.batch, 0
	}
	if limits.Share > 0 && u.granted >= limits.Share || !free(u.records, l.now()) {
		return false
	}
	u.granted++
	return true
}

// heard carries out queued requests, for each table its share.
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

// hearAt returns the time until a queued request may be carried out, or an hour if there is
// none.
func (l *loop) hearAt() time.Duration {
	d := time.Hour
	for _, t := range l.waiting {
		if records := t.used.records; !free(records, l.now()) {
			d = min(d, time.Millisecond-time.Duration(records.TokensAt(l.now())*float64(time.Second)/float64(records.Limit())))
		} else {
			d = 0
		}
	}
	return d
}

// long reports whether an evening has the maximum of records.
func (l *loop) long(t *live) bool {
	most := l.h.opt.Limits.All
	return most > 0 && t.t.Seq() >= most
}

// mayChat reports whether a chair may write a line of chat now.
func (l *loop) mayChat(t *live, c *Conn) bool {
	u, now := &t.used, l.now()
	for len(u.chats) <= c.Chair {
		u.chats = append(u.chats, l.h.opt.Limits.Chat.Limiter())
	}
	return c.Free || free(u.chats[c.Chair], now) && allow(u.chat, now) && allow(u.chats[c.Chair], now)
}

// room makes room for another connection of a chair, and reports whether there is any.
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
