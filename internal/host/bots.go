package host

import (
	"context"
	"sync/atomic"
	"time"

	"chratze/bot"
	"chratze/internal/table"
)

// botAsk is a question for a bot.
type botAsk struct {
	id  int64
	ask table.Ask
}

// lateMost is how many bots may go on thinking that nobody waits for any more. With
// more, nobody asks a bot: the rule of thumb plays until some have come back.
const lateMost = 64

// think lets a bot answer in a goroutine of its own; a place in the pool is waited
// for there, so that no bot delays the loop. Who takes longer than BotLimit loses his
// place, so that none delays others, and the rule of thumb plays for him.
func (h *Host) think(a botAsk) {
	if a.ask.Act != "" { // by a script
		go h.acted(a, a.ask.Act)
		return
	}
	if h.late.Load() >= lateMost {
		go h.tooLate(a)
		return
	}
	go func() {
		h.pool <- struct{}{}
		var over atomic.Bool // he has answered, or his time is over
		timer := time.AfterFunc(h.opt.BotLimit, func() {
			if over.CompareAndSwap(false, true) {
				h.late.Add(1)
				<-h.pool
				h.tooLate(a)
			}
		})
		act := h.legal(a.ask, h.opt.Think)
		timer.Stop()
		if !over.CompareAndSwap(false, true) {
			h.late.Add(-1)
			return
		}
		<-h.pool
		h.acted(a, act)
	}()
}

// tooLate plays for a bot that takes too long.
func (h *Host) tooLate(a botAsk) {
	h.opt.Logger.Warn("a bot took too long", "bot", a.ask.Bot, "table", a.id, "limit", h.opt.BotLimit)
	if h.opt.Measure.Late != nil {
		h.opt.Measure.Late()
	}
	quick := h.opt.Quick
	if quick == nil {
		quick = fallback
	}
	h.acted(a, h.legal(a.ask, quick))
}

func fallback(a table.Ask) string { return bot.Fallback(a.View.Legal).String() }

// legal asks a bot and makes sure that what it says is legal. One that panics or
// says something else plays the fallback of rams-bot/1.
func (h *Host) legal(a table.Ask, think func(table.Ask) string) (act string) {
	defer func() {
		if r := recover(); r != nil {
			h.opt.Logger.Error("a bot panicked", "bot", a.Bot, "what", r)
			act = fallback(a)
		}
	}()
	act = think(a)
	for i := range a.View.Legal {
		if a.View.Legal[i].String() == act {
			return act
		}
	}
	return fallback(a)
}

// acted brings a bot's answer to its table.
func (h *Host) acted(a botAsk, act string) {
	_ = h.do(context.Background(), func(l *loop) { // an error: the host is closing
		t := l.tables[a.id]
		if t == nil {
			return
		}
		l.safely(t, func() {
			r, err := t.t.Act(h.opt.Now(), a.ask.Chair, a.ask.Question, act, a.ask.By, h.opt.Chance)
			if err != nil && !refused(err) {
				panic(err)
			}
			if err != nil { // answered meanwhile by the person who is back
				if h.opt.Measure.Stale != nil {
					h.opt.Measure.Stale()
				}
				l.tick(t)
				return
			}
			l.took(t, r)
		})
	})
}

// tick lets a table find out anew what it waits for.
func (l *loop) tick(t *live) {
	r, err := t.t.Tick(l.h.opt.Now(), l.h.opt.Chance)
	if err != nil {
		panic(err)
	}
	l.took(t, r)
}
