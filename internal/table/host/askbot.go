package host

import (
	"context"
	"time"

	"chratze/bot"
	"chratze/chance"
	"chratze/internal/table"
	"chratze/rams"
)

// Think lets the bot with this name decide, at most until the context is done.
func Think(ctx context.Context, a table.Ask) rams.Action {
	spec, err := bot.Parse(a.Bot)
	if err != nil { // a name that this version doesn't have
		return bot.Fallback(a.View.Legal)
	}
	return bot.Act(ctx, acquainted(ctx, spec, &a, anyChance{}), &a.View)
}

// acquainted returns a bot that has watched the hands before, if it gets to know the others: as many as it can in
// half of its time.
func acquainted(ctx context.Context, spec bot.Spec, a *table.Ask, source chance.Source) bot.Bot {
	player, left := spec.New(source), thinkingTime
	if end, ok := ctx.Deadline(); ok {
		left = time.Until(end)
	}
	until := time.Now().Add(left / 2)
	for v := range a.Met() {
		if !spec.Watches() || !time.Now().Before(until) {
			break
		}
		bot.Watch(player, v)
	}
	return player
}

// thinkingTime is that of a bot without a deadline.
const thinkingTime = 50 * time.Millisecond

// Slow reports whether the bot with this name searches until its budget ends.
func Slow(name string) bool {
	spec, err := bot.Parse(name)
	return err == nil && spec.Thinks()
}

// Quick plays for a bot that takes too long. A bot with a policy calls and exchanges by it all the same;
// otherwise table.StandIn decides or, if that was the slow bot, the fallback of rams-bot/1.
func Quick(a table.Ask) rams.Action {
	if a.Bot == table.StandIn {
		return bot.Fallback(a.View.Legal)
	}
	if spec, err := bot.Parse(a.Bot); err == nil {
		if caller := spec.Caller(a.View.Game); caller != nil {
			return caller(anyChance{}).Act(&a.View)
		}
	}
	a.Bot = table.StandIn
	return Think(context.Background(), a)
}
