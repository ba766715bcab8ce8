package bot

import (
	"strconv"
	"time"

	"chratze/bot/search"
)

// thinkingTime is the budget of a decision if none is named.
const thinkingTime = 50 * time.Millisecond

// setSearch reads a budget: "50ms", a time for each decision, or "200", a number of worlds.
func setSearch(c *search.Config, name, item string) error {
	if n, err := strconv.Atoi(item); err == nil && n > 0 && n <= 1e6 && strconv.Itoa(n) == item {
		c.Worlds = n
		return nil
	}
	d, err := time.ParseDuration(item)
	if err != nil || d < time.Millisecond || d > time.Minute {
		return &Error{Code: CodeBudget, Name: name, Value: item}
	}
	c.Time = d
	return nil
}
