package sim_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"chratze/analysis/sim"
	"chratze/bot"
	"chratze/chance"
	"chratze/rams"
)

// first takes the first legal action.
type first struct{}

func (first) Act(v *rams.View) rams.Action { return v.Legal[0] }

// wrong plays a card that it may not play, as soon as it is asked for one.
type wrong struct{ first }

func (w wrong) Act(v *rams.View) rams.Action {
	a := w.first.Act(v)
	if a.Kind == rams.Play {
		v.Legal[0].Cards = 0 // it spoils its list, too
		a.Cards = v.Played
	}
	return a
}

// TestOwnBot: a bot from outside sits beside ours, is named in the histories, and gets events. What it may not do
// ends the simulation with an error that names it.
func TestOwnBot(t *testing.T) {
	t.Parallel()
	c := config(t, "chratze", 3, "random")
	events := true
	c.Bots = append(c.Bots, bot.NewSpec("mine", func(chance.Source) bot.Bot {
		return asked{first{}, func(v *rams.View) { events = events && len(v.Events) > 0 }}
	}))
	var lines bytes.Buffer
	c.Workers = 1
	with := run(t, c)
	c.History = &lines
	if again := run(t, c); again.ByBot[1].Gain.Mean() != with.ByBot[1].Gain.Mean() || with.Hands != c.Hands {
		t.Errorf("%d hands; the bot gains %v, and with histories %v", with.Hands, with.ByBot[1].Gain.Mean(), again.ByBot[1].Gain.Mean())
	}
	if !events || !strings.Contains(lines.String(), `"mine"`) {
		t.Errorf("events %v; the first hands: %.300s", events, lines.String())
	}

	c.Bots[1] = bot.NewSpec("cheat", func(chance.Source) bot.Bot { return wrong{} })
	c.Workers = 2
	s, err := sim.Run(context.Background(), c)
	if err == nil || !strings.HasPrefix(err.Error(), `sim: cheat: "play `) || s.Hands >= c.Hands {
		t.Errorf("%d hands, %v", s.Hands, err)
	}
}

// asked shows its views.
type asked struct {
	bot.Bot
	show func(*rams.View)
}

func (a asked) Act(v *rams.View) rams.Action {
	a.show(v)
	return a.Bot.Act(v)
}
