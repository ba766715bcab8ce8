package host

import (
	"context"
	"encoding/json"
	"time"

	"chratze/internal/teach/coach"
	"chratze/rams"
)

// hintWorlds is how many worlds the coach imagines for a hint.
const hintWorlds = 1024

// Adviser returns what gives hints, for Options: it thinks so long about a view at
// most, or with 0 until it has imagined enough; no longer than its context. Any number of
// goroutines may use it.
func Adviser(limit time.Duration) func(context.Context, *rams.View) []byte {
	config := coach.Default(hintWorlds)
	config.Time = limit
	return AdviserOf(config)
}

// AdviserOf returns what gives the hints of a coach with this configuration.
func AdviserOf(config coach.Config) func(context.Context, *rams.View) []byte {
	return func(ctx context.Context, v *rams.View) []byte {
		config := config
		config.Done = ctx.Done()
		hint := coach.New(config).Hint(v)
		if hint == nil || ctx.Err() != nil {
			return nil
		}
		body, err := json.Marshal(hint)
		if err != nil { // all fields can be written
			panic(err)
		}
		return body
	}
}
