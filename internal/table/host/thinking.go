package host

import (
	"context"

	"chratze/bot"
	"chratze/internal/table"
	"chratze/rams"
)

// Think lets the bot with this name decide, at most until the context is done.
func Think(ctx context.Context, a table.Ask) rams.Action {
	spec, err := bot.Parse(a.Bot)
	if err != nil { // a name that this version doesn't have
		return bot.Fallback(a.View.Legal)
	}
	return bot.Act(ctx, spec.New(anyChance{}), &a.View)
}

// Slow reports whether the bot with this name searches until its budget ends.
func Slow(name string) bool {
	spec, err := bot.Parse(name)
	return err == nil && spec.Thinks()
}

// Quick plays for a bot that takes too long: it lets table.StandIn decide or, if that was the
// slow bot, plays the fallback of rams-bot/1.
func Quick(a table.Ask) rams.Action {
	if a.Bot == table.StandIn {
		return bot.Fallback(a.View.Legal)
	}
	a.Bot = table.StandIn
	return Think(context.Background(), a)
}
