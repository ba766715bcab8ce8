package arena

import (
	"context"
	"errors"
	"strings"
	"testing"

	"chratze/pot"
	"chratze/rams"
)

// TestRunChecksItsConfig: a Config that can't be played is an error that names the field, before any
// worker has started.
func TestRunChecksItsConfig(t *testing.T) {
	t.Parallel()
	for field, spoil := range map[string]func(c *Config){
		"Game":    func(c *Config) { c.Game = nil },
		"Bots":    func(c *Config) { c.Bots = nil },
		"Bots[1]": func(c *Config) { c.Bots = append(c.Bots[:1:1], Entrant{}) },
		"Bots ":   func(c *Config) { c.Bots = append(c.Bots, c.Bots...) },
		"Bots  ":  func(c *Config) { c.Bots, c.All = c.Bots[:1], true },
		"Deals":   func(c *Config) { c.Deals = -1 },
		"Pot":     func(c *Config) { c.Pot = pot.Max + 1 },
	} {
		c := config(t, "chratze", 3, 8, "random", "stammtisch-1")
		spoil(&c)
		if r, err := Run(context.Background(), c); err == nil || r != nil || !strings.HasPrefix(err.Error(), "arena: Config."+strings.TrimSpace(field)+" ") {
			t.Errorf("%s: %v", field, err)
		} else if e := (*rams.StartError)(nil); field == "Pot" && !errors.As(err, &e) {
			t.Errorf("%v has no *rams.StartError", err)
		}
	}
}
