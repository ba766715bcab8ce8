package host

import (
	"context"
	"encoding/json"
	"time"

	"chratze/internal/teach/coach"
	"chratze/rams"
)

// hintWorlds is the number of worlds that the coach samples for a hint.
const hintWorlds = 1024

// Adviser returns a function that gives hints, for Options.Hint. It thinks about a view for at
// most limit, or, if limit is 0, until it has sampled enough worlds; and never longer than its
// context. It is safe for concurrent use.
func Adviser(limit time.Duration) func(context.Context, *rams.View) []byte {
	config := coach.Default(hintWorlds)
	config.Time = limit
	return AdviserOf(config)
}

// AdviserOf returns a function that gives the hints of a coach with this configuration.
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
