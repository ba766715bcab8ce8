package host

import (
	"context"

	"chratze/bot"
	"chratze/internal/server/table"
	"chratze/rams"
)

// Think lets the bot of this name decide until the context is done.
func Think(ctx context.Context, a table.Ask) rams.Action {
	spec, err := bot.Parse(a.Bot)
	if err != nil { // of a program before us
		return bot.Fallback(a.View.Legal)
	}
	return bot.Act(ctx, spec.New(anyChance{}), &a.View)
}

// Slow reports whether a bot of this name takes its time.
func Slow(name string) bool {
	spec, err := bot.Parse(name)
	return err == nil && spec.Thinks()
}

// Quick plays for a bot that takes too long: by rules of thumb, unless it does so
// itself.
func Quick(a table.Ask) rams.Action {
	if a.Bot == table.StandIn {
		return bot.Fallback(a.View.Legal)
	}
	a.Bot = table.StandIn
	return Think(context.Background(), a)
}
