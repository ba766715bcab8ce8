package host

import (
	"context"
	"net/netip"
	"slices"
	"sync/atomic"
	"time"

	"chratze/bot"
	"chratze/internal/table"
	"chratze/rams"
)

// The time of a bot's answer must not reveal its cards. So a bot is asked at once, and its
// answer counts at a moment that is fixed before it begins: by the table's pace or, where that
// is too short for a bot that searches, BotLimit and slack after the question. Its budget ends
// before that moment; its answer is the best it has found by then.

// botAsk is a question for a bot.
type botAsk struct {
	id  int64
	ask table.Ask
}

// slack is the time between the end of a bot's budget and its answer. It hides that a bot is a
// little late.
const slack = 10 * time.Millisecond

// mostStuck is how many bots of one table may still be thinking after their budget. If there
// are more, rules of thumb play at this table until one has returned. Other tables aren't
// affected.
const mostStuck = 1

// States of a bot that was asked.
const (
	botWaits  int32 = iota // for a place in the pool
	botThinks              // in its place
	botOver                // it has answered, or its time is over
)

// think lets a bot answer in a goroutine of its own. That goroutine waits for a place in the
// pool, so no bot delays the loop. A bot that takes too long loses its place, so none delays
// others, and rules of thumb play for it.
func (l *loop) think(a botAsk) {
	t, h := l.tables[a.id], l.h
	if t == nil {
		return
	}
	t.unask()
	slow := h.opt.Slow != nil && h.opt.Slow(a.ask.Bot) && !a.ask.Act.Kind.Player()
	wait := max(0, time.Duration(a.ask.At-h.opt.Now())*time.Millisecond)
	if slow {
		wait = max(wait, h.opt.BotLimit+slack)
	}
	wanted, cancel := context.WithCancel(context.Background())
	t.asked, t.cancel = a.ask, cancel
	switch moment := time.Now().Add(wait); {
	case a.ask.Act.Kind.Player(): // by a script
		go h.at(wanted, moment, a, a.ask.Act)
	case l.stuck[a.id] >= mostStuck:
		go func() { h.tooLate(wanted, moment, a) }()
	default:
		h.ponder(wanted, moment, a, slow, t.from)
	}
}

// ponder lets a bot think, and delivers its answer at the given moment. The budget of a slow
// bot ends before that moment. Any other bot answers at once: it waits for a place until the
// moment, and then may use it for BotLimit, even if the moment is now. Slow bots share half of the
// processors. Those at the tables of one address have one place, and more while they are free, at most
// half of them: an address with many such tables has bots that don't search, and delays nobody's move.
func (h *Host) ponder(wanted context.Context, moment time.Time, a botAsk, slow bool, from netip.Prefix) {
	patience := max(time.Until(moment), h.opt.BotLimit)
	budget, stop := wanted, func() {}
	if slow {
		patience = time.Until(moment)
		budget, stop = context.WithDeadline(wanted, moment.Add(-slack))
	}
	var state atomic.Int32
	var give func() // the place; set before it thinks
	last := time.AfterFunc(patience, func() {
		stop()
		if state.Swap(botOver) == botThinks {
			h.stuck(a.id, 1)
			give()
		}
		h.tooLate(wanted, moment, a)
	})
	go func() {
		defer stop()
		if give = h.place(budget, slow, from); give == nil { // not wanted any more, or there was no place in time
			return
		}
		if !state.CompareAndSwap(botWaits, botThinks) {
			give()
			return
		}
		if !slow && last.Stop() {
			last.Reset(h.opt.BotLimit) // another table's bot may be waiting for the place
		}
		act := h.thought(budget, a.ask, slow)
		if !state.CompareAndSwap(botThinks, botOver) {
			h.stuck(a.id, -1)
			return
		}
		last.Stop()
		give()
		h.at(wanted, moment, a, act)
	}()
}

