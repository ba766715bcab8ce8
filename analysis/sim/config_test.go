package sim_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"chratze/analysis/sim"
	"chratze/bot"
)

// TestRunChecksItsConfig: a Config that can't be played is an error that names the field, before any
// worker has started. Sittings of 20 hands are usual, and one worker works.
func TestRunChecksItsConfig(t *testing.T) {
	t.Parallel()
	for field, spoil := range map[string]func(c *sim.Config){
		"Game":    func(c *sim.Config) { c.Game = nil },
		"Bots":    func(c *sim.Config) { c.Bots = nil },
		"Bots[1]": func(c *sim.Config) { c.Bots = append(c.Bots[:1:1], bot.Spec{}) },
		"Sitting": func(c *sim.Config) { c.Sitting = -1 },
		"Hands":   func(c *sim.Config) { c.Hands = -1 },
	} {
		c := config(t, "chratze", 3, "random")
		c.History = io.Discard
		spoil(&c)
		if s, err := sim.Run(context.Background(), c); err == nil || s != nil || !strings.HasPrefix(err.Error(), "sim: Config."+field+" ") {
			t.Errorf("%s: %+v, %v", field, s, err)
		}
	}
	c := config(t, "chratze", 3, "random,stammtisch-1")
	want := run(t, c).ByBot[0].Gain.Mean()
	c.Sitting, c.Workers = 0, 0
	if got := run(t, c).ByBot[0].Gain.Mean(); got != want {
		t.Errorf("with the usual sitting %v is gained, with 20 %v", got, want)
	}
}
