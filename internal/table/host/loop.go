package host

import (
	"container/list"
	"context"
	"errors"
	"net/netip"
	"runtime/debug"
	"time"

	"chratze/internal/table"
)

// live is a table in memory.
type live struct {
	id      int64
	t       *table.Table
	conns   map[*Conn]struct{}
	wake    table.Millis // when the table wants a tick; 0: never
	at      int          // index in the heap of wakes; -1: not in it
	code    string
	term    int64 // of this server's ownership (package owner)
	dirty   bool
	review  *Review      // its hands are being reviewed together; nil: they aren't
	delayed *delayedFeed // for spectators with a delay; nil: no delay
	watched Watchers     // who watches, as has been told
	watch   bool         // somebody has come, gone or taken a name since then
	ended   bool         // the directory says that it is over
	idle    table.Millis // since when nobody is connected

	from   netip.Prefix // the network of the person at a chair who was heard last
	asked  table.Ask    // the question that a bot thinks about
	cancel func()       // stops the bot; nil: none thinks
	used   usage
	hints  map[*Conn]*hinting // the connections that wait for a hint
	alone  *list.Element      // in loop.alone; nil: somebody is connected
}

// loop owns all tables. Only its goroutine touches it.
type loop struct {
	h      *Host
	tables map[int64]*live
	wakes  wakes
	timer  *time.Timer
	dead   error // why this process has lost the log

	stuck   map[int64]int      // by table: bots that still think after their time
	alone   list.List          // tables without connections; the first has been empty for longest
	probeAt table.Millis       // when to try again whether the log can be written
	batch   uint64             // number of the current batch
	number  uint64             // of the last connection
	waiting []*live            // tables with queued requests
	reading map[int64]*reading // tables that are being read from the log; none of them is in tables

	// The current batch:
	entries []Entry
	dirty   []*live
	answers []func(stored error) // called when the batch is durable or lost
	asks    []botAsk
}

const (
	batchMax  = 1000           // limit of work in one batch
	idleAfter = 10 * 60 * 1000 // ms after which a table without connections is dropped
)

func newLoop(h *Host) *loop {
	return &loop{h: h, tables: map[int64]*live{}, reading: map[int64]*reading{}, stuck: map[int64]int{}, timer: time.NewTimer(time.Hour)}
}

func (l *loop) run() {
	defer close(l.h.done)
	for {
		select {
		case w := <-l.h.inbox:
			l.safely(nil, func() { w(l) })
		case <-l.timer.C:
		case <-l.h.stop:
			l.drain()
			l.commit()
			l.farewell("restart")
			return
		}
		l.drain()
		l.heard()
		l.ticks()
		l.commit()
		if l.dead != nil {
			l.h.dead = l.dead
			l.farewell("store")
			return
		}
		l.setTimer()
	}
}

// drain adds what else is in the inbox to the batch.
func (l *loop) drain() {
	for range batchMax {
		select {
		case w := <-l.h.inbox:
			l.safely(nil, func() { w(l) })
		default:
			return
		}
	}
}

// safely runs work on one table. A panic closes only that table.
func (l *loop) safely(t *live, do func()) {
	if t != nil {
		t.t.Skew(l.h.skew())
	}
	defer func() {
		if r := recover(); r != nil {
			l.h.panicked(r)
			if t != nil {
				l.drop(t, "error")
			}
		}
	}()
	do()
}

// panicked logs and counts a panic that was recovered.
func (h *Host) panicked(what any) {
	h.opt.Logger.Error("panic", "what", what, "stack", string(debug.Stack()))
	if h.opt.Measure.Panic != nil {
		h.opt.Measure.Panic()
	}
}

// after calls f when the batch is durable (nil) or lost.
func (l *loop) after(f func(stored error)) { l.answers = append(l.answers, f) }

// collect takes over what a step of a table requires.
func (l *loop) collect(t *live, r table.Ready) {
	for i, body := range r.Append {
		l.entries = append(l.entries, Entry{Table: t.id, Seq: r.First + uint64(i), Body: body})
		if t.delayed != nil {
			t.delayed.Append(body)
		}
	}
	l.stillAsked(t)
	l.stillHinted(t)
	for _, a := range r.Asks {
		l.asks = append(l.asks, botAsk{t.id, a})
	}
	l.wakeAt(t, r.Wake)
	l.touch(t)
}

