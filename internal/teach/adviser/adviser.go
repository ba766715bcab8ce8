// Package adviser lets the coach give hints and reviews at a server, for as long as somebody
// waits for them. Any number of goroutines may use what its functions return.
package adviser

import (
	"context"
	"encoding/json"
	"time"

	"chratze/history"
	"chratze/internal/teach/coach"
	"chratze/rams"
)

// HintWorlds and ReviewWorlds are the numbers of worlds that the coach samples per decision.
const (
	HintWorlds   = 1024
	ReviewWorlds = 512
)

// Hints returns a function that gives hints, for host.Options. It thinks about a view for at
// most limit, or, if limit is 0, until it has sampled enough worlds; and never longer than its
// context.
func Hints(limit time.Duration) func(context.Context, *rams.View) []byte {
	config := coach.Default(HintWorlds)
	config.Time = limit
	return HintsOf(config)
}

// HintsOf returns a function that gives the hints of a coach with this configuration.
func HintsOf(config coach.Config) func(context.Context, *rams.View) []byte {
	return func(ctx context.Context, v *rams.View) []byte {
		hint := until(ctx, config).Hint(v)
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

// Reviews returns a function that reviews hands, for httpd.Options: what each decision of a seat
// cost, given what that seat knew (docs/review.md). Its errors are those of coach.Review.Add.
func Reviews() func(context.Context, *history.Hand, rams.Seat) (json.Marshaler, error) {
	return ReviewsOf(coach.Default(ReviewWorlds))
}

// ReviewsOf returns a function that gives the reviews of a coach with this configuration.
func ReviewsOf(config coach.Config) func(context.Context, *history.Hand, rams.Seat) (json.Marshaler, error) {
	return func(ctx context.Context, h *history.Hand, seat rams.Seat) (json.Marshaler, error) {
		review := until(ctx, config).NewReview()
		if err := review.Add(h, seat); err != nil {
			return nil, err
		}
		review.Finish()
		return review, nil
	}
}

// until returns a coach that stops when nobody waits any more.
func until(ctx context.Context, config coach.Config) *coach.Coach {
	config.Done = ctx.Done()
	return coach.New(config)
}
