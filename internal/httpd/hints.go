package httpd

import (
	"encoding/json"
	"time"

	"chratze/internal/coach"
	"chratze/rams"
)

// hintWorlds is how many worlds the coach imagines for a hint.
const hintWorlds = 1024

// Adviser returns what gives hints, for host.Options: it thinks so long about a view at
// most, or with 0 until it has imagined enough. Any number of goroutines may use it.
func Adviser(limit time.Duration) func(*rams.View) []byte {
	return func(v *rams.View) []byte {
		config := coach.Default(hintWorlds)
		config.Time = limit
		hint := coach.New(config).Hint(v)
		if hint == nil {
			return nil
		}
		body, err := json.Marshal(hint)
		if err != nil { // all fields can be written
			panic(err)
		}
		return body
	}
}
