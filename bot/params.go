package bot

import (
	"slices"
	"strconv"
	"strings"

	"chratze/card"
)

// paramNames are the names of the thresholds that can be changed for all kinds of games, in the order of numbers, and of the
// lowest rank kept.
var paramNames = []string{"open", "dealer", "strike", "turn", "top", "join", "more", "behind", keepKey}

const keepKey = "keep"

// numbers returns the thresholds that are worths.
func (t *thresholds) numbers() [8]*int {
	return [...]*int{&t.open, &t.dealer, &t.strike, &t.turn, &t.top, &t.join, &t.more, &t.behind}
}

// set changes a threshold, "open=200", or the lowest rank kept, "keep=A".
func (t *heuristic) set(item string) error {
	key, value, _ := strings.Cut(item, "=")
	bad := &Error{Code: CodeValue, Name: "thumb", Key: key, Value: value}
	if key == keepKey {
		c, err := card.Parse(value + "c")
		if err != nil {
			return bad
		}
		for i := range t {
			t[i].keep = c.Rank()
		}
		return nil
	}
	at := slices.Index(paramNames, key)
	if at < 0 {
		return &Error{Code: CodeKey, Name: "thumb", Key: key, Allowed: paramNames}
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > 9999 || strconv.Itoa(n) != value {
		return bad
	}
	for i := range t {
		*t[i].numbers()[at] = n
	}
	return nil
}
