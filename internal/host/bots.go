package host

import (
	"context"

	"chratze/bot"
	"chratze/internal/table"
)

// botAsk is a question for a bot.
type botAsk struct {
	id  int64
	ask table.Ask
}

// think lets a bot answer in a goroutine of its own; a place in the pool is
// waited for there, so that a slow bot never delays the loop. A bot that panics
// or gives no legal act plays the fallback of rams-bot/1.
func (h *Host) think(a botAsk) {
	go func() {
		act := h.answer(a.ask)
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
	}()
}

// answer asks the bot and makes sure that what it says is legal.
func (h *Host) answer(a table.Ask) (act string) {
	fallback := bot.Fallback(a.View.Legal).String()
	defer func() {
		if r := recover(); r != nil {
			h.opt.Logger.Error("a bot panicked", "bot", a.Bot, "what", r)
			act = fallback
		}
	}()
	act = h.opt.Think(a)
	for i := range a.View.Legal {
		if a.View.Legal[i].String() == act {
			return act
		}
	}
	return fallback
}

// tick lets a table find out anew what it waits for.
func (l *loop) tick(t *live) {
	r, err := t.t.Tick(l.h.opt.Now(), l.h.opt.Chance)
	if err != nil {
		panic(err)
	}
	l.took(t, r)
}
