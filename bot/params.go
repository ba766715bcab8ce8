package bot

import (
	"strconv"
	"strings"

	"chratze/card"
)

// param is a threshold that can be changed by its name, for all kinds of
// games.
type param struct {
	key string
	of  func(*thresholds) *int
}

var params = []param{
	{"open", func(t *thresholds) *int { return &t.open }},
	{"dealer", func(t *thresholds) *int { return &t.dealer }},
	{"strike", func(t *thresholds) *int { return &t.strike }},
	{"turn", func(t *thresholds) *int { return &t.turn }},
	{"top", func(t *thresholds) *int { return &t.top }},
	{"join", func(t *thresholds) *int { return &t.join }},
	{"more", func(t *thresholds) *int { return &t.more }},
	{"behind", func(t *thresholds) *int { return &t.behind }},
}

const keepKey = "keep"

func paramNames() (names []string) {
	for _, p := range params {
		names = append(names, p.key)
	}
	return append(names, keepKey)
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
	for _, p := range params {
		if p.key != key {
			continue
		}
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n > 9999 || strconv.Itoa(n) != value {
			return bad
		}
		for i := range t {
			*p.of(&t[i]) = n
		}
		return nil
	}
	return &Error{Code: CodeKey, Name: "thumb", Key: key, Allowed: paramNames()}
}
