// Package bot holds policies: players that answer a view with an action. A [Bot]
// sees what its seat may know and nothing else, so it can't cheat.
//
//	spec, err := bot.Parse("stammtisch-1")
//	player := spec.New(source) // a bot that draws its chances from source
//	record.ApplyUnchecked(player.Act(&view), nil)
//
// A server that can't wait asks with a budget: bot.Act(ctx, player, &view).
//
// The bots by name: random (uniform over the legal actions), beginner (plays like somebody who
// has just learned the rules), strong (search as people meet it), stammtisch-1 (the
// frozen yardstick, docs/research/stammtisch-1.md), thumb (the same rules of thumb with your
// own thresholds, "thumb:open=200:join=140"), search (it imagines the
// hidden cards and plays on with each of its actions, "search:50ms", "search:200") best (search
// that plays by learned policies where there are some; docs/strength.md), and best-0.1 (best as it was in three games, to measure by).
package bot

import (
	"context"

	"chratze/chance"
	"chratze/rams"
)

// Bot is a policy. A bot may keep a source of chance, but nothing about a hand: everything it
// needs to know is in the view, so one bot can play many seats and hands, one at a time.
type Bot = rams.Player

// Thinker is a Bot that searches and can be cut short.
type Thinker interface {
	Bot
	// ActContext is Act within a budget: soon after ctx is done it returns the best
	// action found so far. It always returns a legal action.
	ActContext(ctx context.Context, v *rams.View) rams.Action
}

// Act asks b for one of the view's legal actions, within the budget of ctx. A bot that
// isn't a Thinker answers at once.
func Act(ctx context.Context, b Bot, v *rams.View) rams.Action {
	if t, ok := b.(Thinker); ok {
		return t.ActContext(ctx, v)
	}
	return b.Act(v)
}

// Fallback returns what a seat does if its player gives no answer, or an illegal one:
// the first of see, pass, weiter, out, for-pot, join, lay (nothing) and keep that is
// legal, or else the first legal action. The list must not be empty.
func Fallback(legal []rams.Action) rams.Action {
	for _, k := range [...]rams.Kind{rams.See, rams.Pass, rams.BidPass, rams.Out, rams.PlayForPot, rams.Join, rams.Lay, rams.Keep} {
		for _, a := range legal {
			if a.Kind == k && a.Cards == 0 {
				return a
			}
		}
	}
	return legal[0]
}

// random draws one of the legal actions.
type random struct{ source chance.Source }

func (r random) Act(v *rams.View) rams.Action {
	return v.Legal[r.source.IntN(len(v.Legal))]
}
