package arena

import (
	"strings"
	"testing"

	"chratze/bot"
	"chratze/chance"
)

// TestOwnBot: a bot that was made outside plays as the same bot of ours does, card by card and chance by chance.
func TestOwnBot(t *testing.T) {
	t.Parallel()
	c := config(t, "chratze", 4, 40, "stammtisch-1", "beginner")
	want := timeless(t, run(t, c))
	beginner, err := bot.Parse("beginner")
	if err != nil {
		t.Fatal(err)
	}
	c.Bots[1] = NewEntrant(bot.NewSpec("mine", func(s chance.Source) bot.Bot { return beginner.New(s) }))
	if got := strings.ReplaceAll(timeless(t, run(t, c)), "mine", "beginner"); got != want {
		t.Errorf("%s\n, as a bot of ours\n%s", got, want)
	}
}
