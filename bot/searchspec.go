package bot

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"chratze/bot/search"
	"chratze/bot/solved"
	"chratze/rams"
)

const rangesKey = "ranges"

// ranges are what a bot that searches can take the hands of the others for.
var ranges = []string{string(search.Oracle), "policy", string(search.Thumb), string(search.Flat)}

// Show shows all hands to a bot that asked for them by ranges=oracle, to measure what they are worth; others don't look.
func Show(b Bot, truth *rams.State) {
	switch b := b.(type) {
	case *search.Searcher:
		b.See(truth)
	case *policyBot:
		b.search.See(truth)
		b.calls.See(truth)
	}
}

// SearcherOf returns the search by which a bot decides about a view, or would if its policy weren't clear; nil: it has none.
func SearcherOf(b Bot, v *rams.View) *search.Searcher {
	switch b := b.(type) {
	case *search.Searcher:
		return b
	case together:
		return SearcherOf(b.of(v), v)
	case *policyBot:
		if b.begin(v.Game); b.answer == nil || v.Phase == rams.PhasePlay {
			return b.search
		}
		return b.calls
	}
	return nil
}

// SolutionOf returns the position of a solved game that a view is, if the bot plays its solution; else nil.
func SolutionOf(b Bot, v *rams.View) *solved.Position {
	switch b := b.(type) {
	case together:
		return SolutionOf(b.of(v), v)
	case *policyBot:
		if b.begin(v.Game); b.solved {
			p, _ := solved.Find(v) // out of reach: the bot searches
			return p
		}
	}
	return nil
}

// thinkingTime is the budget of a decision if none is named.
const thinkingTime = 50 * time.Millisecond

// setSearch reads a budget: "50ms", a time for each decision, or "200", a number of worlds; or "ranges=flat".
func setSearch(c *search.Config, name, item string) error {
	if value, ok := strings.CutPrefix(item, rangesKey+"="); ok {
		if c.Ranges = search.Ranges(value); value == "policy" {
			c.Ranges = search.Policy
		}
		if !slices.Contains(ranges, value) {
			return &Error{Code: CodeRanges, Name: name, Key: rangesKey, Value: value, Allowed: ranges}
		}
		return nil
	}
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