// place waits for a place to think in, and returns what gives it back; nil: there was none in time.
func (h *Host) place(budget context.Context, slow bool, from netip.Prefix) (give func()) {
	if slow {
		back, err := h.slow.place(budget, from)
		if err != nil {
			return nil
		}
		return func() { back(0) }
	}
	if !take(budget, h.pool) {
		return nil
	}
	return func() { <-h.pool }
}

// thought returns the bot's choice within its budget and within BotLimit.
func (h *Host) thought(budget context.Context, a table.Ask, slow bool) rams.Action {
	if slow {
		limited, stop := context.WithTimeout(budget, h.opt.BotLimit)
		defer stop()
		budget = limited
	}
	return h.legal(a, func(a table.Ask) rams.Action { return h.opt.Think(budget, a) })
}

// stuck counts the bots of a table that still think after their time.
func (h *Host) stuck(id int64, more int) {
	_ = h.do(context.Background(), func(l *loop) { // an error: the host is closing
		if l.stuck[id] += more; l.stuck[id] == 0 {
			delete(l.stuck, id)
		}
	})
}

// unask stops the bot that was asked last at a table.
func (t *live) unask() {
	if t.cancel != nil {
		t.cancel()
		t.cancel = nil
	}
}

// stillAsked stops a bot whose answer isn't wanted any more.
func (l *loop) stillAsked(t *live) {
	if t.cancel != nil && !t.t.Wanted(l.h.opt.Now(), &t.asked) {
		t.unask()
	}
}

// tooLate plays for a bot that takes too long.
func (h *Host) tooLate(wanted context.Context, moment time.Time, a botAsk) {
	if wanted.Err() != nil {
		return
	}
	h.opt.Logger.Warn("a bot took too long", "bot", a.ask.Bot, "table", a.id, "limit", h.opt.BotLimit)
	if h.opt.Measure.Late != nil {
		h.opt.Measure.Late()
	}
	quick := h.opt.Quick
	if quick == nil {
		quick = fallback
	}
	h.at(wanted, moment, a, h.legal(a.ask, quick))
}

func fallback(a table.Ask) rams.Action { return bot.Fallback(a.View.Legal) }

// legal asks a bot and returns a legal action. A bot that panics or chooses an illegal one gets
// the fallback of rams-bot/1.
func (h *Host) legal(a table.Ask, think func(table.Ask) rams.Action) (act rams.Action) {
	defer func() {
		if r := recover(); r != nil {
			h.opt.Logger.Error("a bot panicked", "bot", a.Bot, "what", r)
			act = fallback(a)
		}
	}()
	if act = think(a); slices.Contains(a.View.Legal, act) {
		return act
	}
	return fallback(a)
}

// at delivers a bot's answer to its table at the moment, if it is still wanted then.
func (h *Host) at(wanted context.Context, moment time.Time, a botAsk, act rams.Action) {
	if wait := time.Until(moment); wait > 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-wanted.Done():
		}
	}
	if wanted.Err() != nil {
		return
	}
	_ = h.do(context.Background(), func(l *loop) { // an error: the host is closing
		t := l.tables[a.id]
		if t == nil {
			return
		}
		l.safely(t, func() {
			r, err := t.t.Step(h.opt.Now(), table.Command{Do: table.DoAct, From: a.ask.Chair, By: a.ask.By, Question: a.ask.Question, Action: act}, h.opt.Chance)
			if err != nil && !refused(err) {
				panic(err)
			}
			if err != nil { // the person is back and has answered
				if h.opt.Measure.Stale != nil {
					h.opt.Measure.Stale()
				}
				l.tick(t)
				return
			}
			l.collect(t, r)
		})
	})
}

// tick lets a table find out again what it waits for.
func (l *loop) tick(t *live) {
	r, err := t.t.Tick(l.h.opt.Now(), l.h.opt.Chance)
	if err != nil {
		panic(err)
	}
	l.collect(t, r)
}