// touch makes the table send its news when the batch is durable.
func (l *loop) touch(t *live) {
	if !t.dirty {
		t.dirty = true
		l.dirty = append(l.dirty, t)
	}
}

// commit writes the batch, and only then sends anything about it.
func (l *loop) commit() {
	var stored error
	if len(l.entries) > 0 {
		start := time.Now()
		stored = l.h.opt.Log.Append(context.Background(), l.entries)
		l.ill(stored)
		if l.h.opt.Measure.Batch != nil {
			l.h.opt.Measure.Batch(len(l.entries), time.Since(start))
		}
	}
	if stored != nil {
		l.failed(stored, "the log can't be written")
		for _, t := range l.dirty { // their state may not be in the log
			l.drop(t, "store")
		}
		stored = ErrStore
	} else {
		for _, t := range l.dirty {
			t.dirty = false
			l.safely(t, func() { l.tell(t) })
		}
		for _, a := range l.asks {
			l.think(a)
		}
	}
	for _, f := range l.answers {
		f(stored)
	}
	clear(l.answers)
	clear(l.dirty)
	clear(l.asks)
	defer l.tidy()
	l.batch++
	l.entries, l.dirty, l.asks, l.answers = l.entries[:0], l.dirty[:0], l.asks[:0], l.answers[:0]
}

// failed reports that a write failed.
func (l *loop) failed(err error, what string, args ...any) {
	l.h.trouble(what, err, args...)
	if errors.Is(err, ErrDead) {
		l.dead = err
	}
}

// tell sends every connection its news.
func (l *loop) tell(t *live) {
	if l.tables[t.id] != t {
		return // dropped
	}
	for c := range t.conns {
		if c.valid(t.t) {
			if c.Chair >= 0 || t.delayed == nil {
				c.tell(t.t)
			}
			continue
		}
		if t.t.Stage() != table.Playing {
			c.tell(t.t) // leavers see how the hand ended, before the next one begins
		}
		delete(t.conns, c)
		t.watch = true
		c.close("link")
		l.wakeAt(t, t.wake)
	}
	if t.review != nil && !reviewed(t.t) {
		t.review = nil // play goes on
	}
	if t.delayed != nil {
		t.delayed.tell(t.conns, l.h.opt.Now())
		l.wakeAt(t, t.wake)
	}
	l.tellWatchers(t)
	if t.t.Stage() == table.Over {
		l.over(t)
	}
}

// ticks lets tables do what is due. News are sent first: otherwise a hand that begins at once
// would hide how the last one ended.
func (l *loop) ticks() {
	if !l.well() {
		return
	}
	now := l.h.opt.Now()
	var later []*live
	for len(l.wakes) > 0 && l.wakes[0].wake <= now {
		t := l.wakes[0]
		l.unschedule(t)
		if t.dirty {
			later = append(later, t)
			continue
		}
		if len(t.conns) == 0 && t.idle != 0 && now-t.idle >= idleAfter {
			l.forget(t)
			continue
		}
		if l.long(t) && t.t.Stage() == table.Between {
			continue
		}
		l.safely(t, func() {
			r, err := t.t.Tick(now, l.h.opt.Chance)
			if err != nil {
				panic(err)
			}
			l.collect(t, r)
		})
	}
	for _, t := range later {
		l.wakeAt(t, t.wake)
	}
}

func (l *loop) setTimer() {
	d := l.hearAt()
	if len(l.wakes) > 0 {
		d = min(d, max(0, time.Duration(l.wakes[0].wake-l.h.opt.Now())*time.Millisecond))
	}
	if l.h.sick.Load() {
		d = max(time.Millisecond, time.Duration(l.probeAt-l.h.opt.Now())*time.Millisecond)
	}
	l.timer.Reset(d)
}

// drop removes a table from memory. It is read again from the log when somebody comes.
func (l *loop) drop(t *live, code string) {
	for c := range t.conns {
		c.close(code)
	}
	l.forget(t)
}

// over closes a table whose evening has ended. People who are connected may stay and look.
func (l *loop) over(t *live) {
	if t.ended {
		return
	}
	t.ended, t.code = true, "" // a closed table has no code
	if err := l.h.opt.Log.Close(context.Background(), t.id); err != nil {
		l.failed(err, "a table can't be closed", "table", t.id)
	}
}

func (l *loop) farewell(code string) {
	for _, t := range l.tables {
		t.unask()
		t.unhinted()
		for c := range t.conns {
			c.close(code)
		}
	}
}
